//! The interface between a game and its players: what a move may take, and the faults that lose.

use std::time::Duration;

use thiserror::Error;

use renju_core::geometry::Point;
use renju_core::limits::{Limits, Observer};
use renju_core::named_enum::named_enum;
use renju_core::position::{Position, StoredValue};

use crate::time_control::{MoveTime, TimeLeft};

/// Who chooses the moves of a side.
pub trait Player: Send {
    /// Gets ready for a game. What is known from earlier games is forgotten.
    ///
    /// # Errors
    ///
    /// If the player does not get ready.
    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), PlayerFault>;

    /// The move of the side to move. The game is not over, and there is a legal move.
    ///
    /// # Errors
    ///
    /// If there is no answer, or one that is none.
    fn choose(
        &mut self,
        position: &Position,
        limits: &MoveLimits,
        observer: &dyn Observer,
    ) -> Result<ChosenMove, PlayerFault>;

    /// What it may take for a move, where that is not what the game says.
    fn own_limits(&self) -> Option<MoveLimits> {
        None
    }
}

/// A game that is about to begin.
#[derive(Clone, Copy, Debug)]
pub struct GameStart<'a> {
    /// The first position, which need not be an empty board.
    pub position: &'a Position,
    /// What each move may take.
    pub limits: MoveLimits,
    /// What players that draw random numbers draw them from.
    pub seed: u64,
}

/// What a player may take for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveLimits {
    /// Nodes, and the time from the question to the move.
    pub limits: Limits,
    /// What the side has left for the game, where a clock runs: before the game all of it.
    pub clock: Option<TimeLeft>,
    /// Plies of the last iteration of a search.
    pub depth: Option<u16>,
    /// How much later than its time a move may come.
    pub tolerance: Duration,
}

impl MoveLimits {
    /// How long a move may take where no time is set: who takes longer will not answer any more.
    pub const PATIENCE: Duration = Duration::from_secs(60);

    /// These limits and no other, without tolerance.
    pub const fn of(limits: Limits) -> MoveLimits {
        MoveLimits {
            limits,
            clock: None,
            depth: None,
            tolerance: Duration::ZERO,
        }
    }

    /// Whether a move can come too late.
    pub const fn is_timed(&self) -> bool {
        self.limits.time.is_some() || self.clock.is_some()
    }

    /// When a move comes too late.
    pub fn latest(&self) -> Duration {
        let left = self.clock.map(|clock| clock.left);
        let time = self.limits.time.into_iter().chain(left).min();
        time.map_or(MoveLimits::PATIENCE, |time| {
            time.saturating_add(self.tolerance)
        })
    }

    /// The time for the move: all that it may take, or its part of what is left for the game.
    pub fn move_time(&self) -> Option<MoveTime> {
        let all = self.limits.time.map(MoveTime::all_of);
        let Some(clock) = self.clock else {
            return all;
        };
        let share = clock.move_time();
        Some(self.limits.time.map_or(share, |time| share.at_most(time)))
    }
}

/// A move, and what its player thinks of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChosenMove {
    /// Where the stone goes.
    pub point: Point,
    /// What the player thinks of the position after the move, as a database stores it: its value is
    /// for the opponent, who is to move there, and its label for the player.
    pub thought: Option<StoredValue>,
    /// The nodes that were visited for it; `None` if the player does not tell.
    pub nodes: Option<u64>,
}

impl ChosenMove {
    /// What the move is worth to the side that plays it, as far as it is known: points of the player,
    /// near 30,000 a forced win. (`thought` has it for the opponent.)
    pub fn worth(&self) -> Option<i32> {
        self.thought?.value.map(i32::saturating_neg)
    }
}

named_enum! {
    /// What a player does that loses the game.
    pub enum FaultKind: "fault" {
        /// A move off the board, or on a stone.
        Illegal = "illegal",
        /// A move that is forbidden to Black.
        Forbidden = "forbidden",
        /// A move that came too late, or never.
        Late = "late",
        /// The program ended, or did not start.
        Crash = "crash",
        /// An answer that is no move, or a refusal to play.
        Error = "error",
        /// More output than an answer has.
        TooMuchOutput = "too_much_output" | "flood",
    }
}

/// A fault, with what is known of its reason.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{kind}: {message}")]
pub struct PlayerFault {
    /// What no player may do.
    pub kind: FaultKind,
    /// What happened, in words.
    pub message: String,
}

impl PlayerFault {
    /// A fault of a kind.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> PlayerFault {
        PlayerFault {
            kind,
            message: message.into(),
        }
    }
}
