//! How much work a question may take, who watches it, and why it stopped.
//!
//! Search, the solvers of forced wins and the published programs share these types. [`Limits`] is
//! plain data, as a user or a file gives it; [`Control`] is one run under such limits: it knows
//! when the run started and whom to tell. Nothing here starts threads, prints or catches signals.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
/// The clock of limits: that of the standard library, in a browser that of the page.
pub use web_time::Instant;

use crate::geometry::Point;
use crate::named_enum::named_enum;
use crate::trace::TraceSink;

/// How much one question may take; `None` is no limit.
///
/// Under a node limit alone, with one thread, the same question has the same answer on every
/// machine; under a time limit it may differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Limits {
    /// Nodes to visit at most, by all threads together.
    pub nodes: Option<u64>,
    /// Time to answer in, counted from [`Control::new`].
    pub time: Option<Duration>,
}

impl Limits {
    /// No limit at all: the work goes on to its answer.
    pub const NONE: Limits = Limits {
        nodes: None,
        time: None,
    };

    /// A node limit and no other.
    pub const fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            time: None,
        }
    }

    /// A time limit and no other.
    pub const fn time(time: Duration) -> Limits {
        Limits {
            nodes: None,
            time: Some(time),
        }
    }

    /// Whether neither nodes nor time are limited.
    pub const fn is_none(&self) -> bool {
        self.nodes.is_none() && self.time.is_none()
    }
}

named_enum! {
    /// Why a search, a solver or a published program stopped.
    pub enum StopReason: "stop" {
        /// The depth asked for was reached.
        Depth = "depth",
        /// The node limit was reached.
        Nodes = "nodes",
        /// The time limit was reached.
        Time = "time",
        /// Lines longer than the ply limit were left.
        Plies = "plies",
        /// Solved: every line asked for is won or lost, or there is no choice.
        Decided = "decided",
        /// The observer ended the work.
        Interrupted = "interrupted",
        /// The game was over before the first move.
        GameOver = "game_over",
        /// A win was found that the rules do not confirm: a bug of the solver.
        Unverified = "unverified",
    }
}

/// One run under limits: its start, its deadline, and its observer.
///
/// Threads share one `Control`; each asks [`stop_reason`](Self::stop_reason) every few hundred
/// nodes.
///
/// ```
/// use renju_core::limits::{Control, Limits, StopReason};
///
/// let control = Control::new(Limits::nodes(1000));
/// assert_eq!(control.stop_reason(999), None);
/// assert_eq!(control.stop_reason(1000), Some(StopReason::Nodes));
/// ```
#[derive(Clone, Copy)]
pub struct Control<'a> {
    limits: Limits,
    started: Instant,
    deadline: Option<Instant>,
    observer: &'a dyn Observer,
}

impl Control<'static> {
    /// Starts the clock now, without an observer.
    pub fn new(limits: Limits) -> Control<'static> {
        Control::observed(limits, &NoObserver)
    }

    /// A run that goes on to its answer.
    pub fn unlimited() -> Control<'static> {
        Control::new(Limits::NONE)
    }
}

impl<'a> Control<'a> {
    /// Starts the clock now; `observer` hears of progress and may end the work.
    pub fn observed(limits: Limits, observer: &'a dyn Observer) -> Control<'a> {
        let started = Instant::now();
        Control {
            limits,
            started,
            // A deadline beyond what the clock can express is no deadline.
            deadline: limits.time.and_then(|time| started.checked_add(time)),
            observer,
        }
    }

    /// The limits of this run.
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// The most nodes that may be visited.
    pub fn max_nodes(&self) -> u64 {
        self.limits.nodes.unwrap_or(u64::MAX)
    }

    /// Time since the start of the run.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Who watches this run.
    pub const fn observer(&self) -> &'a dyn Observer {
        self.observer
    }

    /// Whether the time is up.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Which limit is reached after `nodes` nodes; the observer is told and asked first.
    pub fn stop_reason(&self, nodes: u64) -> Option<StopReason> {
        self.stop_reason_after(&Progress {
            nodes,
            ..Progress::default()
        })
    }

    /// As [`stop_reason`](Self::stop_reason), for work that has more to report than nodes.
    pub fn stop_reason_after(&self, progress: &Progress) -> Option<StopReason> {
        let wish = self.observer.progress(progress);
        if progress.nodes >= self.max_nodes() {
            Some(StopReason::Nodes)
        } else if wish == ControlFlow::Break(()) {
            Some(StopReason::Interrupted)
        } else if self.is_late() {
            Some(StopReason::Time)
        } else {
            None
        }
    }
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("limits", &self.limits)
            .field("elapsed", &self.elapsed())
            .finish_non_exhaustive()
    }
}

