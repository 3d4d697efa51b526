//! The mutable board: point sets, bit-packed lines and hash key, all updated with each stone.

use std::fmt;

use crate::geometry::{Direction, Point, PointSet, Size, Symmetry};

use super::line::PackedLines;
use super::{ByColor, Color, Neighborhood, SidedLine, Window};

/// Stones on points, with packed lines and hash always in step.
///
/// ```
/// use renju_core::board::{Board, Color};
/// use renju_core::geometry::{Point, Size};
///
/// let h8: Point = "H8".parse()?;
/// let mut board = Board::empty(Size::RENJU);
/// board.place(h8, Color::Black);
/// assert_eq!(board.stone(h8), Some(Color::Black));
/// board.lift(h8);
/// assert_eq!(board, Board::empty(Size::RENJU));
/// # Ok::<(), renju_core::geometry::ParsePointError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    size: Size,
    stones: ByColor<PointSet>,
    empties: PointSet,
    lines: PackedLines,
    key: Key,
}

impl Board {
    /// A board without stones.
    pub fn empty(size: Size) -> Board {
        Board {
            size,
            stones: ByColor::default(),
            empties: PointSet::all(size),
            lines: PackedLines::empty(size),
            key: Key::EMPTY,
        }
    }

    /// A board with these stones.
    ///
    /// # Panics
    ///
    /// Panics if a point is off the board or given twice.
    pub fn with_stones(size: Size, black: &[Point], white: &[Point]) -> Board {
        let mut board = Board::empty(size);
        for &point in black {
            board.place(point, Color::Black);
        }
        for &point in white {
            board.place(point, Color::White);
        }
        board
    }

    /// The side of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The stone on `point`, if any. No point off the board has one.
    pub const fn stone(&self, point: Point) -> Option<Color> {
        if self.stones.black.contains(point) {
            Some(Color::Black)
        } else if self.stones.white.contains(point) {
            Some(Color::White)
        } else {
            None
        }
    }

    /// Whether `point` is on the board and has no stone.
    #[inline]
    pub const fn is_empty(&self, point: Point) -> bool {
        self.empties.contains(point)
    }

    /// How many stones there are, of both sides.
    pub fn stone_count(&self) -> usize {
        self.size().area() - self.empties().len()
    }

    /// The stones of one side.
    pub fn stones(&self, color: Color) -> PointSet {
        self.stones[color]
    }

    /// The points without a stone.
    #[inline]
    pub const fn empties(&self) -> PointSet {
        self.empties
    }

    /// The hash of the stones.
    pub const fn key(&self) -> Key {
        self.key
    }

    /// The eleven cells around `point` along `direction`.
    #[inline]
    pub fn window(&self, point: Point, direction: Direction) -> Window {
        self.lines.window(point, direction)
    }

    /// Every line as one side sees it: direction by direction, in the order of their first points.
    pub(crate) fn lines(&self, color: Color) -> impl Iterator<Item = SidedLine> {
        self.lines.views(color)
    }

    /// The line through `point` as one side sees it, and the bit of the point there.
    pub(crate) fn line_through(
        &self,
        point: Point,
        direction: Direction,
        color: Color,
    ) -> (SidedLine, u32) {
        self.lines.view_through(point, direction, color)
    }

    /// The empty cells of the four windows around `point`, itself left out.
    #[inline]
    pub fn neighborhood(&self, point: Point) -> Neighborhood {
        Neighborhood::new(Direction::ALL.map(|direction| self.window(point, direction)))
    }

    /// Puts a stone on an empty point.
    ///
    /// # Panics
    ///
    /// Panics if `point` is off the board or has a stone.
    pub fn place(&mut self, point: Point, color: Color) {
        assert!(
            self.is_empty(point),
            "{point} is off the {} board or taken",
            self.size
        );
        self.toggle(point, color);
    }

    /// Takes the stone off `point`.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub fn lift(&mut self, point: Point) {
        let color = self
            .stone(point)
            .expect("a stone can be lifted only from a point that has one");
        self.toggle(point, color);
    }

    /// What `look` finds on the board with one stone more; afterwards the stone is gone again.
    ///
    /// # Panics
    ///
    /// Panics if `point` is off the board or has a stone.
    pub fn with_stone<T>(
        &mut self,
        point: Point,
        color: Color,
        look: impl FnOnce(&mut Board) -> T,
    ) -> T {
        self.place(point, color);
        let found = look(self);
        self.lift(point);
        found
    }

    #[inline]
    fn toggle(&mut self, point: Point, color: Color) {
        self.stones[color].toggle(point);
        self.empties.toggle(point);
        self.lines.toggle(point, color);
        self.key = self.key.with_stone(point, color);
    }
}

