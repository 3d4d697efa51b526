//! Coordinates such as H8, packed into 16 bits, and the board sizes on which they lie.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Direction;

/// Distance in a point's index from one row to the next: a power of two, so that column and row
/// are read off without a division.
pub(super) const STRIDE: u16 = 32;

/// A crossing of the board, named by a letter A to T from the left and a number 1 to 20 from the bottom.
///
/// The same value on every board: H8 is H8 on 12, 15 and 20 lines. Points are ordered in reading
/// order, A1, B1, ..., A2, ...
///
/// ```
/// use renju_core::geometry::Point;
///
/// let centre: Point = "h8".parse()?;
/// assert_eq!((centre.column(), centre.row()), (7, 7));
/// assert_eq!(centre.to_string(), "H8");
/// # Ok::<(), renju_core::geometry::ParsePointError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Point(NonZeroU16);

impl Point {
    /// The point in `column` and `row`, both counted from 0 at the bottom left; `None` from 20 on.
    pub const fn new(column: u8, row: u8) -> Option<Point> {
        let side = Size::MAX.get();
        if column >= side || row >= side {
            return None;
        }
        match NonZeroU16::new(row as u16 * STRIDE + column as u16 + 1) {
            Some(packed) => Some(Point(packed)),
            None => None,
        }
    }

    /// Columns to the left of this one, 0 to 19.
    #[inline]
    pub const fn column(self) -> u8 {
        (self.slot() % STRIDE as usize) as u8
    }

    /// Rows below this one, 0 to 19.
    #[inline]
    pub const fn row(self) -> u8 {
        (self.slot() / STRIDE as usize) as u8
    }

    /// The letter of the column, `'A'` to `'T'`.
    pub const fn letter(self) -> char {
        (b'A' + self.column()) as char
    }

    /// Whether a board of this size has the point.
    pub const fn is_on(self, size: Size) -> bool {
        self.column() < size.get() && self.row() < size.get()
    }

    /// The point `count` steps along `direction` (backwards if negative), or `None` off the largest board.
    #[inline]
    pub fn step(self, direction: Direction, count: i8) -> Option<Point> {
        let (right, up) = direction.step();
        let column = self
            .column()
            .checked_add_signed(right.checked_mul(count)?)?;
        let row = self.row().checked_add_signed(up.checked_mul(count)?)?;
        Point::new(column, row)
    }

    /// Steps from `other` to this point along `direction`, or `None` if they share no such line.
    ///
    /// ```
    /// use renju_core::geometry::{Direction, Point};
    ///
    /// let [h8, f6]: [Point; 2] = ["H8".parse()?, "F6".parse()?];
    /// assert_eq!(h8.distance(f6, Direction::Rising), Some(2));
    /// assert_eq!(f6.distance(h8, Direction::Rising), Some(-2));
    /// assert_eq!(h8.distance(f6, Direction::Vertical), None);
    /// # Ok::<(), renju_core::geometry::ParsePointError>(())
    /// ```
    pub fn distance(self, other: Point, direction: Direction) -> Option<i8> {
        let across = self.column() as i8 - other.column() as i8;
        let up = self.row() as i8 - other.row() as i8;
        match direction {
            Direction::Horizontal => (up == 0).then_some(across),
            Direction::Vertical => (across == 0).then_some(up),
            Direction::Rising => (across == up).then_some(across),
            Direction::Falling => (across == -up).then_some(across),
        }
    }

