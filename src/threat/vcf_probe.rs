use crate::board::{Board, Color};
use crate::geometry::{Point, Size};
use crate::pattern::ShapeBoard;
use crate::rule::Rule;

use super::node_budget::NodeBudget;
use super::solver::Solver;
use super::vcf::{Line, VcfLimits, VcfResult};
use super::{Attack, Never, SolveOptions};

/// Looks for continuous fours on a board that somebody else plays on: the horizon of a search.
/// What it has found to be in vain it remembers from one position to the next.
pub(crate) struct VcfProbe {
    solver: Solver<'static>,
    line: Line,
}

/// A VCF that was found.
pub(crate) struct ProbedVcf<'a> {
    /// VcfResult and replies in node_type, from the attacker's first to a five, or to a four that cannot be
    /// answered.
    pub(crate) line: &'a [Point],
    /// Moves of both sides to the five.
    pub(crate) plies: usize,
}

impl VcfProbe {
    /// One that may use so many bytes to remember positions in.
    pub(crate) fn new(memory: usize) -> VcfProbe {
        let options = SolveOptions {
            attack: Attack::Vcf,
            attacker: Color::Black,
            shortest: false,
            plies: None,
            nodes: None,
            memory,
            watch: &Never,
        };
        // A placeholder: `find` swaps the board of its caller in.
        let shapes = ShapeBoard::new(Board::empty(Size::MIN), Rule::Freestyle);
        VcfProbe {
            solver: Solver::new(shapes, NodeBudget::new(&options), memory),
            line: Line::new(),
        }
    }

    /// Positions entered so far.
    pub(crate) const fn nodes(&self) -> u64 {
        self.solver.budget.spent.nodes
    }

    /// Looks for a VCF of `attacker`, who is to move, and enters about `most` positions for it. The
    /// board is given back as it was.
    pub(crate) fn find(
        &mut self,
        board: &mut ShapeBoard,
        attacker: Color,
        most: u64,
    ) -> Option<ProbedVcf<'_>> {
        std::mem::swap(board, &mut self.solver.shapes);
        let limits = VcfLimits {
            fours: u16::MAX - 1,
            until: self.nodes() + most,
        };
        let found = self.solver.vcf(attacker, limits, &mut self.line);
        let plies = match found {
            VcfResult::Win => Some(self.plies(attacker)),
            VcfResult::NoWin | VcfResult::LimitReached => None,
        };
        std::mem::swap(board, &mut self.solver.shapes);
        Some(ProbedVcf {
            line: &self.line,
            plies: plies?,
        })
    }

    /// The length of the line to the five.
    fn plies(&mut self, attacker: Color) -> usize {
        let Some((&last, before)) = self.line.split_last() else {
            return 0;
        };
        for (number, &point) in before.iter().enumerate() {
            let color = if number % 2 == 0 { attacker } else { !attacker };
            self.solver.shapes.play(point, color);
        }
        let is_five = self.solver.shapes.fives(attacker).contains(last);
        self.solver.take_back(before.len());
        self.line.len() + if is_five { 0 } else { 2 }
    }
}
