//! What both kinds of engines share: their info, what they think on the way, and what is checked of any
//! answer.

use std::time::Duration;

use renju_core::board::Board;
use renju_core::geometry::Point;
use renju_engine::eval::{EvaluatorInfo, Failure, FailureKind, ProvedEnd, Worth};

/// The largest value that is accepted, and with a minus the smallest.
const MAX_VALUE: f64 = 1e12;

/// The best move of an engine at a moment of its search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineThought {
    /// Where; the point may be taken.
    pub point: Point,
    /// The time since the question.
    pub time: Duration,
    /// The nodes that it counted since the question; `None` if it told none.
    pub nodes: Option<u64>,
}

/// The move of an engine, with what it said of it.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineMove {
    /// Where; the point may be taken. `None` if the board does not have it.
    pub point: Option<Point>,
    /// The value of the move to the engine.
    pub value: Option<f64>,
    /// The end of the game that it announces.
    pub end: Option<ProvedEnd>,
    /// The depth that it searched.
    pub depth: Option<u32>,
    /// What it thought best while it searched, as far as it told that, and last the move itself;
    /// empty if the board does not have its point.
    pub thoughts: Vec<EngineThought>,
}

/// The info of an engine, of which only the command is known.
pub(super) fn engine_info(
    name: String,
    source: String,
    unit: &'static str,
    serves: &'static str,
) -> EvaluatorInfo {
    let mut info = EvaluatorInfo::new(name, "an engine in another process");
    info.source = source;
    info.unit = unit.into();
    info.perspective = "what the engine takes to be good for the side it is asked about".into();
    info.serves = serves.into();
    info
}

pub(super) fn invalid_answer(message: String) -> Failure {
    Failure::new(FailureKind::InvalidAnswer, message)
}

/// The worth that a number of an engine stands for; `None` if it is too large.
pub(super) fn worth(number: f64) -> Option<Worth> {
    Worth::new(number).filter(|worth| worth.get().abs() <= MAX_VALUE)
}

/// Why no stone can be played on a point that an engine names.
pub(super) fn check_empty(point: Point, board: &Board) -> Result<(), String> {
    let size = board.size();
    if !point.is_on(size) {
        return Err(format!("names {point}, which is off the {size} board"));
    }
    match board.stone(point) {
        Some(color) => Err(format!("names {point}, which has a {color} stone")),
        None => Ok(()),
    }
}
