//! From a table of proved positions to a tree that answers every reply.

use std::collections::HashMap;

use crate::geometry::Point;

use super::dfpn::{NodeType, Vct};
use super::vcf::{Line, VcfResult};
use super::vcf_line::{VcfStep, add_replies, add_vcf, critical_points};
use super::{Node, NodeId, ProofTree, Replies, Reply};

/// Why a proved position has no tree after all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BuildError {
    /// This reply was not looked at when the position after the attacker's move was searched.
    MissingReply { key: u64, reply: Point },
    /// A limit was reached.
    Stopped,
}

/// Positions to look for a VCF that is known to be there, or very likely: the search met it with
/// another board's memory, so that it may take longer to find it again.
const ENOUGH: u64 = 20_000;

/// Grows the tree of a proved position.
pub(super) struct TreeBuilder<'v, 's, 'q> {
    vct: &'v mut Vct<'s, 'q>,
    tree: ProofTree,
    /// Nodes by the position in which they are the answer.
    nodes: HashMap<u64, NodeId>,
}

/// A VCF that wins after a pass, and its place in the tree.
struct Refutation {
    steps: Vec<VcfStep>,
    node: NodeId,
    /// The replies it answers.
    replies: Vec<Point>,
}

impl<'v, 's, 'q> TreeBuilder<'v, 's, 'q> {
    pub(super) fn new(vct: &'v mut Vct<'s, 'q>) -> TreeBuilder<'v, 's, 'q> {
        TreeBuilder {
            vct,
            tree: ProofTree::empty(),
            nodes: HashMap::new(),
        }
    }

    /// The whole tree; the attacker is to move.
    pub(super) fn build(mut self) -> Result<ProofTree, BuildError> {
        self.attack()?;
        Ok(self.tree)
    }

    /// The node of the attacker's move in this position.
    fn attack(&mut self) -> Result<NodeId, BuildError> {
        let key = self.vct.key(NodeType::Or);
        if let Some(&node) = self.nodes.get(&key) {
            return Ok(node);
        }
        let attacker = self.vct.attacker;
        let mut line = Line::new();
        let budget = self.vct.hunt.stage.vcf_nodes;
        let node = if self
            .vct
            .solver
            .vcf_within(attacker, u16::MAX - 1, budget, &mut line)
            == VcfResult::Win
        {
            let steps = self.vct.solver.steps(attacker, &line);
            add_vcf(&steps, &mut self.tree)
        } else {
            let attack = self.vct.proved_attack().ok_or(BuildError::Stopped)?;
            self.vct.solver.play(attack, attacker);
            let replies = self.replies();
            self.vct.solver.shapes.undo();
            self.tree.add(Node {
                attack,
                replies: replies?,
            })
        };
        self.nodes.insert(key, node);
        Ok(node)
    }

    /// The answers to every reply to the attacker's last move.
    fn replies(&mut self) -> Result<Vec<Reply>, BuildError> {
        let attacker = self.vct.attacker;
        let fives = self.vct.solver.shapes.fives(attacker);
        if !fives.is_empty() {
            let stop = self.vct.solver.stop(fives, attacker);
            let then = stop.filter(|_| fives.len() == 1);
            let then = then.map(|reply| self.after(reply)).transpose()?;
            return Ok(add_replies(fives, stop, then, &mut self.tree));
        }
        self.replies_to_threat()
    }

    fn after(&mut self, reply: Point) -> Result<NodeId, BuildError> {
        self.vct.solver.play(reply, !self.vct.attacker);
        let node = self.attack();
        self.vct.solver.shapes.undo();
        node
    }

    /// Replies that hold for a while have their own answers; all others are punished by fours.
    fn replies_to_threat(&mut self) -> Result<Vec<Reply>, BuildError> {
        let attacker = self.vct.attacker;
        let holding = self.vct.holding_replies();
        let mut replies = Vec::new();
        for &reply in &holding {
            let then = self.after(reply)?;
            replies.push(Reply {
                moves: Replies::These(vec![reply]),
                then,
            });
        }
        let mut refutations: Vec<Refutation> = Vec::new();
        if let Some(steps) = self.find_vcf() {
            refutations.push(self.add_refutation(steps));
        }
        let others = self.vct.solver.shapes.board().empties();
        for reply in others.iter().filter(|reply| !holding.contains(reply)) {
            if self.vct.solver.shapes.is_legal(reply, !attacker) {
                self.refute_reply(reply, &mut refutations)?;
            }
        }
        let first = refutations.first().map(|refutation| refutation.node);
        for refutation in refutations.into_iter().skip(1) {
            replies.push(Reply {
                moves: Replies::These(refutation.replies),
                then: refutation.node,
            });
        }
        if let Some(then) = first {
            replies.push(Reply {
                moves: Replies::AllOthers,
                then,
            });
        }
        Ok(replies)
    }

    /// Finds the fours that win after a reply, if possible those that win after others too.
    fn refute_reply(
        &mut self,
        reply: Point,
        refutations: &mut Vec<Refutation>,
    ) -> Result<(), BuildError> {
        let attacker = self.vct.attacker;
        self.vct.solver.play(reply, !attacker);
        let solver = &mut *self.vct.solver;
        let fits = refutations.iter_mut().find(|refutation| {
            !critical_points(&refutation.steps).contains(reply)
                && solver.holds(attacker, &refutation.steps)
        });
        let found = match fits {
            Some(refutation) => {
                refutation.replies.push(reply);
                Ok(())
            }
            None => match self.find_vcf() {
                Some(steps) => {
                    let mut refutation = self.add_refutation(steps);
                    refutation.replies.push(reply);
                    refutations.push(refutation);
                    Ok(())
                }
                None => Err(reply),
            },
        };
        self.vct.solver.shapes.undo();
        found.map_err(|reply| BuildError::MissingReply {
            key: self.vct.key(NodeType::And),
            reply,
        })
    }

    fn find_vcf(&mut self) -> Option<Vec<VcfStep>> {
        let attacker = self.vct.attacker;
        let mut line = Line::new();
        let found = self
            .vct
            .solver
            .vcf_within(attacker, u16::MAX - 1, ENOUGH, &mut line);
        (found == VcfResult::Win).then(|| self.vct.solver.steps(attacker, &line))
    }

    fn add_refutation(&mut self, steps: Vec<VcfStep>) -> Refutation {
        let node = add_vcf(&steps, &mut self.tree);
        Refutation {
            steps,
            node,
            replies: Vec::new(),
        }
    }
}
