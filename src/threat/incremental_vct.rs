use crate::board::Color;
use crate::pattern::ShapeBoard;
use crate::position::Position;

use super::attacks::VctStage;
use super::dfpn::{Hunt, Vct};
use super::node_budget::NodeBudget;
use super::solver::Solver;
use super::{Answer, Attack, Scope, SolveOptions, Stop, Watch, verify};

/// Looks for a win by threats a bit at a time: what has been found out is kept from one time to the
/// next. What is not won with small budgets for every VCF on the way is given up.
pub(crate) struct IncrementalVct<'q> {
    position: Position,
    solver: Solver<'q>,
    hunt: Hunt,
}

impl<'q> IncrementalVct<'q> {
    /// For a win of the side to move of a game that is not over; `memory` is in bytes.
    pub(crate) fn new(
        position: Position,
        memory: usize,
        watch: &'q dyn Watch,
    ) -> IncrementalVct<'q> {
        let options = SolveOptions {
            attack: Attack::Vct,
            attacker: position.to_move(),
            shortest: false,
            plies: None,
            nodes: None,
            memory,
            watch,
        };
        let shapes = ShapeBoard::new(position.board().clone(), position.rule());
        IncrementalVct {
            solver: Solver::new(shapes, NodeBudget::new(&options), memory / 8),
            hunt: Hunt::new(VctStage::QUICK, memory / 4 * 3),
            position,
        }
    }

    /// Goes on for so many positions.
    pub(crate) fn search(&mut self, nodes: u64) -> Answer {
        let attacker: Color = self.position.to_move();
        self.solver.budget.allow(nodes);
        let tree = Vct::new(&mut self.solver, &mut self.hunt, attacker).answer();
        match (tree, self.solver.budget.stopped()) {
            (Some(tree), _) if verify(&self.position, attacker, &tree).is_ok() => {
                Answer::Proven(tree)
            }
            (Some(_), _) => Answer::Unknown(Stop::Unverified),
            (None, Some(stop)) => Answer::Unknown(stop),
            (None, None) => Answer::Disproven(Scope::Threats),
        }
    }

    /// Positions entered so far.
    pub(crate) const fn nodes(&self) -> u64 {
        self.solver.budget.spent.nodes
    }

    /// Whose win it looks for, and where.
    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }
}
