//! The part of a board that a picture shows, so that a few stones need no whole board.

use std::fmt;
use std::str::FromStr;

use crate::geometry::{Point, Size};

/// Lines around the stones and marks of a cropped board.
const MARGIN: u8 = 2;

/// A rectangle of points: the first and the last of its columns and of its rows, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardPart {
    /// The columns, from left to right.
    pub columns: (u8, u8),
    /// The rows, from below.
    pub rows: (u8, u8),
}

impl BoardPart {
    /// All points of a board.
    pub const fn whole(size: Size) -> BoardPart {
        let lines = (0, size.get() - 1);
        BoardPart {
            columns: lines,
            rows: lines,
        }
    }

    /// The smallest rectangle that has all these points; `None` without any.
    pub fn of(points: impl IntoIterator<Item = Point>) -> Option<BoardPart> {
        let alone = points.into_iter().map(|point| BoardPart {
            columns: (point.column(), point.column()),
            rows: (point.row(), point.row()),
        });
        let join = |one: (u8, u8), other: (u8, u8)| (one.0.min(other.0), one.1.max(other.1));
        alone.reduce(|one, other| BoardPart {
            columns: join(one.columns, other.columns),
            rows: join(one.rows, other.rows),
        })
    }

    /// This part with some room around it, as far as the board goes.
    #[must_use]
    pub fn with_margin(self, size: Size) -> BoardPart {
        let last = size.get() - 1;
        let wider = |(low, high): (u8, u8)| (low.saturating_sub(MARGIN), last.min(high + MARGIN));
        BoardPart {
            columns: wider(self.columns),
            rows: wider(self.rows),
        }
    }

    /// Whether the point lies in it.
    pub fn contains(self, point: Point) -> bool {
        let is_in = |(low, high): (u8, u8), line| (low..=high).contains(&line);
        is_in(self.columns, point.column()) && is_in(self.rows, point.row())
    }

    /// Whether a board of this size has all of it.
    pub const fn is_on(self, size: Size) -> bool {
        self.columns.1 < size.get() && self.rows.1 < size.get()
    }
}

impl FromStr for BoardPart {
    type Err = String;

    /// Reads two opposite corners such as `C3:K12`.
    fn from_str(text: &str) -> Result<BoardPart, String> {
        let corners: Result<Vec<Point>, _> = text.split(':').map(str::parse::<Point>).collect();
        match corners.map_err(|error| error.to_string())?[..] {
            [one, other] => BoardPart::of([one, other]).ok_or_else(String::new),
            _ => Err("two corners such as C3:K12 are needed".to_owned()),
        }
    }
}

impl fmt::Display for BoardPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let corner = |column, row| Point::new(column, row).map(|point| point.to_string());
        let low = corner(self.columns.0, self.rows.0).unwrap_or_default();
        let high = corner(self.columns.1, self.rows.1).unwrap_or_default();
        write!(f, "{low}:{high}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_named_by_two_opposite_corners() {
        for text in ["C3:K12", "K12:C3", "c12:k3"] {
            assert_eq!(
                text.parse::<BoardPart>().unwrap().to_string(),
                "C3:K12",
                "{text}"
            );
        }
        for wrong in ["", "C3", "C3:Z9", "C3:D4:E5"] {
            assert!(wrong.parse::<BoardPart>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn stones_have_room_around_them_as_far_as_the_board_goes() {
        let around = |names: &[&str]| {
            let part = BoardPart::of(names.iter().map(|name| name.parse().unwrap()));
            part.map(|part| part.with_margin(Size::RENJU).to_string())
        };
        assert_eq!(around(&["H8"]).unwrap(), "F6:J10");
        assert_eq!(around(&["H8", "A9", "I15"]).unwrap(), "A6:K15");
        assert_eq!(around(&[]), None);
    }
}
