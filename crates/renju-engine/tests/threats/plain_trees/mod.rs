//! Trees as nested values, for tests: easy to write by hand, to change, and to follow.

pub(crate) mod changes;
pub(crate) mod errors;

use renju_core::board::Color;
use renju_core::geometry::Point;
use renju_core::position::{GameEnd, Position, PositionOverrides, Refusal, Setup};
use renju_core::rule::Rule;
use renju_engine::threat::{Node, NodeId, ProofTree};

/// A move of the attacker and the answers to the replies; `None` is every other reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Plain {
    pub(crate) attack: Point,
    pub(crate) replies: Vec<(Option<Point>, Plain)>,
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
    let mut plain = Plain {
        attack: point(at),
        replies: Vec::new(),
    };
    for (moves, answer) in replies {
        for name in moves.split_whitespace() {
            let at = (name != "*").then(|| point(name));
            plain.replies.push((at, answer.clone()));
        }
    }
    plain
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
        let named = node.replies.iter().map(|&(at, answer)| (Some(at), answer));
        let replies = named.chain(node.others.map(|answer| (None, answer)));
        Plain {
            attack: node.attack,
            replies: replies
                .map(|(at, answer)| (at, Plain::of_node(tree, answer)))
                .collect(),
        }
    }

    pub(crate) fn tree(&self) -> ProofTree {
        let mut tree = ProofTree::empty();
        self.add_to(&mut tree);
        tree
    }

    fn add_to(&self, tree: &mut ProofTree) -> NodeId {
        let mut node = Node::leaf(self.attack);
        for (at, answer) in &self.replies {
            let answer = answer.add_to(tree);
            match at {
                Some(at) => node.replies.push((*at, answer)),
                None => node.others = Some(answer),
            }
        }
        tree.add(node)
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        let below = self.replies.iter().map(|(_, answer)| answer.len());
        below.sum::<usize>() + 1
    }

    /// The node `number`, counted from the root, each before those below it.
    pub(crate) fn node_mut(&mut self, number: usize) -> &mut Plain {
        if number == 0 {
            return self;
        }
        let mut left = number - 1;
        for (_, answer) in &mut self.replies {
            let length = answer.len();
            if left < length {
                return answer.node_mut(left);
            }
            left -= length;
        }
        panic!("there is no such node");
    }

    pub(crate) fn names(&self, at: Point) -> bool {
        self.replies.iter().any(|(named, _)| *named == Some(at))
    }

    pub(crate) fn others(&self) -> Option<&Plain> {
        let mut replies = self.replies.iter();
        let others = replies.find(|(at, _)| at.is_none());
        others.map(|(_, answer)| answer)
    }

    /// The answer to a reply.
    pub(crate) fn answer(&self, at: Point) -> Option<&Plain> {
        let mut replies = self.replies.iter();
        let named = replies.find(|(named, _)| *named == Some(at));
        named.map(|(_, answer)| answer).or_else(|| self.others())
    }

    /// The positions from which the nodes are played, in the order of [`Plain::node_mut`]: after
    /// the move named, or after the first legal one of all others.
    pub(crate) fn places(&self, position: &Position) -> Vec<Position> {
        let mut found = vec![position.clone()];
        let Ok(next) = position.clone().play(self.attack) else {
            return found;
        };
        for (at, answer) in &self.replies {
            let is_other = |at: &Point| {
                !self.names(*at) && *at != answer.attack && next.clone().play(*at).is_ok()
            };
            let other = || next.board().empties().iter().find(is_other);
            let at = at.or_else(other).expect("a reply is there");
            found.extend(answer.places(&next.clone().play(at).unwrap()));
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
    let named: Vec<Point> = node.replies.iter().filter_map(|(at, _)| *at).collect();
    let twice = |at: &Point| named.iter().filter(|other| *other == at).count() > 1;
    let playable = |at: &Point| next.clone().play(*at).is_ok();
    if named.iter().any(twice) || !named.iter().all(playable) {
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
