//! A proof tree cut to a size that a client can show: its upper part, whole to a depth that is told.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use crate::geometry::Point;
use crate::threat::{Node, NodeId, ProofTree};

/// Nodes of an excerpt at most.
const NODES: usize = 20_000;

/// The upper part of a proof tree.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeExcerpt {
    /// The nodes, the root first; an answer refers to a node by its place.
    nodes: Vec<ExcerptNode>,
    /// Nodes that the whole tree has, equal ones counted once.
    whole: usize,
}

/// A move of the attacker and the answers to its replies.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ExcerptNode {
    /// The attacker's move. Without any answer to a reply, it makes a five.
    attack: Point,
    /// The replies with an answer of their own, and where that is; `null` if it was left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    replies: Vec<(Point, AnswerPlace)>,
    /// The answer to every other reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    others: Option<AnswerPlace>,
}

/// Where the answer to a reply is.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum AnswerPlace {
    /// At this place of the nodes.
    At(usize),
    /// Beyond the excerpt, `null` in JSON.
    LeftOut,
}

impl TreeExcerpt {
    /// The nodes nearest to the root.
    pub fn of(tree: &ProofTree) -> TreeExcerpt {
        TreeExcerpt::cut(&tree.merged(), NODES)
    }

    fn cut(tree: &ProofTree, most: usize) -> TreeExcerpt {
        let order = nearest(tree, most);
        let places: HashMap<NodeId, usize> = order.iter().copied().zip(0..).collect();
        let place = |id: NodeId| match places.get(&id) {
            Some(&at) => AnswerPlace::At(at),
            None => AnswerPlace::LeftOut,
        };
        let excerpt = |&id: &NodeId| {
            let Node {
                attack,
                replies,
                others,
            } = tree.node(id);
            ExcerptNode {
                attack: *attack,
                replies: replies
                    .iter()
                    .map(|&(at, answer)| (at, place(answer)))
                    .collect(),
                others: others.map(place),
            }
        };
        TreeExcerpt {
            nodes: order.iter().map(excerpt).collect(),
            whole: tree.len(),
        }
    }
}

/// The nodes of a tree from the root on, level by level, `most` of them at most.
fn nearest(tree: &ProofTree, most: usize) -> Vec<NodeId> {
    let mut order: Vec<NodeId> = tree.root().into_iter().collect();
    let mut known: HashSet<NodeId> = order.iter().copied().collect();
    let mut next = 0;
    while let Some(&id) = order.get(next) {
        for answer in tree.node(id).answers() {
            if order.len() < most && known.insert(answer) {
                order.push(answer);
            }
        }
        next += 1;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    #[test]
    fn what_is_far_from_the_root_is_left_out_and_told() {
        let mut tree = ProofTree::empty();
        let five = |at| Node {
            attack: point(at),
            replies: Vec::new(),
            others: None,
        };
        let [left, right] = ["E8", "J8"].map(|at| tree.add(five(at)));
        tree.add(Node {
            attack: point("I8"),
            replies: vec![(point("E8"), right)],
            others: Some(left),
        });
        let json = |most| serde_json::to_string(&TreeExcerpt::cut(&tree, most)).unwrap();
        assert_eq!(
            json(9),
            r#"{"nodes":[{"attack":"I8","replies":[["E8",1]],"others":2},{"attack":"J8"},{"attack":"E8"}],"whole":3}"#
        );
        assert_eq!(
            json(2),
            r#"{"nodes":[{"attack":"I8","replies":[["E8",1]],"others":null},{"attack":"J8"}],"whole":3}"#
        );
    }
}
