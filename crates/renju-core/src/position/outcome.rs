//! Detects the end of a game: a five, a forbidden move of Black, or a full board.

use serde::Serialize;

use crate::board::{Board, Color};
use crate::forbidden::{ThreeReading, forbidden_kinds};
use crate::geometry::Point;
use crate::named_enum::named_enum;
use crate::rule::{Rule, Run, overlines, winning_row, winning_rows};

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// What ended the game.
    pub by: GameEnd,
    /// The stones that decided it: a winning row, an overline, or the forbidden move.
    pub points: Vec<Point>,
}

named_enum! {
    /// What ends a game.
    pub enum GameEnd: "end" {
        /// A row that wins.
        Five = "five",
        /// A forbidden move of Black's.
        Forbidden = "forbidden",
        /// No empty point is left.
        FullBoard = "full_board",
    }
}

impl Outcome {
    fn new(winner: Option<Color>, by: GameEnd, points: Vec<Point>) -> Outcome {
        Outcome { winner, by, points }
    }

    fn five(winner: Color, row: Run) -> Outcome {
        Outcome::new(Some(winner), GameEnd::Five, row.stones)
    }

    /// Black has played these stones, or this one, against the rule.
    fn forbidden(points: Vec<Point>) -> Outcome {
        Outcome::new(Some(Color::White), GameEnd::Forbidden, points)
    }
}

/// A draw, if no point is left.
pub(super) fn full(board: &Board) -> Option<Outcome> {
    let is_full = board.empties().is_empty();
    is_full.then(|| Outcome::new(None, GameEnd::FullBoard, Vec::new()))
}

/// What a set of stones without order says: a row that wins, an overline of Black's where it is
/// forbidden, or a full board. Where both sides have a five, that of the side that moved last counts.
pub(super) fn of_stones(board: &Board, rule: Rule, to_move: Color) -> Option<Outcome> {
    let five = |winner: Color| {
        let row = winning_rows(board, rule, winner).into_iter().next()?;
        Some(Outcome::five(winner, row))
    };
    let overline = || {
        let row = overlines(board, rule, Color::Black).into_iter().next()?;
        let is_forbidden = rule.restricts(Color::Black);
        is_forbidden.then(|| Outcome::forbidden(row.stones))
    };
    five(!to_move)
        .or_else(|| five(to_move))
        .or_else(overline)
        .or_else(|| full(board))
}

/// How a move ends the game, the board being the one before it.
pub(super) fn of_move(board: &Board, rule: Rule, point: Point, color: Color) -> Option<Outcome> {
    let mut after = board.clone();
    after.place(point, color);
    let is_forbidden = || {
        rule.restricts(color) && !forbidden_kinds(board, point, ThreeReading::Literal).is_empty()
    };
    if let Some(row) = winning_row(&after, rule, point, color) {
        Some(Outcome::five(color, row))
    } else if is_forbidden() {
        Some(Outcome::forbidden(vec![point]))
    } else {
        full(&after)
    }
}

/// How a stone that stands ended the game, if it was the last one played.
pub(super) fn of_last(board: &Board, rule: Rule, last: Point) -> Option<Outcome> {
    let color = board.stone(last)?;
    let mut before = board.clone();
    before.lift(last);
    of_move(&before, rule, last, color)
}

#[cfg(test)]
mod tests {
    use crate::geometry::Size;

    use super::*;

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn board(black: &str, white: &str) -> Board {
        Board::with_stones(Size::RENJU, &points(black), &points(white))
    }

    #[test]
    fn of_two_fives_that_of_the_side_that_moved_last_counts() {
        let both = board("F8 G8 H8 I8 J8", "F6 G6 H6 I6 J6");
        for to_move in Color::BOTH {
            let outcome = of_stones(&both, Rule::Renju, to_move).unwrap();
            assert_eq!(outcome.winner, Some(!to_move));
            assert_eq!(outcome.by, GameEnd::Five);
        }
        let one = board("F8 G8 H8 I8 J8", "");
        for to_move in Color::BOTH {
            let outcome = of_stones(&one, Rule::Renju, to_move).unwrap();
            assert_eq!(outcome.winner, Some(Color::Black));
            assert_eq!(outcome.points, points("F8 G8 H8 I8 J8"));
        }
    }

    #[test]
    fn six_stones_of_black_end_the_game_by_the_rule() {
        let names = "F8 G8 H8 I8 J8 K8";
        let by = |rule| of_stones(&board(names, ""), rule, Color::White);
        assert_eq!(by(Rule::Renju), Some(Outcome::forbidden(points(names))));
        assert_eq!(by(Rule::Standard), None);
        let freestyle = by(Rule::Freestyle).unwrap();
        assert_eq!(
            (freestyle.winner, freestyle.by),
            (Some(Color::Black), GameEnd::Five)
        );
    }

    #[test]
    fn what_is_forbidden_to_black_ends_no_game_of_white() {
        let at = "H8".parse().unwrap();
        let before = board("F8 G8 H6 H7", "A1 A3 A5 A7");
        let by = |rule, color| of_move(&before, rule, at, color);
        let lost = Some(Outcome::forbidden(vec![at]));
        assert_eq!(by(Rule::Renju, Color::Black), lost);
        assert_eq!(by(Rule::Renju, Color::White), None);
        assert_eq!(by(Rule::Standard, Color::Black), None);
        let mut after = before.clone();
        assert_eq!(of_last(&after, Rule::Renju, at), None);
        after.place(at, Color::Black);
        assert_eq!(of_last(&after, Rule::Renju, at), lost);
    }

    #[test]
    fn a_full_board_without_a_five_is_a_draw() {
        let size = Size::new(5).unwrap();
        let is_black = |at: &Point| (at.column() + 2 * at.row()) % 4 < 2;
        let (black, white): (Vec<Point>, Vec<Point>) = size.points().partition(is_black);
        let mut board = Board::with_stones(size, &black, &white);
        let draw = Some(Outcome::new(None, GameEnd::FullBoard, Vec::new()));
        let last = black[0];
        assert_eq!(of_stones(&board, Rule::Freestyle, Color::Black), draw);
        assert_eq!(of_last(&board, Rule::Freestyle, last), draw);
        board.lift(last);
        assert_eq!(of_stones(&board, Rule::Freestyle, Color::Black), None);
        assert_eq!(of_move(&board, Rule::Freestyle, last, Color::Black), draw);
    }
}
