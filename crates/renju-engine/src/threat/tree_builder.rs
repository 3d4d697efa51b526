//! From a table of proved positions to a tree that answers every reply.

use std::collections::HashMap;

use renju_core::geometry::{Point, PointSet};

use super::dfpn::{Dfpn, NodeType};
use super::vcf::{ANY_LENGTH, VcfSolver, VcfStep, critical_points};
use super::{Node, NodeId, ProofTree};

/// Why a proved position has no tree after all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BuildError {
    /// The df-pn search did not generate this reply at the AND node with this key.
    MissingReply { key: u64, reply: Point },
    /// The budget ended.
    Stopped,
}

/// Nodes to find a VCF again that the search has found: the table has changed since, so that it
/// may take longer.
const VCF_NODES: u64 = 20_000;

/// Searches until the position is decided; the tree of a win, or `None` if there is none or the
/// budget ended. If `first` is a point, only wins that begin there are looked for.
pub(super) fn prove(dfpn: &mut Dfpn<'_>, first: Option<Point>) -> Option<ProofTree> {
    while dfpn.prove(first) {
        match TreeBuilder::new(dfpn).build(first) {
            Ok(tree) => return Some(tree),
            Err(BuildError::Stopped) => return None,
            Err(BuildError::MissingReply { key, reply }) => dfpn.add_missing_reply(key, reply),
        }
    }
    None
}

/// The tree of a VCF.
pub(super) fn vcf_tree(steps: &[VcfStep]) -> ProofTree {
    let mut tree = ProofTree::empty();
    add_vcf(steps, &mut tree);
    tree
}

/// Builds the tree of a proved position.
struct TreeBuilder<'d, 'c> {
    dfpn: &'d mut Dfpn<'c>,
    tree: ProofTree,
    /// Nodes by the key of the position in which they are the answer.
    nodes: HashMap<u64, NodeId>,
}

/// A VCF that wins after a pass, and its place in the tree.
struct Refutation {
    steps: Vec<VcfStep>,
    node: NodeId,
    /// The replies it answers.
    replies: Vec<Point>,
}

impl<'d, 'c> TreeBuilder<'d, 'c> {
    fn new(dfpn: &'d mut Dfpn<'c>) -> TreeBuilder<'d, 'c> {
        TreeBuilder {
            dfpn,
            tree: ProofTree::empty(),
            nodes: HashMap::new(),
        }
    }

    /// The whole tree; the attacker is to move.
    fn build(mut self, first: Option<Point>) -> Result<ProofTree, BuildError> {
        match first {
            None => self.attack()?,
            Some(first) => self.attack_at(first)?,
        };
        Ok(self.tree)
    }

