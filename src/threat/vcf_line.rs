use crate::board::Color;
use crate::geometry::{Point, PointSet};
use crate::rules::RuleSet;

use super::solver::Solver;
use super::{Node, NodeId, Replies, Reply, WinTree};

/// A four of a VCF, and how it may be answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) four: Point,
    /// Where it becomes a five; nowhere if the move is the five.
    pub(super) fives: PointSet,
    /// The reply after which the line goes on; none after its last move.
    pub(super) reply: Option<Point>,
}

/// The points that a line needs: its own, and those of the fives it threatens.
pub(super) fn touched(steps: &[Step]) -> PointSet {
    steps.iter().fold(PointSet::EMPTY, |points, step| {
        let mut points = points | step.fives;
        points.insert(step.four);
        points
    })
}

impl<R: RuleSet> Solver<'_, R> {
    /// A VCF found on this board, step by step.
    pub(super) fn steps(&mut self, attacker: Color, line: &[Point]) -> Vec<Step> {
        let mut steps = Vec::with_capacity(line.len() / 2 + 1);
        for moves in line.chunks(2) {
            let four = moves[0];
            let is_five = self.fives(attacker).contains(four);
            self.shapes.play(four, attacker);
            let fives = if is_five {
                PointSet::EMPTY
            } else {
                self.fives(attacker)
            };
            let reply = moves.get(1).copied();
            if let Some(reply) = reply {
                self.shapes.play(reply, !attacker);
            }
            steps.push(Step { four, fives, reply });
        }
        self.take_back(line.len());
        steps
    }

    /// Whether a VCF found on another board is one here, each step with the same fives and the
    /// same reply.
    pub(super) fn holds(&mut self, attacker: Color, steps: &[Step]) -> bool {
        let mut played = 0;
        let holds = steps
            .iter()
            .all(|step| self.step_holds(attacker, step, &mut played));
        self.take_back(played);
        holds
    }

    fn step_holds(&mut self, attacker: Color, step: &Step, played: &mut usize) -> bool {
        let must = self.fives(!attacker);
        let is_five = self.fives(attacker).contains(step.four);
        let stops_all = must.len() == usize::from(must.contains(step.four));
        let can_be_played =
            self.shapes.board().is_empty(step.four) && self.may_play(step.four, attacker);
        if is_five != step.fives.is_empty() || !can_be_played || !(is_five || stops_all) {
            return false;
        }
        if is_five {
            return true;
        }
        self.shapes.play(step.four, attacker);
        *played += 1;
        if self.fives(attacker) != step.fives {
            return false;
        }
        let only = step.fives.first().filter(|_| step.fives.len() == 1);
        let stop = only.filter(|&only| self.may_play(only, !attacker));
        if stop != step.reply {
            return false;
        }
        if let Some(reply) = stop {
            self.shapes.play(reply, !attacker);
            *played += 1;
        }
        true
    }

    /// Adds a VCF to a tree; gives its first move. The stones are those of the board it was found on.
    pub(super) fn plant_vcf(
        &mut self,
        attacker: Color,
        steps: &[Step],
        tree: &mut WinTree,
    ) -> NodeId {
        let mut next = None;
        for step in steps.iter().rev() {
            let then = next.zip(step.reply);
            let replies = self.plant_replies(attacker, step.fives, then, tree);
            next = Some(tree.add(Node {
                attack: step.four,
                replies,
            }));
        }
        next.expect("a VCF has a first move")
    }

    /// The answers to a four: `then` to the reply that stops it, the five to all others.
    pub(super) fn plant_replies(
        &mut self,
        attacker: Color,
        fives: PointSet,
        then: Option<(NodeId, Point)>,
        tree: &mut WinTree,
    ) -> Vec<Reply> {
        let mut five = |at: Point| {
            tree.add(Node {
                attack: at,
                replies: Vec::new(),
            })
        };
        let mut replies = Vec::new();
        let mut points = fives.iter();
        let Some(first) = points.next() else {
            return replies;
        };
        if let Some((then, reply)) = then {
            replies.push(Reply {
                moves: Replies::These(vec![reply]),
                then,
            });
        } else if let Some(second) = points.next()
            && self.may_play(first, !attacker)
        {
            replies.push(Reply {
                moves: Replies::These(vec![first]),
                then: five(second),
            });
        }
        replies.push(Reply {
            moves: Replies::AllOthers,
            then: five(first),
        });
        replies
    }

    pub(super) fn take_back(&mut self, stones: usize) {
        for _ in 0..stones {
            self.shapes.undo();
        }
    }
}
