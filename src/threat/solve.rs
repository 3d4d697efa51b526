use crate::pattern::ShapeBoard;
use crate::position::Position;

use super::meter::Meter;
use super::solver::Solver;
use super::threats::Stage;
use super::vcf::{Fours, Reach};
use super::vcf_line::plant_vcf;
use super::vct::{Hunt, Vct};
use super::{Answer, Attack, ProofTree, Quest, Scope, Solution, Spent, Stop, verify};

/// Looks for a forced win of `quest.attacker`. If the other side is to move, it is taken to pass.
///
/// A win is checked by [`verify`] before it is reported.
pub fn solve(position: &Position, quest: &Quest<'_>) -> Solution {
    if let Some(outcome) = position.outcome() {
        let answer = if outcome.winner == Some(quest.attacker) {
            Answer::Wins(ProofTree::empty())
        } else {
            Answer::Cannot(Scope::GameOver)
        };
        return Solution {
            answer,
            spent: Spent::default(),
            is_shortest: true,
        };
    }
    let shapes = ShapeBoard::new(position.board().clone(), position.rule());
    let (for_fours, for_threats) = shares(quest);
    let mut solver = Solver::new(shapes, Meter::new(quest), for_fours);
    let answer = match quest.attack {
        Attack::Vcf => solver.answer_vcf(quest),
        Attack::Vct => solver.answer_vct(quest, for_threats),
    };
    Solution {
        answer: checked(position, quest, answer),
        spent: solver.meter.spent,
        is_shortest: quest.shortest && quest.attack == Attack::Vcf,
    }
}

/// How much memory dead positions and threats may take. Fours are searched in small portions
/// where they are only part of a VCT, so that a small table does. A fourth is left for the tree,
/// for what is sorted out when the table is full, and for what allocators cannot use.
fn shares(quest: &Quest<'_>) -> (usize, usize) {
    match quest.attack {
        Attack::Vcf => (quest.memory, 0),
        Attack::Vct => {
            let for_fours = (quest.memory / 8).min(ENOUGH_FOR_FOURS);
            (for_fours, quest.memory / 4 * 3 - for_fours)
        }
    }
}

const ENOUGH_FOR_FOURS: usize = 8 << 20;

/// The answer, a win only if the rules say so too, and if it is not longer than was asked for.
fn checked(position: &Position, quest: &Quest<'_>, answer: Answer) -> Answer {
    let Answer::Wins(tree) = &answer else {
        return answer;
    };
    match verify(position, quest.attacker, tree) {
        Ok(checked)
            if quest
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
    fn answer_vcf(&mut self, quest: &Quest<'_>) -> Answer {
        let most = quest
            .plies
            .map_or(u16::MAX - 1, |plies| plies.saturating_sub(1) / 2);
        let first = if quest.shortest { most.min(1) } else { most };
        let mut line = Vec::new();
        for fours in first..=most {
            let reach = Reach {
                fours,
                until: u64::MAX,
            };
            match self.vcf(quest.attacker, reach, &mut line) {
                Fours::Win => {
                    let mut tree = ProofTree::empty();
                    let steps = self.steps(quest.attacker, &line);
                    plant_vcf(&steps, &mut tree);
                    return Answer::Wins(tree);
                }
                Fours::None => return Answer::Cannot(Scope::Fours),
                Fours::Cut => {}
            }
            if let Some(stop) = self.meter.stopped() {
                return Answer::Unknown(stop);
            }
        }
        Answer::Unknown(Stop::Plies)
    }

    /// First quickly, with small budgets for every VCF on the way; what is not won so is tried
    /// with budgets that leave nothing out.
    fn answer_vct(&mut self, quest: &Quest<'_>, memory: usize) -> Answer {
        for stage in [Stage::QUICK, Stage::THOROUGH] {
            let mut hunt = Hunt::new(stage, memory);
            let mut vct = Vct::new(self, &mut hunt, quest.attacker);
            match vct.answer() {
                Some(tree) => return Answer::Wins(tree),
                None if self.meter.stopped().is_some() => break,
                None => {}
            }
        }
        match self.meter.stopped() {
            Some(stop) => Answer::Unknown(stop),
            None => Answer::Cannot(Scope::Threats),
        }
    }
}
