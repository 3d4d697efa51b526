//! Engines as players, by either protocol.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use renju_core::board::Color;
use renju_core::forbidden::{ThreeReading, forbidden_points};
use renju_core::geometry::Point;
use renju_core::limits::Limits;
use renju_core::position::Position;
use renju_engine::eval::Failure;

use super::answer::{EngineMove, EngineThought, invalid_answer};
use super::engine_settings::EngineSettings;
use super::engine_spec::{EngineProtocol, EngineSpec};
use super::gomocup_board::check;
use super::gomocup_opponent::GomocupOpponent;
use super::json_engine::JsonEngine;
use crate::time_control::TimeLeft;

/// A program in another process that plays: by the Gomocup protocol one process for all games, which
/// is told each move of its opponent; in JSON lines a program that values points, of which the best is
/// played that the rule allows.
#[derive(Debug)]
pub struct EngineOpponent(OpponentProtocol);

#[derive(Debug)]
enum OpponentProtocol {
    Gomocup(GomocupOpponent),
    Json(JsonEngine),
}

impl EngineOpponent {
    /// The engine of a user, which is started for its first game; it is asked for its protocol if it
    /// names none.
    ///
    /// # Errors
    ///
    /// If its protocol cannot be found out.
    pub fn new(spec: &EngineSpec, settings: EngineSettings) -> Result<EngineOpponent, Failure> {
        let protocol = match spec.protocol() {
            Some(protocol) => protocol,
            None => spec.probe(settings)?.protocol,
        };
        Ok(EngineOpponent(match protocol {
            EngineProtocol::Gomocup => {
                OpponentProtocol::Gomocup(GomocupOpponent::new(spec, settings))
            }
            EngineProtocol::Json => OpponentProtocol::Json(JsonEngine::new(spec, settings)),
        }))
    }

    /// Finds out whether it can be asked for the first move of its game in a position: by the Gomocup
    /// protocol under renju it takes its colour from the number of stones.
    ///
    /// # Errors
    ///
    /// If the protocol has no words for the position.
    pub fn check(&self, position: &Position) -> Result<(), Failure> {
        match &self.0 {
            OpponentProtocol::Gomocup(_) => check(position, position.to_move()),
            OpponentProtocol::Json(_) => Ok(()),
        }
    }

    /// Starts its process, if none is running, so that a wrong command is found before the first
    /// game.
    ///
    /// # Errors
    ///
    /// If the program cannot be started.
    pub fn start(&mut self) -> Result<(), Failure> {
        match &mut self.0 {
            OpponentProtocol::Gomocup(engine) => engine.start(),
            OpponentProtocol::Json(engine) => engine.start(),
        }
    }

    /// Begins a game, and waits until the engine is ready for it. An engine that has failed is
    /// started again.
    ///
    /// # Errors
    ///
    /// If it does not start, refuses the board, or says nothing.
    pub fn begin(
        &mut self,
        position: &Position,
        limits: Limits,
        clock: Option<TimeLeft>,
        depth: Option<u16>,
    ) -> Result<(), Failure> {
        match &mut self.0 {
            OpponentProtocol::Gomocup(engine) => engine.begin(position, limits, clock, depth),
            OpponentProtocol::Json(engine) => engine.start(),
        }
    }

    /// The move of the side to move, within a time; where a clock runs it is told what is left.
    ///
    /// # Errors
    ///
    /// If there is no move: the engine is killed then.
    pub fn choose(
        &mut self,
        position: &Position,
        clock: Option<TimeLeft>,
        latest: Duration,
    ) -> Result<EngineMove, Failure> {
        match &mut self.0 {
            OpponentProtocol::Gomocup(engine) => engine.choose(position, clock, latest),
            OpponentProtocol::Json(engine) => best_valued(engine, position, latest),
        }
    }
}

/// The best of the points that an engine values and the rule allows.
fn best_valued(
    engine: &JsonEngine,
    position: &Position,
    latest: Duration,
) -> Result<EngineMove, Failure> {
    let since = Instant::now();
    let (board, mover) = (position.board(), position.to_move());
    let found = engine.evaluate_within(position, mover, latest)?;
    let values = found.points.as_ref();
    let mut playable = board.empties();
    if mover == Color::Black && position.rule().restricts(mover) {
        playable = playable - forbidden_points(board, ThreeReading::default());
    }
    let ranked = |point: Point| Some((values?[point]?, Reverse(point)));
    // Of equal ones the first.
    let best = playable.iter().filter_map(ranked).max();
    let (value, Reverse(best)) =
        best.ok_or_else(|| invalid_answer("values no point to play".to_owned()))?;
    let searched = found.searched.iter().find(|moved| moved.point == best);
    Ok(EngineMove {
        point: Some(best),
        value: Some(value.get()),
        end: searched.and_then(|moved| moved.end),
        depth: searched.and_then(|moved| moved.depth),
        thoughts: vec![EngineThought {
            point: best,
            time: since.elapsed(),
            nodes: None,
        }],
    })
}