    const fn solver(&mut self) -> &mut VcfSolver<'c> {
        &mut self.dfpn.moves.solver
    }

    /// The node of the attacker's move in this position.
    fn attack(&mut self) -> Result<NodeId, BuildError> {
        let key = self.dfpn.key(NodeType::Or);
        if let Some(&node) = self.nodes.get(&key) {
            return Ok(node);
        }
        let attacker = self.dfpn.moves.attacker;
        let node = if self.dfpn.moves.has_vcf() {
            let steps = self.solver().steps(attacker);
            add_vcf(&steps, &mut self.tree)
        } else {
            let attack = self.dfpn.proved_attack().ok_or(BuildError::Stopped)?;
            self.attack_at(attack)?
        };
        self.nodes.insert(key, node);
        Ok(node)
    }

    /// The node of an attack that was proved.
    fn attack_at(&mut self, attack: Point) -> Result<NodeId, BuildError> {
        let attacker = self.dfpn.moves.attacker;
        self.solver().play(attack, attacker);
        let node = self.answered(attack);
        self.solver().shapes.undo();
        Ok(self.tree.add(node?))
    }

    /// The node of the attacker's last move, with the answer to every reply.
    fn answered(&mut self, attack: Point) -> Result<Node, BuildError> {
        let attacker = self.dfpn.moves.attacker;
        let solver = self.solver();
        let fives = solver.shapes.fives(attacker);
        if fives.is_empty() {
            return self.answered_threat(attack);
        }
        let stop = solver.first_stop(fives, attacker);
        let then = stop.filter(|_| fives.len() == 1);
        let then = then.map(|reply| self.after(reply)).transpose()?;
        Ok(four_node(attack, fives, stop, then, &mut self.tree))
    }

    fn after(&mut self, reply: Point) -> Result<NodeId, BuildError> {
        let defender = !self.dfpn.moves.attacker;
        self.solver().play(reply, defender);
        let node = self.attack();
        self.solver().shapes.undo();
        node
    }

    /// Replies that hold for a while have their own answers; a VCF refutes each of the others.
    fn answered_threat(&mut self, attack: Point) -> Result<Node, BuildError> {
        let defender = !self.dfpn.moves.attacker;
        let holding = self.dfpn.holding_replies();
        let mut node = Node::leaf(attack);
        for &reply in &holding {
            node.replies.push((reply, self.after(reply)?));
        }
        let mut refutations: Vec<Refutation> = Vec::new();
        let mut others = self.solver().shapes.board().empties();
        if let Some(steps) = self.find_vcf() {
            // A stone of Black anywhere may forbid a reply that the tree names.
            if !self.solver().shapes.rule().restricts(defender) {
                others = others & self.dfpn.moves.defences(&steps);
            }
            refutations.push(self.add_refutation(steps));
        }
        for reply in others.iter().filter(|reply| !holding.contains(reply)) {
            if self.solver().budget.is_late() {
                return Err(BuildError::Stopped);
            }
            if self.solver().shapes.is_legal(reply, defender) {
                self.refute_reply(reply, &mut refutations)?;
            }
        }
        let mut refutations = refutations.into_iter();
        node.others = refutations.next().map(|first| first.node);
        for refutation in refutations {
            let replies = refutation.replies.into_iter();
            let replies = replies.map(|reply| (reply, refutation.node));
            node.replies.extend(replies);
        }
        Ok(node)
    }

    /// Finds a VCF that wins after a reply, if possible one that wins after others too.
    fn refute_reply(
        &mut self,
        reply: Point,
        refutations: &mut Vec<Refutation>,
    ) -> Result<(), BuildError> {
        let attacker = self.dfpn.moves.attacker;
        self.solver().play(reply, !attacker);
        let solver = self.solver();
        let fits = refutations.iter_mut().find(|refutation| {
            !critical_points(&refutation.steps).contains(reply)
                && solver.holds(attacker, &refutation.steps)
        });
        let is_refuted = if let Some(refutation) = fits {
            refutation.replies.push(reply);
            true
        } else if let Some(steps) = self.find_vcf() {
            let mut refutation = self.add_refutation(steps);
            refutation.replies.push(reply);
            refutations.push(refutation);
            true
        } else {
            false
        };
        self.solver().shapes.undo();
        if is_refuted {
            return Ok(());
        }
        if self.solver().budget.stopped().is_some() {
            return Err(BuildError::Stopped);
        }
        let key = self.dfpn.key(NodeType::And);
        Err(BuildError::MissingReply { key, reply })
    }

    fn find_vcf(&mut self) -> Option<Vec<VcfStep>> {
        let attacker = self.dfpn.moves.attacker;
        let solver = self.solver();
        let is_win = solver.has_vcf(attacker, ANY_LENGTH, VCF_NODES);
        is_win.then(|| solver.steps(attacker))
    }

    fn add_refutation(&mut self, steps: Vec<VcfStep>) -> Refutation {
        Refutation {
            node: add_vcf(&steps, &mut self.tree),
            steps,
            replies: Vec::new(),
        }
    }
}

/// Adds a VCF to a tree; gives its first move.
fn add_vcf(steps: &[VcfStep], tree: &mut ProofTree) -> NodeId {
    let mut next = None;
    for step in steps.iter().rev() {
        let then = next.filter(|_| step.goes_on);
        let node = four_node(step.four, step.fives, step.stop, then, tree);
        next = Some(tree.add(node));
    }
    next.expect("a VCF has a first move")
}

/// The node of a four. The reply that takes a five away is answered by `then`, or else by another
/// five; all others by that five.
fn four_node(
    four: Point,
    fives: PointSet,
    stop: Option<Point>,
    then: Option<NodeId>,
    tree: &mut ProofTree,
) -> Node {
    let mut five = |attack: Point| tree.add(Node::leaf(attack));
    let mut node = Node::leaf(four);
    if let Some(stop) = stop {
        let another = fives.iter().find(|&five| five != stop);
        let then = then.or_else(|| another.map(&mut five));
        node.replies.extend(then.map(|then| (stop, then)));
    }
    node.others = stop.or(fives.first()).map(five);
    node
}
