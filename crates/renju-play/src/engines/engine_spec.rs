//! Engines as users name them, `[NAME=][gomocup:|json:]CMD`: the one place that reads such a text.

use std::fmt;
use std::str::FromStr;

use renju_core::named_enum::named_enum;
use renju_engine::eval::Failure;
use serde::{Serialize, Serializer};
use thiserror::Error;

/// Why a command cannot be an engine's.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EngineError {
    /// There is no program.
    #[error("{0:?} names no program: an engine is a program and its arguments, such as \"./mine\"")]
    Empty(String),
    /// It cannot be split into words.
    #[error("{0:?}: a quote is not closed, or nothing follows the last backslash")]
    Quotes(String),
    /// Nothing says which protocol it speaks, and it could not be found out.
    #[error(transparent)]
    NotFound(#[from] Failure),
}

/// A program and its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CommandLine {
    pub(super) program: String,
    pub(super) arguments: Vec<String>,
}

impl CommandLine {
    pub(super) fn split(command: &str) -> Result<CommandLine, EngineError> {
        let words = shlex::split(command).ok_or_else(|| EngineError::Quotes(command.to_owned()))?;
        let mut words = words.into_iter();
        let program = words.next().filter(|program| !program.is_empty());
        Ok(CommandLine {
            program: program.ok_or_else(|| EngineError::Empty(command.to_owned()))?,
            arguments: words.collect(),
        })
    }
}

named_enum! {
    /// How a program is spoken to. Its name and a colon before a command say so.
    pub enum EngineProtocol: "protocol" {
        /// The protocol of the Gomocup tournament.
        Gomocup = "gomocup",
        /// One JSON line each way.
        Json = "json",
    }
}

impl EngineProtocol {
    /// What is said of a program: that it speaks this.
    pub const fn in_words(self) -> &'static str {
        match self {
            EngineProtocol::Gomocup => "the Gomocup protocol",
            EngineProtocol::Json => "JSON lines",
        }
    }

    /// How it is asked then.
    pub const fn adverb(self) -> &'static str {
        match self {
            EngineProtocol::Gomocup => "by the Gomocup protocol",
            EngineProtocol::Json => "in JSON lines",
        }
    }

    /// The protocol that a program speaks if not this one.
    #[must_use]
    pub const fn other(self) -> EngineProtocol {
        match self {
            EngineProtocol::Gomocup => EngineProtocol::Json,
            EngineProtocol::Json => EngineProtocol::Gomocup,
        }
    }

    /// The protocol that a text names, and what follows it.
    pub fn strip(text: &str) -> Option<(EngineProtocol, &str)> {
        let (word, rest) = text.split_once(':')?;
        Some((word.parse().ok()?, rest))
    }
}

/// An engine as a user names it: a program with its arguments, which protocol it speaks if that is
/// said, and what it is called.
///
/// ```
/// use renju_play::engines::{EngineProtocol, EngineSpec};
///
/// let mine: EngineSpec = "strong=gomocup:./mine --level 9".parse()?;
/// assert_eq!(mine.name(), "strong");
/// assert_eq!(mine.protocol(), Some(EngineProtocol::Gomocup));
/// let mine: EngineSpec = "./mine --level=9".parse()?;
/// assert_eq!((mine.name(), mine.protocol()), ("./mine --level=9", None));
/// # Ok::<(), renju_play::engines::EngineError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    text: String,
    name: String,
    protocol: Option<EngineProtocol>,
    pub(super) program: String,
    pub(super) words: CommandLine,
}

impl EngineSpec {
    /// The name before a text, if it has one, and what follows it: `NAME=CMD`.
    pub fn split_name(text: &str) -> (Option<&str>, &str) {
        let is_of_name = |sign: char| sign.is_alphanumeric() || "-_.+".contains(sign);
        match text.split_once('=') {
            Some((name, rest)) if !name.is_empty() && name.chars().all(is_of_name) => {
                (Some(name), rest)
            }
            _ => (None, text),
        }
    }

    /// What the engine is called: its name, else what was typed.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How it is spoken to; `None` if that is to be found out.
    pub const fn protocol(&self) -> Option<EngineProtocol> {
        self.protocol
    }

    /// This engine under another name, which is what its failures are told by.
    #[must_use]
    pub fn called(self, name: &str) -> EngineSpec {
        let name = name.to_owned();
        EngineSpec { name, ..self }
    }

    /// This engine once its protocol is known: it is not asked for it again.
    #[must_use]
    pub fn speaking(self, protocol: EngineProtocol) -> EngineSpec {
        EngineSpec {
            protocol: Some(protocol),
            ..self
        }
    }
}

impl FromStr for EngineSpec {
    type Err = EngineError;

    fn from_str(text: &str) -> Result<EngineSpec, EngineError> {
        let (name, bare) = EngineSpec::split_name(text);
        let (protocol, program) = match EngineProtocol::strip(bare) {
            Some((protocol, program)) => (Some(protocol), program),
            None => (None, bare),
        };
        Ok(EngineSpec {
            text: text.to_owned(),
            name: name.unwrap_or(bare).to_owned(),
            protocol,
            program: program.to_owned(),
            words: CommandLine::split(program)?,
        })
    }
}

/// As it was typed.
impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Serialize for EngineSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_without_a_program_is_refused() {
        for command in ["", "  ", "''", "gomocup:", "json: ''", "x=", "x=gomocup:"] {
            let error = command.parse::<EngineSpec>().unwrap_err();
            assert!(
                matches!(error, EngineError::Empty(_)),
                "{command:?}: {error}"
            );
        }
        for command in ["./mine 'x", "./mine \"x", "./mine \\", "gomocup:'x"] {
            let error = command.parse::<EngineSpec>().unwrap_err();
            assert!(
                matches!(error, EngineError::Quotes(_)),
                "{command:?}: {error}"
            );
        }
    }

    #[test]
    fn an_engine_is_called_as_it_was_typed_or_named() {
        use EngineProtocol::{Gomocup, Json};
        for (command, name, protocol) in [
            ("./mine -x", "./mine -x", None),
            ("gomocup:./mine -x", "gomocup:./mine -x", Some(Gomocup)),
            ("JSON:./mine", "JSON:./mine", Some(Json)),
            ("mine=./mine -x=3", "mine", None),
            ("mine=gomocup:./mine -x=3", "mine", Some(Gomocup)),
            ("mine=json:./mine", "mine", Some(Json)),
            ("./mine -x=3", "./mine -x=3", None),
            ("c:/mine", "c:/mine", None),
        ] {
            let spec: EngineSpec = command.parse().unwrap();
            assert_eq!(
                (spec.name(), spec.protocol()),
                (name, protocol),
                "{command}"
            );
            assert_eq!(spec.to_string(), command);
        }
    }

    fn words(command: &str) -> Vec<String> {
        let words = CommandLine::split(command).unwrap();
        [vec![words.program], words.arguments].concat()
    }

    #[test]
    fn words_are_those_of_a_shell() {
        assert_eq!(words("./mine  -x 3"), ["./mine", "-x", "3"]);
        assert_eq!(
            words(r#"'my engine' "a \" b" c\ d"#),
            ["my engine", "a \" b", "c d"]
        );
        assert_eq!(words("mine '$HOME' ''"), ["mine", "$HOME", ""]);
    }
}
