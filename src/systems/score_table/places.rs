use crate::board::Board;
use crate::geometry::{Point, PointSet};

/// The first empty point from `start` on, in reading order and round to A1.
pub(super) fn first_empty(board: &Board, start: Point) -> Option<Point> {
    let empties = board.empties();
    let on = empties.iter().find(|&point| point >= start);
    on.or_else(|| empties.iter().next())
}

/// The empty points of the squares around the last three of `stones`.
pub(super) fn around(board: &Board, stones: &[Point], reach: i8) -> PointSet {
    let near = |one: u8, other: u8| one.abs_diff(other) <= reach.unsigned_abs();
    let is_near = |point: &Point| {
        let mut centres = stones.iter().rev().take(3);
        centres.any(|at| near(at.column(), point.column()) && near(at.row(), point.row()))
    };
    board.empties().iter().filter(is_near).collect()
}
