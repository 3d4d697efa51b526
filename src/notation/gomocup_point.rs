use std::fmt;

use crate::geometry::{Point, Size};

/// A point as the Gomocup protocol writes it: columns from the left and rows from the top, both
/// from 0. It need not be on any board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GomocupPoint {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

impl GomocupPoint {
    pub(crate) fn of(point: Point, size: Size) -> GomocupPoint {
        GomocupPoint {
            x: point.column().into(),
            y: (size.get() - 1 - point.row()).into(),
        }
    }

    pub(crate) fn parse(text: &str) -> Option<GomocupPoint> {
        let (x, y) = text.split_once(',')?;
        Some(GomocupPoint {
            x: x.trim().parse().ok()?,
            y: y.trim().parse().ok()?,
        })
    }

    pub(crate) fn point(self, size: Size) -> Option<Point> {
        let row = i64::from(size.get()).checked_sub(1)?.checked_sub(self.y)?;
        let point = Point::new(self.x.try_into().ok()?, row.try_into().ok()?);
        point.filter(|point| point.is_on(size))
    }
}

impl fmt::Display for GomocupPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}
