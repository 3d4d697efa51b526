//! The time for one move: under the limits that a manager sets, and of what is left of a game's clock.

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
/// The longest time for a move, in planned ones.
const STRETCH: u32 = 4;
/// No move takes more than this part of what is left.
const LARGEST_PART: u32 = 4;

/// What a search may take for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveTime {
    /// What an ordinary move takes: a [`Pace`](crate::pace::Pace) shortens it where the search is sure of
    /// its move, and stretches it where it is not.
    pub planned: Duration,
    /// When the search ends in any case.
    pub longest: Duration,
}

impl MoveTime {
    /// A time that cannot be saved: all of it is used.
    pub const fn all_of(time: Duration) -> MoveTime {
        MoveTime {
            planned: time,
            longest: time,
        }
    }

    /// Not more than this.
    #[must_use]
    pub fn at_most(self, time: Duration) -> MoveTime {
        MoveTime {
            planned: self.planned.min(time),
            longest: self.longest.min(time),
        }
    }

    /// Without what has passed already.
    #[must_use]
    pub const fn after(self, spent: Duration) -> MoveTime {
        MoveTime {
            planned: self.planned.saturating_sub(spent),
            longest: self.longest.saturating_sub(spent),
        }
    }

    /// Without what is kept back, from the command that asks for a move to the answer.
    fn less_overhead(self) -> MoveTime {
        let kept =
            |time: Duration| (time.saturating_sub(MOVE_OVERHEAD).max(time / 2)).max(MIN_MOVE_TIME);
        MoveTime {
            planned: kept(self.planned),
            longest: kept(self.longest),
        }
    }
}

/// What a side has left of its time for a game, before its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// For all moves that are left.
    pub left: Duration,
    /// What it gets more after each of them.
    pub increment: Duration,
}

impl TimeLeft {
    /// The part of it for the next move, from the question to the answer.
    pub fn move_time(self) -> MoveTime {
        self.share().less_overhead()
    }

    fn share(self) -> MoveTime {
        let planned = (self.left / EXPECTED_MOVES).saturating_add(self.increment * 3 / 4);
        let longest = planned.saturating_mul(STRETCH);
        MoveTime { planned, longest }
            .at_most(self.left.min(self.left / LARGEST_PART + self.increment))
    }

    /// What is left after a move that took this long.
    #[must_use]
    pub const fn after(self, taken: Duration) -> TimeLeft {
        TimeLeft {
            left: self
                .left
                .saturating_sub(taken)
                .saturating_add(self.increment),
            increment: self.increment,
        }
    }
}

/// The time limits that the manager has set, and the time for one move under them.
///
/// ```
/// use std::time::Duration;
/// use renju_play::time_control::TimeControl;
///
/// let mut clock = TimeControl::default();
/// clock.set_turn(300);
/// assert_eq!(clock.move_time().longest, Duration::from_millis(280));
/// clock.set_match(180_000);
/// clock.set_left(2_100);
/// assert_eq!(clock.move_time().planned, Duration::from_millis(80));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeControl {
    turn: Option<Duration>,
    whole: Option<Duration>,
    left: Option<Duration>,
    increment: Duration,
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

    /// `time_increment`: milliseconds that a side gets after each of its moves.
    pub fn set_increment(&mut self, milliseconds: i64) {
        self.increment = from_milliseconds(milliseconds);
    }

    /// Whether a move has to be found in some time: it does, if the manager said so. A time of 0
    /// for a move is no limit to a search that has another one.
    pub fn is_limited(&self) -> bool {
        self.turn.is_some_and(|turn| turn > Duration::ZERO) || self.remaining().is_some()
    }

    /// The time for a move, from the command that asks for it to the answer.
    pub fn move_time(&self) -> MoveTime {
        let turn = self.turn.unwrap_or(DEFAULT_MOVE_TIME);
        let time = match self.remaining().map(TimeLeft::share) {
            // With a clock for the game alone, managers say 0 for a move or nothing.
            Some(share) if self.turn.is_none_or(|turn| turn.is_zero()) => share,
            Some(share) if share.planned < turn => share.at_most(turn),
            _ => MoveTime::all_of(turn),
        };
        time.less_overhead()
    }

    /// What is left of the game's time, if that is limited.
    fn remaining(&self) -> Option<TimeLeft> {
        /// Managers without a clock for the game say that this much is left.
        const ENDLESS: Duration = Duration::from_millis(i32::MAX as u64);
        let rest = match self.whole {
            Some(whole) if whole.is_zero() => None,
            whole => self.left.or(whole),
        };
        let left = rest.filter(|&rest| rest < ENDLESS)?;
        let increment = self.increment;
        Some(TimeLeft { left, increment })
    }
}

fn from_milliseconds(number: i64) -> Duration {
    Duration::from_millis(u64::try_from(number).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn move_time(turn: Option<i64>, whole: Option<i64>, left: Option<i64>) -> [u128; 2] {
        let clock = TimeControl {
            turn: turn.map(from_milliseconds),
            whole: whole.map(from_milliseconds),
            left: left.map(from_milliseconds),
            increment: Duration::ZERO,
        };
        let MoveTime { planned, longest } = clock.move_time();
        [planned, longest].map(|time| time.as_millis())
    }

    #[test]
    fn a_margin_is_kept_of_the_time_for_a_move() {
        for (turn, time) in [
            (Some(30), 15),
            (Some(0), 5),
            (Some(-1), 5),
            (None, 4980),
            (Some(i64::MAX), i64::MAX as u128 - 20),
        ] {
            assert_eq!(move_time(turn, None, None), [time; 2], "{turn:?}");
        }
        let endless = Some(i64::from(i32::MAX));
        assert_eq!(move_time(Some(300), Some(0), endless), [280; 2]);
    }

    #[test]
    fn the_rest_of_a_game_is_shared_out() {
        let game = Some(180_000);
        assert_eq!(move_time(Some(5000), game, None), [4980; 2]);
        assert_eq!(move_time(Some(30_000), game, Some(42_000)), [1980, 7980]);
        assert_eq!(move_time(Some(5000), game, Some(42_000)), [1980, 4980]);
        assert_eq!(move_time(Some(0), game, Some(42_000)), [1980, 7980]);
        assert_eq!(move_time(None, game, Some(-3)), [5; 2]);
        assert_eq!(move_time(Some(1000), Some(0), Some(-3)), [980; 2]);
    }

    #[test]
    fn no_move_takes_more_than_is_left() {
        for milliseconds in [0, 1, 50, 999, 20_000, 86_400_000] {
            for increment in [0, 100, 10_000] {
                let clock = TimeLeft {
                    left: Duration::from_millis(milliseconds),
                    increment: Duration::from_millis(increment),
                };
                let share = clock.share();
                assert!(share.planned <= share.longest && share.longest <= clock.left);
            }
        }
    }

    #[test]
    fn what_a_move_took_is_taken_and_the_increment_given() {
        let second = Duration::from_secs(1);
        let clock = TimeLeft {
            left: 10 * second,
            increment: 2 * second,
        };
        assert_eq!(clock.after(3 * second).left, 9 * second);
        assert_eq!(clock.after(30 * second).left, 2 * second);
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
