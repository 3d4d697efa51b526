use std::fmt;

use thiserror::Error;

use crate::geometry::{Point, Size};

use super::StoneSource;

/// Everything that keeps a [`Setup`](super::Setup) from being a [`Position`](super::Position).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupErrors(pub Vec<SetupProblem>);

/// Complaints that a message spells out; the others are counted.
const NAMED: usize = 20;

impl fmt::Display for SetupErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, problem) in self.0.iter().take(NAMED).enumerate() {
            let separator = if number == 0 { "" } else { "; " };
            write!(f, "{separator}{problem}")?;
        }
        match self.0.len().checked_sub(NAMED) {
            None | Some(0) => Ok(()),
            Some(more) => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for SetupErrors {}

/// One reason why a position cannot be.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SetupProblem {
    /// The input says one side of the board, the user another.
    #[error("the input has a {said} board, but {asked} was asked for")]
    SizeDiffers {
        /// What the input says.
        said: Size,
        /// What the user says.
        asked: Size,
    },
    /// A point that the board does not have.
    #[error("{point} is not on a {size} board")]
    OffBoard {
        /// The point.
        point: Point,
        /// The board.
        size: Size,
    },
    /// A point that has a stone already.
    #[error("{point} is taken twice: by {first} and by {second}")]
    Taken {
        /// The point.
        point: Point,
        /// The stone that stands there.
        first: StoneSource,
        /// The stone that comes too late.
        second: StoneSource,
    },
    /// The number of stones does not tell whose turn it is.
    #[error(
        "{black} black and {white} white stones leave the side to move open; say which it is, with to_move or --to-move"
    )]
    SideUnclear {
        /// Black stones.
        black: usize,
        /// White stones.
        white: usize,
    },
}
