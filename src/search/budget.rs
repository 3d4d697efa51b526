use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::{Ask, Observer, Stop};

/// How many positions a thread enters between two looks at the clock.
const BETWEEN_LOOKS: u64 = 256;

/// What all threads of a search may spend together.
pub(super) struct Budget<'a> {
    started: Instant,
    end: Option<Instant>,
    most_nodes: u64,
    nodes: AtomicU64,
    is_over: AtomicBool,
    observer: &'a dyn Observer,
}

impl<'a> Budget<'a> {
    /// The time begins now.
    pub(super) fn new(ask: &Ask<'a>) -> Budget<'a> {
        let started = Instant::now();
        Budget {
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
    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// What limit has been reached.
    pub(super) fn reached(&self) -> Option<Stop> {
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
pub(super) struct Purse<'a> {
    budget: &'a Budget<'a>,
    /// Spent and told.
    told: u64,
    /// Spent.
    nodes: u64,
    next_look: u64,
    is_empty: bool,
}

impl<'a> Purse<'a> {
    pub(super) fn new(budget: &'a Budget<'a>) -> Purse<'a> {
        let mut purse = Purse {
            budget,
            told: 0,
            nodes: 0,
            next_look: 0,
            is_empty: false,
        };
        purse.plan_look();
        purse
    }

    /// Counts a position entered.
    #[inline]
    pub(super) fn spend(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
        }
    }

    /// Counts positions entered by a solver at the root, and tells of them at once.
    pub(super) fn pay(&mut self, nodes: u64) {
        self.nodes += nodes;
        self.look();
    }

    /// Counts positions entered by a solver in the tree.
    pub(super) fn spend_many(&mut self, nodes: u64) {
        self.nodes += nodes;
        if self.nodes >= self.next_look {
            self.look();
        }
    }

    /// Whether the search has to end.
    #[inline]
    pub(super) const fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Tells what was spent and asks whether to go on.
    pub(super) fn look(&mut self) {
        let budget = self.budget;
        budget
            .nodes
            .fetch_add(self.nodes - self.told, Ordering::Relaxed);
        self.told = self.nodes;
        self.is_empty |= budget.is_over.load(Ordering::Relaxed) || budget.reached().is_some();
        self.plan_look();
    }

    fn plan_look(&mut self) {
        let left = self.budget.left();
        self.next_look = self.nodes + BETWEEN_LOOKS.min(left.max(1));
    }
}
