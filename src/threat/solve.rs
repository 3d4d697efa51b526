use crate::pattern::ShapeBoard;
use crate::position::Position;

use super::attacks::VctStage;
use super::dfpn::{Hunt, Vct};
use super::node_budget::NodeBudget;
use super::solver::Solver;
use super::vcf::{VcfLimits, VcfResult};
use super::vcf_line::add_vcf;
use super::{Answer, Attack, ProofTree, Scope, Solution, SolveOptions, Spent, Stop, verify};

/// Looks for a forced win of `options.attacker`. If the other side is to move, it is taken to pass.
///
/// A win is checked by [`verify`] before it is reported.
pub fn solve(position: &Position, options: &SolveOptions<'_>) -> Solution {
    if let Some(outcome) = position.outcome() {
        let answer = if outcome.winner == Some(options.attacker) {
            Answer::Proven(ProofTree::empty())
        } else {
            Answer::Disproven(Scope::GameOver)
        };
        return Solution {
            answer,
            spent: Spent::default(),
            is_shortest: true,
        };
    }
    let shapes = ShapeBoard::new(position.board().clone(), position.rule());
    let (for_fours, for_threats) = shares(options);
    let mut solver = Solver::new(shapes, NodeBudget::new(options), for_fours);
    let answer = match options.attack {
        Attack::Vcf => solver.answer_vcf(options),
        Attack::Vct => solver.answer_vct(options, for_threats),
    };
    Solution {
        answer: checked(position, options, answer),
        spent: solver.budget.spent,
        is_shortest: options.shortest && options.attack == Attack::Vcf,
    }
}

/// How much memory dead positions and threats may take. Fours are searched in small portions
/// where they are only part of a VCT, so that a small table does. A fourth is left for the tree,
/// for what is sorted out when the table is full, and for what allocators cannot use.
fn shares(options: &SolveOptions<'_>) -> (usize, usize) {
    match options.attack {
        Attack::Vcf => (options.memory, 0),
        Attack::Vct => {
            let for_fours = (options.memory / 8).min(ENOUGH_FOR_FOURS);
            (for_fours, options.memory / 4 * 3 - for_fours)
        }
    }
}

const ENOUGH_FOR_FOURS: usize = 8 << 20;

/// The answer, a win only if the rules say so too, and if it is not longer than was asked for.
fn checked(position: &Position, options: &SolveOptions<'_>, answer: Answer) -> Answer {
    let Answer::Proven(tree) = &answer else {
        return answer;
    };
    match verify(position, options.attacker, tree) {
        Ok(checked)
            if options
                .plies
                .is_some_and(|most| checked.plies > u32::from(most)) =>
        {
            Answer::Unknown(Stop::Plies)
        }
        Ok(_) => answer,
        Err(_) => Answer::Unknown(Stop::Unverified),
    }
}

impl Solver<'_> {
    fn answer_vcf(&mut self, options: &SolveOptions<'_>) -> Answer {
        let most = options
            .plies
            .map_or(u16::MAX - 1, |plies| plies.saturating_sub(1) / 2);
        let first = if options.shortest { most.min(1) } else { most };
        let mut line = Vec::new();
        for fours in first..=most {
            let limits = VcfLimits {
                fours,
                until: u64::MAX,
            };
            match self.vcf(options.attacker, limits, &mut line) {
                VcfResult::Win => {
                    let mut tree = ProofTree::empty();
                    let steps = self.steps(options.attacker, &line);
                    add_vcf(&steps, &mut tree);
                    return Answer::Proven(tree);
                }
                VcfResult::NoWin => return Answer::Disproven(Scope::Fours),
                VcfResult::LimitReached => {}
            }
            if let Some(stop) = self.budget.stopped() {
                return Answer::Unknown(stop);
            }
        }
        Answer::Unknown(Stop::Plies)
    }

    /// First quickly, with small budgets for every VCF on the way; what is not won so is tried
    /// with budgets that leave nothing out.
    fn answer_vct(&mut self, options: &SolveOptions<'_>, memory: usize) -> Answer {
        for stage in [VctStage::QUICK, VctStage::THOROUGH] {
            let mut hunt = Hunt::new(stage, memory);
            let mut vct = Vct::new(self, &mut hunt, options.attacker);
            match vct.answer() {
                Some(tree) => return Answer::Proven(tree),
                None if self.budget.stopped().is_some() => break,
                None => {}
            }
        }
        match self.budget.stopped() {
            Some(stop) => Answer::Unknown(stop),
            None => Answer::Disproven(Scope::Threats),
        }
    }
}
