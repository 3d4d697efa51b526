//! Time controls such as `15s` and `5m+3s`, and the clock that counts down the time of both sides.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Serialize, Serializer};
use thiserror::Error;

use super::opening::Seat;
use crate::time_control::TimeLeft;

/// How much time the sides of a game have.
///
/// ```
/// use std::time::Duration;
/// use renju_play::contest::ClockRule;
///
/// assert_eq!("15s".parse(), Ok(ClockRule::PerMove(Duration::from_secs(15))));
/// let game: ClockRule = "5m+3s".parse()?;
/// assert_eq!(game.to_string(), "5m+3s");
/// # Ok::<(), renju_play::contest::ClockRuleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockRule {
    /// As much for each move, which cannot be saved.
    PerMove(Duration),
    /// For a whole game, and more after each move.
    PerGame {
        /// What a side has at the beginning.
        total: Duration,
        /// What it gets for each move.
        increment: Duration,
    },
}

/// A text that is no [`ClockRule`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "{0:?} is no time for a game: 15s is for each move, 5m+3s for a game and 3 s for each move"
)]
pub struct ClockRuleError(String);

impl ClockRule {
    /// The most that a clock shows: a day.
    pub const MAX: Duration = Duration::from_secs(24 * 3600);

    /// What a side has for the game before its first move; `None` where each move has its own time.
    pub const fn before_game(self) -> Option<TimeLeft> {
        match self {
            ClockRule::PerMove(_) => None,
            ClockRule::PerGame { total, increment } => Some(TimeLeft {
                left: total,
                increment,
            }),
        }
    }

    /// What a side has before its first move.
    const fn initial(self) -> Duration {
        match self {
            ClockRule::PerMove(time) => time,
            ClockRule::PerGame { total, .. } => total,
        }
    }
}

impl FromStr for ClockRule {
    type Err = ClockRuleError;

    fn from_str(text: &str) -> Result<ClockRule, ClockRuleError> {
        let found = match text.split_once('+') {
            None => seconds(text).map(ClockRule::PerMove),
            Some((total, increment)) => seconds(total)
                .zip(seconds(increment))
                .map(|(total, increment)| ClockRule::PerGame { total, increment }),
        };
        let found =
            found.filter(|rule| !rule.initial().is_zero() && rule.initial() <= ClockRule::MAX);
        found.ok_or_else(|| ClockRuleError(text.to_owned()))
    }
}

/// A time such as `15s`, `90`, `5m` or `1h`; whole units.
fn seconds(text: &str) -> Option<Duration> {
    let digits = text.trim_end_matches(|sign: char| sign.is_ascii_alphabetic());
    let count: u32 = digits.parse().ok()?;
    let unit = match &text[digits.len()..] {
        "ms" => return Some(Duration::from_millis(count.into())),
        "" | "s" => 1,
        "m" | "min" => 60,
        "h" => 3600,
        _ => return None,
    };
    Some(Duration::from_secs(u64::from(count) * unit))
}

impl fmt::Display for ClockRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ClockRule::PerMove(time) => f.write_str(&in_words(time)),
            ClockRule::PerGame { total, increment } => {
                write!(f, "{}+{}", in_words(total), in_words(increment))
            }
        }
    }
}

/// As it is written.
impl Serialize for ClockRule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A time as [`seconds`] reads it.
fn in_words(time: Duration) -> String {
    let seconds = time.as_secs();
    if time.subsec_millis() > 0 {
        format!("{}ms", time.as_millis())
    } else if seconds >= 60 && seconds.is_multiple_of(60) {
        format!("{}m", seconds / 60)
    } else {
        format!("{seconds}s")
    }
}

/// The clocks of the two who play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    rule: ClockRule,
    first: Duration,
    second: Duration,
}

impl GameClock {
    /// Clocks before the game.
    pub const fn new(rule: ClockRule) -> GameClock {
        let time = rule.initial();
        GameClock {
            rule,
            first: time,
            second: time,
        }
    }

    /// The rule that they go by.
    pub const fn rule(&self) -> ClockRule {
        self.rule
    }

    /// What is left to a seat before it moves.
    pub const fn left(&self, seat: Seat) -> Duration {
        match seat {
            Seat::First => self.first,
            Seat::Second => self.second,
        }
    }

    /// Takes the time of an action from a seat; without effect and `false` if it had less.
    pub fn take(&mut self, seat: Seat, elapsed: Duration) -> bool {
        let Some(rest) = self.left(seat).checked_sub(elapsed) else {
            return false;
        };
        let left = match seat {
            Seat::First => &mut self.first,
            Seat::Second => &mut self.second,
        };
        *left = match self.rule {
            ClockRule::PerMove(time) => time,
            ClockRule::PerGame { increment, .. } => (rest + increment).min(ClockRule::MAX),
        };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written_alike() {
        for text in ["15s", "2m", "500ms", "5m+3s", "90s+0s", "10m+1500ms"] {
            assert_eq!(text.parse::<ClockRule>().unwrap().to_string(), text);
        }
        for wrong in [
            "",
            "s",
            "0",
            "0s",
            "-5s",
            "5x",
            "5m+",
            "+3s",
            "1+2+3",
            "25h",
            "9999999999s",
        ] {
            let error = wrong.parse::<ClockRule>().unwrap_err();
            assert!(error.to_string().contains("5m+3s"), "{error}");
        }
    }

    #[test]
    fn a_clock_of_a_game_keeps_what_is_saved_and_one_of_moves_does_not() {
        let second = Duration::from_secs(1);
        let mut game = GameClock::new("10s+2s".parse().unwrap());
        assert!(game.take(Seat::First, 3 * second));
        assert_eq!(game.left(Seat::First), 9 * second);
        assert_eq!(game.left(Seat::Second), 10 * second);
        assert!(!game.take(Seat::First, 10 * second));
        let mut moves = GameClock::new("10s".parse().unwrap());
        assert!(moves.take(Seat::Second, 3 * second));
        assert_eq!(moves.left(Seat::Second), 10 * second);
    }
}
