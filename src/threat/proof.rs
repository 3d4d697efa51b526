//! From a table of proved positions to a tree that answers every reply.

use std::collections::HashMap;

use crate::geometry::Point;

use super::vcf::{Fours, Line};
use super::vcf_line::{Step, plant_replies, plant_vcf, touched};
use super::vct::{Turn, Vct};
use super::{Node, NodeId, ProofTree, Replies, Reply};

/// Why a proved position has no tree after all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hole {
    /// This reply was not looked at when the position after the attacker's move was searched.
    Overlooked { key: u64, reply: Point },
    /// A limit was reached.
    Stopped,
}

/// Positions to look for a VCF that is known to be there, or very likely: the search met it with
/// another board's memory, so that it may take longer to find it again.
const ENOUGH: u64 = 20_000;

/// Grows the tree of a proved position.
pub(super) struct Gardener<'v, 's, 'q> {
    vct: &'v mut Vct<'s, 'q>,
    tree: ProofTree,
    /// Nodes by the position in which they are the answer.
    planted: HashMap<u64, NodeId>,
}

/// A VCF that wins after a pass, and its place in the tree.
struct Punishment {
    steps: Vec<Step>,
    node: NodeId,
    /// The replies it answers.
    replies: Vec<Point>,
}

impl<'v, 's, 'q> Gardener<'v, 's, 'q> {
    pub(super) fn new(vct: &'v mut Vct<'s, 'q>) -> Gardener<'v, 's, 'q> {
        Gardener {
            vct,
            tree: ProofTree::empty(),
            planted: HashMap::new(),
        }
    }

    /// The whole tree; the attacker is to move.
    pub(super) fn grow(mut self) -> Result<ProofTree, Hole> {
        self.attack()?;
        Ok(self.tree)
    }

    /// The node of the attacker's move in this position.
    fn attack(&mut self) -> Result<NodeId, Hole> {
        let key = self.vct.key(Turn::Attack);
        if let Some(&node) = self.planted.get(&key) {
            return Ok(node);
        }
        let attacker = self.vct.attacker;
        let mut line = Line::new();
        let budget = self.vct.hunt.stage.vcf;
        let node = if self
            .vct
            .solver
            .vcf_within(attacker, u16::MAX - 1, budget, &mut line)
            == Fours::Win
        {
            let steps = self.vct.solver.steps(attacker, &line);
            plant_vcf(&steps, &mut self.tree)
        } else {
            let attack = self.vct.proved_attack().ok_or(Hole::Stopped)?;
            self.vct.solver.play(attack, attacker);
            let replies = self.replies();
            self.vct.solver.shapes.undo();
            self.tree.add(Node {
                attack,
                replies: replies?,
            })
        };
        self.planted.insert(key, node);
        Ok(node)
    }

    /// The answers to every reply to the attacker's last move.
    fn replies(&mut self) -> Result<Vec<Reply>, Hole> {
        let attacker = self.vct.attacker;
        let fives = self.vct.solver.shapes.fives(attacker);
        if !fives.is_empty() {
            let stop = self.vct.solver.stop(fives, attacker);
            let then = stop.filter(|_| fives.len() == 1);
            let then = then.map(|reply| self.after(reply)).transpose()?;
            return Ok(plant_replies(fives, stop, then, &mut self.tree));
        }
        self.replies_to_threat()
    }

    fn after(&mut self, reply: Point) -> Result<NodeId, Hole> {
        self.vct.solver.play(reply, !self.vct.attacker);
        let node = self.attack();
        self.vct.solver.shapes.undo();
        node
    }

    /// Replies that hold for a while have their own answers; all others are punished by fours.
    fn replies_to_threat(&mut self) -> Result<Vec<Reply>, Hole> {
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
        let mut punishments: Vec<Punishment> = Vec::new();
        if let Some(steps) = self.find_vcf() {
            punishments.push(self.plant(steps));
        }
        let others = self.vct.solver.shapes.board().empties();
        for reply in others.iter().filter(|reply| !holding.contains(reply)) {
            if self.vct.solver.shapes.is_legal(reply, !attacker) {
                self.punish(reply, &mut punishments)?;
            }
        }
        let first = punishments.first().map(|punishment| punishment.node);
        for punishment in punishments.into_iter().skip(1) {
            replies.push(Reply {
                moves: Replies::These(punishment.replies),
                then: punishment.node,
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
    fn punish(&mut self, reply: Point, punishments: &mut Vec<Punishment>) -> Result<(), Hole> {
        let attacker = self.vct.attacker;
        self.vct.solver.play(reply, !attacker);
        let solver = &mut *self.vct.solver;
        let fits = punishments.iter_mut().find(|punishment| {
            !touched(&punishment.steps).contains(reply) && solver.holds(attacker, &punishment.steps)
        });
        let found = match fits {
            Some(punishment) => {
                punishment.replies.push(reply);
                Ok(())
            }
            None => match self.find_vcf() {
                Some(steps) => {
                    let mut punishment = self.plant(steps);
                    punishment.replies.push(reply);
                    punishments.push(punishment);
                    Ok(())
                }
                None => Err(reply),
            },
        };
        self.vct.solver.shapes.undo();
        found.map_err(|reply| Hole::Overlooked {
            key: self.vct.key(Turn::Defence),
            reply,
        })
    }

    fn find_vcf(&mut self) -> Option<Vec<Step>> {
        let attacker = self.vct.attacker;
        let mut line = Line::new();
        let found = self
            .vct
            .solver
            .vcf_within(attacker, u16::MAX - 1, ENOUGH, &mut line);
        (found == Fours::Win).then(|| self.vct.solver.steps(attacker, &line))
    }

    fn plant(&mut self, steps: Vec<Step>) -> Punishment {
        let node = plant_vcf(&steps, &mut self.tree);
        Punishment {
            steps,
            node,
            replies: Vec::new(),
        }
    }
}
