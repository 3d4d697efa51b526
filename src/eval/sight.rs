use crate::board::{Board, Color};
use crate::geometry::{Direction, Point, Size};

/// No line has more cells.
pub(super) const SIDE: i8 = Size::MAX.get() as i8;

/// What one side sees on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cell {
    Own,
    Empty,
    /// An enemy stone, or no cell at all.
    Blocked,
}

/// A board as one side sees it around a point on which it has a stone, or imagines one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight<'a> {
    pub(super) board: &'a Board,
    pub(super) color: Color,
    pub(super) stone: Point,
}

impl Sight<'_> {
    /// The cell `count` steps from `from`, backwards if negative.
    pub(super) fn cell(&self, from: Point, direction: Direction, count: i8) -> Cell {
        match from.step(direction, count) {
            Some(at) if at == self.stone || self.board.stone(at) == Some(self.color) => Cell::Own,
            Some(at) if self.board.is_empty(at) => Cell::Empty,
            _ => Cell::Blocked,
        }
    }
}