/// Watches a search or a solver while it runs, and may end it.
///
/// Every method has a default that does nothing. Methods are called from the threads that do the
/// work, so they should return quickly.
pub trait Observer: Sync {
    /// Called every few hundred nodes by each thread; `Break` ends the work with
    /// [`StopReason::Interrupted`].
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        let _ = progress;
        ControlFlow::Continue(())
    }

    /// Called when an iteration of a search is complete, and once more at the end with the answer.
    fn iteration(&self, iteration: &Iteration) {
        let _ = iteration;
    }

    /// Who takes every node of a search as it ends, where that is wanted; asked once for a search.
    fn trace_sink(&self) -> Option<&dyn TraceSink> {
        None
    }
}

/// An observer that ignores everything and never ends the work.
#[derive(Clone, Copy, Debug)]
pub struct NoObserver;

impl Observer for NoObserver {}

/// A stop flag: the work ends soon after the flag is set.
impl Observer for AtomicBool {
    fn progress(&self, _: &Progress) -> ControlFlow<()> {
        stop_if(self.load(Ordering::Relaxed))
    }
}

/// What [`Observer::progress`] answers: `Break` if the work has to end.
pub const fn stop_if(has_to_end: bool) -> ControlFlow<()> {
    if has_to_end {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// Tells the nodes of a part of the work behind those that were visited before it. Proof and disproof
/// number stay those of before: the part has a root of its own.
#[derive(Clone, Copy)]
pub struct ProgressAfter<'a> {
    /// What was done before.
    pub before: Progress,
    /// Who hears of it.
    pub observer: &'a dyn Observer,
}

impl Observer for ProgressAfter<'_> {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        self.observer.progress(&Progress {
            nodes: self.before.nodes.saturating_add(progress.nodes),
            ..self.before
        })
    }
}

impl fmt::Debug for ProgressAfter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ProgressAfter").field(&self.before).finish()
    }
}

/// Hands on whether the work has to end, and tells nothing: for searches whose iterations are not
/// those of the question that the observer knows.
#[derive(Clone, Copy)]
pub struct StopOnly<'a>(pub &'a dyn Observer);

impl Observer for StopOnly<'_> {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        self.0.progress(progress)
    }
}

impl fmt::Debug for StopOnly<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StopOnly").finish_non_exhaustive()
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

/// The worth of a position, or of a line of play, to the side to move.
///
/// A heuristic value and a proved result are different variants: code that compares points
/// cannot take a win for a large number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A heuristic, in the unit of the evaluator.
    Points(i64),
    /// A proved win: the number of plies, of both sides, up to and including the five.
    WinIn(u16),
    /// A proved loss: the number of plies up to and including the opponent's five.
    LossIn(u16),
    /// A proved draw: with best play of both sides the board fills up without a five.
    Draw,
}

impl Value {
    /// A win in no plies as a whole number.
    pub const WHOLE_WIN: i64 = 30_000;

    /// The value to the other side once the first move of the line is played.
    #[must_use]
    pub const fn after_move(self) -> Value {
        match self {
            Value::Points(points) => Value::Points(points.saturating_neg()),
            Value::WinIn(plies) => Value::LossIn(plies.saturating_sub(1)),
            Value::LossIn(plies) => Value::WinIn(plies.saturating_sub(1)),
            Value::Draw => Value::Draw,
        }
    }

    /// The value as a whole number, where engines and databases tell and store one: a win is
    /// [`WHOLE_WIN`](Self::WHOLE_WIN) less the plies to it, a loss the same with a minus, a draw 0.
    /// Points stand for themselves, whatever their size.
    pub fn as_whole(self) -> i64 {
        match self {
            Value::Points(points) => points,
            Value::WinIn(plies) => Value::WHOLE_WIN - i64::from(plies),
            Value::LossIn(plies) => i64::from(plies) - Value::WHOLE_WIN,
            Value::Draw => 0,
        }
    }

    /// Whether it is worth less than nothing to the side to move, which had better be the other one.
    pub const fn is_negative(self) -> bool {
        match self {
            Value::Points(points) => points < 0,
            Value::LossIn(_) => true,
            Value::WinIn(_) | Value::Draw => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn each_limit_ends_the_work_with_its_reason() {
        let stop = |limits| Control::new(limits).stop_reason(10);
        assert_eq!(stop(Limits::NONE), None);
        assert_eq!(stop(Limits::nodes(10)), Some(StopReason::Nodes));
        assert_eq!(stop(Limits::nodes(11)), None);
        assert_eq!(stop(Limits::time(Duration::ZERO)), Some(StopReason::Time));
        assert_eq!(stop(Limits::time(Duration::MAX)), None);
    }

    #[test]
    fn a_flag_interrupts_the_work() {
        let flag = AtomicBool::new(false);
        let control = Control::observed(Limits::NONE, &flag);
        assert_eq!(control.stop_reason(1), None);
        flag.store(true, Ordering::Relaxed);
        assert_eq!(control.stop_reason(1), Some(StopReason::Interrupted));
    }
}
