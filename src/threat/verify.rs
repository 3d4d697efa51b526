//! Checks a win by the rules alone.
//!
//! Nothing here knows what a threat is. Every move of the attacker and every legal reply is
//! played on a board; rows are counted, forbidden points judged by the rule text. A tree that
//! passes is a win, wherever it comes from.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use crate::board::{Board, Color};
use crate::forbidden::suspects;
use crate::geometry::{Direction, Point, PointSet};
use crate::position::Position;
use crate::rule::Rule;

use super::{Node, NodeId, ProofTree, Replies, TreeError, TreeErrorKind};

/// Positions remembered, at most: some hundred megabytes.
const REMEMBERED: usize = 4 << 20;

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// The attacker's moves played, one for each position in which they were.
    pub attacks: u64,
    /// The defender's replies looked at, likewise.
    pub replies: u64,
    /// The moves of both sides on the longest line, the five included; 0 if the game is won already.
    pub plies: u32,
}

/// Checks that a tree is a win of `attacker`, by the rules and nothing else.
///
/// If the other side is to move, it passes first. The tree is right if
///
/// - every move of the attacker is on an empty point and not forbidden, unless it makes a five,
/// - every line ends with the attacker's five, and nowhere else,
/// - every legal reply to a move without five is answered: it is named, once, or one of the others,
/// - no legal reply makes a five, and no forbidden reply is named,
/// - or it is empty, and the attacker has won the game already.
///
/// The time it takes grows with the number of positions that the tree answers for.
///
/// # Errors
///
/// The first flaw, with the moves that lead to it.
pub fn verify(
    position: &Position,
    attacker: Color,
    tree: &ProofTree,
) -> Result<Checked, TreeError> {
    let at_once = |kind| TreeError {
        path: Vec::new(),
        kind,
    };
    let won = position
        .outcome()
        .map(|outcome| outcome.winner == Some(attacker));
    match (won, tree.root()) {
        (Some(true), None) => Ok(Checked::default()),
        (Some(_), _) => Err(at_once(TreeErrorKind::GameOver)),
        (None, None) => Err(at_once(TreeErrorKind::NotOver)),
        (None, Some(root)) => Checker::new(position, attacker, tree).check(root),
    }
}

struct Checker<'a> {
    board: Board,
    rule: Rule,
    attacker: Color,
    tree: &'a ProofTree,
    /// The moves on the board since the position given.
    path: Vec<Point>,
    /// The plies of nodes that were found right, by a fingerprint of node and stones. It differs
    /// from run to run: nobody can make a file whose positions are mistaken for each other, as
    /// would be easy with the board's own key, an exclusive or of known numbers.
    right: HashMap<u64, u32>,
    fingerprint: RandomState,
    checked: Checked,
}

