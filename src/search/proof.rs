//! Forced wins by fours and threes, looked for beside the search: neither finds all.
//!
//! For the side to move, and for the other side after the move that seems best.

use crate::geometry::Point;
use crate::position::Position;
use crate::threat::{self, Answer, Attack, Quest, Solution, Spent, Watch};

use super::budget::{Budget, Purse};
use super::{Ask, Line, Value};

/// What a solver found out.
pub(super) enum Proof {
    /// The side to move wins.
    Win(Line),
    /// That move loses.
    Loss(Point, Line),
}

/// The solvers, and when they are asked next.
pub(super) struct Prover<'a> {
    position: &'a Position,
    ask: &'a Ask<'a>,
    own: [Look; 2],
    /// By the move after which the other side is to move.
    others: Vec<(Point, Look)>,
    /// Positions entered for the other side so far.
    spent_for_others: u64,
}

/// One kind of win, looked for again and again with more and more positions.
#[derive(Clone, Copy)]
struct Look {
    attack: Attack,
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
/// Of a hundred positions how many may be entered for fours, and for threats of either side.
const FOURS: u64 = 12;
const THREATS: u64 = 30;
const OTHERS: u64 = 25;

impl Look {
    const fn new(attack: Attack, first: u64) -> Look {
        Look {
            attack,
            next: first,
            spent: 0,
            is_answered: false,
        }
    }
}

impl<'a> Prover<'a> {
    /// With several lines or a choice of moves the search is left alone.
    pub(super) fn new(position: &'a Position, ask: &'a Ask<'a>) -> Prover<'a> {
        let mut own = [Look::new(Attack::Vcf, 1_000), Look::new(Attack::Vct, 4_000)];
        for look in &mut own {
            look.is_answered = ask.lines > 1 || ask.only.is_some();
        }
        Prover {
            position,
            ask,
            own,
            others: Vec::new(),
            spent_for_others: 0,
        }
    }

    /// What solvers find out, if it is time to ask them; `best` seems to be the best move.
    pub(super) fn ask(
        &mut self,
        best: Option<Point>,
        purse: &mut Purse<'_>,
        budget: &Budget<'_>,
    ) -> Option<Proof> {
        for (number, percent) in [FOURS, THREATS].into_iter().enumerate() {
            let look = &mut self.own[number];
            let is_first = number == 0 && look.spent == 0;
            let is_paid = (look.spent + look.next) * 100 <= budget.nodes() * percent;
            if look.is_answered || purse.is_empty() || !(is_paid || is_first) {
                continue;
            }
            if let Some(moves) = look.look(self.position, purse, budget) {
                let first = moves.first().copied().flatten();
                if first.is_some_and(|first| !self.ask.avoid.contains(first)) {
                    let value = Value::WinIn(moves.len() as u16);
                    return Some(Proof::Win(Line { value, moves }));
                }
            }
        }
        best.and_then(|best| self.ask_others(best, purse, budget))
    }

    /// Whether the other side wins after that move.
    fn ask_others(
        &mut self,
        best: Point,
        purse: &mut Purse<'_>,
        budget: &Budget<'_>,
    ) -> Option<Proof> {
        if purse.is_empty() {
            return None;
        }
        let known = self.others.iter().position(|&(point, _)| point == best);
        let number = known.unwrap_or_else(|| {
            self.others.push((best, Look::new(Attack::Vct, 1_000)));
            self.others.len() - 1
        });
        let look = &mut self.others[number].1;
        let is_paid = (self.spent_for_others + look.next) * 100 <= budget.nodes() * OTHERS;
        if look.is_answered || !is_paid {
            return None;
        }
        let after = self.position.clone().play(best).ok()?;
        let before = look.spent;
        let reply = look.look(&after, purse, budget);
        self.spent_for_others += look.spent - before;
        let moves: Vec<_> = std::iter::once(Some(best)).chain(reply?).collect();
        let value = Value::LossIn(moves.len() as u16);
        Some(Proof::Loss(best, Line { value, moves }))
    }
}

impl Look {
    /// The winning line of the side to move, if one is found now.
    fn look(
        &mut self,
        position: &Position,
        purse: &mut Purse<'_>,
        budget: &Budget<'_>,
    ) -> Option<Vec<Option<Point>>> {
        let quest = Quest {
            attack: self.attack,
            attacker: position.to_move(),
            shortest: false,
            plies: None,
            nodes: Some(self.next.min(budget.left())),
            memory: MEMORY,
            watch: budget,
        };
        let Solution { answer, spent, .. } = threat::solve_quickly(position, &quest);
        self.next *= GROWTH;
        self.spent += spent.nodes.max(1);
        self.is_answered = !matches!(answer, Answer::Unknown(_));
        purse.spend_many(spent.nodes);
        purse.look();
        match answer {
            Answer::Wins(tree) => Some(tree.main_line(position, quest.attacker)),
            _ => None,
        }
    }
}

impl Watch for Budget<'_> {
    fn look(&self, _: &Spent) -> Option<threat::Stop> {
        self.reached().map(|_| threat::Stop::Time)
    }
}
