//! Proof trees of forced wins: AND/OR nodes in an arena, their main line, and their form in JSON.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use renju_core::board::{Board, Color};
use renju_core::geometry::{Point, PointSet};
use renju_core::position::Position;
use renju_core::rule::Rule;

/// A proof tree: an attack for every position of a forced win, and an answer to every reply.
///
/// It is an AND/OR tree. A [`Node`] is an OR node, reduced to the one attack that was proved, with
/// the AND node of its replies. Nodes lie in an arena, answers before the nodes that lead to them
/// and the root last: there are no cycles, lines of any length need no recursion, and several
/// replies may share an answer. A tree without nodes is the win of a game that the attacker has
/// won already.
///
/// ```
/// use renju_engine::threat::{Node, ProofTree};
///
/// // Black has F8 G8 H8, and plays I8: E8 is answered by J8, everything else by E8.
/// let mut tree = ProofTree::empty();
/// let j8 = tree.add(Node::leaf("J8".parse()?));
/// let e8 = tree.add(Node::leaf("E8".parse()?));
/// tree.add(Node {
///     attack: "I8".parse()?,
///     replies: vec![("E8".parse()?, j8)],
///     others: Some(e8),
/// });
/// let json = serde_json::to_string(&tree)?;
/// assert_eq!(
///     json,
///     r#"[{"attack":"J8"},{"attack":"E8"},{"attack":"I8","replies":{"E8":0},"others":1}]"#
/// );
/// assert_eq!(serde_json::from_str::<ProofTree>(&json)?, tree);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<Node>")]
pub struct ProofTree(Vec<Node>);

/// The place of a node in the arena of its [`ProofTree`], counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeId(u32);

/// A move of the attacker and the answer to every reply.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Node {
    /// The attacker's move. Without any answer to a reply, it makes a five.
    pub attack: Point,
    /// Replies with an answer of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "reply_map")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<Point, NodeId>")
    )]
    pub replies: Vec<(Point, NodeId)>,
    /// The answer to every legal reply that `replies` does not name, and to a pass if there is
    /// no legal reply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub others: Option<NodeId>,
}

/// Nodes in an order that makes no tree: an answer has to stand before the node it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("node {node} refers to node {answer}; answers stand before it, counted from 0")]
pub struct NodeOrderError {
    /// The node, counted from 0.
    pub node: usize,
    /// The node to which it refers.
    pub answer: usize,
}

impl TryFrom<Vec<Node>> for ProofTree {
    type Error = NodeOrderError;

    fn try_from(nodes: Vec<Node>) -> Result<ProofTree, NodeOrderError> {
        for (index, node) in nodes.iter().enumerate() {
            let mut answers = node.answers().map(NodeId::index);
            if let Some(answer) = answers.find(|&answer| answer >= index) {
                return Err(NodeOrderError {
                    node: index,
                    answer,
                });
            }
        }
        Ok(ProofTree(nodes))
    }
}

impl ProofTree {
    /// A tree without nodes: the game is won already.
    pub const fn empty() -> ProofTree {
        ProofTree(Vec::new())
    }

    /// The first attack; `None` if the game is won already.
    pub fn root(&self) -> Option<NodeId> {
        let last = self.len().checked_sub(1)?;
        Some(NodeId(last as u32))
    }

