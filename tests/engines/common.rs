//! Positions, engines and the question that all tests of engines ask.

use std::time::Duration;

use renju::board::Color;
use renju::engines::{Engine, EngineError, EngineSettings};
use renju::eval::{Evaluation, Evaluator, Failure};
use renju::geometry::Point;
use renju::notation::{ParseOptions, parse_moves};
use renju::position::{Position, PositionOverrides};

/// For engines that are to answer, or to fail by themselves.
pub(crate) const AMPLE: Duration = Duration::from_secs(60);
/// For engines that are not.
pub(crate) const SHORT: Duration = Duration::from_millis(300);

pub(crate) fn point(name: &str) -> Point {
    name.parse().unwrap()
}

pub(crate) fn position(moves: &str) -> Position {
    let setup = parse_moves(moves, &ParseOptions::default()).unwrap();
    Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
}

/// An engine, in JSON lines if it does not say otherwise, that has no more time for its first answer than for others.
pub(crate) fn engine(command: &str, time: Duration) -> Result<Engine, EngineError> {
    let options = EngineSettings {
        time,
        start: Duration::ZERO,
        ..EngineSettings::default()
    };
    match command.strip_prefix("gomocup:") {
        Some(_) => renju::engines::engine(command, options),
        None => renju::engines::engine(&format!("json:{command}"), options),
    }
}

pub(crate) fn ask(engine: &dyn Evaluator) -> Result<Evaluation, Failure> {
    engine.evaluate(&position("H8 I9"), Color::Black)
}
