use crate::geometry::Point;

/// A win with an answer to every reply.
///
/// The nodes lie in an arena, so that long lines need no recursion and two replies may lead to
/// one node. An empty tree is the win of a game that the attacker has won already.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WinTree {
    nodes: Vec<Node>,
}

/// A place in the arena of a [`WinTree`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

/// A move of the attacker and the answer to every reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The attacker's move.
    pub attack: Point,
    /// The replies, each in one place; none after a move that makes a five.
    pub replies: Vec<Reply>,
}

/// Replies with the same answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// Which.
    pub moves: Replies,
    /// How the attacker goes on.
    pub then: NodeId,
}

/// Moves of the defender.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replies {
    /// These points.
    These(Vec<Point>),
    /// Every legal reply that its node does not name.
    AllOthers,
}

impl WinTree {
    /// A tree without nodes: nothing has to be played.
    pub const fn won_already() -> WinTree {
        WinTree { nodes: Vec::new() }
    }

    /// The first move; `None` if nothing has to be played.
    pub fn root(&self) -> Option<NodeId> {
        let last = self.nodes.len().checked_sub(1)?;
        Some(NodeId(last as u32))
    }

    /// The node at a place.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Adds a node, whose replies lead to nodes added before. The last one added is the root.
    ///
    /// # Panics
    ///
    /// Panics if a reply leads to a node that is not there yet.
    pub fn add(&mut self, node: Node) -> NodeId {
        let is_known = |reply: &Reply| (reply.then.0 as usize) < self.nodes.len();
        assert!(
            node.replies.iter().all(is_known),
            "a tree is built from its leaves"
        );
        self.nodes.push(node);
        NodeId((self.nodes.len() - 1) as u32)
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
    /// attacker's first to the five. Of replies that hold out equally long the first named is taken.
    /// `None` stands for any reply that its node does not name.
    pub fn main_line(&self) -> Vec<Option<Point>> {
        let lengths = self.lengths();
        let mut line = Vec::new();
        let mut next = self.root();
        while let Some(id) = next {
            let node = self.node(id);
            line.push(Some(node.attack));
            let longest = |reply: &&Reply| lengths[reply.then.0 as usize];
            let reply = node.replies.iter().rev().max_by_key(longest);
            if let Some(reply) = reply {
                line.push(match &reply.moves {
                    Replies::These(points) => points.first().copied(),
                    Replies::AllOthers => None,
                });
            }
            next = reply.map(|reply| reply.then);
        }
        line
    }

    /// The plies from each node to the five, against the longest defence.
    fn lengths(&self) -> Vec<u32> {
        let mut lengths: Vec<u32> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let replies = node.replies.iter();
            let longest = replies
                .map(|reply| lengths[reply.then.0 as usize] + 2)
                .max();
            lengths.push(longest.unwrap_or(1));
        }
        lengths
    }
}
