//! Continuous threats: depth-first proof-number search (Nagai 2002) over threats and replies.

use std::collections::HashMap;
use std::rc::Rc;

use crate::board::Color;
use crate::geometry::Point;
use crate::pattern::Shape;

use super::ProofTree;
use super::proof::{Gardener, Hole};
use super::proof_table::{Branch, NEVER, Numbers, ProofTable};
use super::replies::Defences;
use super::solver::Solver;
use super::threats::{Attacks, Stage};
use super::vcf::Line;

/// Whose turn it is, seen from the win that is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    Attack,
    Defence,
}

/// The limit of a search that ends only when its question is decided.
const OPEN: Numbers = Numbers {
    reach: NEVER,
    spoil: NEVER,
};

/// One notion of a threat, and what has been found out with it so far.
pub(super) struct Hunt {
    pub(super) stage: Stage,
    table: ProofTable,
    /// Replies that were overlooked, by the position before them.
    overlooked: HashMap<u64, Vec<Point>>,
}

impl Hunt {
    pub(super) fn new(stage: Stage, memory: usize) -> Hunt {
        Hunt {
            stage,
            table: ProofTable::new(memory),
            overlooked: HashMap::new(),
        }
    }
}

/// A proof-number search for one attacker.
pub(super) struct Vct<'s, 'q> {
    pub(super) solver: &'s mut Solver<'q>,
    pub(super) hunt: &'s mut Hunt,
    pub(super) attacker: Color,
    line: Line,
}

impl<'s, 'q> Vct<'s, 'q> {
    pub(super) fn new(
        solver: &'s mut Solver<'q>,
        hunt: &'s mut Hunt,
        attacker: Color,
    ) -> Vct<'s, 'q> {
        Vct {
            solver,
            hunt,
            attacker,
            line: Line::new(),
        }
    }

    /// Searches from the position, the attacker to move, until it is decided. Gives the tree of a
    /// win; none if there is none or the search was stopped.
    pub(super) fn answer(&mut self) -> Option<ProofTree> {
        while self.search(Turn::Attack, OPEN, 0, true).reach == 0 {
            match self.tree() {
                Ok(tree) => return Some(tree),
                Err(Hole::Stopped) => return None,
                Err(Hole::Overlooked { .. }) => {}
            }
        }
        None
    }

    /// The tree of a position that was proved, the attacker to move. If a reply turns out to have
    /// been overlooked, it is looked at from then on and everything has to be proved again.
    fn tree(&mut self) -> Result<ProofTree, Hole> {
        let grown = Gardener::new(self).grow();
        if let Err(Hole::Overlooked { key, reply }) = grown {
            self.hunt.overlooked.entry(key).or_default().push(reply);
            self.hunt.table.clear();
        }
        grown
    }

    /// The move that wins in a position proved before, the attacker to move.
    pub(super) fn proved_attack(&mut self) -> Option<Point> {
        loop {
            let numbers = self.search(Turn::Attack, OPEN, 0, true);
            if numbers.reach > 0 {
                return None;
            }
            let known = self.hunt.table.get(self.key(Turn::Attack))?;
            let branches = Rc::clone(known.branches.as_ref()?);
            let (numbers, best, _) = self.combine(Turn::Attack, &branches);
            if numbers.reach == 0 {
                return best.point;
            }
        }
    }

    /// The replies that have to be answered one by one after the attacker's last move.
    pub(super) fn holding_replies(&mut self) -> Vec<Point> {
        match self.expand(Turn::Defence, 0, true) {
            Ok(branches) => branches.iter().filter_map(|branch| branch.point).collect(),
            Err(_) => Vec::new(),
        }
    }

    fn color(&self, turn: Turn) -> Color {
        match turn {
            Turn::Attack => self.attacker,
            Turn::Defence => !self.attacker,
        }
    }

    /// A node's name in the table.
    pub(super) fn key(&self, turn: Turn) -> u64 {
        let key = self.solver.shapes.key(self.attacker);
        match turn {
            Turn::Attack => key,
            Turn::Defence => !key,
        }
    }

    /// Visits a node until one of its numbers reaches `limit`.
    fn search(&mut self, turn: Turn, limit: Numbers, ply: u32, is_new: bool) -> Numbers {
        let key = self.key(turn);
        let known = self
            .hunt
            .table
            .get(key)
            .and_then(|known| known.branches.clone());
        let mut branches = match known {
            Some(branches) => branches,
            None => match self.expand(turn, ply, is_new) {
                Ok(branches) if self.solver.meter.stopped().is_none() => branches,
                // What was generated while the budget ended may not be all.
                Ok(_) => return Numbers::UNKNOWN,
                Err(numbers) => {
                    if self.solver.meter.stopped().is_none() {
                        self.hunt.table.note(key, numbers, None);
                    }
                    return numbers;
                }
            },
        };
        loop {
            let (numbers, best, second) = self.combine(turn, &branches);
            self.hunt.table.note(key, numbers, Some(&branches));
            if ply == 0 {
                self.solver.meter.spent.proof = Some(numbers.reach);
                self.solver.meter.spent.disproof = Some(numbers.spoil);
            }
            if numbers.reach >= limit.reach
                || numbers.spoil >= limit.spoil
                || !self.solver.meter.may_enter()
            {
                return numbers;
            }
            let Some(point) = best.point else {
                let wider = self.widen(&branches, ply);
                if self.solver.meter.stopped().is_some() {
                    return numbers;
                }
                branches = wider;
                continue;
            };
            let others = numbers.spoil - best.numbers.reach;
            let child_limit = Numbers {
                reach: limit.spoil - others,
                spoil: limit.reach.min(second + second / 4 + 1),
            };
            let is_forced =
                turn == Turn::Defence && !self.solver.shapes.fives(self.attacker).is_empty();
            self.solver.play(point, self.color(turn));
            self.search(other(turn), child_limit, ply + 1, is_forced);
            self.solver.shapes.undo();
        }
    }

