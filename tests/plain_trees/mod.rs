//! Trees as nested values, for tests: easy to write by hand, to change, and to follow.

pub(crate) mod changes;
pub(crate) mod flaws;

use renju::board::Color;
use renju::geometry::Point;
use renju::position::{GameEnd, Position, PositionOverrides, Refusal, Setup};
use renju::rule::Rule;
use renju::threat::{Node, NodeId, ProofTree, Replies, Reply};

/// A move of the attacker and the answers to the replies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Plain {
    pub(crate) attack: Point,
    pub(crate) replies: Vec<PlainReply>,
}

/// Replies and their answer; no moves stand for all others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlainReply {
    pub(crate) moves: Option<Vec<Point>>,
    pub(crate) then: Plain,
}

pub(crate) fn points(names: &str) -> Vec<Point> {
    let names = names.split_whitespace();
    names.map(|name| name.parse().unwrap()).collect()
}

pub(crate) fn point(name: &str) -> Point {
    name.parse().unwrap()
}

/// A move that makes a five.
pub(crate) fn five(at: &str) -> Plain {
    after(at, [])
}

/// A move and its replies: points, or `*`.
pub(crate) fn after<const N: usize>(at: &str, replies: [(&str, Plain); N]) -> Plain {
    let reply = |(moves, then): (&str, Plain)| PlainReply {
        moves: (moves != "*").then(|| points(moves)),
        then,
    };
    Plain {
        attack: point(at),
        replies: replies.into_iter().map(reply).collect(),
    }
}

/// A position of 15 lines with these stones.
pub(crate) fn position(rule: Rule, to_move: Color, black: &str, white: &str) -> Position {
    let setup = Setup {
        rule: Some(rule),
        to_move: Some(to_move),
        black: points(black),
        white: points(white),
        ..Setup::default()
    };
    Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
}

impl Plain {
    pub(crate) fn of(tree: &ProofTree) -> Option<Plain> {
        tree.root().map(|root| Plain::of_node(tree, root))
    }

    fn of_node(tree: &ProofTree, id: NodeId) -> Plain {
        let node = tree.node(id);
        let reply = |reply: &Reply| PlainReply {
            moves: match &reply.moves {
                Replies::These(points) => Some(points.clone()),
                Replies::AllOthers => None,
            },
            then: Plain::of_node(tree, reply.then),
        };
        Plain {
            attack: node.attack,
            replies: node.replies.iter().map(reply).collect(),
        }
    }

    pub(crate) fn tree(&self) -> ProofTree {
        let mut tree = ProofTree::empty();
        self.add_to(&mut tree);
        tree
    }

    fn add_to(&self, tree: &mut ProofTree) -> NodeId {
        let mut replies = Vec::new();
        for reply in &self.replies {
            let moves = reply.moves.clone();
            let moves = moves.map_or(Replies::AllOthers, Replies::These);
            let then = reply.then.add_to(tree);
            replies.push(Reply { moves, then });
        }
        let attack = self.attack;
        tree.add(Node { attack, replies })
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        let below = self.replies.iter().map(|reply| reply.then.len());
        below.sum::<usize>() + 1
    }

    /// The node `number`, counted from the root, each before those below it.
    pub(crate) fn node_mut(&mut self, number: usize) -> &mut Plain {
        if number == 0 {
            return self;
        }
        let mut left = number - 1;
        for reply in &mut self.replies {
            let length = reply.then.len();
            if left < length {
                return reply.then.node_mut(left);
            }
            left -= length;
        }
        panic!("there is no such node");
    }

    pub(crate) fn names(&self, at: Point) -> bool {
        let mut lists = self.replies.iter().filter_map(|reply| reply.moves.as_ref());
        lists.any(|moves| moves.contains(&at))
    }

    /// The answer to a reply.
    pub(crate) fn answer(&self, at: Point) -> Option<&Plain> {
        let named = |reply: &&PlainReply| {
            let moves = reply.moves.as_ref();
            moves.is_some_and(|moves| moves.contains(&at))
        };
        let mut replies = self.replies.iter();
        let others = || self.replies.iter().find(|reply| reply.moves.is_none());
        let reply = replies.find(named).or_else(others);
        reply.map(|reply| &reply.then)
    }

    /// The positions from which the nodes are played, in the order of [`Plain::node_mut`]: after
    /// the first of the moves named, or after the first legal one of all others.
    pub(crate) fn places(&self, position: &Position) -> Vec<Position> {
        let mut found = vec![position.clone()];
        let Ok(next) = position.clone().play(self.attack) else {
            return found;
        };
        for reply in &self.replies {
            let is_other = |at: &Point| {
                !self.names(*at) && *at != reply.then.attack && next.clone().play(*at).is_ok()
            };
            let other = || next.board().empties().iter().find(is_other);
            let at = match &reply.moves {
                Some(moves) => moves.first().copied(),
                None => other(),
            };
            let at = at.expect("a reply is there");
            found.extend(reply.then.places(&next.clone().play(at).unwrap()));
        }
        found
    }
}

/// The position with the attacker to move.
pub(crate) fn passed(position: &Position, attacker: Color) -> Position {
    let setup = Setup {
        size: Some(position.board().size()),
        rule: Some(position.rule()),
        to_move: Some(attacker),
        black: position.board().stones(Color::Black).iter().collect(),
        white: position.board().stones(Color::White).iter().collect(),
        ..Setup::default()
    };
    Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
}

/// Whether a tree is a win, by playing every legal reply as a game: slow and plain.
pub(crate) fn wins(position: &Position, attacker: Color, node: &Plain) -> bool {
    let Ok(next) = position.clone().play(node.attack) else {
        return false;
    };
    if let Some(outcome) = next.outcome() {
        return outcome.winner == Some(attacker)
            && outcome.by == GameEnd::Five
            && node.replies.is_empty();
    }
    let mut named: Vec<Point> = Vec::new();
    for reply in &node.replies {
        match &reply.moves {
            Some(moves) if moves.is_empty() => return false,
            moves => named.extend(moves.iter().flatten()),
        }
    }
    let others = node.replies.iter().filter(|reply| reply.moves.is_none());
    let twice = |at: &Point| named.iter().filter(|other| *other == at).count() > 1;
    let playable = |at: &Point| next.clone().play(*at).is_ok();
    if others.count() > 1 || named.iter().any(twice) || !named.iter().all(playable) {
        return false;
    }
    let mut replies = 0;
    for at in next.board().empties().iter() {
        let after = match next.clone().play(at) {
            Ok(after) => after,
            Err(error) if matches!(error.reason, Refusal::Forbidden(_)) => continue,
            Err(error) => panic!("{error}"),
        };
        let answered = node.answer(at).filter(|_| after.outcome().is_none());
        if !answered.is_some_and(|then| wins(&after, attacker, then)) {
            return false;
        }
        replies += 1;
    }
    replies > 0
}
