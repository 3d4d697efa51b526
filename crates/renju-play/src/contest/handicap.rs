//! Adapter that gives a player limits of its own, in place of those of the game.

use renju_core::limits::Observer;
use renju_core::position::Position;

use super::player::{ChosenMove, GameStart, MoveLimits, Player, PlayerFault};

/// A player that may take more or less for a move than its opponent.
pub struct HandicapPlayer {
    player: Box<dyn Player>,
    limits: MoveLimits,
}

impl HandicapPlayer {
    /// The player, with what each of its moves may take.
    pub fn new(player: Box<dyn Player>, limits: MoveLimits) -> HandicapPlayer {
        HandicapPlayer { player, limits }
    }
}

impl Player for HandicapPlayer {
    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), PlayerFault> {
        self.player.begin(&GameStart {
            limits: self.limits,
            ..*game
        })
    }

    fn choose(
        &mut self,
        position: &Position,
        limits: &MoveLimits,
        observer: &dyn Observer,
    ) -> Result<ChosenMove, PlayerFault> {
        self.player.choose(position, limits, observer)
    }

    fn own_limits(&self) -> Option<MoveLimits> {
        Some(self.limits)
    }
}
