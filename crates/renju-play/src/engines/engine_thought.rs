//! A best move that an engine reports during its search, with the time and nodes it took.

use std::time::Duration;

use renju_core::geometry::Point;

/// The best move of an engine at a moment of its search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineThought {
    /// Where; the point may be taken.
    pub point: Point,
    /// The time since the question.
    pub time: Duration,
    /// The nodes that it counted since the question; `None` if it told none.
    pub nodes: Option<u64>,
}
