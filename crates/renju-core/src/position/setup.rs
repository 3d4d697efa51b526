//! Unchecked input of a position or game as files give it, and the errors found when it is checked.

use std::fmt;

use serde::Serialize;
use thiserror::Error;

use crate::board::Color;
use crate::geometry::{Point, Size, Symmetry};
use crate::rule::Rule;

use super::{GameInfo, PositionId};

/// Anything a file can say of a position or a game, true or not.
///
/// Readers fill it in, writers write it out; [`Position::from_setup`](super::Position::from_setup)
/// tells whether it can be. What the text left open is `None`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// What the file calls it.
    pub id: Option<PositionId>,
    /// The side of the board.
    pub size: Option<Size>,
    /// The rule of the game.
    pub rule: Option<Rule>,
    /// The side to move after all of `moves`.
    pub to_move: Option<Color>,
    /// Black stones that stand before the first of `moves`.
    pub black: Vec<Point>,
    /// White stones that stand before the first of `moves`.
    pub white: Vec<Point>,
    /// A game in order, `None` a pass. Empty for a set-up without order.
    pub moves: Vec<Option<Point>>,
    /// Who plays the first of `moves`; Black, if the stones before it do not say otherwise.
    pub first: Option<Color>,
    /// The move that a diagram marks as the last.
    pub last: Option<Point>,
    /// Points that a diagram marks as forbidden, with the mark: claims to check.
    pub claims: Vec<Claim>,
    /// Empty points that a diagram marks for another reason, with a letter or a sign.
    pub marks: Vec<Claim>,
    /// What the file expects of us, each in the words of the file.
    pub expect: Vec<String>,
    /// What the file says about the game in addition to that.
    pub info: Option<Box<GameInfo>>,
}

/// A point that a diagram marks: as forbidden, or to name it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Claim {
    /// The point that is marked.
    pub point: Point,
    /// The mark: `3`, `4` or `6` where the diagram names the kind, else what it shows.
    pub mark: char,
}

impl Setup {
    /// Who plays the first of `moves`: as said, else White if one more black stone stands, else Black.
    pub fn first_to_play(&self) -> Color {
        self.known_first().unwrap_or(Color::Black)
    }

    /// Who plays the first of `moves` by the counts of the stones before it; `None` if they leave it
    /// open.
    pub fn first_by_stones(&self) -> Option<Color> {
        match (self.black.len(), self.white.len()) {
            (black, white) if black == white => Some(Color::Black),
            (black, white) if black == white + 1 => Some(Color::White),
            _ => None,
        }
    }

    /// Who plays the first of `moves`, as far as anything says it.
    pub(super) fn known_first(&self) -> Option<Color> {
        self.first.or(self.first_by_stones())
    }

    /// Says that `color` plays the first of `moves`; `first` stays open where the stones before it
    /// say the same.
    pub fn begin_with(&mut self, color: Color) {
        self.first = Some(color).filter(|_| self.first_by_stones() != Some(color));
    }

    /// The stones of `color` that stand before the first of `moves`.
    pub fn placed_mut(&mut self, color: Color) -> &mut Vec<Point> {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }

    /// Whose turn it is after `count` moves, passes included.
    pub fn to_play_after(&self, count: usize) -> Color {
        let first = self.first_to_play();
        if count.is_multiple_of(2) {
            first
        } else {
            !first
        }
    }

    /// Every stone with its colour and what put it there: Black's set-up stones, White's, then the
    /// moves in order. Stones that cannot be are among them.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color, StoneSource)> {
        let set_up = |color| {
            let points = match color {
                Color::Black => &self.black,
                Color::White => &self.white,
            };
            points
                .iter()
                .map(move |&point| (point, color, StoneSource::Placed(color)))
        };
        let played = self
            .moves
            .iter()
            .enumerate()
            .filter_map(|(before, played)| {
                let source = StoneSource::Played(before + 1);
                Some(((*played)?, self.to_play_after(before), source))
            });
        set_up(Color::Black)
            .chain(set_up(Color::White))
            .chain(played)
    }

    /// The set-up with all its points turned or mirrored on a board of its size, 15 if it has none;
    /// points off that board stay.
    #[must_use]
    pub fn transformed(mut self, symmetry: Symmetry) -> Setup {
        let size = self.size.unwrap_or(Size::RENJU);
        let stones = self.black.iter_mut().chain(&mut self.white);
        let played = self.moves.iter_mut().flatten().chain(&mut self.last);
        let marked = self.claims.iter_mut().chain(&mut self.marks);
        let claims = marked.map(|claim| &mut claim.point);
        for point in stones.chain(played).chain(claims) {
            *point = symmetry.apply(*point, size).unwrap_or(*point);
        }
        if let Some(info) = &mut self.info {
            info.transform(symmetry, size);
        }
        self
    }

    /// The set-up after `count` of its moves, or `None` if there are fewer. The mark of the last
    /// move, the claims and the expectations speak of the end of the game and are dropped.
    #[must_use]
    pub fn after(&self, count: usize) -> Option<Setup> {
        if count == self.moves.len() {
            return Some(self.clone());
        }
        Some(Setup {
            moves: self.moves.get(..count)?.to_vec(),
            first: Some(self.first_to_play()),
            to_move: Some(self.to_play_after(count)),
            last: None,
            claims: Vec::new(),
            marks: Vec::new(),
            expect: Vec::new(),
            info: self.info.as_deref().map(|info| Box::new(info.after(count))),
            ..self.clone()
        })
    }
}

/// What put a stone on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoneSource {
    /// It was set up without order.
    Placed(Color),
    /// It was played as the move of that number, from 1.
    Played(usize),
}

impl fmt::Display for StoneSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoneSource::Placed(color) => write!(f, "a {color} stone"),
            StoneSource::Played(number) => write!(f, "move {number}"),
        }
    }
}

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
    /// More moves than are counted, passes among them.
    #[error("{moves} moves are more than a game can have: {}", u16::MAX)]
    TooManyMoves {
        /// The moves.
        moves: usize,
    },
    /// The number of stones does not tell whose turn it is.
    #[error("{black} black and {white} white stones leave the side to move open")]
    SideUnclear {
        /// Black stones.
        black: usize,
        /// White stones.
        white: usize,
    },
}
