//! The part of a board that a picture shows, so that a few stones need no whole board.

use std::fmt;
use std::str::FromStr;

use crate::geometry::{Point, Size};

/// Lines around the stones and marks of a cropped board.
const MARGIN: u8 = 2;
/// Lines of the smallest part in each direction.
const LEAST: u8 = 3;

/// A rectangle of points, from its lower left corner to its upper right one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardPart {
    /// The lower left corner.
    pub low: Point,
    /// The upper right corner.
    pub high: Point,
}

impl BoardPart {
    /// The smallest rectangle that has both points.
    pub fn between(one: Point, other: Point) -> BoardPart {
        let corner = |side: fn(u8, u8) -> u8| {
            let column = side(one.column(), other.column());
            Point::new(column, side(one.row(), other.row())).unwrap_or(one)
        };
        let (low, high) = (corner(u8::min), corner(u8::max));
        BoardPart { low, high }
    }

    /// All points of a board.
    pub fn whole(size: Size) -> BoardPart {
        let corner = |line| Point::new(line, line).expect("a board has this line");
        BoardPart {
            low: corner(0),
            high: corner(size.get() - 1),
        }
    }

    /// Whether the point lies in it.
    pub fn contains(self, point: Point) -> bool {
        let BoardPart { low, high } = self;
        (low.column()..=high.column()).contains(&point.column())
            && (low.row()..=high.row()).contains(&point.row())
    }

    /// The smallest rectangle that has these points and some room around them, on a board of that size.
    pub fn around(points: impl IntoIterator<Item = Point>, size: Size) -> BoardPart {
        let on_board = points.into_iter().filter(|point| point.is_on(size));
        let parts = on_board.map(|point| BoardPart::between(point, point));
        let join = |one: BoardPart, other: BoardPart| BoardPart {
            low: BoardPart::between(one.low, other.low).low,
            high: BoardPart::between(one.high, other.high).high,
        };
        let Some(BoardPart { low, high }) = parts.reduce(join) else {
            return BoardPart::whole(size);
        };
        let less = |line: u8| line.saturating_sub(MARGIN);
        let more = |line: u8| (line + MARGIN).min(size.get() - 1);
        let moved = |point: Point, line: &dyn Fn(u8) -> u8| {
            Point::new(line(point.column()), line(point.row())).unwrap_or(point)
        };
        BoardPart {
            low: moved(low, &less),
            high: moved(high, &more),
        }
    }
}

impl FromStr for BoardPart {
    type Err = String;

    fn from_str(text: &str) -> Result<BoardPart, String> {
        let Some((one, other)) = text.split_once(':') else {
            return Err("two corners such as C3:K12 are needed".to_owned());
        };
        let corner = |name: &str| name.parse::<Point>().map_err(|error| error.to_string());
        let part = BoardPart::between(corner(one)?, corner(other)?);
        let BoardPart { low, high } = part;
        if high.column() - low.column() + 1 < LEAST || high.row() - low.row() + 1 < LEAST {
            return Err(format!(
                "a part of a board has at least {LEAST} lines each way"
            ));
        }
        Ok(part)
    }
}

impl fmt::Display for BoardPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.low, self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    #[test]
    fn a_part_is_named_by_two_opposite_corners() {
        for text in ["C3:K12", "K12:C3", "c12:k3"] {
            assert_eq!(
                text.parse::<BoardPart>().unwrap().to_string(),
                "C3:K12",
                "{text}"
            );
        }
        let error = |text: &str| text.parse::<BoardPart>().unwrap_err();
        assert_eq!(error("C3"), "two corners such as C3:K12 are needed");
        assert!(error("C3:Z9").contains('Z'));
        let why = "a part of a board has at least 3 lines each way";
        assert_eq!([error("C3:D9"), error("C3:K4")], [why, why]);
    }

    #[test]
    fn stones_have_room_around_them_as_far_as_the_board_goes() {
        let around = |names: &[&str]| {
            let points = names.iter().map(|name| point(name));
            BoardPart::around(points, Size::RENJU).to_string()
        };
        assert_eq!(around(&["H8"]), "F6:J10");
        assert_eq!(around(&["H8", "A9", "I15"]), "A6:K15");
        assert_eq!(around(&["T20"]), "A1:O15", "nothing is on the board");
    }
}