    /// The place of this point among the slots of a [`PointMap`](super::PointMap).
    #[inline]
    pub const fn slot(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The point of that slot.
    ///
    /// # Panics
    ///
    /// Panics if it lies beyond every board by far.
    #[inline]
    pub fn from_slot(slot: usize) -> Point {
        let packed = NonZeroU16::new(slot as u16 + 1);
        Point(packed.expect("slots are counted from 0"))
    }

    /// How many slots one step forward adds.
    #[inline]
    pub(crate) const fn slots_away(direction: Direction) -> isize {
        let (right, up) = direction.step();
        right as isize + up as isize * STRIDE as isize
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", self.letter(), self.row() + 1))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text names no [`Point`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParsePointError {
    /// There is no text.
    #[error("a point is a letter and a number, such as H8")]
    Empty,
    /// It does not begin with a letter from A to T.
    #[error("column {0:?} is not a letter from A to T")]
    Column(char),
    /// What follows the letter is no row.
    #[error("row {0:?} is not a number from 1 to 20")]
    Row(String),
}

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Point, ParsePointError> {
        let letter = text.chars().next().ok_or(ParsePointError::Empty)?;
        let column = match letter.to_ascii_uppercase() {
            upper @ 'A'..='T' => upper as u8 - b'A',
            _ => return Err(ParsePointError::Column(letter)),
        };
        let digits = &text[letter.len_utf8()..];
        let no_row = || ParsePointError::Row(digits.to_owned());
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(no_row()); // `parse` would accept a plus sign.
        }
        let row: u8 = digits.parse().map_err(|_| no_row())?;
        row.checked_sub(1)
            .and_then(|row| Point::new(column, row))
            .ok_or_else(no_row)
    }
}

impl TryFrom<String> for Point {
    type Error = ParsePointError;

    fn try_from(name: String) -> Result<Point, ParsePointError> {
        name.parse()
    }
}

impl From<Point> for String {
    fn from(point: Point) -> String {
        point.to_string()
    }
}

/// The side of a board: 5 to 20 lines.
///
/// ```
/// use renju_core::geometry::Size;
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

/// What lies on a board of a size.
impl Size {
    /// Every point of the board in reading order: A1, B1, ..., A2, ...
    pub fn points(self) -> impl Iterator<Item = Point> {
        let lines = 0..self.get();
        let points_of = move |row| {
            let columns = 0..self.get();
            columns.filter_map(move |column| Point::new(column, row))
        };
        lines.flat_map(points_of)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    #[test]
    fn every_name_reads_back() {
        for at in Size::MAX.points() {
            assert_eq!(at.to_string().parse(), Ok(at));
            assert_eq!(at.to_string().to_lowercase().parse(), Ok(at));
        }
    }

    #[test]
    fn a_point_with_a_wrong_row_says_so() {
        let error = "H21".parse::<Point>().unwrap_err();
        assert_eq!(error.to_string(), "row \"21\" is not a number from 1 to 20");
        for wrong in ["H", "H0", "H+8", "H8x", "H-1", "H999999999999"] {
            assert!(
                matches!(wrong.parse::<Point>(), Err(ParsePointError::Row(_))),
                "{wrong}"
            );
        }
    }

    #[test]
    fn a_point_with_a_wrong_column_says_so() {
        let error = "8H".parse::<Point>().unwrap_err();
        assert_eq!(error.to_string(), "column '8' is not a letter from A to T");
        assert!("U1".parse::<Point>().is_err() && "é1".parse::<Point>().is_err());
        assert_eq!("".parse::<Point>(), Err(ParsePointError::Empty));
    }

    #[test]
    fn steps_end_at_the_edge_of_the_largest_board() {
        assert_eq!(point("A1").step(Direction::Rising, 19), Some(point("T20")));
        assert_eq!(point("A1").step(Direction::Rising, 20), None);
        assert_eq!(point("A1").step(Direction::Horizontal, -1), None);
        assert_eq!(point("C5").step(Direction::Falling, 2), Some(point("E3")));
        assert_eq!(point("C5").step(Direction::Falling, -2), Some(point("A7")));
        assert_eq!(point("T20").step(Direction::Rising, i8::MAX), None);
    }

    #[test]
    fn distance_undoes_step() {
        for at in Size::RENJU.points() {
            for direction in Direction::ALL {
                for count in -6..=6 {
                    if let Some(there) = at.step(direction, count) {
                        assert_eq!(there.distance(at, direction), Some(count));
                    }
                }
            }
        }
    }

    #[test]
    fn a_side_out_of_range_says_so() {
        let error = "21".parse::<Size>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "board side \"21\" is not a number from 5 to 20"
        );
    }

    #[test]
    fn points_come_in_reading_order() {
        let names: Vec<String> = Size::MIN.points().map(|point| point.to_string()).collect();
        assert_eq!(names.len(), 25);
        assert_eq!(names[..6], ["A1", "B1", "C1", "D1", "E1", "A2"]);
    }
}
