use std::process::{Command, Stdio};

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
}
