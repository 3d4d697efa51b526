//! Node counts of a search and its threads, and when they look at the limits.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::limits::{Control, StopReason};

/// Nodes of a thread between two looks at the limits.
const POLL_INTERVAL: u64 = 256;

/// Nodes of all threads of a search, and its limits.
pub(super) struct SharedNodes<'a> {
    pub(super) control: &'a Control<'a>,
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

    /// Nodes of all threads, up to the last poll of each.
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

/// Nodes of one thread, added to the shared ones now and then: an atomic for every node would cost
/// more than the node.
pub(super) struct NodeCounter<'a> {
    shared: &'a SharedNodes<'a>,
    nodes: u64,
    /// Of these, those that are added to the shared ones.
    reported: u64,
    next_poll: u64,
    is_stopped: bool,
}

impl<'a> NodeCounter<'a> {
    pub(super) fn new(shared: &'a SharedNodes<'a>) -> NodeCounter<'a> {
        NodeCounter {
            shared,
            nodes: 0,
            reported: 0,
            next_poll: POLL_INTERVAL.min(shared.left().max(1)),
            is_stopped: false,
        }
    }

    /// Counts nodes: one for each stone played, by the search or by a solver.
    #[inline]
    pub(super) fn add(&mut self, nodes: u64) {
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

    /// Adds to the shared nodes and looks at the limits.
    pub(super) fn poll(&mut self) {
        let shared = self.shared;
        let new = self.nodes - self.reported;
        shared.nodes.fetch_add(new, Ordering::Relaxed);
        self.reported = self.nodes;
        self.is_stopped |=
            shared.is_stopped.load(Ordering::Relaxed) || shared.stop_reason().is_some();
        self.next_poll = self.nodes + POLL_INTERVAL.min(shared.left().max(1));
    }
}
