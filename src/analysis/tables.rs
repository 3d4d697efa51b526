//! The tables of a thread that answers queries: of its searches, and of the solver that it used last.

use crate::search::{TranspositionTable, WinSolver};
use crate::threat::{Attack, SolveOptions};

/// The tables of one thread, used for one turn after the other and empty for each.
pub struct AnalysisTables {
    bytes: usize,
    pub(super) table: TranspositionTable,
    /// The solver that was used last.
    solver: Option<(Attack, WinSolver)>,
}

impl AnalysisTables {
    /// Tables of `bytes` each, for searches and for solvers.
    pub fn new(bytes: usize) -> AnalysisTables {
        AnalysisTables {
            bytes,
            table: TranspositionTable::new(bytes),
            solver: None,
        }
    }

    /// The bytes of each.
    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn solver(&mut self, attack: Attack) -> &mut WinSolver {
        // The old one goes before there is a new one.
        self.solver.take_if(|(of, _)| *of != attack);
        let options = SolveOptions {
            table_bytes: self.bytes,
            ..SolveOptions::new(attack)
        };
        let (_, solver) = self
            .solver
            .get_or_insert_with(|| (attack, WinSolver::new(options)));
        solver
    }
}
