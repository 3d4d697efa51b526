use super::{SolveOptions, Spent, Stop, Watch};

/// How many positions are entered between two looks at the clock.
const BETWEEN_LOOKS: u64 = 512;

/// What has been spent, and whether more may be.
pub(super) struct NodeBudget<'q> {
    pub(super) spent: Spent,
    most: u64,
    next_look: u64,
    stopped: Option<Stop>,
    watch: &'q dyn Watch,
}

impl<'q> NodeBudget<'q> {
    pub(super) fn new(options: &SolveOptions<'q>) -> NodeBudget<'q> {
        let most = options.nodes.unwrap_or(u64::MAX);
        NodeBudget {
            spent: Spent::default(),
            most,
            next_look: BETWEEN_LOOKS.min(most),
            stopped: None,
            watch: options.watch,
        }
    }

    /// Lets so many positions more be entered, whatever stopped it before.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.most = self.spent.nodes.saturating_add(nodes);
        self.stopped = None;
        self.look();
    }

    /// Why the search has to stop, if it has to.
    pub(super) const fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// Whether a position more may be entered.
    #[inline]
    pub(super) fn may_enter(&mut self) -> bool {
        if self.spent.nodes >= self.next_look {
            self.look();
        }
        self.stopped.is_none()
    }

    /// Asks the limits now.
    pub(super) fn look(&mut self) {
        self.next_look = self.most.min(self.spent.nodes + BETWEEN_LOOKS);
        if self.stopped.is_none() {
            let is_spent = self.spent.nodes >= self.most;
            let at_limit = is_spent.then_some(Stop::Nodes);
            self.stopped = at_limit.or_else(|| self.watch.look(&self.spent));
        }
    }
}
