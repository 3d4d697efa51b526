//! Engines as a user names them: picks the protocol, JSON lines or Gomocup, by the command.

use renju_core::board::Color;
use renju_core::position::Position;
use renju_engine::eval::{Evaluation, Evaluator, EvaluatorInfo, Failure};

use super::engine_process::EngineError;
use super::engine_settings::EngineSettings;
use super::gomocup_engine::{self, GomocupEngine};
use super::json_engine::JsonEngine;

/// A program in another process, asked like any evaluator.
#[derive(Debug)]
pub enum Engine {
    /// It answers JSON lines.
    Json(JsonEngine),
    /// It speaks the protocol of the Gomocup tournament.
    Gomocup(GomocupEngine),
}

impl Engine {
    /// Starts its process, if none is running, so that a wrong command is found before the first
    /// question.
    ///
    /// # Errors
    ///
    /// If the program cannot be started.
    pub fn start(&self) -> Result<(), Failure> {
        match self {
            Engine::Json(engine) => engine.start(),
            Engine::Gomocup(engine) => engine.start(),
        }
    }
}

impl Evaluator for Engine {
    fn info(&self) -> &EvaluatorInfo {
        match self {
            Engine::Json(engine) => engine.info(),
            Engine::Gomocup(engine) => engine.info(),
        }
    }

    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure> {
        match self {
            Engine::Json(engine) => engine.evaluate(position, side),
            Engine::Gomocup(engine) => engine.evaluate(position, side),
        }
    }
}

/// The engine that `command` names; asked like any evaluator.
///
/// The command is a program and its arguments, split into words as a shell would split them; no
/// shell is involved. With `gomocup:` before it, the program speaks the Gomocup protocol, and with
/// `NAME=` before all that the engine is called so. Nothing is started before the first question,
/// or [`Engine::start`].
///
/// ```
/// use renju_play::engines::{EngineSettings, engine};
/// use renju_engine::eval::Evaluator;
///
/// let options = EngineSettings::default();
/// let mine = engine("./mine --level 'very strong'", options)?;
/// assert_eq!(mine.info().name, "./mine --level 'very strong'");
/// assert_eq!(engine("strong=./mine --level 9", options)?.info().name, "strong");
/// let error = engine("./mine 'strong", options).err().unwrap();
/// assert_eq!(error.to_string(), "\"./mine 'strong\": a quote is not closed, or nothing follows the last backslash");
/// # Ok::<(), renju_play::engines::EngineError>(())
/// ```
///
/// A program that answers every question alike, asked what the points are worth:
///
/// ```
/// # #[cfg(unix)] {
/// use renju_core::board::Color;
/// use renju_play::engines::{EngineSettings, engine, kill_all_on_signals};
/// use renju_engine::eval::Evaluator;
/// use renju_core::position::{Position, PositionOverrides, Setup};
///
/// kill_all_on_signals().unwrap(); // Ctrl-C must not leave an engine behind.
/// let command = r#"sh -c 'while read line; do echo "{\"points\":{\"H8\":0.7}}"; done'"#;
/// let same = engine(command, EngineSettings::default()).unwrap();
/// let empty = Position::from_setup(&Setup::default(), &PositionOverrides::default()).unwrap();
/// let points = same.evaluate(&empty, Color::Black).unwrap().points.unwrap();
/// assert_eq!(points["H8".parse().unwrap()].unwrap().get(), 0.7);
/// # }
/// ```
///
/// # Errors
///
/// If there is no program, or the quotes do not match.
pub fn engine(command: &str, options: EngineSettings) -> Result<Engine, EngineError> {
    let (name, bare) = named(command);
    let called = name.unwrap_or(bare);
    Ok(match bare.strip_prefix(gomocup_engine::PREFIX) {
        Some(program) => Engine::Gomocup(GomocupEngine::new(called, program, options)?),
        None => Engine::Json(JsonEngine::new(called, bare, options)?),
    })
}

/// The name before a command, if it has one, and the command: `NAME=CMD`.
fn named(command: &str) -> (Option<&str>, &str) {
    let is_of_name = |sign: char| sign.is_alphanumeric() || "-_.+".contains(sign);
    match command.split_once('=') {
        Some((name, rest)) if !name.is_empty() && name.chars().all(is_of_name) => {
            (Some(name), rest)
        }
        _ => (None, command),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_without_a_program_is_refused() {
        let options = EngineSettings::default();
        for command in [
            "",
            "  ",
            "''",
            "gomocup:",
            "gomocup: ''",
            "x=",
            "x=gomocup:",
        ] {
            let error = engine(command, options).err().unwrap();
            assert!(
                matches!(error, EngineError::Empty(_)),
                "{command:?}: {error}"
            );
        }
        for command in ["./mine 'x", "./mine \"x", "./mine \\", "gomocup:'x"] {
            let error = engine(command, options).err().unwrap();
            assert!(
                matches!(error, EngineError::Quotes(_)),
                "{command:?}: {error}"
            );
        }
    }

    #[test]
    fn an_engine_is_called_as_it_was_typed_or_named() {
        for (command, name) in [
            ("./mine -x", "./mine -x"),
            ("gomocup:./mine -x", "gomocup:./mine -x"),
            ("mine=./mine -x=3", "mine"),
            ("mine=gomocup:./mine -x=3", "mine"),
            ("./mine -x=3", "./mine -x=3"),
        ] {
            let engine = engine(command, EngineSettings::default()).unwrap();
            assert_eq!(engine.info().name, name);
        }
    }
}
