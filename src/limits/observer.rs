use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::geometry::Point;

use super::Value;

/// Watches a search or a solver while it runs, and may end it.
///
/// Every method has a default that does nothing. Methods are called from the threads that do the
/// work, so they should return quickly.
pub trait Observer: Sync {
    /// Called every few hundred nodes by each thread; `Break` ends the work with
    /// [`StopReason::Interrupted`](super::StopReason::Interrupted).
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        let _ = progress;
        ControlFlow::Continue(())
    }

    /// Called when an iteration of a search is complete, and once more at the end with the answer.
    fn iteration(&self, iteration: &Iteration) {
        let _ = iteration;
    }
}

/// An observer that ignores everything and never ends the work.
#[derive(Clone, Copy, Debug)]
pub struct NoObserver;

impl Observer for NoObserver {}

/// A stop flag: the work ends soon after the flag is set.
impl Observer for AtomicBool {
    fn progress(&self, _: &Progress) -> ControlFlow<()> {
        if self.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// How far the work has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Nodes so far: each stone played by search or solver counts one.
    pub nodes: u64,
    /// The root's proof number, where a df-pn search runs: replies that must at least be answered
    /// before the win is proved.
    pub proof: Option<u32>,
    /// The root's disproof number: threats that must at least be refuted before the win is
    /// disproved.
    pub disproof: Option<u32>,
}

/// The state of a search at the end of an iteration.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Iteration {
    /// Depth of the iteration in plies; 0 if a win was found by a solver, without search.
    pub depth: u16,
    /// Greatest ply that was reached, extensions and quiescence included.
    pub selective_depth: u16,
    /// The best moves, each with its principal variation, best first; empty if there is no move.
    pub lines: Vec<PrincipalVariation>,
    /// Nodes so far, of all threads.
    pub nodes: u64,
    /// Time since the search started.
    pub elapsed: Duration,
}

/// A line of best play with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrincipalVariation {
    /// Its value to the side to move at the root.
    pub value: Value,
    /// The moves of both sides in turn; `None` is a pass, of a side without a legal move. A proved
    /// win or loss is complete up to its five.
    pub moves: Vec<Option<Point>>,
}
