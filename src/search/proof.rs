//! Forced wins by fours and threes, looked for beside the search: neither finds all.

use crate::position::Position;
use crate::threat::{self, Answer, Attack, Quest, Spent, Watch};

use super::budget::{Budget, Purse};
use super::{Ask, Line, Value};

/// The solvers, and when they are asked next.
pub(super) struct Prover<'a> {
    position: &'a Position,
    ask: &'a Ask<'a>,
    has_vcf_answer: bool,
    /// Positions that the next look for threats may enter.
    next: u64,
    /// Positions that looks have entered so far.
    spent: u64,
    is_needless: bool,
}

/// Positions for fours at the root.
const FOURS: u64 = 50_000;
/// Positions of the first look for threats; each is this many times the last.
const FIRST: u64 = 4_000;
const GROWTH: u64 = 3;
/// One position in so many is entered for threats.
const SHARE: u64 = 4;
/// What the solver may remember.
const MEMORY: usize = 32 << 20;

impl<'a> Prover<'a> {
    pub(super) fn new(position: &'a Position, ask: &'a Ask<'a>) -> Prover<'a> {
        Prover {
            position,
            ask,
            has_vcf_answer: false,
            next: FIRST,
            spent: 0,
            is_needless: ask.lines > 1 || ask.only.is_some(),
        }
    }

    /// A forced win, if it is time to look for one and there is one.
    pub(super) fn ask(&mut self, purse: &mut Purse<'_>, budget: &Budget<'_>) -> Option<Line> {
        if self.is_needless || purse.is_empty() {
            return None;
        }
        if !self.has_vcf_answer {
            self.has_vcf_answer = true;
            return self.solve(Attack::Vcf, FOURS, purse, budget);
        }
        if self.spent + self.next > budget.nodes() / SHARE {
            return None;
        }
        let nodes = self.next;
        self.next *= GROWTH;
        self.solve(Attack::Vct, nodes, purse, budget)
    }

    fn solve(
        &mut self,
        attack: Attack,
        nodes: u64,
        purse: &mut Purse<'_>,
        budget: &Budget<'_>,
    ) -> Option<Line> {
        let quest = Quest {
            attack,
            attacker: self.position.to_move(),
            shortest: false,
            plies: None,
            nodes: Some(nodes.min(budget.left())),
            memory: MEMORY,
            watch: budget,
        };
        let solution = threat::solve(self.position, &quest);
        self.spent += solution.spent.nodes;
        purse.spend_many(solution.spent.nodes);
        match solution.answer {
            Answer::Wins(tree) => {
                let moves = tree.main_line(self.position, quest.attacker);
                let is_avoided = moves[0].is_some_and(|first| self.ask.avoid.contains(first));
                self.is_needless = true;
                let value = Value::WinIn(moves.len() as u16);
                (!is_avoided).then_some(Line { value, moves })
            }
            Answer::Cannot(_) => {
                self.is_needless |= attack == Attack::Vct;
                None
            }
            Answer::Unknown(_) => None,
        }
    }
}

impl Watch for Budget<'_> {
    fn look(&self, _: &Spent) -> Option<threat::Stop> {
        self.reached().map(|_| threat::Stop::Time)
    }
}