impl<'a> Checker<'a> {
    fn new(position: &Position, attacker: Color, tree: &'a ProofTree) -> Checker<'a> {
        Checker {
            board: position.board().clone(),
            rule: position.rule(),
            attacker,
            tree,
            path: Vec::new(),
            right: HashMap::new(),
            fingerprint: RandomState::new(),
            checked: Checked::default(),
        }
    }

    fn check(mut self, root: NodeId) -> Result<Checked, TreeError> {
        let plies = self.attack(root, None)?;
        Ok(Checked {
            plies,
            ..self.checked
        })
    }

    fn flaw(&self, kind: TreeErrorKind) -> TreeError {
        TreeError {
            path: self.path.clone(),
            kind,
        }
    }

    /// The plies of a node on this board; `reply` is the stone that the defender just played.
    ///
    /// Each call but the first has two stones more on the board, so the stack stays small.
    fn attack(&mut self, id: NodeId, reply: Option<Point>) -> Result<u32, TreeError> {
        let node = self.tree.node(id);
        if node.replies.is_empty() {
            return self.last_move(node);
        }
        let stones = Color::BOTH.map(|color| self.board.stones(color));
        let here = self.fingerprint.hash_one((id, stones));
        if let Some(&plies) = self.right.get(&here) {
            return Ok(plies);
        }
        let makes_five = self.place_attack(node)?;
        let answered = if makes_five {
            Err(self.flaw(TreeErrorKind::GoesOnAfterFive))
        } else {
            self.replies(node, reply)
        };
        self.take_back();
        let plies = answered? + 1;
        if self.right.len() < REMEMBERED {
            self.right.insert(here, plies);
        }
        Ok(plies)
    }

    /// A move without replies: it has to make a five.
    fn last_move(&mut self, node: &Node) -> Result<u32, TreeError> {
        let makes_five = self.place_attack(node)?;
        let early = (!makes_five).then(|| self.flaw(TreeErrorKind::EndsEarly));
        self.take_back();
        early.map_or(Ok(1), Err)
    }

    /// Plays the attacker's move, if that may be; whether it makes a five.
    fn place_attack(&mut self, node: &Node) -> Result<bool, TreeError> {
        let at = node.attack;
        self.checked.attacks += 1;
        if !at.is_on(self.board.size()) {
            return Err(self.flaw(TreeErrorKind::OffBoard { at }));
        }
        if !self.board.is_empty(at) {
            return Err(self.flaw(TreeErrorKind::Taken { at }));
        }
        let is_five = self.rule.makes_five(&self.board, at, self.attacker);
        if !is_five {
            let kinds = self.rule.forbidden_kinds(&self.board, at, self.attacker);
            if !kinds.is_empty() {
                return Err(self.flaw(TreeErrorKind::Forbidden { at, kinds }));
            }
        }
        self.place(at, self.attacker);
        Ok(is_five)
    }

    /// The plies after the attacker's move, which stands on the board and made no five. A
    /// defender without a legal move passes.
    fn replies(&mut self, node: &Node, last_reply: Option<Point>) -> Result<u32, TreeError> {
        let empties = self.board.empties();
        if empties.is_empty() {
            return Err(self.flaw(TreeErrorKind::FullBoard));
        }
        if let Some(at) = self.five_of_defender(last_reply) {
            return Err(self.flaw(TreeErrorKind::DefenderHasFive { at }));
        }
        let named = self.named(node)?;
        let unnamed = empties - named;
        let others = self.others(node)?;
        if others.is_none()
            && let Some(at) = self.first_legal(unnamed)
        {
            return Err(self.flaw(TreeErrorKind::Unanswered { at }));
        }
        let mut plies = 0;
        for reply in &node.replies {
            if let Replies::These(points) = &reply.moves {
                for &at in points {
                    plies = plies.max(self.reply(at, reply.then)?);
                }
            }
        }
        if let Some(then) = others {
            plies = plies.max(self.other_replies(unnamed, then)?);
        }
        match others {
            _ if plies > 0 => Ok(plies),
            Some(then) => Ok(self.attack(then, None)? + 1),
            None => Err(self.flaw(TreeErrorKind::NoReply)),
        }
    }

    /// A point where the defender would make a five. There was none before its last reply, so only
    /// points near that one are looked at: a row of five through both reaches four steps.
    fn five_of_defender(&self, last_reply: Option<Point>) -> Option<Point> {
        let defender = !self.attacker;
        let Some(last) = last_reply else {
            let mut empties = self.board.empties().iter();
            return empties.find(|&at| self.rule.makes_five(&self.board, at, defender));
        };
        let along = |direction: Direction| {
            (-4..=4)
                .filter_map(move |count| last.step(direction, count))
                .filter(|&at| self.board.is_empty(at))
                .find(|&at| {
                    self.rule
                        .makes_five_along(&self.board, at, direction, defender)
                })
        };
        Direction::ALL.into_iter().find_map(along)
    }

    /// The replies that a node names, each of which has to be legal and named once.
    fn named(&self, node: &Node) -> Result<PointSet, TreeError> {
        let mut named = PointSet::EMPTY;
        for reply in &node.replies {
            let Replies::These(points) = &reply.moves else {
                continue;
            };
            if points.is_empty() {
                return Err(self.flaw(TreeErrorKind::NamesNoReply));
            }
            for &at in points {
                self.may_be_named(at)?;
                if !named.insert(at) {
                    return Err(self.flaw(TreeErrorKind::NamedTwice { at }));
                }
            }
        }
        Ok(named)
    }

    fn may_be_named(&self, at: Point) -> Result<(), TreeError> {
        if !at.is_on(self.board.size()) {
            return Err(self.flaw(TreeErrorKind::ReplyOffBoard { at }));
        }
        if !self.board.is_empty(at) {
            return Err(self.flaw(TreeErrorKind::ReplyTaken { at }));
        }
        let kinds = self.rule.forbidden_kinds(&self.board, at, !self.attacker);
        if kinds.is_empty() {
            Ok(())
        } else {
            Err(self.flaw(TreeErrorKind::ReplyForbidden { at, kinds }))
        }
    }

    /// Where the replies lead that the node does not name.
    fn others(&self, node: &Node) -> Result<Option<NodeId>, TreeError> {
        let others = node.replies.iter();
        let mut others = others.filter(|reply| reply.moves == Replies::AllOthers);
        let first = others.next().map(|reply| reply.then);
        match others.next() {
            Some(_) => Err(self.flaw(TreeErrorKind::OthersTwice)),
            None => Ok(first),
        }
    }

    /// The plies after a legal reply, itself included.
    fn reply(&mut self, at: Point, then: NodeId) -> Result<u32, TreeError> {
        self.checked.replies += 1;
        self.place(at, !self.attacker);
        let plies = self.attack(then, Some(at));
        self.take_back();
        Ok(plies? + 1)
    }

    /// The same for every legal one of `unnamed`; 0 if there is none.
    fn other_replies(&mut self, unnamed: PointSet, then: NodeId) -> Result<u32, TreeError> {
        let node = self.tree.node(then);
        if node.replies.is_empty() {
            return self.other_replies_at_once(unnamed, then, node.attack);
        }
        let mut longest = 0;
        for at in unnamed.iter() {
            match self.reply(at, then) {
                Ok(plies) if plies <= longest => {}
                Ok(plies) if self.is_legal_reply(at) => longest = plies,
                Err(flaw) if self.is_legal_reply(at) => return Err(flaw),
                // A forbidden reply needs no answer.
                Ok(_) | Err(_) => {}
            }
        }
        Ok(longest)
    }

    /// The same where the answer is a five on `five`: no reply elsewhere touches the row, so what
    /// holds for one of them holds for all.
    fn other_replies_at_once(
        &mut self,
        unnamed: PointSet,
        then: NodeId,
        five: Point,
    ) -> Result<u32, TreeError> {
        let mut elsewhere = unnamed;
        let there = elsewhere.remove(five).then_some(five);
        let there = there.filter(|&at| self.is_legal_reply(at));
        let Some(reply) = there.or_else(|| self.first_legal(elsewhere)) else {
            return Ok(0);
        };
        let plies = self.reply(reply, then)?;
        self.checked.replies += elsewhere.len() as u64 - 1;
        Ok(plies)
    }

    /// The first point that the defender may play, of points that are empty, in reading order.
    fn first_legal(&self, points: PointSet) -> Option<Point> {
        let suspects = if self.attacker == Color::White && self.rule.restricts(Color::Black) {
            suspects(&self.board)
        } else {
            PointSet::EMPTY
        };
        let mut points = points.iter();
        points.find(|&at| !suspects.contains(at) || self.is_legal_reply(at))
    }

    fn is_legal_reply(&self, at: Point) -> bool {
        self.rule.allows(&self.board, at, !self.attacker)
    }

    fn place(&mut self, at: Point, color: Color) {
        self.board.place(at, color);
        self.path.push(at);
    }

    fn take_back(&mut self) {
        if let Some(last) = self.path.pop() {
            self.board.lift(last);
        }
    }
}
