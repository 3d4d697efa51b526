use crate::board::Color;
use crate::pattern::ShapeBoard;
use crate::position::Position;

use super::meter::Meter;
use super::solver::Solver;
use super::threats::Stage;
use super::vct::{Hunt, Vct};
use super::{Answer, Attack, Quest, Scope, Stop, Watch, verify};

/// Looks for a win by threats a bit at a time: what has been found out is kept from one time to the
/// next. What is not won with small budgets for every VCF on the way is given up.
pub(crate) struct Hunter<'q> {
    position: Position,
    solver: Solver<'q>,
    hunt: Hunt,
}

impl<'q> Hunter<'q> {
    /// For a win of the side to move of a game that is not over; `memory` is in bytes.
    pub(crate) fn new(position: Position, memory: usize, watch: &'q dyn Watch) -> Hunter<'q> {
        let quest = Quest {
            attack: Attack::Vct,
            attacker: position.to_move(),
            shortest: false,
            plies: None,
            nodes: None,
            memory,
            watch,
        };
        let shapes = ShapeBoard::new(position.board().clone(), position.rule());
        Hunter {
            solver: Solver::new(shapes, Meter::new(&quest), memory / 8),
            hunt: Hunt::new(Stage::QUICK, memory / 4 * 3),
            position,
        }
    }

    /// Goes on for so many positions.
    pub(crate) fn go_on(&mut self, nodes: u64) -> Answer {
        let attacker: Color = self.position.to_move();
        self.solver.meter.allow(nodes);
        let tree = Vct::new(&mut self.solver, &mut self.hunt, attacker).answer();
        match (tree, self.solver.meter.stopped()) {
            (Some(tree), _) if verify(&self.position, attacker, &tree).is_ok() => {
                Answer::Wins(tree)
            }
            (Some(_), _) => Answer::Unknown(Stop::Unverified),
            (None, Some(stop)) => Answer::Unknown(stop),
            (None, None) => Answer::Cannot(Scope::Threats),
        }
    }

    /// Positions entered so far.
    pub(crate) const fn nodes(&self) -> u64 {
        self.solver.meter.spent.nodes
    }

    /// Whose win it looks for, and where.
    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }
}
