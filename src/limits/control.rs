use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::{NoObserver, Observer, Progress};
use crate::named_enum::named_enum;

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
/// use renju::limits::{Control, Limits, StopReason};
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
        } else if self.deadline.is_some_and(|end| Instant::now() >= end) {
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
