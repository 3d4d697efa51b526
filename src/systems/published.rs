//! How the published programs choose a move, for study: their own searches, mistakes included.

use serde::Serialize;

use super::{count_block_empty, five_tuple, lianzhu, point_info, score_table};
use crate::eval::{Edition, system_and_variant};
use crate::geometry::Point;
use crate::position::Position;

/// The programs that can be asked for a move.
pub const PROGRAMS: [&str; 15] = [
    "five-tuple",
    "five-tuple:corrected",
    "five-tuple:document-table",
    "lianzhu",
    "lianzhu:corrected",
    "lianzhu:ban-blocks",
    "lianzhu-gen1",
    "lianzhu-gen1:pow23",
    "count-block-empty",
    "count-block-empty:corrected",
    "score-table",
    "score-table:corrected",
    "point-info",
    "point-info:corrected",
    "point-info:tutorial",
];

/// How far to search. What is left open is as the program has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Moves to look ahead.
    pub depth: Option<usize>,
    /// Moves to try at each node.
    pub width: Option<usize>,
}

/// What a program chooses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublishedMove {
    /// What the program thinks the move leads to, seen by the side that searches; `None` where it
    /// plays without a value.
    pub value: Option<i64>,
    /// The move, and what follows it as far as the program knows; empty if it finds none.
    pub moves: Vec<Point>,
    /// How the move was found.
    pub how: How,
    /// Moves that were looked ahead.
    pub depth: usize,
    /// Positions that were entered.
    pub nodes: u64,
}

/// How a program came by its move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// By the search itself.
    Searched,
    /// By the greatest value of a point, without looking ahead.
    Greedy,
    /// By a rule that comes before any search: a five to make or to stop, and the like.
    Forced,
    /// By the list of first moves.
    Opening,
    /// Because the search found nothing.
    Fallback,
}

/// The move that the program of this name chooses for the side to move; `None` if no published
/// search goes by that name.
pub fn choose(name: &str, position: &Position, limits: Limits) -> Option<PublishedMove> {
    let (system, variant) = system_and_variant(name);
    let edition = Edition::of_variant(variant);
    match system {
        "five-tuple" => Some(five_tuple::play::choose(variant, position, limits)),
        "lianzhu" => Some(lianzhu::play::choose(variant, position, limits)),
        "lianzhu-gen1" => Some(lianzhu::play::choose_gen1(variant, position)),
        "count-block-empty" => Some(count_block_empty::play::choose(edition, position, limits)),
        "score-table" => Some(score_table::play::choose(edition, position, limits)),
        "point-info" => Some(point_info::play::choose(variant, position, limits)),
        _ => None,
    }
}
