//! Node and time limits of a threat solver, which can be shared with another search or extended.

use renju_core::limits::{Control, Limits, Progress, ProgressAfter, StopReason};

/// Nodes between two looks at the clock; a look costs about as much as a node.
const NODES_BETWEEN_LOOKS: u64 = 512;

/// The nodes of one solver: counts them, and stops it at the limits of its [`Control`].
pub(super) struct SolverBudget<'c> {
    pub(super) progress: Progress,
    max_nodes: u64,
    next_look: u64,
    stopped: Option<StopReason>,
    control: Control<'c>,
}

impl<'c> SolverBudget<'c> {
    pub(super) fn new(control: &Control<'c>) -> SolverBudget<'c> {
        let max_nodes = control.max_nodes();
        SolverBudget {
            progress: Progress::default(),
            max_nodes,
            next_look: NODES_BETWEEN_LOOKS.min(max_nodes),
            stopped: None,
            control: *control,
        }
    }

    /// Allows that many more nodes from here, also after a pause.
    pub(super) fn allow(&mut self, nodes: u64) {
        let until = self.progress.nodes.saturating_add(nodes);
        self.max_nodes = self.control.max_nodes().min(until);
        self.stopped = None;
        self.look();
    }

    /// Whether only the nodes that were allowed last are spent.
    pub(super) fn is_paused(&self) -> bool {
        self.stopped == Some(StopReason::Nodes) && self.max_nodes < self.control.max_nodes()
    }

    /// Has another search spend some of the nodes and of the time that are left.
    ///
    /// `search` gives the nodes that it took, and what it has found.
    pub(super) fn lend<T>(
        &mut self,
        nodes: u64,
        search: impl FnOnce(&Control<'_>) -> (u64, T),
    ) -> T {
        let mut limits = self.left();
        limits.nodes = Some(limits.nodes.map_or(nodes, |left| nodes.min(left)));
        let observer = ProgressAfter {
            before: self.progress,
            observer: self.control.observer(),
        };
        let (spent, found) = search(&Control::observed(limits, &observer));
        self.progress.nodes += spent;
        found
    }

    /// What is left of the limits.
    pub(super) fn left(&self) -> Limits {
        let Limits { nodes, time } = self.control.limits();
        Limits {
            nodes: nodes.map(|nodes| nodes.saturating_sub(self.progress.nodes)),
            time: time.map(|time| time.saturating_sub(self.control.elapsed())),
        }
    }

    /// Whether the time is up, which stops the solver: for work that counts no nodes.
    pub(super) fn is_late(&mut self) -> bool {
        let is_late = self.control.is_late();
        if is_late {
            self.stopped.get_or_insert(StopReason::Time);
        }
        is_late
    }

    /// Why the solver has to stop, if it has to.
    pub(super) const fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// Whether one more node may be visited.
    #[inline]
    pub(super) fn may_enter(&mut self) -> bool {
        if self.progress.nodes >= self.next_look {
            self.look();
        }
        self.stopped.is_none()
    }

    fn look(&mut self) {
        let nodes = self.progress.nodes;
        self.next_look = self.max_nodes.min(nodes + NODES_BETWEEN_LOOKS);
        if self.stopped.is_none() {
            let at_limit = (nodes >= self.max_nodes).then_some(StopReason::Nodes);
            self.stopped = at_limit.or_else(|| self.control.stop_reason_after(&self.progress));
        }
    }
}
