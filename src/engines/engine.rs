use std::time::Duration;

use crate::eval::Evaluator;

use super::engine_process::EngineError;
use super::gomocup_engine::{self, GomocupEngine};
use super::json_engine::JsonEngine;

/// How long an engine may take for an answer unless said otherwise.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(5);

/// The engine that `command` names, given `time` for each answer; asked like any evaluator.
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
/// A program that answers every question alike, asked what the points are worth:
///
/// ```
/// # #[cfg(unix)] {
/// use renju::board::Color;
/// use renju::engines::{DEFAULT_TIMEOUT, engine, kill_all_on_signals};
/// use renju::position::{Position, PositionOverrides, Setup};
///
/// kill_all_on_signals().unwrap(); // Ctrl-C must not leave an engine behind.
/// let same = engine(r#"sh -c 'while read line; do echo "{\"points\":{\"H8\":7}}"; done'"#, DEFAULT_TIMEOUT).unwrap();
/// let empty = Position::from_setup(&Setup::default(), &PositionOverrides::default()).unwrap();
/// let points = same.evaluate(&empty, Color::Black).unwrap().points.unwrap();
/// assert_eq!(points["H8".parse().unwrap()], Some(7));
/// # }
/// ```
///
/// # Errors
///
/// If there is no program, or the quotes do not match.
pub fn engine(command: &str, time: Duration) -> Result<Box<dyn Evaluator>, EngineError> {
    Ok(match command.strip_prefix(gomocup_engine::PREFIX) {
        Some(command) => Box::new(GomocupEngine::new(command, time)?),
        None => Box::new(JsonEngine::new(command, time)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
