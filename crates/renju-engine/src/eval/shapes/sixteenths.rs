//! Fixed-point arithmetic for board values, so that sums are exact and equal on every machine.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use serde::Deserialize;
use serde::de::{Deserializer, Error, Unexpected};

use crate::eval::Worth;

/// A weight of the board, or a sum of them, in sixteenths of a point.
///
/// A point of `shapes` is a 250th of the log odds to win. A hundred empty points weigh in a board,
/// many of them less than a point each, so whole points would lose a part of what was fitted; and
/// unlike fractions in floating point, sums of whole sixteenths are the same everywhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Sixteenths(i32);

impl Sixteenths {
    /// Sixteenths in a point.
    const PER_POINT: i32 = 16;
    /// The least and the greatest weight, in points: sums over a board of 20 lines fit in 32 bits.
    const RANGE: std::ops::RangeInclusive<f64> = -32768.0..=32767.0;

    /// The nearest to a number of points; `None` if that is not from -32768 to 32767.
    pub fn nearest(points: f64) -> Option<Sixteenths> {
        let count = points * f64::from(Sixteenths::PER_POINT);
        Sixteenths::RANGE
            .contains(&points)
            .then(|| Sixteenths(count.round() as i32))
    }

    /// A number of sixteenths, 16 to a point.
    #[inline]
    pub(in crate::eval) const fn of(count: i32) -> Sixteenths {
        Sixteenths(count)
    }

    /// The nearest whole number of points, the greater of two.
    #[inline]
    pub const fn points(self) -> i32 {
        (self.0 + Sixteenths::PER_POINT / 2).div_euclid(Sixteenths::PER_POINT)
    }

    /// The exact number of points.
    pub fn worth(self) -> Worth {
        let points = f64::from(self.0) / f64::from(Sixteenths::PER_POINT);
        Worth::new(points).unwrap_or_default()
    }
}

impl Add for Sixteenths {
    type Output = Sixteenths;

    #[inline]
    fn add(self, other: Sixteenths) -> Sixteenths {
        Sixteenths(self.0 + other.0)
    }
}

impl Sub for Sixteenths {
    type Output = Sixteenths;

    #[inline]
    fn sub(self, other: Sixteenths) -> Sixteenths {
        Sixteenths(self.0 - other.0)
    }
}

impl AddAssign for Sixteenths {
    #[inline]
    fn add_assign(&mut self, other: Sixteenths) {
        *self = *self + other;
    }
}

impl Neg for Sixteenths {
    type Output = Sixteenths;

    #[inline]
    fn neg(self) -> Sixteenths {
        Sixteenths(-self.0)
    }
}

impl Mul<i32> for Sixteenths {
    type Output = Sixteenths;

    #[inline]
    fn mul(self, count: i32) -> Sixteenths {
        Sixteenths(self.0 * count)
    }
}

impl Sum for Sixteenths {
    fn sum<I: Iterator<Item = Sixteenths>>(all: I) -> Sixteenths {
        all.fold(Sixteenths::default(), Add::add)
    }
}

/// From a number of points, with a fraction or without.
impl<'de> Deserialize<'de> for Sixteenths {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Sixteenths, D::Error> {
        let points = f64::deserialize(reader)?;
        Sixteenths::nearest(points).ok_or_else(|| {
            let expected = &"a number from -32768 to 32767";
            D::Error::invalid_value(Unexpected::Float(points), expected)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_taken_to_the_nearest_sixteenth() {
        let shown = |points: f64| Sixteenths::nearest(points).map(|near| near.worth().to_string());
        assert_eq!(shown(-1.3).as_deref(), Some("-1.3125"));
        assert_eq!(shown(0.03).as_deref(), Some("0"));
        assert_eq!(shown(32767.0).as_deref(), Some("32767"));
        for refused in [32767.1, -32769.0, f64::NAN, f64::INFINITY] {
            assert_eq!(shown(refused), None);
        }
    }

    #[test]
    fn sums_are_rounded_once() {
        let third = Sixteenths::nearest(0.3125).unwrap();
        assert_eq!(third.points(), 0);
        assert_eq!((third + third).points(), 1);
        assert_eq!((third * -5).points(), -2);
        let half = Sixteenths::nearest(0.5).unwrap();
        assert_eq!([half.points(), (-half).points()], [1, 0]);
    }
}
