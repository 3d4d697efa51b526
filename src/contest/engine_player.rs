use crate::engines::{EngineError, EngineMove, EngineSettings, GomocupOpponent};
use crate::eval::{Failure, FailureKind};
use crate::limits::Observer;
use crate::position::{Position, StoredValue};

use super::player::{ChosenMove, FaultKind, GameStart, MoveLimits, Player, PlayerFault};

/// An engine in another process, by the Gomocup protocol.
#[derive(Debug)]
pub struct EnginePlayer(GomocupOpponent);

impl EnginePlayer {
    /// The engine of a command, which is started for its first game.
    ///
    /// # Errors
    ///
    /// If there is no program, or the quotes do not match.
    pub fn new(command: &str, settings: EngineSettings) -> Result<EnginePlayer, EngineError> {
        GomocupOpponent::new(command, settings).map(EnginePlayer)
    }
}

impl Player for EnginePlayer {
    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), PlayerFault> {
        let MoveLimits { limits, depth, .. } = game.limits;
        self.0.begin(game.position, limits, depth).map_err(fault)
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
            depth,
        } = self.0.choose(position, limits.latest()).map_err(fault)?;
        let off_board = || PlayerFault::new(FaultKind::Illegal, "plays off the board");
        let thought = (value.is_some() || depth.is_some()).then(|| StoredValue {
            value: value.map(|value| value as i32),
            depth: depth.and_then(|depth| i32::try_from(depth).ok()),
            ..StoredValue::default()
        });
        Ok(ChosenMove {
            point: point.ok_or_else(off_board)?,
            thought,
        })
    }
}

fn fault(failure: Failure) -> PlayerFault {
    let kind = match failure.kind {
        FailureKind::Timeout => FaultKind::Late,
        FailureKind::Crashed | FailureKind::NotStarted => FaultKind::Crash,
        FailureKind::TooMuchOutput => FaultKind::Flood,
        FailureKind::Unsupported | FailureKind::InvalidAnswer => FaultKind::Error,
    };
    PlayerFault::new(kind, failure.message)
}
