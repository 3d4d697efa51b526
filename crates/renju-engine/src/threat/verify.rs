//! Checks a proof tree by the rules alone.
//!
//! Shares no code with the solvers and knows no threats: every attack and every legal reply is
//! placed on a board, rows are counted, forbidden points are judged by the rule text. A tree that
//! passes is a win, wherever it comes from.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::vec::IntoIter;

use serde::Serialize;
use thiserror::Error;

use renju_core::board::{Board, Color};
use renju_core::forbidden::{ForbiddenKind, suspects};
use renju_core::geometry::{Direction, Point, PointSet};
use renju_core::limits::{Control, StopReason};
use renju_core::position::Position;
use renju_core::rule::Rule;

use super::{Node, NodeId, ProofTree};

/// Positions remembered, at most: some hundred megabytes.
const MAX_REMEMBERED: usize = 4 << 20;

/// Stones placed between two looks at the limits: a few milliseconds.
const LIMITS_INTERVAL: u64 = 512;

/// The extent of a tree that was verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Attacks placed, one for each position in which they were.
    pub attacks: u64,
    /// Replies looked at, likewise.
    pub replies: u64,
    /// The moves of both sides on the longest line, the five included; 0 if the game is won already.
    pub plies: u32,
}

/// Why a tree is not verified.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum VerifyError {
    /// It is no win.
    #[error(transparent)]
    Wrong(#[from] TreeError),
    /// A limit was reached before the answer was known.
    #[error("undecided: the limit was reached ({0:?})")]
    Stopped(StopReason),
}

/// Why a tree is no proof, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeError {
    /// The moves from the position of the tree to the place, the attacker's first.
    pub path: Vec<Point>,
    /// What is wrong there.
    #[serde(flatten)]
    pub kind: TreeErrorKind,
}

/// What is wrong with a tree.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TreeErrorKind {
    /// The game is over and the attacker has not won it, or the tree goes on all the same.
    #[error("the game is over before the first move")]
    GameOver,
    /// The tree is empty, and neither side has won.
    #[error("the tree has no moves, and the game is not won")]
    NotOver,
    /// The attacker's move is off the board.
    #[error("the attacker's {at} is off the board")]
    OffBoard {
        /// Where it would be.
        at: Point,
    },
    /// The attacker's move is on a stone.
    #[error("the attacker's {at} is taken")]
    Taken {
        /// Where the stone is.
        at: Point,
    },
    /// The attacker's move is forbidden.
    #[error("the attacker's {at} is forbidden: {}", ForbiddenKind::in_words(kinds))]
    Forbidden {
        /// The point.
        at: Point,
        /// Every kind that holds.
        kinds: Vec<ForbiddenKind>,
    },
    /// No reply is answered, though the attacker's last move makes no five.
    #[error("the line ends without a five")]
    EndsEarly,
    /// Replies follow the attacker's five.
    #[error("the line goes on after a five")]
    GoesOnAfterFive,
    /// The board is full, and neither side has won.
    #[error("the board is full without a five")]
    FullBoard,
    /// A named reply is off the board.
    #[error("the reply {at} is off the board")]
    ReplyOffBoard {
        /// Where it would be.
        at: Point,
    },
    /// A named reply is on a stone.
    #[error("the reply {at} is taken")]
    ReplyTaken {
        /// Where the stone is.
        at: Point,
    },
    /// A named reply is forbidden.
    #[error("the reply {at} is forbidden: {}", ForbiddenKind::in_words(kinds))]
    ReplyForbidden {
        /// The point.
        at: Point,
        /// Every kind that holds.
        kinds: Vec<ForbiddenKind>,
    },
    /// A reply has two answers.
    #[error("the reply {at} is named twice")]
    NamedTwice {
        /// The reply.
        at: Point,
    },
    /// A reply wins for the defender.
    #[error("the defender has a five at {at}")]
    DefenderHasFive {
        /// The reply.
        at: Point,
    },
    /// A legal reply has no answer.
    #[error("the reply {at} is not answered")]
    Unanswered {
        /// The first such reply in reading order.
        at: Point,
    },
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "after")?;
            for point in &self.path {
                write!(f, " {point}")?;
            }
            write!(f, ": ")?;
        }
        write!(f, "{}", self.kind)
    }
}

