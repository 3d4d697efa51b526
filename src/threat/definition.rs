//! The slow definition of a VCF: every four, every reply, by the rules alone. The oracle of the
//! tests of the solver.

use crate::board::{Board, Color};
use crate::geometry::Point;
use crate::position::Position;
use crate::rule::Rule;

use super::{Answer, Node, ProofTree, Replies, Reply, Scope, Solution, SolveOptions, Spent, Stop};

struct Search<'a> {
    board: Board,
    rule: Rule,
    options: &'a SolveOptions<'a>,
    tree: ProofTree,
    nodes: u64,
    stopped: Option<Stop>,
}

/// The answer to a options for a VCF, found without memory and without order.
pub(super) fn solve(position: &Position, options: &SolveOptions<'_>) -> Solution {
    let mut search = Search {
        board: position.board().clone(),
        rule: position.rule(),
        options,
        tree: ProofTree::empty(),
        nodes: 0,
        stopped: None,
    };
    let answer = match position.outcome() {
        Some(outcome) if outcome.winner == Some(options.attacker) => {
            Answer::Proven(ProofTree::empty())
        }
        Some(_) => Answer::Disproven(Scope::GameOver),
        None => match search.attack() {
            Some(_) => Answer::Proven(search.tree),
            None => search
                .stopped
                .map_or(Answer::Disproven(Scope::Fours), Answer::Unknown),
        },
    };
    Solution {
        answer,
        spent: Spent {
            nodes: search.nodes,
            ..Spent::default()
        },
        is_shortest: false,
    }
}

impl Search<'_> {
    fn fives(&mut self, color: Color) -> Vec<Point> {
        let makes = |at: &Point| self.rule.makes_five(&self.board, *at, color);
        self.board.empties().iter().filter(makes).collect()
    }

    fn may_play(&self, at: Point, color: Color) -> bool {
        self.rule.allows(&self.board, at, color)
    }

    fn attack(&mut self) -> Option<super::NodeId> {
        let attacker = self.options.attacker;
        if let Some(&five) = self.fives(attacker).first() {
            return Some(self.tree.add(Node {
                attack: five,
                replies: Vec::new(),
            }));
        }
        let must = self.fives(!attacker);
        let tried: Vec<Point> = match must.as_slice() {
            [] => self.board.empties().iter().collect(),
            [only] => vec![*only],
            _ => return None,
        };
        for at in tried {
            if !self.may_play(at, attacker) {
                continue;
            }
            self.nodes += 1;
            self.stopped = self.stopped.or_else(|| {
                self.options.watch.look(&Spent {
                    nodes: self.nodes,
                    ..Spent::default()
                })
            });
            if self.options.nodes.is_some_and(|nodes| self.nodes > nodes) {
                self.stopped = self.stopped.or(Some(Stop::Nodes));
            }
            if self.stopped.is_some() {
                return None;
            }
            self.board.place(at, attacker);
            let replies = self.defend();
            self.board.lift(at);
            if let Some(replies) = replies {
                return Some(self.tree.add(Node {
                    attack: at,
                    replies,
                }));
            }
        }
        None
    }

    /// The answers to every reply to a four; `None` if it is no four, or some reply holds.
    fn defend(&mut self) -> Option<Vec<Reply>> {
        let attacker = self.options.attacker;
        let fives = self.fives(attacker);
        let &first = fives.first()?;
        if !self.fives(!attacker).is_empty() {
            return None;
        }
        let mut replies = Vec::new();
        if self.may_play(first, !attacker) {
            self.board.place(first, !attacker);
            let then = self.attack();
            self.board.lift(first);
            replies.push(Reply {
                moves: Replies::These(vec![first]),
                then: then?,
            });
        }
        let five = self.tree.add(Node {
            attack: first,
            replies: Vec::new(),
        });
        replies.push(Reply {
            moves: Replies::AllOthers,
            then: five,
        });
        Some(replies)
    }
}
