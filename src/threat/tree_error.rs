use std::fmt;

use serde::Serialize;
use thiserror::Error;

use crate::forbidden::ForbiddenKind;
use crate::geometry::Point;

/// Why a tree is no proof, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize)]
pub struct TreeError {
    /// The moves from the position of the tree to the place, the attacker's first.
    pub path: Vec<Point>,
    /// What is wrong there.
    #[serde(flatten)]
    pub kind: TreeErrorKind,
}

/// What is wrong with a tree.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize)]
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
    #[error("the attacker's {at} is forbidden: {}", in_words(kinds))]
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
    #[error("the reply {at} is forbidden: {}", in_words(kinds))]
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

fn in_words(kinds: &[ForbiddenKind]) -> String {
    let words: Vec<String> = kinds
        .iter()
        .map(|kind| kind.name().replace('_', "-"))
        .collect();
    words.join(", ")
}
