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