/// Checks that a tree is a win of `attacker`, by the rules and nothing else.
///
/// If the other side is to move, it passes first. The tree is right if
///
/// - every attack is on an empty point and not forbidden, unless it makes a five,
/// - every line ends with the attacker's five, and nowhere else,
/// - every legal reply to an attack without five is answered: it is named, once, or one of the others,
/// - no legal reply makes a five, and no forbidden reply is named,
/// - or it is empty, and the attacker has won the game already.
///
/// Time grows with the number of positions that the tree answers for, which may be exponential in
/// its size: trees of unknown origin need a limit. Each stone placed counts as a node.
///
/// # Errors
///
/// The first error of the tree, with the moves that lead to it, or the limit that was reached.
///
/// ```
/// use renju_core::board::Color;
/// use renju_core::limits::{Control, Limits};
/// use renju_core::position::{PositionOverrides, Position, Setup};
/// use renju_engine::threat::{Node, ProofTree, VerifyError, verify};
///
/// let setup = Setup {
///     black: vec!["F8".parse()?, "G8".parse()?, "H8".parse()?],
///     to_move: Some(Color::Black),
///     ..Setup::default()
/// };
/// let position = Position::from_setup(&setup, &PositionOverrides::default())?;
/// // I8 is a straight four: E8 is answered by J8, everything else by E8.
/// let mut tree = ProofTree::empty();
/// let j8 = tree.add(Node::leaf("J8".parse()?));
/// let e8 = tree.add(Node::leaf("E8".parse()?));
/// let replies = vec![("E8".parse()?, j8)];
/// tree.add(Node { attack: "I8".parse()?, replies, others: Some(e8) });
/// let control = Control::new(Limits::nodes(1_000));
/// assert_eq!(verify(&position, Color::Black, &tree, &control)?.plies, 3);
///
/// // I8 alone is no win, as E8 is not answered.
/// let mut tree = ProofTree::empty();
/// tree.add(Node::leaf("I8".parse()?));
/// let error = verify(&position, Color::Black, &tree, &control).unwrap_err();
/// assert_eq!(error.to_string(), "after I8: the line ends without a five");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(
    position: &Position,
    attacker: Color,
    tree: &ProofTree,
    control: &Control<'_>,
) -> Result<Checked, VerifyError> {
    let at_once = |kind| {
        let path = Vec::new();
        Err(VerifyError::Wrong(TreeError { path, kind }))
    };
    let winner = position.outcome().map(|outcome| outcome.winner);
    match (winner, tree.root()) {
        (Some(winner), None) if winner == Some(attacker) => Ok(Checked::default()),
        (Some(_), _) => at_once(TreeErrorKind::GameOver),
        (None, None) => at_once(TreeErrorKind::NotOver),
        (None, Some(root)) => Verifier::new(position, attacker, tree, control).run(root),
    }
}

/// A node whose attack is on the board while its replies are played.
struct OpenNode {
    key: u64,
    /// The moves on the board, the attack included.
    depth: usize,
    /// Replies not played yet, with their answers; `None` is a pass.
    replies: IntoIter<(Option<Point>, NodeId)>,
    /// The plies from the attack on, as far as replies were played.
    plies: u32,
}

struct Verifier<'a> {
    board: Board,
    rule: Rule,
    attacker: Color,
    tree: &'a ProofTree,
    control: &'a Control<'a>,
    /// The moves on the board since the position given.
    path: Vec<Point>,
    /// The nodes above the one that is looked at, the root first. A stack of our own: no tree can
    /// overflow that of the thread.
    open: Vec<OpenNode>,
    /// The plies of nodes that were found right, by a key of node and stones. It differs from run
    /// to run: positions cannot be made that are mistaken for each other, as would be easy with
    /// the board's own key, an exclusive or of known numbers.
    verified: HashMap<u64, u32>,
    key_hasher: RandomState,
    stones_placed: u64,
    next_look: u64,
    checked: Checked,
}