    /// The node at a place.
    ///
    /// # Panics
    ///
    /// Panics if the place is one of another tree and this one has no such node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.0[id.index()]
    }

    /// Adds a node, whose answers were added before. The last one added is the root.
    ///
    /// # Panics
    ///
    /// Panics if an answer is not there yet, or if the tree has 2^32 nodes.
    pub fn add(&mut self, node: Node) -> NodeId {
        let is_there = |answer: NodeId| answer.index() < self.len();
        assert!(node.answers().all(is_there), "answers are added first");
        let id = u32::try_from(self.len()).expect("a tree has fewer than 2^32 nodes");
        self.0.push(node);
        NodeId(id)
    }

    /// The number of nodes in the arena.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the game is won already.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The line against the longest defence: moves of both sides, from the attacker's first to
    /// the five.
    ///
    /// Length is that of the tree. Of replies that hold out equally long a named one is taken, and
    /// the first of them. For "all others" stands the first legal reply, in reading order, that is
    /// not named; without one the next best reply is taken, and `None`, a pass, if there is no
    /// legal reply at all.
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
            next = chosen.map(|(_, answer)| answer);
        }
        line
    }

    /// Every point that the tree names, of either side.
    pub fn points(&self) -> PointSet {
        let of_node = |node: &Node| {
            let replies = node.replies.iter().map(|&(at, _)| at);
            replies.chain([node.attack]).collect::<PointSet>()
        };
        self.0
            .iter()
            .fold(PointSet::EMPTY, |points, node| points | of_node(node))
    }

    /// The replies that are answered from a node on; "all others" count as one. A node that is
    /// reached several times is counted once.
    pub fn count_replies(&self, from: NodeId) -> usize {
        let mut seen = HashSet::from([from]);
        let mut open = vec![from];
        let mut count = 0;
        while let Some(id) = open.pop() {
            for answer in self.node(id).answers() {
                count += 1;
                if seen.insert(answer) {
                    open.push(answer);
                }
            }
        }
        count
    }

    /// This tree with equal nodes merged into one: for files, and quicker to verify.
    #[must_use]
    pub fn merged(&self) -> ProofTree {
        let mut tree = ProofTree::empty();
        let mut known: HashMap<Node, NodeId> = HashMap::new();
        let mut places: Vec<NodeId> = Vec::with_capacity(self.len());
        for node in &self.0 {
            let place = |answer: NodeId| places[answer.index()];
            let named = node.replies.iter();
            let node = Node {
                attack: node.attack,
                replies: named.map(|&(at, answer)| (at, place(answer))).collect(),
                others: node.others.map(place),
            };
            let id = known.get(&node).copied();
            places.push(id.unwrap_or_else(|| {
                let id = tree.add(node.clone());
                known.insert(node, id);
                id
            }));
        }
        // A root that was known before stands at its first place, and needs nothing behind it.
        tree.0
            .truncate(places.last().map_or(0, |root| root.index() + 1));
        tree
    }

    /// The number of nodes without sharing, one for each line of play; at most `u64::MAX`.
    pub fn unshared_len(&self) -> u64 {
        let mut lengths: Vec<u64> = Vec::with_capacity(self.len());
        for node in &self.0 {
            let below = node.answers().map(|answer| lengths[answer.index()]);
            lengths.push(below.fold(1, u64::saturating_add));
        }
        lengths.last().copied().unwrap_or(0)
    }

    /// The plies from each node to the five, against the longest defence.
    fn lengths(&self) -> Vec<u32> {
        let mut lengths: Vec<u32> = Vec::with_capacity(self.len());
        for node in &self.0 {
            let below = node.answers().map(|answer| lengths[answer.index()]);
            lengths.push(below.max().map_or(1, |longest| longest.saturating_add(2)));
        }
        lengths
    }
}

impl NodeId {
    /// The place as a number: that of the node in the order of [`ProofTree::add`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Node {
    /// A node without replies: its attack has to make a five.
    pub const fn leaf(attack: Point) -> Node {
        Node {
            attack,
            replies: Vec::new(),
            others: None,
        }
    }

    /// Whether no reply is answered: the attack has to make a five.
    pub fn is_leaf(&self) -> bool {
        self.replies.is_empty() && self.others.is_none()
    }

    /// The answers to the replies, that to all others last.
    pub fn answers(&self) -> impl Iterator<Item = NodeId> {
        let named = self.replies.iter().map(|&(_, answer)| answer);
        named.chain(self.others)
    }

    /// The reply that holds out longest on a board with the attack, and its answer.
    fn longest_defence(
        &self,
        lengths: &[u32],
        board: &Board,
        rule: Rule,
        defender: Color,
    ) -> Option<(Option<Point>, NodeId)> {
        let first_other = || {
            let named: PointSet = self.replies.iter().map(|&(at, _)| at).collect();
            let unnamed = board.empties() - named;
            let is_legal = |&at: &Point| rule.allows(board, at, defender);
            unnamed.iter().find(is_legal)
        };
        let named = self.replies.iter().map(|&(at, answer)| (Some(at), answer));
        let mut defences: Vec<_> = named
            .chain(self.others.map(|answer| (None, answer)))
            .collect();
        defences.sort_by_key(|(_, answer)| Reverse(lengths[answer.index()]));
        let playable = |&(reply, answer): &(Option<Point>, NodeId)| {
            let can_be_played =
                |at: &Point| board.is_empty(*at) && rule.allows(board, *at, defender);
            let at = reply.map_or_else(first_other, |at| Some(at).filter(can_be_played))?;
            Some((Some(at), answer))
        };
        let pass = || Some((None, self.others?));
        defences.iter().find_map(playable).or_else(pass)
    }
}

/// The replies of a node as an object, `{"E8":0,"D8":0}`, in their order. A point that stands
/// twice stays there twice: it is [`verify`](super::verify) that refuses it.
mod reply_map {
    use std::fmt;

    use serde::de::{Deserializer, MapAccess, Visitor};
    use serde::ser::Serializer;

    use super::{NodeId, Point};

    type Replies = Vec<(Point, NodeId)>;

    pub(super) fn serialize<S: Serializer>(
        replies: &[(Point, NodeId)],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_map(replies.iter().copied())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Replies, D::Error> {
        struct ReplyVisitor;

        impl<'de> Visitor<'de> for ReplyVisitor {
            type Value = Replies;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("replies with their answers, such as {\"E8\":0}")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Replies, A::Error> {
                std::iter::from_fn(|| map.next_entry().transpose()).collect()
            }
        }

        deserializer.deserialize_map(ReplyVisitor)
    }
}
