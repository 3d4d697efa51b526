use crate::limits::{Control, Progress, StopReason};

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

    /// Allows that many more nodes from here, also after a stop.
    pub(super) fn extend(&mut self, nodes: u64) {
        self.max_nodes = self.progress.nodes.saturating_add(nodes);
        self.stopped = None;
        self.look();
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
