use std::cmp::Reverse;

use thiserror::Error;

use crate::board::{Board, Color};
use crate::geometry::{Point, PointSet};
use crate::position::Position;
use crate::rule::Rule;

/// A win with an answer to every reply.
///
/// The nodes lie in an arena, so that long lines need no recursion and two replies may lead to
/// one node. An empty tree is the win of a game that the attacker has won already.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProofTree {
    nodes: Vec<Node>,
}

/// A place in the arena of a [`ProofTree`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

/// A move of the attacker and the answer to every reply.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    /// The attacker's move.
    pub attack: Point,
    /// The replies, each in one place; none after a move that makes a five.
    pub replies: Vec<Reply>,
}

/// Replies with the same answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reply {
    /// Which.
    pub moves: Replies,
    /// How the attacker goes on.
    pub then: NodeId,
}

/// Moves of the defender.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Replies {
    /// These points.
    These(Vec<Point>),
    /// Every legal reply that its node does not name.
    AllOthers,
}

/// Why a node is no part of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a reply leads to node {}, which is not there yet", .0.index())]
pub struct NoSuchNode(pub NodeId);

impl ProofTree {
    /// A tree without nodes: nothing has to be played.
    pub const fn empty() -> ProofTree {
        ProofTree { nodes: Vec::new() }
    }

    /// The first move; `None` if nothing has to be played.
    pub fn root(&self) -> Option<NodeId> {
        let last = self.nodes.len().checked_sub(1)?;
        Some(NodeId(last as u32))
    }

    /// The node at a place.
    ///
    /// # Panics
    ///
    /// Panics if the place is that of another tree and this one has no such node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Adds a node, whose replies lead to nodes added before. The last one added is the root.
    ///
    /// # Panics
    ///
    /// Panics if a reply leads to a node that is not there yet.
    pub fn add(&mut self, node: Node) -> NodeId {
        self.try_add(node).expect("a tree is built from its leaves")
    }

    /// The same for nodes whose replies may lead anywhere.
    ///
    /// # Errors
    ///
    /// If a reply leads to a node that is not there yet. Then nothing is added.
    ///
    /// # Panics
    ///
    /// Panics if the tree has four thousand million nodes already.
    pub fn try_add(&mut self, node: Node) -> Result<NodeId, NoSuchNode> {
        let stranger = node.replies.iter().map(|reply| reply.then);
        let mut stranger = stranger.filter(|then| then.index() >= self.nodes.len());
        if let Some(id) = stranger.next() {
            return Err(NoSuchNode(id));
        }
        let id = u32::try_from(self.nodes.len()).expect("4,294,967,296 nodes are too many");
        self.nodes.push(node);
        Ok(NodeId(id))
    }

    /// Nodes in the arena.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing has to be played.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The line against the defence that holds out longest: moves of both sides, from the
    /// attacker's first to the five.
    ///
    /// How long a defence holds out is counted in the tree. Of replies that hold out equally
    /// long a named one is taken, and the first of them. For "all others" stands the first of the
    /// legal replies that are not named, in reading order; where there is none, the next best
    /// reply is taken, and `None`, a pass, if there is no legal reply at all.
    ///
    /// The tree has to be one of this position; of another the line ends where it cannot be played.
    pub fn main_line(&self, position: &Position, attacker: Color) -> Vec<Option<Point>> {
        let lengths = self.lengths();
        let mut board = position.board().clone();
        let mut line = Vec::new();
        let mut next = self.root();
        while let Some(id) = next {
            let node = self.node(id);
            if !board.is_empty(node.attack) {
                break;
            }
            board.place(node.attack, attacker);
            line.push(Some(node.attack));
            let chosen = node.longest_defence(&lengths, &board, position.rule(), !attacker);
            if let Some((reply, _)) = chosen {
                if let Some(at) = reply {
                    board.place(at, !attacker);
                }
                line.push(reply);
            }
            next = chosen.map(|(_, then)| then);
        }
        line
    }

    /// The replies that the tree names, each as often as a move of the attacker is answered by it.
    pub fn replies_named(&self) -> usize {
        let used = self.used();
        let nodes = self.nodes.iter().zip(used).filter(|(_, used)| *used);
        nodes.map(|(node, _)| node.named().count()).sum()
    }

    /// The nodes that a tree without sharing would have, one for each line of play; at most
    /// `u64::MAX`. `copies` tells how often the answer to a reply is counted.
    pub fn unshared_len(&self, copies: impl Fn(&Reply) -> u64) -> u64 {
        let mut lengths: Vec<u64> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let below = |reply: &Reply| lengths[reply.then.index()].saturating_mul(copies(reply));
            let length = node.replies.iter().map(below).fold(1, u64::saturating_add);
            lengths.push(length);
        }
        lengths.last().copied().unwrap_or(0)
    }

    /// Which nodes the root leads to.
    fn used(&self) -> Vec<bool> {
        let mut used = vec![false; self.nodes.len()];
        if let Some(root) = used.last_mut() {
            *root = true;
        }
        for (index, node) in self.nodes.iter().enumerate().rev() {
            if used[index] {
                for reply in &node.replies {
                    used[reply.then.index()] = true;
                }
            }
        }
        used
    }

    /// The plies from each node to the five, against the longest defence.
    fn lengths(&self) -> Vec<u32> {
        let mut lengths: Vec<u32> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let replies = node.replies.iter();
            let longest = replies.map(|reply| lengths[reply.then.index()] + 2).max();
            lengths.push(longest.unwrap_or(1));
        }
        lengths
    }
}

impl NodeId {
    /// The place as a number: that of the node among all nodes in the order of [`ProofTree::add`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Node {
    /// The replies that are named, in the order of the tree.
    pub fn named(&self) -> impl Iterator<Item = Point> {
        self.replies
            .iter()
            .flat_map(|reply| match &reply.moves {
                Replies::These(points) => points.as_slice(),
                Replies::AllOthers => &[],
            })
            .copied()
    }

    /// Where the replies lead that the node does not name.
    fn others(&self) -> Option<NodeId> {
        let mut replies = self.replies.iter();
        let others = replies.find(|reply| reply.moves == Replies::AllOthers);
        others.map(|reply| reply.then)
    }

    /// The reply that holds out longest on a board with the attack, and where it leads.
    fn longest_defence(
        &self,
        lengths: &[u32],
        board: &Board,
        rule: Rule,
        defender: Color,
    ) -> Option<(Option<Point>, NodeId)> {
        let mut replies: Vec<&Reply> = self.replies.iter().collect();
        replies.sort_by_key(|reply| {
            let length = lengths[reply.then.index()];
            (Reverse(length), reply.moves == Replies::AllOthers)
        });
        let other = || {
            let named: PointSet = self.named().collect();
            let unnamed = (board.empties() - named).iter();
            unnamed
                .into_iter()
                .find(|&at| rule.allows(board, at, defender))
        };
        let concrete = |reply: &Reply| match &reply.moves {
            Replies::These(points) => points.iter().copied().find(|&at| board.is_empty(at)),
            Replies::AllOthers => other(),
        };
        let mut playable = replies.iter();
        let found = playable.find_map(|reply| Some((Some(concrete(reply)?), reply.then)));
        let pass = || Some((None, self.others()?));
        found.or_else(pass)
    }
}
