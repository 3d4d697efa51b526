use std::time::Duration;

use serde::Serialize;

use crate::geometry::{Point, PointSet};

use super::Value;

/// What is asked of a search, and how much it may spend. What is left open has no limit.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// Moves to look ahead, the last iteration.
    pub depth: Option<u16>,
    /// Positions to enter, by all threads together.
    pub nodes: Option<u64>,
    /// The time to answer in.
    pub time: Option<Duration>,
    /// Threads; one gives the same answer every time unless [`time`](Self::time) is limited.
    pub threads: usize,
    /// How many of the best moves are wanted, each with its line.
    pub lines: usize,
    /// The first moves to choose from; all without it.
    pub only: Option<PointSet>,
    /// First moves that are not wanted.
    pub avoid: PointSet,
    /// Told of every iteration, and may end the search.
    pub observer: &'a dyn Observer,
}

impl Default for Ask<'_> {
    fn default() -> Self {
        Ask {
            depth: None,
            nodes: None,
            time: None,
            threads: 1,
            lines: 1,
            only: None,
            avoid: PointSet::EMPTY,
            observer: &Silent,
        }
    }
}

/// Looks on while a search runs.
pub trait Observer: Sync {
    /// Called whenever an iteration is complete, and once more at the end with the answer.
    fn iteration(&self, iteration: &Iteration);

    /// Asked every few hundred positions: whether to stop now.
    fn wants_stop(&self) -> bool {
        false
    }
}

/// Looks away.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Observer for Silent {
    fn iteration(&self, _: &Iteration) {}
}

/// What is known when an iteration ends.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Iteration {
    /// Moves looked ahead; 0 if a win was found without looking ahead move by move.
    pub depth: u16,
    /// Moves of the longest line looked at.
    pub selective_depth: u16,
    /// The best moves with what follows, best first; none if there is no move.
    pub lines: Vec<Line>,
    /// Positions entered so far: every stone played counts one.
    pub nodes: u64,
    /// Time gone so far.
    pub elapsed: Duration,
}

/// A line of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What it is worth to the side to move.
    pub value: Value,
    /// Its moves, of both sides in turn; `None` is a pass, of a side without a legal move. To a
    /// win it is complete.
    pub moves: Vec<Option<Point>>,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// The depth was reached.
    Depth,
    /// The positions were used up.
    Nodes,
    /// The time was up.
    Time,
    /// Nothing is open any more: all lines asked for are won or lost, or there is no choice.
    Decided,
    /// The observer asked.
    Interrupted,
    /// The game was over before.
    GameOver,
}

/// What a search came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The best that is known.
    pub last: Iteration,
    /// Why it ended.
    pub stop: Stop,
}
