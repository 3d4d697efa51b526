use serde::Serialize;

use crate::geometry::Point;
use crate::limits::StopReason;
use crate::named_enum::named_enum;

/// How a published program is to choose; what is left open is as its weights say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PlayOptions {
    /// Plies to look ahead.
    pub depth: Option<usize>,
    /// Moves to try at each node.
    pub width: Option<usize>,
    /// Where the published program draws random numbers: draw them from this seed. Without one the
    /// first of equal moves is played.
    pub seed: Option<u64>,
}

/// The move that a published program chooses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublishedMove {
    /// The value of the line in the program's unit, seen by the side that searches; `None` where
    /// it plays without a value.
    pub value: Option<i64>,
    /// The move, and what follows it as far as the program knows; empty if it finds none.
    pub moves: Vec<Point>,
    /// By which part of the program the move was found.
    pub how: How,
    /// Plies that were looked ahead.
    pub depth: usize,
    /// Nodes that were visited.
    pub nodes: u64,
    /// Why the search ended early, if it did.
    pub stop: Option<StopReason>,
}

impl PublishedMove {
    /// A move that was found without a search.
    pub fn unsearched(how: How, point: Option<Point>) -> PublishedMove {
        PublishedMove {
            value: None,
            moves: point.into_iter().collect(),
            how,
            depth: 0,
            nodes: 0,
            stop: None,
        }
    }
}

named_enum! {
    /// By which part of a program a move was found.
    pub enum How: "how" {
        /// By the search itself.
        Searched = "searched",
        /// By the greatest value of a point, without looking ahead.
        Greedy = "greedy",
        /// By a rule that comes before any search: a five to make or to stop, and the like.
        Forced = "forced",
        /// By the list of first moves.
        Opening = "opening",
        /// Because the search found nothing.
        Fallback = "fallback",
        /// By drawing lots.
        Random = "random",
    }
}
