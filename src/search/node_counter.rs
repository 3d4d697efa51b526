use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::limits::{Control, StopReason};

/// Nodes of a thread between two looks at the limits.
const POLL_INTERVAL: u64 = 256;

/// The limits and the nodes of all threads of a search.
pub(super) struct SharedNodes<'a> {
    control: &'a Control<'a>,
    nodes: AtomicU64,
    is_stopped: AtomicBool,
}

impl<'a> SharedNodes<'a> {
    pub(super) fn new(control: &'a Control<'a>) -> SharedNodes<'a> {
        SharedNodes {
            control,
            nodes: AtomicU64::new(0),
            is_stopped: AtomicBool::new(false),
        }
    }

    pub(super) fn control(&self) -> &'a Control<'a> {
        self.control
    }

    /// Nodes of all threads, as far as they have been added up.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Nodes left before the limit.
    pub(super) fn left(&self) -> u64 {
        self.control.max_nodes().saturating_sub(self.nodes())
    }

    /// Tells all threads to stop.
    pub(super) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// The limit that is reached, if any.
    pub(super) fn stop_reason(&self) -> Option<StopReason> {
        self.control.stop_reason(self.nodes())
    }
}

/// What one thread has spent.
pub(super) struct NodeCounter<'a> {
    budget: &'a SharedNodes<'a>,
    /// Spent and told.
    told: u64,
    /// Spent.
    nodes: u64,
    next_poll: u64,
    is_stopped: bool,
}

impl<'a> NodeCounter<'a> {
    pub(super) fn new(budget: &'a SharedNodes<'a>) -> NodeCounter<'a> {
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
        self.is_stopped |=
            budget.is_stopped.load(Ordering::Relaxed) || budget.stop_reason().is_some();
        self.plan_poll();
    }

    fn plan_poll(&mut self) {
        let left = self.budget.left();
        self.next_poll = self.nodes + POLL_INTERVAL.min(left.max(1));
    }
}
