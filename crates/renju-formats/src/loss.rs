//! Losses of a conversion: what a format cannot express of a game, and what it cannot write at all.

use std::collections::BTreeMap;
use std::fmt;

use thiserror::Error;

use renju_core::geometry::{Point, Size};
use renju_core::named_enum::named_enum;

use super::Encoding;

/// What stands in the way of writing a set-up.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WriteError {
    /// The format cannot say everything.
    #[error("{0}")]
    Lossy(Lossy),
    /// The format cannot say it at all.
    #[error(transparent)]
    Impossible(#[from] Impossible),
}

/// The bytes all the same, and what they leave out. The caller decides whether that matters.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("what is written leaves out {lost}")]
pub struct Lossy {
    /// What could be written.
    pub bytes: Vec<u8>,
    /// What could not be, each with how often.
    pub lost: Losses,
}

/// What a format does not say of a game, each with how often.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Losses(BTreeMap<Loss, usize>);

impl Losses {
    /// Adds `count` of a kind.
    pub fn add(&mut self, loss: Loss, count: usize) {
        if count > 0 {
            *self.0.entry(loss).or_default() += count;
        }
    }

    /// Adds what is lost elsewhere.
    pub fn add_all(&mut self, other: &Losses) {
        for (loss, count) in other.iter() {
            self.add(loss, count);
        }
    }

    /// Takes a kind out.
    pub(super) fn remove(&mut self, loss: Loss) {
        self.0.remove(&loss);
    }

    /// Whether nothing is lost.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether what is lost is one thing, of which is said that it does not fit.
    pub fn is_singular(&self) -> bool {
        let is_one = |(loss, count): (Loss, usize)| match loss.singular() {
            Some(_) => count == 1,
            None => !matches!(loss, Loss::Players | Loss::Event | Loss::Times),
        };
        let mut kinds = self.iter();
        kinds.next().is_some_and(is_one) && kinds.next().is_none()
    }

    /// The kinds in their order, each with how often.
    pub fn iter(&self) -> impl Iterator<Item = (Loss, usize)> {
        self.0.iter().map(|(&loss, &count)| (loss, count))
    }
}

/// `the rule, 1 variation and 12 comments`.
impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.0.len().saturating_sub(1);
        for (number, (loss, count)) in self.iter().enumerate() {
            match number {
                0 => {}
                _ if number == last => f.write_str(" and ")?,
                _ => f.write_str(", ")?,
            }
            match loss.singular() {
                Some(one) if count == 1 => write!(f, "1 {one}")?,
                Some(_) => write!(f, "{count} {loss}")?,
                None => write!(f, "{loss}")?,
            }
        }
        Ok(())
    }
}

named_enum! {
    /// Something that a format does not say.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Loss: "loss" {
        /// What the position is called.
        Name = "the name",
        /// The side of the board.
        Size = "the size of the board",
        /// The rule of the game.
        Rule = "the rule",
        /// The side to move.
        SideToMove = "the side to move",
        /// In which order the stones were played.
        MoveOrder = "the order of the moves",
        /// Passes among the moves.
        Passes = "passes",
        /// Which move is marked as the last.
        LastMove = "the mark of the last move",
        /// Points marked as forbidden.
        Claims = "points marked as forbidden",
        /// What is expected of the program.
        Expectations = "expectations",
        /// Who played.
        Players = "the players",
        /// When, where and in which round it was played.
        Event = "date, event and round",
        /// How the game ended.
        Result = "the result",
        /// How long moves took.
        Times = "times of moves",
        /// What an engine found out about positions.
        Values = "values",
        /// The move after the last.
        Best = "the best move",
        /// Lines beside the main line.
        Variations = "variations",
        /// Comments and names of nodes.
        Comments = "comments",
        /// Texts on points.
        Labels = "board texts",
        /// Marks of points and moves.
        Marks = "marks",
        /// Stones put or taken after the first move.
        SetUpStones = "set-up stones among the moves",
        /// Things that only the format they come from has a place for.
        Properties = "other properties",
        /// Characters that the encoding or the format lacks.
        Characters = "characters",
    }
}

impl Loss {
    /// What one of them is called, if they are counted.
    const fn singular(self) -> Option<&'static str> {
        Some(match self {
            Loss::Passes => "pass",
            Loss::Claims => "point marked as forbidden",
            Loss::Expectations => "expectation",
            Loss::Values => "value",
            Loss::Variations => "variation",
            Loss::Comments => "comment",
            Loss::Labels => "board text",
            Loss::Marks => "mark",
            Loss::Properties => "other property",
            Loss::Characters => "character",
            _ => return None,
        })
    }
}

/// Why a set-up cannot be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Impossible {
    /// Stones without an order in a format that has only moves.
    #[error("the stones have no order, but this format has only moves")]
    NoOrder,
    /// A game without moves in a format in which that is no game.
    #[error("the game has no moves, and this format has no place for such a game")]
    NoMoves,
    /// White plays the first move in a format where Black does.
    #[error("white plays first, and in this format black does")]
    WhiteFirst,
    /// A pass in a format that has none.
    #[error("the game has a pass, which this format cannot write")]
    Pass,
    /// A board of another side than the format has.
    #[error("the board is {0}, but this format has only {1}")]
    OtherSize(Size, &'static str),
    /// More moves or nodes than the format can count.
    #[error("{0} are more than this format can count")]
    TooMany(&'static str),
    /// A game whose end is not known in a format of finished games.
    #[error("the result is not known, but this format requires it: B+, W+ or Draw")]
    NoResult,
    /// A position without the move that follows in a format of such moves.
    #[error("the next move is not known, but this format requires it")]
    NoBest,
    /// A format that is read and not written.
    #[error("this format is read, and not written")]
    NotWritten,
    /// A side to move that the counts do not tell, in a format where they have to.
    #[error(
        "this format tells the side to move by the number of stones, but here that is the other side"
    )]
    SideFromCounts,
    /// No rule, in a format where each record has one.
    #[error("every record of this format names the rule, and nothing says it here")]
    NoRule,
    /// Neither the stones nor anything else tells whose turn it is.
    #[error("the number of stones does not tell whose turn it is, and nothing else says it")]
    SideUnclear,
    /// An encoding that texts within a binary file cannot have.
    #[error("texts of this format cannot be {0}, which has zero bytes in it")]
    Encoding(Encoding),
    /// No board: two stones on a point.
    #[error("two stones stand on {0}")]
    PointTaken(Point),
    /// No board: a stone or a mark off it.
    #[error("{0} is off the {1} board")]
    OffBoard(Point, Size),
}
