//! Forced wins by fours and threes, looked for beside the search: neither finds all.

use crate::position::Position;
use crate::threat::{self, Answer, Attack, Quest, Spent, Watch};

use super::budget::{Budget, Purse};
use super::{Ask, Line, Value};

/// The solvers, and when they are asked next.
pub(super) struct Prover<'a> {
    position: &'a Position,
    ask: &'a Ask<'a>,
    looks: [Look; 2],
}

/// One kind of win, looked for again and again with more and more positions.
struct Look {
    attack: Attack,
    /// One position in so many is entered for it.
    share: u64,
    /// Positions that the next look may enter.
    next: u64,
    /// Positions that looks have entered so far.
    spent: u64,
    is_answered: bool,
}

/// Each look may enter so many times the positions of the one before.
const GROWTH: u64 = 3;
/// What the solver may remember, in bytes.
const MEMORY: usize = 32 << 20;

impl Look {
    const fn new(attack: Attack, share: u64, first: u64) -> Look {
        Look {
            attack,
            share,
            next: first,
            spent: 0,
            is_answered: false,
        }
    }

    /// Whether it is time to look again. The first look for fours comes before everything.
    fn is_due(&self, budget: &Budget<'_>) -> bool {
        let is_first_vcf = self.attack == Attack::Vcf && self.spent == 0;
        let is_paid = self.spent + self.next <= budget.nodes() / self.share;
        !self.is_answered && (is_paid || is_first_vcf)
    }
}

impl<'a> Prover<'a> {
    /// With several lines or a choice of moves the search is left alone.
    pub(super) fn new(position: &'a Position, ask: &'a Ask<'a>) -> Prover<'a> {
        let mut looks = [
            Look::new(Attack::Vcf, 8, 1_000),
            Look::new(Attack::Vct, 4, 4_000),
        ];
        for look in &mut looks {
            look.is_answered = ask.lines > 1 || ask.only.is_some();
        }
        Prover {
            position,
            ask,
            looks,
        }
    }

    /// A forced win, if it is time to look for one and there is one.
    pub(super) fn ask(&mut self, purse: &mut Purse<'_>, budget: &Budget<'_>) -> Option<Line> {
        (0..self.looks.len()).find_map(|number| {
            let is_due = !purse.is_empty() && self.looks[number].is_due(budget);
            is_due.then(|| self.look(number, purse, budget)).flatten()
        })
    }

    fn look(&mut self, number: usize, purse: &mut Purse<'_>, budget: &Budget<'_>) -> Option<Line> {
        let look = &mut self.looks[number];
        let quest = Quest {
            attack: look.attack,
            attacker: self.position.to_move(),
            shortest: false,
            plies: None,
            nodes: Some(look.next.min(budget.left())),
            memory: MEMORY,
            watch: budget,
        };
        let solution = threat::solve(self.position, &quest);
        look.next *= GROWTH;
        look.spent += solution.spent.nodes.max(1);
        look.is_answered = !matches!(solution.answer, Answer::Unknown(_));
        purse.spend_many(solution.spent.nodes);
        purse.look();
        let Answer::Wins(tree) = solution.answer else {
            return None;
        };
        let moves = tree.main_line(self.position, quest.attacker);
        let is_avoided = moves[0].is_some_and(|first| self.ask.avoid.contains(first));
        let value = Value::WinIn(moves.len() as u16);
        (!is_avoided).then_some(Line { value, moves })
    }
}

impl Watch for Budget<'_> {
    fn look(&self, _: &Spent) -> Option<threat::Stop> {
        self.reached().map(|_| threat::Stop::Time)
    }
}