impl<'a> Verifier<'a> {
    fn new(
        position: &Position,
        attacker: Color,
        tree: &'a ProofTree,
        control: &'a Control<'a>,
    ) -> Verifier<'a> {
        Verifier {
            board: position.board().clone(),
            rule: position.rule(),
            attacker,
            tree,
            control,
            path: Vec::new(),
            open: Vec::new(),
            verified: HashMap::new(),
            key_hasher: RandomState::new(),
            stones_placed: 0,
            next_look: control.max_nodes().min(LIMITS_INTERVAL),
            checked: Checked::default(),
        }
    }

    /// Goes through the tree in depth; all of it has been seen when no node is open any more.
    fn run(mut self, root: NodeId) -> Result<Checked, VerifyError> {
        let mut plies = self.enter(root, None)?;
        while let Some(node) = self.open.last_mut() {
            node.plies = node.plies.max(plies.map_or(0, |below| below + 2));
            let (depth, next) = (node.depth, node.replies.next());
            self.take_back_to(depth);
            plies = match next {
                Some((reply, answer)) => self.reply(reply, answer)?,
                None => self.close(),
            };
        }
        Ok(Checked {
            plies: plies.unwrap_or_default(),
            ..self.checked
        })
    }

    /// Plays the attack of a node. Gives its plies if they are known at once, else the node is
    /// open. `last_reply` is the stone that the defender has just played.
    fn enter(&mut self, id: NodeId, last_reply: Option<Point>) -> Result<Option<u32>, VerifyError> {
        let node = self.tree.node(id);
        if node.is_leaf() {
            let makes_five = self.attack(node.attack)?;
            let error = || self.error(TreeErrorKind::EndsEarly);
            return makes_five.then_some(Some(1)).ok_or_else(error);
        }
        let stones = Color::BOTH.map(|color| self.board.stones(color));
        let key = self.key_hasher.hash_one((id, stones));
        if let Some(&plies) = self.verified.get(&key) {
            return Ok(Some(plies));
        }
        if self.attack(node.attack)? {
            return Err(self.error(TreeErrorKind::GoesOnAfterFive));
        }
        let replies = self.replies(node, last_reply)?;
        self.open.push(OpenNode {
            key,
            depth: self.path.len(),
            replies: replies.into_iter(),
            plies: 0,
        });
        Ok(None)
    }

    /// Closes the innermost node, all of whose replies are answered; gives its plies.
    fn close(&mut self) -> Option<u32> {
        let node = self.open.pop()?;
        if self.verified.len() < MAX_REMEMBERED {
            self.verified.insert(node.key, node.plies);
        }
        Some(node.plies)
    }

    /// Places an attack, if it is legal; whether it makes a five.
    fn attack(&mut self, at: Point) -> Result<bool, VerifyError> {
        self.checked.attacks += 1;
        if !at.is_on(self.board.size()) {
            return Err(self.error(TreeErrorKind::OffBoard { at }));
        }
        if !self.board.is_empty(at) {
            return Err(self.error(TreeErrorKind::Taken { at }));
        }
        let is_five = self.rule.makes_five(&self.board, at, self.attacker);
        if !is_five {
            let kinds = self.rule.forbidden_kinds(&self.board, at, self.attacker);
            if !kinds.is_empty() {
                return Err(self.error(TreeErrorKind::Forbidden { at, kinds }));
            }
        }
        self.place(at, self.attacker)?;
        Ok(is_five)
    }

    /// Plays a reply, or passes, and enters its answer.
    fn reply(&mut self, at: Option<Point>, answer: NodeId) -> Result<Option<u32>, VerifyError> {
        if let Some(at) = at {
            self.checked.replies += 1;
            self.place(at, !self.attacker)?;
        }
        self.enter(answer, at)
    }

    /// The replies to play after an attack that made no five. A defender without a legal move
    /// passes.
    fn replies(
        &mut self,
        node: &Node,
        last_reply: Option<Point>,
    ) -> Result<Vec<(Option<Point>, NodeId)>, VerifyError> {
        let empties = self.board.empties();
        if empties.is_empty() {
            return Err(self.error(TreeErrorKind::FullBoard));
        }
        if let Some(at) = self.five_of_defender(last_reply) {
            return Err(self.error(TreeErrorKind::DefenderHasFive { at }));
        }
        let unnamed = empties - self.named(node)?;
        let named = node.replies.iter();
        let mut replies: Vec<_> = named.map(|&(at, answer)| (Some(at), answer)).collect();
        if let Some(answer) = node.others {
            let others = self.other_replies(unnamed, answer);
            replies.extend(others.iter().map(|at| (Some(at), answer)));
            if replies.is_empty() {
                replies.push((None, answer));
            }
        } else if let Some(at) = self.legal(unnamed).next() {
            return Err(self.error(TreeErrorKind::Unanswered { at }));
        }
        Ok(replies)
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
    fn named(&self, node: &Node) -> Result<PointSet, VerifyError> {
        let mut named = PointSet::EMPTY;
        for &(at, _) in &node.replies {
            if !at.is_on(self.board.size()) {
                return Err(self.error(TreeErrorKind::ReplyOffBoard { at }));
            }
            if !self.board.is_empty(at) {
                return Err(self.error(TreeErrorKind::ReplyTaken { at }));
            }
            let kinds = self.rule.forbidden_kinds(&self.board, at, !self.attacker);
            if !kinds.is_empty() {
                return Err(self.error(TreeErrorKind::ReplyForbidden { at, kinds }));
            }
            if !named.insert(at) {
                return Err(self.error(TreeErrorKind::NamedTwice { at }));
            }
        }
        Ok(named)
    }

    /// The legal ones of `unnamed` that have to be played. Where the answer is a five at once, one
    /// reply elsewhere stands for all, as none of them touches the row.
    fn other_replies(&mut self, unnamed: PointSet, answer: NodeId) -> PointSet {
        let answer = self.tree.node(answer);
        if !answer.is_leaf() {
            return self.legal(unnamed).collect();
        }
        let mut elsewhere = unnamed;
        let on_five = elsewhere.remove(answer.attack) && self.is_legal(answer.attack);
        if on_five {
            return PointSet::from_iter([answer.attack]);
        }
        let first: PointSet = self.legal(elsewhere).take(1).collect();
        if !first.is_empty() {
            self.checked.replies += elsewhere.len() as u64 - 1;
        }
        first
    }

    /// The points that the defender may play, of points that are empty, in reading order.
    fn legal(&self, points: PointSet) -> impl Iterator<Item = Point> {
        let is_restricted = self.attacker == Color::White && self.rule.restricts(Color::Black);
        let suspects = if is_restricted {
            suspects(&self.board)
        } else {
            PointSet::EMPTY
        };
        let is_legal = move |at: &Point| !suspects.contains(*at) || self.is_legal(*at);
        points.iter().filter(is_legal)
    }

    fn is_legal(&self, at: Point) -> bool {
        self.rule.allows(&self.board, at, !self.attacker)
    }

    fn place(&mut self, at: Point, color: Color) -> Result<(), VerifyError> {
        if self.stones_placed >= self.next_look {
            if let Some(stop) = self.control.stop_reason(self.stones_placed) {
                return Err(VerifyError::Stopped(stop));
            }
            let next = self.stones_placed + LIMITS_INTERVAL;
            self.next_look = next.min(self.control.max_nodes());
        }
        self.stones_placed += 1;
        self.board.place(at, color);
        self.path.push(at);
        Ok(())
    }

    /// Takes moves back until `depth` of them are on the board.
    fn take_back_to(&mut self, depth: usize) {
        for at in self.path.drain(depth..) {
            self.board.lift(at);
        }
    }

    fn error(&self, kind: TreeErrorKind) -> VerifyError {
        VerifyError::Wrong(TreeError {
            path: self.path.clone(),
            kind,
        })
    }
}
