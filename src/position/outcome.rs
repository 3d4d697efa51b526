use serde::Serialize;

use crate::board::{Board, Color};
use crate::geometry::Point;
use crate::named_enum::named_enum;
use crate::rule::{Rule, overlines, winning_rows};

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
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

/// What a set of stones without order says: a row that wins, an overline of Black's where it is
/// forbidden, or a full board. Where both sides have a five, that of the side that moved last counts.
pub(super) fn of_stones(board: &Board, rule: Rule, to_move: Color) -> Option<Outcome> {
    let five = |winner: Color| {
        let row = winning_rows(board, rule, winner).into_iter().next()?;
        Some(Outcome {
            winner: Some(winner),
            by: GameEnd::Five,
            points: row.stones,
        })
    };
    let overline = || {
        let row = overlines(board, rule, Color::Black).into_iter().next()?;
        let winner = Some(Color::White);
        rule.restricts(Color::Black).then_some(Outcome {
            winner,
            by: GameEnd::Forbidden,
            points: row.stones,
        })
    };
    five(!to_move)
        .or_else(|| five(to_move))
        .or_else(overline)
        .or_else(|| full(board))
}

fn full(board: &Board) -> Option<Outcome> {
    let is_full = board.empties().is_empty();
    is_full.then_some(Outcome {
        winner: None,
        by: GameEnd::FullBoard,
        points: Vec::new(),
    })
}

/// How a move ends the game, the board being the one before it.
pub(super) fn of_move(board: &Board, rule: Rule, point: Point, color: Color) -> Option<Outcome> {
    let mut after = board.clone();
    after.place(point, color);
    let is_through = |run: &crate::rule::Run| run.stones.contains(&point);
    if let Some(row) = winning_rows(&after, rule, color)
        .into_iter()
        .find(is_through)
    {
        return Some(Outcome {
            winner: Some(color),
            by: GameEnd::Five,
            points: row.stones,
        });
    }
    if !rule.allows(board, point, color) {
        let points = vec![point];
        return Some(Outcome {
            winner: Some(Color::White),
            by: GameEnd::Forbidden,
            points,
        });
    }
    full(&after)
}
