use crate::board::Color;
use crate::geometry::Point;
use crate::rules::RuleSet;

use super::solver::Solver;
use super::{Node, NodeId, Replies, Reply, WinTree};

/// A four of a line, and how it may be answered.
struct Step {
    four: Point,
    /// Where it becomes a five; none if the move is the five.
    fives: Vec<Point>,
    /// The reply that has to be answered by another move than the five.
    reply: Option<Point>,
}

impl<R: RuleSet> Solver<'_, R> {
    /// Adds a VCF as [`Line`](super::vcf::Line) has it to a tree; gives its first move.
    pub(super) fn plant_line(
        &mut self,
        attacker: Color,
        line: &[Point],
        tree: &mut WinTree,
    ) -> NodeId {
        let steps = self.steps(attacker, line);
        let mut then = None;
        for step in steps.into_iter().rev() {
            let mut replies = Vec::new();
            let mut five = |at: Point| {
                tree.add(Node {
                    attack: at,
                    replies: Vec::new(),
                })
            };
            if let (Some(reply), Some(next)) = (step.reply, then) {
                replies.push(Reply {
                    moves: Replies::These(vec![reply]),
                    then: next,
                });
            } else if let [reply, other, ..] = step.fives[..] {
                replies.push(Reply {
                    moves: Replies::These(vec![reply]),
                    then: five(other),
                });
            }
            if let Some(&at) = step.fives.first() {
                replies.push(Reply {
                    moves: Replies::AllOthers,
                    then: five(at),
                });
            }
            then = Some(tree.add(Node {
                attack: step.four,
                replies,
            }));
        }
        then.expect("a line has a first move")
    }

    fn steps(&mut self, attacker: Color, line: &[Point]) -> Vec<Step> {
        let mut steps = Vec::new();
        for moves in line.chunks(2) {
            let four = moves[0];
            let is_five = self.fives(attacker).contains(four);
            self.shapes.play(four, attacker);
            let mut fives: Vec<Point> = self.fives(attacker).iter().collect();
            fives.retain(|_| !is_five);
            let reply = moves.get(1).copied();
            if let Some(reply) = reply {
                self.shapes.play(reply, !attacker);
            }
            steps.push(Step { four, fives, reply });
        }
        for _ in line {
            self.shapes.undo();
        }
        steps
    }
}
