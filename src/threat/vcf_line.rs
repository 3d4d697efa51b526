use crate::board::Color;
use crate::geometry::{Point, PointSet};

use super::solver::Solver;
use super::{Node, NodeId, ProofTree, Replies, Reply};

/// A four of a VCF, and how it may be answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct VcfStep {
    pub(super) four: Point,
    /// Where it becomes a five; nowhere if the move is the five.
    pub(super) fives: PointSet,
    /// The first of these that the defender may play.
    pub(super) stop: Option<Point>,
    /// Whether the line goes on after that reply; else it cannot stop the five.
    pub(super) goes_on: bool,
}

impl VcfStep {
    /// Whether the defender may play nowhere that takes a five away, for all are forbidden to him.
    pub(super) fn is_unstoppable(&self) -> bool {
        self.stop.is_none() && !self.fives.is_empty()
    }

    /// The reply after which the line goes on.
    pub(super) fn reply(&self) -> Option<Point> {
        self.stop.filter(|_| self.goes_on)
    }
}

/// The points that a line needs: its own, and those of the fives it threatens.
pub(super) fn critical_points(steps: &[VcfStep]) -> PointSet {
    steps.iter().fold(PointSet::EMPTY, |points, step| {
        let mut points = points | step.fives;
        points.insert(step.four);
        points
    })
}

impl Solver<'_> {
    /// A VCF found on this board, step by step.
    pub(super) fn steps(&mut self, attacker: Color, line: &[Point]) -> Vec<VcfStep> {
        let mut steps = Vec::with_capacity(line.len() / 2 + 1);
        for moves in line.chunks(2) {
            let four = moves[0];
            let is_five = self.shapes.fives(attacker).contains(four);
            self.play(four, attacker);
            let fives = if is_five {
                PointSet::EMPTY
            } else {
                self.shapes.fives(attacker)
            };
            let stop = self.stop(fives, attacker);
            if let Some(&reply) = moves.get(1) {
                self.play(reply, !attacker);
            }
            steps.push(VcfStep {
                four,
                fives,
                stop,
                goes_on: moves.len() == 2,
            });
        }
        self.take_back(line.len());
        steps
    }

    /// The first five of the attacker that the defender may take away.
    pub(super) fn stop(&self, fives: PointSet, attacker: Color) -> Option<Point> {
        fives
            .iter()
            .find(|&five| self.shapes.is_legal(five, !attacker))
    }

    /// Whether a VCF found on another board is one here, each step with the same fives and the
    /// same reply.
    pub(super) fn holds(&mut self, attacker: Color, steps: &[VcfStep]) -> bool {
        let mut played = 0;
        let holds = steps
            .iter()
            .all(|step| self.step_holds(attacker, step, &mut played));
        self.take_back(played);
        holds
    }

    fn step_holds(&mut self, attacker: Color, step: &VcfStep, played: &mut usize) -> bool {
        let must = self.shapes.fives(!attacker);
        let is_five = self.shapes.fives(attacker).contains(step.four);
        let stops_all = must.len() == usize::from(must.contains(step.four));
        let can_be_played =
            self.shapes.board().is_empty(step.four) && self.shapes.is_legal(step.four, attacker);
        if is_five != step.fives.is_empty() || !can_be_played || !(is_five || stops_all) {
            return false;
        }
        if is_five {
            return true;
        }
        self.play(step.four, attacker);
        *played += 1;
        if self.shapes.fives(attacker) != step.fives || self.stop(step.fives, attacker) != step.stop
        {
            return false;
        }
        if let Some(reply) = step.reply() {
            self.play(reply, !attacker);
            *played += 1;
        }
        true
    }

    pub(super) fn take_back(&mut self, stones: usize) {
        for _ in 0..stones {
            self.shapes.undo();
        }
    }
}

/// Adds a VCF to a tree; gives its first move.
pub(super) fn add_vcf(steps: &[VcfStep], tree: &mut ProofTree) -> NodeId {
    let mut next = None;
    for step in steps.iter().rev() {
        let replies = add_replies(step.fives, step.stop, next.filter(|_| step.goes_on), tree);
        next = Some(tree.add(Node {
            attack: step.four,
            replies,
        }));
    }
    next.expect("a VCF has a first move")
}

/// The answers to a four: `then`, or else another five, to the reply that takes a five away; that
/// five to all others.
pub(super) fn add_replies(
    fives: PointSet,
    stop: Option<Point>,
    then: Option<NodeId>,
    tree: &mut ProofTree,
) -> Vec<Reply> {
    let mut five = |attack: Point| {
        tree.add(Node {
            attack,
            replies: Vec::new(),
        })
    };
    let mut replies = Vec::new();
    if let Some(stop) = stop {
        let another = fives.iter().find(|&five| five != stop);
        let then = then.or_else(|| another.map(&mut five));
        replies.extend(then.map(|then| Reply {
            moves: Replies::These(vec![stop]),
            then,
        }));
    }
    replies.extend(stop.or(fives.first()).map(|at| Reply {
        moves: Replies::AllOthers,
        then: five(at),
    }));
    replies
}
