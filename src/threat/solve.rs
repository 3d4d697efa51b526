use crate::pattern::ShapeBoard;
use crate::position::Position;
use crate::rules::{ForRule, RuleSet};

use super::meter::Meter;
use super::solver::Solver;
use super::vcf::{Fours, Reach};
use super::{Answer, Attack, Quest, Scope, Solution, Spent, Stop, WinTree};

/// Looks for a forced win of `quest.attacker`. If the other side is to move, it is taken to pass.
///
/// A win is checked by [`verify`](super::verify) before it is reported.
pub fn solve(position: &Position, quest: &Quest<'_>) -> Solution {
    if let Some(outcome) = position.outcome() {
        let answer = if outcome.winner == Some(quest.attacker) {
            Answer::Wins(WinTree::won_already())
        } else {
            Answer::Cannot(Scope::GameOver)
        };
        return Solution {
            answer,
            spent: Spent::default(),
            is_shortest: true,
        };
    }
    position.rule().dispatch(Solve { position, quest })
}

struct Solve<'a, 'q> {
    position: &'a Position,
    quest: &'a Quest<'q>,
}

impl ForRule for Solve<'_, '_> {
    type Output = Solution;

    fn run<R: RuleSet>(self) -> Solution {
        let shapes = ShapeBoard::<R>::new(self.position.board().clone());
        let mut solver = Solver::new(shapes, Meter::new(self.quest), self.quest.memory);
        let answer = match self.quest.attack {
            Attack::Vcf => solver.answer_vcf(self.quest),
            Attack::Vct => Answer::Unknown(Stop::Nodes),
        };
        Solution {
            answer,
            spent: solver.meter.spent,
            is_shortest: self.quest.shortest && self.quest.attack == Attack::Vcf,
        }
    }
}

impl<R: RuleSet> Solver<'_, R> {
    fn answer_vcf(&mut self, quest: &Quest<'_>) -> Answer {
        let most = quest
            .plies
            .map_or(u16::MAX - 1, |plies| plies.saturating_sub(1) / 2);
        let first = if quest.shortest { 1.min(most) } else { most };
        let mut line = Vec::new();
        for fours in first..=most {
            let reach = Reach {
                fours,
                until: u64::MAX,
            };
            let found = self.vcf(quest.attacker, reach, &mut line);
            match found {
                Fours::Win => {
                    let mut tree = WinTree::won_already();
                    self.plant_line(quest.attacker, &line, &mut tree);
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
}
