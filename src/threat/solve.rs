use crate::pattern::ShapeBoard;
use crate::position::Position;
use crate::rules::{ForRule, RuleSet};

use super::meter::Meter;
use super::solver::Solver;
use super::vcf::{Fours, Reach};
use super::vcf_line::plant_vcf;
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
        let mut solver = Solver::new(
            shapes,
            Meter::new(self.quest),
            match self.quest.attack {
                Attack::Vcf => self.quest.memory,
                Attack::Vct => (self.quest.memory / 4)
                    .min(std::env::var("DEAD").map_or(8 << 20, |v| v.parse().unwrap())),
            },
        );
        let answer = match self.quest.attack {
            Attack::Vcf => solver.answer_vcf(self.quest),
            Attack::Vct => solver.answer_vct(self.quest),
        };
        Solution {
            answer,
            spent: solver.meter.spent,
            is_shortest: self.quest.shortest && self.quest.attack == Attack::Vcf,
        }
    }
}

impl<R: RuleSet> Solver<'_, R> {
    fn answer_vct(&mut self, quest: &Quest<'_>) -> Answer {
        use super::threats::Stage;
        let e = |n: &str, d: u64| std::env::var(n).ok().map_or(d, |v| v.parse().unwrap());
        let mut stages = vec![
            Stage {
                quiet: false,
                vcf: e("VCF", 200),
                threat: e("THREAT", 100),
                fours: e("FOURS", 3) as u16,
                counter: e("COUNTER", 100),
                widen: e("WIDEN", 4) as u32,
                least: [
                    crate::pattern::Shape::ClosedTwo,
                    crate::pattern::Shape::OpenTwo,
                    crate::pattern::Shape::ClosedThree,
                ][e("LEAST", 0) as usize],
            },
            Stage {
                quiet: true,
                vcf: e("VCF", 200),
                threat: e("THREAT", 100),
                fours: e("FOURS", 3) as u16,
                counter: e("COUNTER", 100),
                widen: e("WIDEN", 4) as u32,
                least: [
                    crate::pattern::Shape::ClosedTwo,
                    crate::pattern::Shape::OpenTwo,
                    crate::pattern::Shape::ClosedThree,
                ][e("LEAST", 0) as usize],
            },
        ];
        if e("ONE", 0) == 1 {
            stages.remove(1);
        }
        if e("ONE", 0) == 2 {
            stages.remove(0);
        }
        let mut work: Vec<_> = stages
            .into_iter()
            .map(|s| super::vct::Hunt::new(s, quest.memory / 2))
            .collect();
        let mut budget = e("SLICE", 200_000);
        while !work.is_empty() {
            let mut index = 0;
            while index < work.len() {
                let until = self.meter.spent.nodes + budget;
                let hunt = &mut work[index];
                let mut vct = super::vct::Vct::new(self, hunt, quest.attacker);
                let numbers = vct.run(until);
                if numbers.reach == 0 {
                    match vct.tree() {
                        Ok(tree) => return Answer::Wins(tree),
                        Err(hole) => {
                            eprintln!("{hole:?}");
                            continue;
                        }
                    }
                }
                if let Some(stop) = self.meter.stopped() {
                    return Answer::Unknown(stop);
                }
                if numbers.spoil == 0 {
                    work.remove(index);
                } else {
                    index += 1;
                }
            }
            budget = budget * e("GROW", 3) / 2;
        }
        Answer::Cannot(Scope::Threats)
    }

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
}
