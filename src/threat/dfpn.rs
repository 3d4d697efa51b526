//! Continuous threats: depth-first proof-number search (Nagai 2002) over threats and replies.

use std::collections::HashMap;
use std::rc::Rc;

use crate::board::Color;
use crate::geometry::Point;
use crate::pattern::Shape;

use super::ProofTree;
use super::attacks::{AttackMoves, VctStage};
use super::defences::DefenceMoves;
use super::dfpn_table::{Child, DfpnTable, INFINITY, ProofNumbers};
use super::solver::Solver;
use super::tree_builder::{BuildError, TreeBuilder};
use super::vcf::Line;

/// Whose node_type it is, seen from the win that is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeType {
    Or,
    And,
}

/// The limit of a search that ends only when its question is decided.
const OPEN: ProofNumbers = ProofNumbers {
    phi: INFINITY,
    delta: INFINITY,
};

/// One notion of a threat, and what has been found out with it so far.
pub(super) struct Hunt {
    pub(super) stage: VctStage,
    table: DfpnTable,
    /// Replies that were overlooked, by the position before them.
    missing_replies: HashMap<u64, Vec<Point>>,
}

impl Hunt {
    pub(super) fn new(stage: VctStage, memory: usize) -> Hunt {
        Hunt {
            stage,
            table: DfpnTable::new(memory),
            missing_replies: HashMap::new(),
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
        while self.search(NodeType::Or, OPEN, 0, true).phi == 0 {
            match self.tree() {
                Ok(tree) => return Some(tree),
                Err(BuildError::Stopped) => return None,
                Err(BuildError::MissingReply { .. }) => {}
            }
        }
        None
    }

    /// The tree of a position that was proved, the attacker to move. If a reply turns out to have
    /// been overlooked, it is looked at from then on and everything has to be proved again.
    fn tree(&mut self) -> Result<ProofTree, BuildError> {
        let grown = TreeBuilder::new(self).build();
        if let Err(BuildError::MissingReply { key, reply }) = grown {
            self.hunt
                .missing_replies
                .entry(key)
                .or_default()
                .push(reply);
            self.hunt.table.clear();
        }
        grown
    }

    /// The move that wins in a position proved before, the attacker to move.
    pub(super) fn proved_attack(&mut self) -> Option<Point> {
        loop {
            let numbers = self.search(NodeType::Or, OPEN, 0, true);
            if numbers.phi > 0 {
                return None;
            }
            let known = self.hunt.table.get(self.key(NodeType::Or))?;
            let children = Rc::clone(known.children.as_ref()?);
            let (numbers, best, _) = self.combine(NodeType::Or, &children);
            if numbers.phi == 0 {
                return best.point;
            }
        }
    }

    /// The replies that have to be answered one by one after the attacker's last move.
    pub(super) fn holding_replies(&mut self) -> Vec<Point> {
        match self.expand(NodeType::And, 0, true) {
            Ok(children) => children.iter().filter_map(|child| child.point).collect(),
            Err(_) => Vec::new(),
        }
    }

    fn color(&self, node_type: NodeType) -> Color {
        match node_type {
            NodeType::Or => self.attacker,
            NodeType::And => !self.attacker,
        }
    }

    /// A node's name in the table.
    pub(super) fn key(&self, node_type: NodeType) -> u64 {
        let key = self.solver.shapes.key(self.attacker);
        match node_type {
            NodeType::Or => key,
            NodeType::And => !key,
        }
    }

    /// Visits a node until one of its numbers reaches `limit`.
    fn search(
        &mut self,
        node_type: NodeType,
        limit: ProofNumbers,
        ply: u32,
        is_new: bool,
    ) -> ProofNumbers {
        let key = self.key(node_type);
        let known = self
            .hunt
            .table
            .get(key)
            .and_then(|known| known.children.clone());
        let mut children = match known {
            Some(children) => children,
            None => match self.expand(node_type, ply, is_new) {
                Ok(children) if self.solver.budget.stopped().is_none() => children,
                // What was generated while the budget ended may not be all.
                Ok(_) => return ProofNumbers::UNKNOWN,
                Err(numbers) => {
                    if self.solver.budget.stopped().is_none() {
                        self.hunt.table.store(key, numbers, None);
                    }
                    return numbers;
                }
            },
        };
        loop {
            let (numbers, best, second) = self.combine(node_type, &children);
            self.hunt.table.store(key, numbers, Some(&children));
            if ply == 0 {
                self.solver.budget.spent.proof = Some(numbers.phi);
                self.solver.budget.spent.disproof = Some(numbers.delta);
            }
            if numbers.phi >= limit.phi
                || numbers.delta >= limit.delta
                || !self.solver.budget.may_enter()
            {
                return numbers;
            }
            let Some(point) = best.point else {
                let wider = self.widen(&children, ply);
                if self.solver.budget.stopped().is_some() {
                    return numbers;
                }
                children = wider;
                continue;
            };
            let others = numbers.delta - best.numbers.phi;
            let child_limit = ProofNumbers {
                phi: limit.delta - others,
                delta: limit.phi.min(second + second / 4 + 1),
            };
            let is_forced =
                node_type == NodeType::And && !self.solver.shapes.fives(self.attacker).is_empty();
            self.solver.play(point, self.color(node_type));
            self.search(other(node_type), child_limit, ply + 1, is_forced);
            self.solver.shapes.undo();
        }
    }

    /// The numbers of a node from those of its children, its best child, and the second best's
    /// number for the goal of the side to move.
    fn combine(&self, node_type: NodeType, children: &[Child]) -> (ProofNumbers, Best, u32) {
        let color = self.color(node_type);
        let key = self.solver.shapes.board().key();
        let side = self.key(other(node_type)) ^ maybe_not(other(node_type), key.get());
        let mut best: Option<Best> = None;
        let mut second = INFINITY;
        let (mut largest, mut open) = (0, 0);
        for child in children {
            let child_key =
                |point| maybe_not(other(node_type), key.with_stone(point, color).get()) ^ side;
            let known = child
                .point
                .and_then(|point| self.hunt.table.get(child_key(point)));
            let numbers = known.map_or(child.start, |known| known.numbers);
            if numbers.phi > 0 && numbers.delta > 0 {
                open += 1;
            }
            largest = largest.max(numbers.phi);
            let found = Best {
                point: child.point,
                numbers,
            };
            match best {
                Some(so_far)
                    if (so_far.numbers.delta, so_far.numbers.phi)
                        <= (numbers.delta, numbers.phi) =>
                {
                    second = second.min(numbers.delta);
                }
                _ => {
                    second = best.map_or(second, |so_far| so_far.numbers.delta);
                    best = Some(found);
                }
            }
        }
        let Some(best) = best else {
            return (
                ProofNumbers::LOST,
                Best {
                    point: None,
                    numbers: ProofNumbers::WON,
                },
                INFINITY,
            );
        };
        let delta = if largest >= INFINITY {
            INFINITY
        } else {
            largest + u32::saturating_sub(open, 1)
        };
        let numbers = ProofNumbers {
            phi: best.numbers.delta,
            delta: if best.numbers.delta == 0 {
                INFINITY
            } else {
                delta
            },
        };
        let numbers = if numbers.phi >= INFINITY {
            ProofNumbers::LOST
        } else {
            numbers
        };
        (numbers, best, second)
    }

    fn expand(
        &mut self,
        node_type: NodeType,
        ply: u32,
        is_new: bool,
    ) -> Result<Rc<[Child]>, ProofNumbers> {
        match node_type {
            NodeType::Or => {
                match self
                    .solver
                    .attacks(self.attacker, &self.hunt.stage, is_new, &mut self.line)
                {
                    AttackMoves::Won => Err(ProofNumbers::WON),
                    AttackMoves::Lost => Err(ProofNumbers::LOST),
                    AttackMoves::Moves { points, more } => {
                        let plain = points.into_iter().map(|point| self.threat(point, ply));
                        let quiet = more.then_some(Child {
                            point: None,
                            start: ProofNumbers {
                                phi: 1,
                                delta: self.hunt.stage.quiet_cost + ply,
                            },
                        });
                        Ok(plain.chain(quiet).collect())
                    }
                }
            }
            NodeType::And => match self.defences() {
                DefenceMoves::None => Err(ProofNumbers::LOST),
                DefenceMoves::NotNeeded => Err(ProofNumbers::WON),
                DefenceMoves::Moves(points) => Ok(points
                    .into_iter()
                    .map(|point| Child {
                        point: Some(point),
                        start: ProofNumbers {
                            phi: 1 + ply,
                            delta: 1,
                        },
                    })
                    .collect()),
            },
        }
    }

    /// A threat that has not been tried.
    fn threat(&self, point: Point, ply: u32) -> Child {
        Child {
            point: Some(point),
            start: ProofNumbers {
                phi: 1,
                delta: self.initial_proof_number(point) + ply,
            },
        }
    }

    /// The children with the quiet threats in the place of the promise to look for them.
    fn widen(&mut self, children: &[Child], ply: u32) -> Rc<[Child]> {
        let quiet = self
            .solver
            .quiet_threats(self.attacker, &self.hunt.stage, &mut self.line);
        let plain = children
            .iter()
            .copied()
            .filter(|child| child.point.is_some());
        plain
            .chain(quiet.into_iter().map(|point| self.threat(point, ply)))
            .collect()
    }

    fn defences(&mut self) -> DefenceMoves {
        let found = self
            .solver
            .defence_moves(self.attacker, &self.hunt.stage, &mut self.line);
        match (
            found,
            self.hunt.missing_replies.get(&self.key(NodeType::And)),
        ) {
            (DefenceMoves::Moves(points), Some(more)) => {
                DefenceMoves::Moves([points, more.clone()].concat())
            }
            (DefenceMoves::None, Some(more)) => DefenceMoves::Moves(more.clone()),
            (found, _) => found,
        }
    }

    /// How much a threat is taken to cost before it has been tried.
    fn initial_proof_number(&self, point: Point) -> u32 {
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
    numbers: ProofNumbers,
}

const fn other(node_type: NodeType) -> NodeType {
    match node_type {
        NodeType::Or => NodeType::And,
        NodeType::And => NodeType::Or,
    }
}

const fn maybe_not(node_type: NodeType, key: u64) -> u64 {
    match node_type {
        NodeType::Or => key,
        NodeType::And => !key,
    }
}
