use serde::Serialize;

use super::{Head, stones};
use crate::board::Color;
use crate::geometry::Point;
use crate::position::{Outcome, Position};
use crate::search::published::{Choice, How, Limits, choose};

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SearchReport {
    /// What every answer begins with.
    #[serde(flatten)]
    pub head: Head,
    /// By whose values.
    pub evaluator: String,
    /// In which manner: `"published"`.
    pub algorithm: &'static str,
    /// Moves looked ahead.
    pub depth: usize,
    /// Positions entered.
    pub nodes: u64,
    /// Whether the same question is always answered alike.
    pub deterministic: bool,
    /// Why it ended: `"depth"`, or `"game_over"` if the game had ended before.
    pub stop: &'static str,
    /// How the program came by its move; `None` if the game is over.
    pub how: Option<How>,
    /// The move and what follows; empty if there is none.
    pub lines: Vec<Line>,
    /// Stones on the board: Black's, White's.
    #[serde(skip)]
    pub stones: (usize, usize),
    /// How the game ended, if it has.
    #[serde(skip)]
    pub outcome: Option<Outcome>,
}

/// A line of play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    /// What it is worth; `None` where the program plays without a value.
    pub score: Option<LineScore>,
    /// Its moves.
    pub moves: Vec<Point>,
}

/// What a line is worth, in the unit of the evaluator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct LineScore {
    /// Whose gain a positive value is.
    pub view: Color,
    /// The value.
    pub points: i64,
}

/// Asks a published program for its move; `None` if no published search goes by that name. A
/// game that is over is not searched.
pub fn search_published(
    id: &str,
    position: &Position,
    name: &str,
    limits: Limits,
) -> Option<SearchReport> {
    let is_over = position.outcome().is_some();
    let choice = choose(name, position, limits)?;
    let to_move = position.to_move();
    let line = |choice: &Choice| {
        (!is_over && !choice.moves.is_empty()).then(|| Line {
            score: choice.value.map(|points| LineScore {
                view: to_move,
                points,
            }),
            moves: choice.moves.clone(),
        })
    };
    Some(SearchReport {
        head: Head::new(id, "search", position),
        evaluator: name.to_owned(),
        algorithm: "published",
        depth: if is_over { 0 } else { choice.depth },
        nodes: if is_over { 0 } else { choice.nodes },
        deterministic: true,
        stop: if is_over { "game_over" } else { "depth" },
        how: (!is_over).then_some(choice.how),
        lines: line(&choice).into_iter().collect(),
        stones: stones(position),
        outcome: position.outcome().cloned(),
    })
}
