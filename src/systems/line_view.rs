use crate::board::{Board, Color};
use crate::geometry::{Direction, Point, Size};

/// No line has more cells.
pub(in crate::systems) const SIDE: i8 = Size::MAX.get() as i8;

/// What one side sees on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::systems) enum ViewedCell {
    Own,
    Empty,
    /// An opponent stone, or no cell at all.
    Blocked,
}

/// A board as one side sees it around a point on which it has a stone, or imagines one.
#[derive(Clone, Copy, Debug)]
pub(in crate::systems) struct LineView<'a> {
    pub(in crate::systems) board: &'a Board,
    pub(in crate::systems) color: Color,
    pub(in crate::systems) stone: Point,
}

impl LineView<'_> {
    /// The cell `count` steps from `from`, backwards if negative.
    pub(in crate::systems) fn cell(
        &self,
        from: Point,
        direction: Direction,
        count: i8,
    ) -> ViewedCell {
        match from.step(direction, count) {
            Some(at) if at == self.stone || self.board.stone(at) == Some(self.color) => {
                ViewedCell::Own
            }
            Some(at) if self.board.is_empty(at) => ViewedCell::Empty,
            _ => ViewedCell::Blocked,
        }
    }
}
