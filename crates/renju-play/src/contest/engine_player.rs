//! Adapter that makes an external engine a `Player`, its failures faults of the game.

use crate::engines::{EngineMove, EngineOpponent, EngineSettings, EngineSpec};
use renju_core::limits::{Observer, Value};
use renju_core::position::{Position, StoredValue};
use renju_engine::eval::{Failure, FailureKind, ProvedEnd};

use super::player::{ChosenMove, FaultKind, GameStart, MoveLimits, Player, PlayerFault};
use super::thought::thought_of;

/// An engine in another process.
#[derive(Debug)]
pub struct EnginePlayer(EngineOpponent);

impl EnginePlayer {
    /// The engine of a user, which is started for its first game; it is asked for its protocol if it
    /// names none.
    ///
    /// # Errors
    ///
    /// If its protocol cannot be found out.
    pub fn new(spec: &EngineSpec, settings: EngineSettings) -> Result<EnginePlayer, Failure> {
        EngineOpponent::new(spec, settings).map(EnginePlayer)
    }
}

impl Player for EnginePlayer {
    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), PlayerFault> {
        let MoveLimits {
            limits,
            clock,
            depth,
            ..
        } = game.limits;
        let begun = self.0.begin(game.position, limits, clock, depth);
        begun.map_err(fault)
    }

    fn choose(
        &mut self,
        position: &Position,
        limits: &MoveLimits,
        _: &dyn Observer,
    ) -> Result<ChosenMove, PlayerFault> {
        let EngineMove {
            point,
            value,
            end,
            depth,
            thoughts,
            ..
        } = self
            .0
            .choose(position, limits.clock, limits.latest())
            .map_err(fault)?;
        let off_board = || PlayerFault::new(FaultKind::Illegal, "plays off the board");
        let depth = depth.and_then(|depth| i32::try_from(depth).ok());
        let thought = match (value_of(value, end), depth) {
            (None, None) => None,
            (None, depth) => Some(StoredValue {
                depth,
                ..StoredValue::default()
            }),
            (Some(value), depth) => Some(StoredValue {
                depth,
                ..thought_of(value, 0)
            }),
        };
        Ok(ChosenMove {
            point: point.ok_or_else(off_board)?,
            thought,
            nodes: thoughts.last().and_then(|thought| thought.nodes),
        })
    }
}

/// The value that an engine tells of its move: the end that it claims, else its number.
fn value_of(value: Option<f64>, end: Option<ProvedEnd>) -> Option<Value> {
    let plies = |moves: u32| u16::try_from(moves).unwrap_or(u16::MAX);
    match end {
        Some(ProvedEnd::WinIn(moves)) => Some(Value::WinIn(plies(moves))),
        Some(ProvedEnd::LossIn(moves)) => Some(Value::LossIn(plies(moves))),
        None => value.map(|value| Value::Points(value as i64)),
    }
}

/// A failure with the last lines that the engine wrote on its standard error.
fn fault(failure: Failure) -> PlayerFault {
    let said = failure.last_lines();
    let kind = match failure.kind {
        FailureKind::Timeout => FaultKind::Late,
        FailureKind::Crashed | FailureKind::NotStarted => FaultKind::Crash,
        FailureKind::TooMuchOutput => FaultKind::TooMuchOutput,
        FailureKind::Unsupported | FailureKind::InvalidAnswer => FaultKind::Error,
    };
    let message = match said {
        Some(said) => format!("{}; its last lines: {said}", failure.message),
        None => failure.message,
    };
    PlayerFault::new(kind, message)
}
