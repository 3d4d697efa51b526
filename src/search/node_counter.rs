use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::{Ask, Observer, Stop};

/// How many positions a thread enters between two looks at the clock.
const POLL_INTERVAL: u64 = 256;

/// What all threads of a search may spend together.
pub(super) struct NodeBudget<'a> {
    started: Instant,
    end: Option<Instant>,
    most_nodes: u64,
    nodes: AtomicU64,
    is_over: AtomicBool,
    observer: &'a dyn Observer,
}

impl<'a> NodeBudget<'a> {
    /// The time begins now.
    pub(super) fn new(ask: &Ask<'a>) -> NodeBudget<'a> {
        let started = Instant::now();
        NodeBudget {
            started,
            // A time that no clock will see is no limit.
            end: ask.time.and_then(|time| started.checked_add(time)),
            most_nodes: ask.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            observer: ask.observer,
        }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Positions entered by all threads, as far as they have told.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Positions that may still be entered.
    pub(super) fn left(&self) -> u64 {
        self.most_nodes.saturating_sub(self.nodes())
    }

    /// No thread goes on.
    pub(super) fn stop(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// What limit has been reached.
    pub(super) fn stop_reason(&self) -> Option<Stop> {
        if self.nodes() >= self.most_nodes {
            Some(Stop::Nodes)
        } else if self.observer.wants_stop() {
            Some(Stop::Interrupted)
        } else if self.end.is_some_and(|end| Instant::now() >= end) {
            Some(Stop::Time)
        } else {
            None
        }
    }
}

/// What one thread has spent.
pub(super) struct NodeCounter<'a> {
    budget: &'a NodeBudget<'a>,
    /// Spent and told.
    told: u64,
    /// Spent.
    nodes: u64,
    next_poll: u64,
    is_stopped: bool,
}

impl<'a> NodeCounter<'a> {
    pub(super) fn new(budget: &'a NodeBudget<'a>) -> NodeCounter<'a> {
        let mut counter = NodeCounter {
            budget,
            told: 0,
            nodes: 0,
            next_poll: 0,
            is_stopped: false,
        };
        counter.plan_poll();
        counter
    }

    /// Counts a position entered.
    #[inline]
    pub(super) fn count(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    /// Counts positions entered by a solver at the root, and tells of them at once.
    pub(super) fn count_solver(&mut self, nodes: u64) {
        self.nodes += nodes;
        self.poll();
    }

    /// Counts positions entered by a solver in the tree.
    pub(super) fn count_many(&mut self, nodes: u64) {
        self.nodes += nodes;
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    /// Whether the search has to end.
    #[inline]
    pub(super) const fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Tells what was spent and asks whether to go on.
    pub(super) fn poll(&mut self) {
        let budget = self.budget;
        budget
            .nodes
            .fetch_add(self.nodes - self.told, Ordering::Relaxed);
        self.told = self.nodes;
        self.is_stopped |= budget.is_over.load(Ordering::Relaxed) || budget.stop_reason().is_some();
        self.plan_poll();
    }

    fn plan_poll(&mut self) {
        let left = self.budget.left();
        self.next_poll = self.nodes + POLL_INTERVAL.min(left.max(1));
    }
}
