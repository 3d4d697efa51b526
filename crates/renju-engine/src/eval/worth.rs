//! Evaluation values: finite numbers in a total order, and where proved wins and losses lie.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Neg};

use serde::{Serialize, Serializer};

use renju_core::geometry::{Point, PointMap};

/// What a board or a point is worth: a finite number, whole or with a fraction.
///
/// Our own evaluators count in whole numbers; an engine may answer with a win rate, and a network
/// with what it computes. Whole numbers up to 2^53 are exact.
///
/// ```
/// use renju_engine::eval::Worth;
///
/// assert!(Worth::from(7) > Worth::new(6.25).unwrap());
/// assert_eq!(Worth::new(0.637).unwrap().to_string(), "0.637");
/// assert_eq!(Worth::new(f64::NAN), None);
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Worth(f64);

/// What some of the empty points are worth.
pub type PointWorths = PointMap<Option<Worth>>;

impl Worth {
    /// Whole numbers up to this one are exact.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    /// Digits after the point that a person is shown.
    const SHOWN: usize = 6;

    /// The worth of this number; `None` if it is not finite.
    pub fn new(number: f64) -> Option<Worth> {
        // There is one zero, so that equal numbers are equal in every respect.
        number.is_finite().then_some(Worth(number + 0.0))
    }

    /// The number as it was given.
    pub const fn get(self) -> f64 {
        self.0
    }

    /// Whether it has no fraction.
    pub fn is_whole(self) -> bool {
        self.0.fract() == 0.0
    }

    /// The nearest whole number.
    pub fn rounded(self) -> i64 {
        self.0.round() as i64
    }
}

impl Eq for Worth {}

impl PartialOrd for Worth {
    fn partial_cmp(&self, other: &Worth) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Worth {
    fn cmp(&self, other: &Worth) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl From<i64> for Worth {
    #[expect(clippy::cast_precision_loss, reason = "exact up to 2^53, as it says")]
    fn from(number: i64) -> Worth {
        Worth(number as f64)
    }
}

/// Sums stay finite: what is too large is the largest number there is.
impl Add for Worth {
    type Output = Worth;

    fn add(self, other: Worth) -> Worth {
        Worth((self.0 + other.0).clamp(f64::MIN, f64::MAX) + 0.0)
    }
}

impl Sum for Worth {
    fn sum<I: Iterator<Item = Worth>>(all: I) -> Worth {
        all.fold(Worth::default(), Add::add)
    }
}

impl Neg for Worth {
    type Output = Worth;

    fn neg(self) -> Worth {
        Worth(0.0 - self.0)
    }
}

/// The digits that it has, up to six after the point.
impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = format!("{:.*}", Worth::SHOWN, self.0);
        let shown = rounded.trim_end_matches('0').trim_end_matches('.');
        f.pad(if shown == "-0" { "0" } else { shown })
    }
}

impl Serialize for Worth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_whole() && self.0.abs() <= Worth::EXACT {
            serializer.serialize_i64(self.rounded())
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

/// What a search found out about a move, beyond what the move is worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchedMove {
    /// The move that was looked into.
    #[serde(skip)]
    pub point: Point,
    /// The end that was proved, if one was.
    #[serde(flatten)]
    pub end: Option<ProvedEnd>,
    /// How many plies were looked ahead.
    pub depth: Option<u32>,
    /// The moves of both sides from this one on, as far as they were told.
    pub line: Vec<Point>,
}

/// How a game ends by force, seen by the side that was asked about; in moves of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ProvedEnd {
    /// The side wins in this number of moves.
    WinIn(u32),
    /// The side loses in this number of moves.
    LossIn(u32),
}

impl ProvedEnd {
    /// What a win in no moves at all would be worth.
    const WIN: i64 = 1_000_000;

    /// The worth of a point that ends so, where no other is told: 1000000 less the moves, or minus
    /// that, and nearer wins are better.
    pub fn worth(self) -> Worth {
        Worth::from(match self {
            ProvedEnd::WinIn(moves) => ProvedEnd::WIN - i64::from(moves),
            ProvedEnd::LossIn(moves) => i64::from(moves) - ProvedEnd::WIN,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(number: f64) -> Worth {
        Worth::new(number).unwrap()
    }

    #[test]
    fn digits_are_those_that_were_given() {
        for (number, shown) in [
            (0.5, "0.5"),
            (-12.0, "-12"),
            (0.637_491_822_2, "0.637492"),
            (1e12, "1000000000000"),
            (100.0, "100"),
            (-0.000_000_1, "0"),
        ] {
            assert_eq!(worth(number).to_string(), shown);
        }
        assert_eq!(format!("{:>5}", worth(0.5)), "  0.5");
    }

    #[test]
    fn whole_numbers_stay_whole_in_json() {
        let json = |number| serde_json::to_string(&worth(number)).unwrap();
        assert_eq!(
            [json(-3.0), json(0.25), json(-0.0)],
            ["-3", "0.25", "0"].map(String::from)
        );
    }

    #[test]
    fn nearer_wins_and_later_losses_are_better() {
        let order = [
            ProvedEnd::WinIn(3).worth(),
            ProvedEnd::WinIn(9).worth(),
            worth(0.5),
            ProvedEnd::LossIn(8).worth(),
            ProvedEnd::LossIn(2).worth(),
        ];
        assert!(order.is_sorted_by(|one, other| one > other));
        assert_eq!(worth(f64::MAX) + worth(f64::MAX), worth(f64::MAX));
    }
}
