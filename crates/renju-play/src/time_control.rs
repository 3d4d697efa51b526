//! The time for one move, under the limits that the manager of a match sets.

use std::time::Duration;

/// Kept back of the time for a move: a search looks at the clock only now and then, and its answer
/// has to reach the manager.
const MOVE_OVERHEAD: Duration = Duration::from_millis(20);
/// The time for a move if the manager sets none.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(5);
/// The shortest time for a move.
const MIN_MOVE_TIME: Duration = Duration::from_millis(5);
/// Moves that the rest of a game is expected to have.
const EXPECTED_MOVES: u32 = 21;

/// The time limits that the manager has set, and the time for one move under them.
///
/// ```
/// use std::time::Duration;
/// use renju_play::time_control::TimeControl;
///
/// let mut clock = TimeControl::default();
/// clock.set_turn(300);
/// assert_eq!(clock.move_time(), Duration::from_millis(280));
/// clock.set_match(180_000);
/// clock.set_left(2_100);
/// assert_eq!(clock.move_time(), Duration::from_millis(80));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeControl {
    turn: Option<Duration>,
    whole: Option<Duration>,
    left: Option<Duration>,
}

impl TimeControl {
    /// `timeout_turn`: milliseconds for each move; 0 or less asks for a move at once.
    pub fn set_turn(&mut self, milliseconds: i64) {
        self.turn = Some(from_milliseconds(milliseconds));
    }

    /// `timeout_match`: milliseconds for a whole game; 0 or less is no limit. What was left of an
    /// earlier game is discarded.
    pub fn set_match(&mut self, milliseconds: i64) {
        self.whole = Some(from_milliseconds(milliseconds));
        self.left = None;
    }

    /// `time_left`: milliseconds for the rest of the game.
    pub fn set_left(&mut self, milliseconds: i64) {
        self.left = Some(from_milliseconds(milliseconds));
    }

    /// Whether a move has to be found in some time: it does, if the manager said so. A time of 0
    /// for a move is no limit to a search that has another one.
    pub fn is_limited(&self) -> bool {
        self.turn.is_some_and(|turn| turn > Duration::ZERO) || self.remaining().is_some()
    }

    /// The time for a move, from the command that asks for it to the answer.
    pub fn move_time(&self) -> Duration {
        let turn = self.turn.unwrap_or(DEFAULT_MOVE_TIME);
        let share = self.remaining().map(|rest| rest / EXPECTED_MOVES);
        // With a clock for the game alone, managers say 0 for a move or nothing.
        let time = match share {
            Some(share) if self.turn.is_none_or(|turn| turn.is_zero()) => share,
            Some(share) => share.min(turn),
            None => turn,
        };
        (time.saturating_sub(MOVE_OVERHEAD).max(time / 2)).max(MIN_MOVE_TIME)
    }

    /// What is left of the game's time, if that is limited.
    fn remaining(&self) -> Option<Duration> {
        /// Managers without a clock for the game say that this much is left.
        const ENDLESS: Duration = Duration::from_millis(i32::MAX as u64);
        let rest = match self.whole {
            Some(whole) if whole.is_zero() => None,
            whole => self.left.or(whole),
        };
        rest.filter(|&rest| rest < ENDLESS)
    }
}

fn from_milliseconds(number: i64) -> Duration {
    Duration::from_millis(u64::try_from(number).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn move_time(turn: Option<i64>, whole: Option<i64>, left: Option<i64>) -> u128 {
        let clock = TimeControl {
            turn: turn.map(from_milliseconds),
            whole: whole.map(from_milliseconds),
            left: left.map(from_milliseconds),
        };
        clock.move_time().as_millis()
    }

    #[test]
    fn a_margin_is_kept_of_the_time_for_a_move() {
        assert_eq!(
            move_time(Some(300), Some(0), Some(i64::from(i32::MAX))),
            280
        );
        assert_eq!(move_time(Some(30), None, None), 15);
        assert_eq!(move_time(Some(0), None, None), 5);
        assert_eq!(move_time(Some(-1), None, None), 5);
        assert_eq!(move_time(None, None, None), 4980);
        assert_eq!(move_time(Some(i64::MAX), None, None), i64::MAX as u128 - 20);
    }

    #[test]
    fn the_rest_of_a_game_is_shared_out() {
        assert_eq!(move_time(Some(5000), Some(180_000), None), 4980);
        assert_eq!(move_time(Some(30_000), Some(180_000), Some(42_000)), 1980);
        assert_eq!(move_time(Some(0), Some(180_000), Some(42_000)), 1980);
        assert_eq!(move_time(None, Some(180_000), Some(-3)), 5);
        assert_eq!(move_time(Some(1000), Some(0), Some(-3)), 980);
    }

    #[test]
    fn only_what_the_manager_said_is_a_limit() {
        let mut clock = TimeControl::default();
        assert!(!clock.is_limited());
        clock.set_turn(0);
        clock.set_match(0);
        clock.set_left(i64::from(i32::MAX));
        assert!(!clock.is_limited());
        clock.set_turn(300);
        assert!(clock.is_limited());
    }
}
