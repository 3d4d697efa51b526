//! Errors of expectations: the word at fault, the problem, and the word probably meant.

use thiserror::Error;

use crate::board::Color;
use crate::forbidden::ForbiddenKind;
use crate::geometry::{ParsePointError, Point, Size};

/// Why an expectation cannot be held against a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{problem}")]
pub struct ExpectationError {
    /// The word at fault, counted from 0; `None` if it is none of them.
    pub word: Option<usize>,
    /// What keeps it from being read or asked.
    pub problem: ExpectationProblem,
    /// The word that was probably meant.
    pub meant: Option<&'static str>,
}

/// What is wrong with an expectation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ExpectationProblem {
    /// There are no words.
    #[error("the expectation is empty")]
    Empty,
    /// A word that begins no expectation.
    #[error("{0:?} does not begin an expectation")]
    UnknownSubject(String),
    /// A word that is none of those that may stand there.
    #[error("{word:?} is not {wanted}")]
    UnknownWord {
        /// The word.
        word: String,
        /// What may stand there.
        wanted: &'static str,
    },
    /// The expectation ends too early.
    #[error("{0} is missing after it")]
    Missing(&'static str),
    /// A word behind the end of the expectation.
    #[error("{0:?} is one word too many")]
    Surplus(String),
    /// A word in the place of a point that names none.
    #[error(transparent)]
    NoPoint(#[from] ParsePointError),
    /// A kind that is named twice.
    #[error("{} is named twice", .0.name().replace('_', "-"))]
    KindTwice(ForbiddenKind),
    /// A point that the board does not have.
    #[error("{point} is not on a {size} board")]
    OffBoard {
        /// The point.
        point: Point,
        /// The side of the board.
        size: Size,
    },
    /// A point that has a stone.
    #[error("{point} has a {color} stone")]
    Taken {
        /// The point.
        point: Point,
        /// Whose stone it is.
        color: Color,
    },
    /// The expectation is about the side to move, which is open.
    #[error("it is not known whose turn it is")]
    SideOpen,
    /// A best move is expected of a game that is over.
    #[error("the game is over: there is no best move")]
    GameOver,
    /// Another expectation of the same position, which cannot hold together with this one.
    #[error("it contradicts `{0}`")]
    Contradiction(String),
}

impl ExpectationProblem {
    /// The problem with the word of this number.
    pub(super) fn at(self, word: usize) -> ExpectationError {
        ExpectationError {
            word: Some(word),
            problem: self,
            meant: None,
        }
    }

    /// The problem with the expectation as a whole.
    pub(super) fn of_all(self) -> ExpectationError {
        ExpectationError {
            word: None,
            problem: self,
            meant: None,
        }
    }
}
