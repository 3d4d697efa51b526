//! Which protocol a program speaks, where the user did not say it: asked once, by both.

use std::time::Duration;

use renju_core::board::Color;
use renju_core::geometry::{Point, Size};
use renju_core::position::Position;
use renju_core::rule::Rule;
use renju_engine::eval::{Failure, FailureKind};
use serde_json::{Map, Value};

use super::engine_process::{AnswerLimits, EngineProcess};
use super::engine_settings::EngineSettings;
use super::engine_spec::{EngineProtocol, EngineSpec};
use super::gomocup_board::END;
use super::gomocup_words::is_refusal;
use super::json_engine::JsonQuestion;

/// After this time without an answer no more input comes: a program that waits for some ends then.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long a program that has answered in JSON may take to answer by the Gomocup protocol as well.
const GRACE: Duration = Duration::from_millis(200);

/// What a program was found to speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoundProtocol {
    /// How it is spoken to: in JSON lines, if it speaks both.
    pub protocol: EngineProtocol,
    /// Whether it speaks the other protocol as well.
    pub speaks_both: bool,
}

impl EngineSpec {
    /// Starts the program, asks it for the values of a position in JSON and then to begin a game by
    /// the Gomocup protocol, and ends it again.
    ///
    /// It may take as long as it has to start; what only waits for more input takes two seconds.
    ///
    /// # Errors
    ///
    /// If it cannot be started, or speaks neither.
    pub fn probe(&self, settings: EngineSettings) -> Result<FoundProtocol, Failure> {
        let mut process = EngineProcess::start(&self.words, settings)?;
        let question = JsonQuestion::new("1".to_owned(), &asked_about(), Color::White).line;
        process.send(format!("{question}START {}{END}", Size::RENJU.get()));
        let time = settings.start;
        let mut limits = AnswerLimits::new(time.min(PATIENCE));
        let (mut speaks_json, mut refuses, mut is_closed) = (false, false, false);
        loop {
            match process.receive(&mut limits) {
                Ok(line) if is_ready(&line) => {
                    return Ok(FoundProtocol::new(speaks_json, true));
                }
                Ok(line) if has_values(&line) => {
                    speaks_json = true;
                    limits = AnswerLimits::new(GRACE);
                }
                Ok(line) => {
                    refuses |= is_refusal(&line);
                    process.pass_over(line);
                }
                Err(_) if speaks_json => return Ok(FoundProtocol::new(true, false)),
                Err(failure)
                    if failure.kind == FailureKind::Timeout && !is_closed && time > PATIENCE =>
                {
                    process.close_input();
                    is_closed = true;
                    limits = AnswerLimits::new(time.saturating_sub(PATIENCE));
                }
                // It takes no game of this size, or no question before it is told more.
                Err(_) if refuses => return Ok(FoundProtocol::new(false, true)),
                Err(failure) => return Err(neither(process.explain(failure))),
            }
        }
    }
}

impl FoundProtocol {
    const fn new(speaks_json: bool, speaks_gomocup: bool) -> FoundProtocol {
        FoundProtocol {
            protocol: if speaks_json {
                EngineProtocol::Json
            } else {
                EngineProtocol::Gomocup
            },
            speaks_both: speaks_json && speaks_gomocup,
        }
    }
}

/// A position that any evaluator serves: a black stone in the centre.
fn asked_about() -> Position {
    let empty = Position::new(Size::RENJU, Rule::Renju);
    let centre = Point::new(7, 7).expect("the centre is on the board");
    empty.play(centre).expect("the board is empty")
}

fn is_ready(line: &str) -> bool {
    line.eq_ignore_ascii_case("OK")
}

/// Whether a line is an answer in JSON, be it right or wrong; a question that comes back is none.
fn has_values(line: &str) -> bool {
    let object: Option<Map<String, Value>> = serde_json::from_str(line).ok();
    object.is_some_and(|object| {
        ["board", "points"]
            .iter()
            .any(|key| object.contains_key(*key))
    })
}

fn neither(failure: Failure) -> Failure {
    let Failure { message, .. } = &failure;
    Failure {
        message: format!("speaks neither the Gomocup protocol nor JSON lines: {message}"),
        ..failure
    }
}