/// The smallest of the eight images of a board, and the symmetry that leads to it.
///
/// Two boards that differ by a turn or a mirror have the same canonical image. Images are
/// compared by Black's points in reading order, then White's.
///
/// ```
/// use renju_core::board::{Board, canonical};
/// use renju_core::geometry::Size;
///
/// let one = Board::with_stones(Size::RENJU, &["H8".parse()?], &["I9".parse()?]);
/// let other = Board::with_stones(Size::RENJU, &["H8".parse()?], &["G7".parse()?]);
/// assert_eq!(canonical(&one).0, canonical(&other).0);
/// # Ok::<(), renju_core::geometry::ParsePointError>(())
/// ```
pub fn canonical(board: &Board) -> (Board, Symmetry) {
    let mut images = Symmetry::ALL.map(|symmetry| (image(board, symmetry), symmetry));
    images.sort_unstable();
    let [([black, white], symmetry), ..] = images;
    (Board::with_stones(board.size(), &black, &white), symmetry)
}

/// The points of Black and of White after the symmetry, in reading order.
fn image(board: &Board, symmetry: Symmetry) -> [Vec<Point>; 2] {
    Color::BOTH.map(|color| {
        let stones = board.stones(color).iter();
        let moved = stones.filter_map(|point| symmetry.apply(point, board.size()));
        let mut points: Vec<Point> = moved.collect();
        points.sort_unstable();
        points
    })
}

/// A 64-bit hash of the stones on a board, the same on every machine and in every version.
///
/// The exclusive or of a constant for each stone, so that placing and lifting a stone is the
/// same step. Says nothing of the size, the rule or the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Key(u64);

impl Key {
    /// The empty board's.
    pub const EMPTY: Key = Key(0);

    /// The key with a stone more, or with that stone less.
    #[must_use]
    pub const fn with_stone(self, point: Point, color: Color) -> Key {
        let seed = (point.row() as u64) << 9 | (point.column() as u64) << 1 | color as u64;
        Key(self.0 ^ scrambled(seed + 1))
    }

    /// The key of the stones together with a side: the one to move, or the one whose win is
    /// looked for.
    pub const fn for_side(self, side: Color) -> u64 {
        match side {
            Color::Black => self.0,
            Color::White => self.0 ^ WHITE,
        }
    }

    /// The key as a number, for tables and files.
    pub const fn get(self) -> u64 {
        self.0
    }
}

/// A constant that no stone has.
const WHITE: u64 = 0x5bd1_e995_9d1b_58d3;

/// The finaliser of `SplitMix64` (Steele, Lea and Flood 2014): every bit of the seed moves every bit of the result.
pub const fn scrambled(seed: u64) -> u64 {
    let mut word = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::geometry::Size;

    use super::*;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    #[test]
    fn stones_in_any_order_make_the_same_board() {
        let one = Board::with_stones(Size::RENJU, &[point("H8"), point("A1")], &[point("I9")]);
        let other = Board::with_stones(Size::RENJU, &[point("A1"), point("H8")], &[point("I9")]);
        assert_eq!(one, other);
        assert_eq!(one.empties().len(), 222);
    }

    #[test]
    #[should_panic(expected = "P1 is off the 15x15 board or taken")]
    fn a_stone_off_the_board_is_a_mistake_of_the_caller() {
        Board::empty(Size::RENJU).place(point("P1"), Color::White);
    }

    #[test]
    fn a_trial_stone_leaves_no_trace() {
        let mut board = Board::with_stones(Size::RENJU, &[point("H8")], &[point("I9")]);
        let before = board.clone();
        let seen = board.with_stone(point("G7"), Color::Black, |board| board.stone(point("G7")));
        assert_eq!(seen, Some(Color::Black));
        assert_eq!(board, before);
    }

    #[test]
    fn single_stones_have_keys_of_their_own() {
        let keys: HashSet<Key> = Size::MAX
            .points()
            .flat_map(|point| Color::BOTH.map(|color| Key::EMPTY.with_stone(point, color)))
            .collect();
        assert_eq!(keys.len(), 800);
        assert!(!keys.contains(&Key::EMPTY));
    }

    /// Keys stand in files that users keep, so they may not change.
    #[test]
    fn keys_are_the_same_for_ever() {
        let key = Key::EMPTY.with_stone("H8".parse().unwrap(), Color::Black);
        assert_eq!(format!("{key:?}"), "8764cad36c218368");
    }
}
