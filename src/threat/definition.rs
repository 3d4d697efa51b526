//! The slow definition of a VCF: every four, every reply, by the rules alone. The oracle of the
//! tests of the solver.

use crate::board::{Board, Color};
use crate::geometry::Point;
use crate::limits::StopReason;
use crate::position::Position;
use crate::rule::Rule;

use super::{Answer, Node, NodeId, ProofTree, Scope};

struct DefinitionSearch {
    board: Board,
    rule: Rule,
    attacker: Color,
    tree: ProofTree,
    nodes: u64,
    max_nodes: u64,
}

/// Whether there is a VCF, found without table and without move ordering.
pub(super) fn solve(position: &Position, attacker: Color, max_nodes: u64) -> Answer {
    let mut search = DefinitionSearch {
        board: position.board().clone(),
        rule: position.rule(),
        attacker,
        tree: ProofTree::empty(),
        nodes: 0,
        max_nodes,
    };
    match position.outcome() {
        Some(outcome) if outcome.winner == Some(attacker) => Answer::Proven(ProofTree::empty()),
        Some(_) => Answer::Disproven(Scope::GameOver),
        None => match search.attack() {
            Some(_) => Answer::Proven(search.tree),
            None if search.is_stopped() => Answer::Unknown(StopReason::Nodes),
            None => Answer::Disproven(Scope::Fours),
        },
    }
}

impl DefinitionSearch {
    const fn is_stopped(&self) -> bool {
        self.nodes > self.max_nodes
    }

    fn fives(&mut self, color: Color) -> Vec<Point> {
        let makes = |at: &Point| self.rule.makes_five(&self.board, *at, color);
        self.board.empties().iter().filter(makes).collect()
    }

    fn attack(&mut self) -> Option<NodeId> {
        let attacker = self.attacker;
        if let Some(&five) = self.fives(attacker).first() {
            return Some(self.tree.add(Node::leaf(five)));
        }
        let must = self.fives(!attacker);
        let tried: Vec<Point> = match must.as_slice() {
            [] => self.board.empties().iter().collect(),
            [only] => vec![*only],
            _ => return None,
        };
        for at in tried {
            if !self.rule.allows(&self.board, at, attacker) {
                continue;
            }
            self.nodes += 1;
            if self.is_stopped() {
                return None;
            }
            self.board.place(at, attacker);
            let node = self.defend(at);
            self.board.lift(at);
            if let Some(node) = node {
                return Some(self.tree.add(node));
            }
        }
        None
    }

    /// The node of a four with the answers to every reply; `None` if it is no four, or some reply
    /// holds.
    fn defend(&mut self, four: Point) -> Option<Node> {
        let attacker = self.attacker;
        let fives = self.fives(attacker);
        let &first = fives.first()?;
        if !self.fives(!attacker).is_empty() {
            return None;
        }
        let mut node = Node::leaf(four);
        if self.rule.allows(&self.board, first, !attacker) {
            self.board.place(first, !attacker);
            let then = self.attack();
            self.board.lift(first);
            node.replies.push((first, then?));
        }
        node.others = Some(self.tree.add(Node::leaf(first)));
        Some(node)
    }
}
