//! Asks a player for moves, and gets a fresh one after a failure.

use std::time::{Duration, Instant};

use super::subject::PlayerMaker;
use crate::contest::{FaultKind, GameStart, MoveLimits, Player, PlayerFault};
use crate::geometry::Point;
use crate::limits::{Limits, NoObserver};
use crate::position::Position;

/// How much later than its time a move may come: what the system takes for itself.
const TOLERANCE: Duration = Duration::from_secs(1);

/// A player that is asked for single moves, and what each may take.
pub struct PlayerAsker<'a> {
    make: &'a PlayerMaker,
    player: Option<Box<dyn Player>>,
    limits: Limits,
    /// It got ready for no second game: each is asked of a process of its own.
    serves_once: bool,
    /// How long the first answer of a process may take longer.
    start: Duration,
}

/// Why there is no move.
#[derive(Debug)]
pub struct AskedFault {
    /// What happened, in words.
    pub why: String,
    /// Whether the engine is gone by it.
    pub is_death: bool,
}

impl<'a> PlayerAsker<'a> {
    /// A player that is made when it is first asked. A move may take `time`, the first of a process
    /// `start` longer.
    pub fn new(make: &'a PlayerMaker, time: Duration, start: Duration) -> PlayerAsker<'a> {
        PlayerAsker {
            make,
            player: None,
            limits: Limits::time(time),
            serves_once: false,
            start,
        }
    }

    /// Sets how many nodes a search visits at most, so that what a machine does in the time decides nothing.
    pub(super) fn limit_nodes(&mut self, nodes: Option<u64>) {
        self.limits.nodes = nodes;
    }

    /// The move in a position, asked as the first of a game, and the time it took.
    ///
    /// # Errors
    ///
    /// If there is no move; a process that was asked before is started again first.
    pub fn ask(&mut self, position: &Position) -> Result<(Point, Duration), AskedFault> {
        if self.serves_once {
            self.player = None;
        }
        let was_used = self.player.is_some();
        let mut found = self.try_once(position);
        if found.is_err() && was_used {
            found = self.try_once(position);
            self.serves_once = found.is_ok();
        }
        found.map_err(|fault| AskedFault {
            is_death: matches!(
                fault.kind,
                FaultKind::Late | FaultKind::Crash | FaultKind::TooMuchOutput
            ),
            why: fault.message,
        })
    }

    fn try_once(&mut self, position: &Position) -> Result<(Point, Duration), PlayerFault> {
        let is_new = self.player.is_none();
        let mut player = self.player.take().unwrap_or_else(self.make);
        let tolerance = if is_new { self.start } else { TOLERANCE };
        let limits = MoveLimits {
            tolerance: tolerance.max(TOLERANCE),
            ..MoveLimits::of(self.limits)
        };
        let start = GameStart {
            position,
            limits,
            seed: 0,
        };
        player.begin(&start)?;
        let since = Instant::now();
        let chosen = player.choose(position, &limits, &NoObserver)?;
        self.player = Some(player);
        Ok((chosen.point, since.elapsed()))
    }
}
