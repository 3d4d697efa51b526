//! Errors of the opening rules: the clause that an answer breaks, worded for a player.

use std::fmt;

use thiserror::Error;

use renju_core::geometry::{Point, Size};
use renju_core::position::Refusal;

use super::central_square::CentralSquare;
use super::opening_rule::OpeningRule;
use super::task::OpeningTask;

/// Why an opening does not begin, or an answer is refused: the clause that stands against it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpeningRefusal {
    /// The board has no centre, or is too small.
    #[error(
        "{rule} needs an odd number of lines, {} or more, and this board is {size}",
        OpeningRule::MIN_SIDE
    )]
    Board {
        /// The rule that was to be played.
        rule: OpeningRule,
        /// The board it cannot be played on.
        size: Size,
    },
    /// The opening is over, and nothing is asked for any more.
    #[error("the opening is over")]
    Over,
    /// Something else was asked for.
    #[error("this is asked for: {asked}")]
    OtherTask {
        /// What was asked for.
        asked: OpeningTask,
    },
    /// No stone can be put there, whatever the opening.
    #[error("{point} cannot be played: {reason}")]
    Unplayable {
        /// The point that was named.
        point: Point,
        /// What stands against it under the rules of the game.
        reason: Refusal,
    },
    /// The stone lies outside the square that the rule gives it.
    #[error("the {} stone of {rule} {} {square}", Ordinal(*number), lies(*square))]
    OutsideSquare {
        /// The rule with that clause.
        rule: OpeningRule,
        /// Which stone it is, counted from 1.
        number: usize,
        /// Where it has to lie.
        square: CentralSquare,
    },
    /// Too many or too few fifth moves were declared.
    #[error("1 to {max} fifth moves can be declared, not {count}")]
    Count {
        /// The number that was declared.
        count: u8,
        /// The most that can be declared.
        max: u8,
    },
    /// The fifth move is offered a second time.
    #[error("{point} is offered already")]
    OfferedAlready {
        /// The point that was named.
        point: Point,
    },
    /// A turned or mirrored board makes one fifth move of the other.
    #[error("{point} is symmetrical to {to}, which is offered already")]
    Symmetrical {
        /// The point that was named.
        point: Point,
        /// The fifth move that is offered.
        to: Point,
    },
    /// The point is not one of those to choose from.
    #[error("{point} is not among the fifth moves offered ({})", Names(offers))]
    NotOffered {
        /// The point that was named.
        point: Point,
        /// The fifth moves that are offered.
        offers: Vec<Point>,
    },
}

/// What a stone does with its square: a single point is put on, a larger one lies around it.
const fn lies(square: CentralSquare) -> &'static str {
    if square.side() == 1 {
        "is put on"
    } else {
        "lies within"
    }
}

/// The number of a stone as a word.
struct Ordinal(usize);

impl fmt::Display for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("first"),
            2 => f.write_str("second"),
            3 => f.write_str("third"),
            4 => f.write_str("fourth"),
            5 => f.write_str("fifth"),
            number => write!(f, "{number}th"),
        }
    }
}

/// Points with commas between them.
struct Names<'a>(&'a [Point]);

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, point) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{point}")?;
        }
        Ok(())
    }
}
