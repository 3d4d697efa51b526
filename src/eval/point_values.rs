use crate::board::Board;
use crate::geometry::{Point, PointMap};

/// A value for some of the points of a board.
pub type PointValues = PointMap<Option<i64>>;

/// The values of all empty points, each by `value`.
pub fn point_values(board: &Board, mut value: impl FnMut(Point) -> i64) -> PointValues {
    let mut values = PointMap::filled(None);
    for point in board.empties().iter() {
        values[point] = Some(value(point));
    }
    values
}

/// A value for every point of the board in reading order, `None` where there is none.
pub(crate) fn flat(board: &Board, values: &PointValues) -> Vec<Option<i64>> {
    let points = board.size().points();
    points.map(|point| values[point]).collect()
}

/// Stones on the board, of both sides.
pub(crate) fn stone_count(board: &Board) -> usize {
    board.size().area() - board.empties().len()
}