    /// The numbers of a node from those of its children, its best child, and the second best's
    /// number for the goal of the side to move.
    fn combine(&self, turn: Turn, branches: &[Branch]) -> (Numbers, Best, u32) {
        let color = self.color(turn);
        let key = self.solver.shapes.board().key();
        let side = self.key(other(turn)) ^ maybe_not(other(turn), key.get());
        let mut best: Option<Best> = None;
        let mut second = NEVER;
        let (mut largest, mut open) = (0, 0);
        for branch in branches {
            let child = |point| maybe_not(other(turn), key.with_stone(point, color).get()) ^ side;
            let known = branch
                .point
                .and_then(|point| self.hunt.table.get(child(point)));
            let numbers = known.map_or(branch.start, |known| known.numbers);
            if numbers.reach > 0 && numbers.spoil > 0 {
                open += 1;
            }
            largest = largest.max(numbers.reach);
            let found = Best {
                point: branch.point,
                numbers,
            };
            match best {
                Some(so_far)
                    if (so_far.numbers.spoil, so_far.numbers.reach)
                        <= (numbers.spoil, numbers.reach) =>
                {
                    second = second.min(numbers.spoil);
                }
                _ => {
                    second = best.map_or(second, |so_far| so_far.numbers.spoil);
                    best = Some(found);
                }
            }
        }
        let Some(best) = best else {
            return (
                Numbers::SPOILED,
                Best {
                    point: None,
                    numbers: Numbers::REACHED,
                },
                NEVER,
            );
        };
        let spoil = if largest >= NEVER {
            NEVER
        } else {
            largest + u32::saturating_sub(open, 1)
        };
        let numbers = Numbers {
            reach: best.numbers.spoil,
            spoil: if best.numbers.spoil == 0 {
                NEVER
            } else {
                spoil
            },
        };
        let numbers = if numbers.reach >= NEVER {
            Numbers::SPOILED
        } else {
            numbers
        };
        (numbers, best, second)
    }

    fn expand(&mut self, turn: Turn, ply: u32, is_new: bool) -> Result<Rc<[Branch]>, Numbers> {
        match turn {
            Turn::Attack => {
                match self
                    .solver
                    .attacks(self.attacker, &self.hunt.stage, is_new, &mut self.line)
                {
                    Attacks::Won => Err(Numbers::REACHED),
                    Attacks::Lost => Err(Numbers::SPOILED),
                    Attacks::Moves { points, more } => {
                        let plain = points.into_iter().map(|point| self.threat(point, ply));
                        let quiet = more.then_some(Branch {
                            point: None,
                            start: Numbers {
                                reach: 1,
                                spoil: self.hunt.stage.widen + ply,
                            },
                        });
                        Ok(plain.chain(quiet).collect())
                    }
                }
            }
            Turn::Defence => match self.defences() {
                Defences::None => Err(Numbers::SPOILED),
                Defences::Enough => Err(Numbers::REACHED),
                Defences::Moves(points) => Ok(points
                    .into_iter()
                    .map(|point| Branch {
                        point: Some(point),
                        start: Numbers {
                            reach: 1 + ply,
                            spoil: 1,
                        },
                    })
                    .collect()),
            },
        }
    }

    /// A threat that has not been tried.
    fn threat(&self, point: Point, ply: u32) -> Branch {
        Branch {
            point: Some(point),
            start: Numbers {
                reach: 1,
                spoil: self.price(point) + ply,
            },
        }
    }

    /// The branches with the quiet threats in the place of the promise to look for them.
    fn widen(&mut self, branches: &[Branch], ply: u32) -> Rc<[Branch]> {
        let quiet = self
            .solver
            .quiet_threats(self.attacker, &self.hunt.stage, &mut self.line);
        let plain = branches
            .iter()
            .copied()
            .filter(|branch| branch.point.is_some());
        plain
            .chain(quiet.into_iter().map(|point| self.threat(point, ply)))
            .collect()
    }

    fn defences(&mut self) -> Defences {
        let found = self
            .solver
            .defences(self.attacker, &self.hunt.stage, &mut self.line);
        match (found, self.hunt.overlooked.get(&self.key(Turn::Defence))) {
            (Defences::Moves(points), Some(more)) => {
                Defences::Moves([points, more.clone()].concat())
            }
            (Defences::None, Some(more)) => Defences::Moves(more.clone()),
            (found, _) => found,
        }
    }

    /// How much a threat is taken to cost before it has been tried.
    fn price(&self, point: Point) -> u32 {
        let counts = self.solver.shapes.counts(point, self.attacker);
        let more = counts.count(Shape::ClosedThree) + counts.count(Shape::OpenTwo);
        match (counts.fours(), counts.count(Shape::OpenThree)) {
            (1.., 1..) | (0, 2..) => 1,
            (1.., 0) => 3 - u32::from(more > 0),
            (0, 1) => 2 - u32::from(more > 0),
            (0, 0) => 3,
        }
    }
}

#[derive(Clone, Copy)]
struct Best {
    point: Option<Point>,
    numbers: Numbers,
}

const fn other(turn: Turn) -> Turn {
    match turn {
        Turn::Attack => Turn::Defence,
        Turn::Defence => Turn::Attack,
    }
}

const fn maybe_not(turn: Turn, key: u64) -> u64 {
    match turn {
        Turn::Attack => key,
        Turn::Defence => !key,
    }
}
