//! One side's view of the board along lines, where the edge blocks as an opponent stone does.

use renju_core::board::{Board, Color};
use renju_core::geometry::{Direction, Point, Size};

/// No line has more cells.
pub(super) const SIDE: i8 = Size::MAX.get() as i8;

/// What one side sees on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ViewedCell {
    Own,
    Empty,
    /// An opponent stone, or no cell at all.
    Blocked,
}

/// A board as one side sees it around a point on which it has a stone, or imagines one.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineView<'a> {
    board: &'a Board,
    color: Color,
    pub(super) stone: Point,
}

impl<'a> LineView<'a> {
    /// What `color` sees from `stone`.
    pub(super) const fn new(board: &'a Board, color: Color, stone: Point) -> LineView<'a> {
        LineView {
            board,
            color,
            stone,
        }
    }

    /// The cell `count` steps from `from`, backwards if negative.
    pub(super) fn cell(&self, from: Point, direction: Direction, count: i8) -> ViewedCell {
        match from.step(direction, count) {
            Some(at) if at == self.stone || self.board.stone(at) == Some(self.color) => {
                ViewedCell::Own
            }
            Some(at) if self.board.is_empty(at) => ViewedCell::Empty,
            _ => ViewedCell::Blocked,
        }
    }
}
