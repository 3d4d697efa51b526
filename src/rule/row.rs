use serde::{Deserialize, Serialize};

use crate::board::{Board, Color};
use crate::geometry::{Direction, Point};

/// Stones of one side on one line, in reading order (A1, B1, ..., A2, ...).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Run {
    /// The direction of their line.
    pub direction: Direction,
    /// The points they stand on, in reading order.
    pub stones: Vec<Point>,
}

impl Run {
    /// A run of these stones, put into reading order.
    pub fn new(direction: Direction, mut stones: Vec<Point>) -> Run {
        stones.sort_unstable();
        Run { direction, stones }
    }
}

/// The unbroken row of `color` through `point`, which counts as one of its stones.
///
/// Points come in the order of the direction, not in reading order.
pub fn row_through(board: &Board, point: Point, direction: Direction, color: Color) -> Vec<Point> {
    let own = |count: i8| {
        point
            .step(direction, count)
            .filter(|&at| board.stone(at) == Some(color))
    };
    let mut row: Vec<Point> = (1..).map_while(|count| own(-count)).collect();
    row.reverse();
    row.push(point);
    row.extend((1..).map_while(own));
    row
}

/// The length of that row, at least 1.
pub fn row_length_through(
    board: &Board,
    point: Point,
    direction: Direction,
    color: Color,
) -> usize {
    let own = |count: i8| {
        point
            .step(direction, count)
            .is_some_and(|at| board.stone(at) == Some(color))
    };
    let ahead = (1..20).take_while(|&count| own(count)).count();
    let behind = (1..20).take_while(|&count| own(-count)).count();
    behind + 1 + ahead
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;

    #[test]
    fn a_row_ends_at_the_edge_and_at_a_gap() {
        let points: Vec<Point> = (0..5).filter_map(|column| Point::new(column, 3)).collect();
        let board = Board::with_stones(Size::RENJU, &points, &[]);
        let row = row_through(
            &board,
            Point::new(2, 3).unwrap(),
            Direction::Horizontal,
            Color::Black,
        );
        assert_eq!(row.len(), 5);
        let alone = row_through(
            &board,
            Point::new(2, 3).unwrap(),
            Direction::Vertical,
            Color::Black,
        );
        assert_eq!(alone.len(), 1);
    }
}
