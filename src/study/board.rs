use std::fmt;

use serde::Serialize;

use crate::board::Color;
use crate::geometry::Point;
use crate::position::{Claim, Outcome, Position, Setup};

use super::Head;

/// What the program sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BoardReport {
    /// What every answer begins with.
    #[serde(flatten)]
    pub head: Head,
    /// Black stones, in reading order.
    pub black: Vec<Point>,
    /// White stones, in reading order.
    pub white: Vec<Point>,
    /// The game from an empty board, `"pass"` a pass; `None` if the order is not known.
    pub moves: Option<Vec<Played>>,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
    /// How the input was read.
    pub read: Option<ReadInfo>,
    /// Points the input marks as forbidden.
    pub claims: Vec<Claim>,
    /// The last move, as far as the order is known or the input marks it.
    #[serde(skip)]
    pub last: Option<Point>,
}

/// How an input was read: what was written there, and what was assumed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ReadInfo {
    /// The file as named by the user, `-` for standard input, `-m` for moves of the command line;
    /// with `#K` behind it where it holds several positions.
    pub source: String,
    /// The format's name.
    pub format: String,
    /// Where row 1 was taken to be, if that mattered.
    pub origin: Option<String>,
    /// Whether the letter I was taken to be skipped, if that mattered.
    pub letters: Option<String>,
    /// The encoding.
    pub encoding: Option<String>,
    /// Which characters were taken for which stones, if the user said.
    pub stones: Option<String>,
}

/// Shows a position as the program sees it.
pub fn board(id: &str, position: &Position, setup: &Setup, read: Option<ReadInfo>) -> BoardReport {
    BoardReport {
        head: Head::new(id, "show", position),
        black: position.board().stones(Color::Black).iter().collect(),
        white: position.board().stones(Color::White).iter().collect(),
        moves: position
            .moves()
            .map(|moves| moves.iter().copied().map(played).collect()),
        outcome: position.outcome().cloned(),
        read,
        claims: setup.claims.clone(),
        last: setup.last.or_else(|| position.last_move()),
    }
}

/// A move as it is written.
pub(super) fn played(point: Option<Point>) -> Played {
    point.map_or(Played::Pass, Played::At)
}

/// A move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Played {
    /// A stone.
    At(Point),
    /// None: `pass`.
    Pass,
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Played::At(point) => point.fmt(f),
            Played::Pass => f.write_str("pass"),
        }
    }
}

impl Serialize for Played {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Played::At(point) => point.serialize(serializer),
            Played::Pass => serializer.serialize_str("pass"),
        }
    }
}
