use crate::board::{Board, Color};
use crate::geometry::{Direction, Point};

use super::{Rule, Run, row_length_through, row_through};

impl Rule {
    /// Whether a stone of `color` on the empty `point` makes a row that wins.
    pub fn makes_five(self, board: &Board, point: Point, color: Color) -> bool {
        Direction::ALL
            .into_iter()
            .any(|direction| self.makes_five_along(board, point, direction, color))
    }

    /// As [`makes_five`](Self::makes_five), on a single line.
    pub fn makes_five_along(
        self,
        board: &Board,
        point: Point,
        direction: Direction,
        color: Color,
    ) -> bool {
        let length = row_length_through(board, point, direction, color);
        self.five_length(color).wins(length)
    }
}

/// Every unbroken row of `color` that wins under `rule`.
pub fn winning_rows(board: &Board, rule: Rule, color: Color) -> Vec<Run> {
    let length = rule.five_length(color);
    rows(board, color, |stones| length.wins(stones))
}

/// Every unbroken row of six or more stones of `color` that does not win under `rule`.
pub fn overlines(board: &Board, rule: Rule, color: Color) -> Vec<Run> {
    let length = rule.five_length(color);
    rows(board, color, |stones| stones > 5 && !length.wins(stones))
}

fn rows(board: &Board, color: Color, counts: impl Fn(usize) -> bool) -> Vec<Run> {
    let mut found = Vec::new();
    for direction in Direction::ALL {
        for start in board.stones(color).iter() {
            let before = start.step(direction, -1);
            if before.is_some_and(|at| board.stone(at) == Some(color)) {
                continue; // The row starts earlier.
            }
            let row = row_through(board, start, direction, color);
            if counts(row.len()) {
                found.push(Run::new(direction, row));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;

    fn row_of(stones: u8, color: Color) -> Board {
        let points: Vec<Point> = (0..stones)
            .filter_map(|column| Point::new(column, 3))
            .collect();
        match color {
            Color::Black => Board::with_stones(Size::RENJU, &points, &[]),
            Color::White => Board::with_stones(Size::RENJU, &[], &points),
        }
    }

    #[test]
    fn six_in_a_row_win_where_the_rule_lets_them() {
        let wins = |rule, color| !winning_rows(&row_of(6, color), rule, color).is_empty();
        assert!(wins(Rule::Freestyle, Color::Black) && wins(Rule::Freestyle, Color::White));
        assert!(!wins(Rule::Standard, Color::Black) && !wins(Rule::Standard, Color::White));
        assert!(!wins(Rule::Renju, Color::Black) && wins(Rule::Renju, Color::White));
    }

    #[test]
    fn six_in_a_row_are_an_overline_where_they_do_not_win() {
        let board = row_of(6, Color::Black);
        assert_eq!(overlines(&board, Rule::Renju, Color::Black).len(), 1);
        assert_eq!(overlines(&board, Rule::Freestyle, Color::Black), []);
    }
}
