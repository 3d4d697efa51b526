use crate::geometry::{Direction, Point, PointSet, Size};

use super::line::PackedLines;
use super::{ByColor, Color, Key, Neighborhood, Window};

/// Stones on points, with packed lines and hash always in step.
///
/// ```
/// use renju::board::{Board, Color};
/// use renju::geometry::{Point, Size};
///
/// let h8: Point = "H8".parse()?;
/// let mut board = Board::empty(Size::RENJU);
/// board.place(h8, Color::Black);
/// assert_eq!(board.stone(h8), Some(Color::Black));
/// board.lift(h8);
/// assert_eq!(board, Board::empty(Size::RENJU));
/// # Ok::<(), renju::geometry::ParsePointError>(())
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

#[cfg(test)]
mod tests {
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
}
