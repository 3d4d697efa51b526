//! Engines as evaluators, by either protocol.

use renju_core::board::Color;
use renju_core::geometry::PointSet;
use renju_core::position::Position;
use renju_engine::eval::{Evaluation, Evaluator, EvaluatorInfo, Failure};

use super::engine_settings::EngineSettings;
use super::engine_spec::{EngineError, EngineProtocol, EngineSpec};
use super::gomocup_engine::GomocupEngine;
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
    /// The engine of a user, which is asked for its protocol if it names none.
    ///
    /// # Errors
    ///
    /// If its protocol cannot be found out.
    pub fn new(spec: &EngineSpec, options: EngineSettings) -> Result<Engine, Failure> {
        let protocol = match spec.protocol() {
            Some(protocol) => protocol,
            None => spec.probe(options)?.protocol,
        };
        Ok(match protocol {
            EngineProtocol::Gomocup => Engine::Gomocup(GomocupEngine::new(spec, options)),
            EngineProtocol::Json => Engine::Json(JsonEngine::new(spec, options)),
        })
    }

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

    /// The points of a renju board that the program says Black may not play: by `"forbidden"` in the
    /// answer of one that speaks JSON, by `YXSHOWFORBID` of a Gomocup engine.
    ///
    /// # Errors
    ///
    /// If it does not answer, or does not tell forbidden points.
    pub fn forbidden(&self, position: &Position) -> Result<PointSet, Failure> {
        match self {
            Engine::Json(engine) => engine.forbidden(position),
            Engine::Gomocup(engine) => engine.forbidden(position),
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
/// The command is an [`EngineSpec`]: a program and its arguments, split into words as a shell would
/// split them; no shell is involved. `gomocup:` or `json:` before it says which protocol the program
/// speaks, and `NAME=` before all that is what the engine is called. Nothing is started before the
/// first question, or [`Engine::start`]; but without a protocol the program is
/// [asked](EngineSpec::probe) which it speaks.
///
/// ```
/// use renju_play::engines::{EngineSettings, engine};
/// use renju_engine::eval::Evaluator;
///
/// let options = EngineSettings::default();
/// let mine = engine("json:./mine --level 'very strong'", options)?;
/// assert_eq!(mine.info().name, "json:./mine --level 'very strong'");
/// assert_eq!(engine("strong=gomocup:./mine --level 9", options)?.info().name, "strong");
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
/// If there is no program, the quotes do not match, or no protocol was named and the program speaks
/// none.
pub fn engine(command: &str, options: EngineSettings) -> Result<Engine, EngineError> {
    Ok(Engine::new(&command.parse()?, options)?)
}
