use std::process::{Command, Stdio};
use std::time::Duration;

use thiserror::Error;

use crate::eval::{Evaluator, EvaluatorInfo, RanksBy};

use super::{GomocupEngine, JsonEngine};

/// How long an engine may take for an answer unless said otherwise.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(5);

/// What stands before the command of an engine that speaks the Gomocup protocol.
const GOMOCUP: &str = "gomocup:";

/// The engine that `command` names, given `time` for each answer.
///
/// The command is a program and its arguments, split into words as a shell would split them; no
/// shell is involved. With `gomocup:` before it, the program speaks the Gomocup protocol. Nothing
/// is started before the first question.
///
/// ```
/// use renju::engines::{DEFAULT_TIMEOUT, engine};
///
/// let mine = engine("./mine --level 'very strong'", DEFAULT_TIMEOUT)?;
/// assert_eq!(mine.info().name, "./mine --level 'very strong'");
/// let error = engine("./mine 'strong", DEFAULT_TIMEOUT).err().unwrap();
/// assert_eq!(error.to_string(), "\"./mine 'strong\": a quote is not closed, or nothing follows the last backslash");
/// # Ok::<(), renju::engines::EngineError>(())
/// ```
///
/// # Errors
///
/// If there is no program, or the quotes do not match.
pub fn engine(command: &str, time: Duration) -> Result<Box<dyn Evaluator>, EngineError> {
    Ok(match command.strip_prefix(GOMOCUP) {
        Some(command) => Box::new(GomocupEngine::new(command, time)?),
        None => Box::new(JsonEngine::new(command, time)?),
    })
}

/// Why a command cannot be an engine's.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EngineError {
    /// There is no program.
    #[error("{0:?} names no program: an engine is a program and its arguments, such as \"./mine\"")]
    Empty(String),
    /// It cannot be split into words.
    #[error("{0:?}: a quote is not closed, or nothing follows the last backslash")]
    Quotes(String),
}

/// A program and its arguments.
#[derive(Clone, Debug)]
pub(super) struct CommandLine {
    pub(super) program: String,
    arguments: Vec<String>,
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

    /// The command with pipes to and from us; what it says on its standard error is dropped.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        command
    }
}

/// The card of an engine of which nothing is known but its command.
pub(super) fn card(
    name: String,
    source: String,
    unit: &'static str,
    serves: &'static str,
) -> EvaluatorInfo {
    EvaluatorInfo {
        name: name.into(),
        title: "an engine in another process".into(),
        source: source.into(),
        unit: unit.into(),
        perspective: "what the engine takes to be good for the side it is asked about".into(),
        ranks_by: RanksBy::Own,
        serves: serves.into(),
        mistakes: (&[]).into(),
        variants: (&[]).into(),
    }
}

/// The card of a Gomocup engine, called as users type it.
pub(super) fn gomocup_card(command: &str) -> EvaluatorInfo {
    card(
        format!("{GOMOCUP}{command}"),
        format!("the command {command:?}, by the GomocupEngine protocol"),
        "as the engine prints it, decimals cut; a win announced in N moves is 1000000 - N, a loss N - 1000000; 0 where it prints nothing",
        "what the engine serves; its best move only; under renju the side whose turn the counts of stones say",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn a_command_without_a_program_is_refused() {
        for command in ["", "  ", "''", "gomocup:", "gomocup: ''"] {
            let error = engine(command, DEFAULT_TIMEOUT).err().unwrap();
            assert!(
                matches!(error, EngineError::Empty(_)),
                "{command:?}: {error}"
            );
        }
        for command in ["./mine 'x", "./mine \"x", "./mine \\", "gomocup:'x"] {
            let error = engine(command, DEFAULT_TIMEOUT).err().unwrap();
            assert!(
                matches!(error, EngineError::Quotes(_)),
                "{command:?}: {error}"
            );
        }
    }

    #[test]
    fn an_engine_is_called_as_it_was_typed() {
        for command in ["./mine -x", "gomocup:./mine -x"] {
            assert_eq!(
                engine(command, DEFAULT_TIMEOUT).unwrap().info().name,
                command
            );
        }
    }
}
