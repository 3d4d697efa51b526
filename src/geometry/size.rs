use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Direction, Point};

/// The side of a board: 5 to 20 lines.
///
/// ```
/// use renju::geometry::Size;
///
/// assert_eq!(Size::RENJU.get(), 15);
/// assert_eq!(Size::new(12).map(Size::area), Some(144));
/// assert!(Size::new(21).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Size(u8);

impl Size {
    /// The smallest side a five fits on.
    pub const MIN: Size = Size(5);
    /// The side renju is played on.
    pub const RENJU: Size = Size(15);
    /// The largest side; the tournaments of gomoku programs use it.
    pub const MAX: Size = Size(20);

    /// A side of 5 to 20, or `None`.
    pub const fn new(side: u8) -> Option<Size> {
        if side >= Size::MIN.0 && side <= Size::MAX.0 {
            Some(Size(side))
        } else {
            None
        }
    }

    /// The number of lines, 5 to 20.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The number of points, 25 to 400.
    pub const fn area(self) -> usize {
        self.0 as usize * self.0 as usize
    }

    /// Every point of the board in reading order: A1, B1, ..., A2, ...
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.0)
            .flat_map(move |row| (0..self.0).filter_map(move |column| Point::new(column, row)))
    }

    /// Every line of the board, direction by direction, as its points in the order of the
    /// direction. Diagonals near the corners are as short as one point.
    pub fn lines(self) -> impl Iterator<Item = (Direction, Vec<Point>)> {
        let next = move |point: Point, direction, count| {
            let at: Option<Point> = point.step(direction, count);
            at.filter(|at| at.is_on(self))
        };
        Direction::ALL.into_iter().flat_map(move |direction| {
            let starts = self
                .points()
                .filter(move |&at| next(at, direction, -1).is_none());
            starts.map(move |start| {
                let along = (0..).map_while(|count| next(start, direction, count));
                (direction, along.collect())
            })
        })
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.0)
    }
}

/// Why a text or a number is no [`Size`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("board side {0} is not a number from 5 to 20")]
pub struct ParseSizeError(pub String);

impl FromStr for Size {
    type Err = ParseSizeError;

    fn from_str(text: &str) -> Result<Size, ParseSizeError> {
        text.parse()
            .ok()
            .and_then(Size::new)
            .ok_or_else(|| ParseSizeError(format!("{text:?}")))
    }
}

impl TryFrom<u8> for Size {
    type Error = ParseSizeError;

    fn try_from(side: u8) -> Result<Size, ParseSizeError> {
        Size::new(side).ok_or_else(|| ParseSizeError(side.to_string()))
    }
}

impl From<Size> for u8 {
    fn from(size: Size) -> u8 {
        size.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_come_in_reading_order() {
        let names: Vec<String> = Size::MIN.points().map(|point| point.to_string()).collect();
        assert_eq!(names.len(), 25);
        assert_eq!(names[..6], ["A1", "B1", "C1", "D1", "E1", "A2"]);
    }

    #[test]
    fn a_side_out_of_range_says_so() {
        let error = "21".parse::<Size>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "board side \"21\" is not a number from 5 to 20"
        );
    }
}
