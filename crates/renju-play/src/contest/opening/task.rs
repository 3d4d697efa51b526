//! Tasks that an opening sets, such as a stone or a swap, and the actions that answer them.

use std::fmt;

use renju_core::board::Color;
use renju_core::geometry::Point;

use super::central_square::CentralSquare;
use super::seat::Seat;

/// What an opening asks for next, and of whom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OpeningTask {
    /// Put a stone: [`OpeningAction::Stone`].
    Stone {
        /// Who puts it, which need not be who has its colour.
        seat: Seat,
        /// The colour of the stone.
        color: Color,
        /// Where it has to lie, if not anywhere on the board.
        square: Option<CentralSquare>,
    },
    /// Swap colours or leave them: [`OpeningAction::Swap`], [`OpeningAction::Keep`].
    Swap {
        /// Who may swap.
        seat: Seat,
    },
    /// Take a colour: [`OpeningAction::TakeColor`].
    ChooseColor {
        /// Who takes it.
        seat: Seat,
        /// Whether [`OpeningAction::PutTwoMore`] is an answer as well.
        may_put_two: bool,
    },
    /// Say how many fifth moves will be offered: [`OpeningAction::DeclareCount`].
    DeclareCount {
        /// Who says it.
        seat: Seat,
        /// The most that may be offered; the least is 1.
        max: u8,
    },
    /// Swap colours or leave them, as for [`OpeningTask::Swap`], or leave them and offer fifth moves:
    /// [`OpeningAction::MakeOffers`].
    SwapOrOffer {
        /// Who decides.
        seat: Seat,
        /// How many fifth moves would be offered.
        count: u8,
    },
    /// Offer one fifth move more: [`OpeningAction::Offer`].
    Offer {
        /// Who offers it, and has Black.
        seat: Seat,
        /// How many are offered in all.
        count: u8,
        /// How many of them are offered already.
        given: u8,
    },
    /// Choose one of the fifth moves that were offered: [`OpeningAction::ChooseFifth`].
    ChooseFifth {
        /// Who chooses, and has White.
        seat: Seat,
    },
}

impl OpeningTask {
    /// Who has to answer.
    pub const fn seat(self) -> Seat {
        match self {
            OpeningTask::Stone { seat, .. }
            | OpeningTask::Swap { seat }
            | OpeningTask::ChooseColor { seat, .. }
            | OpeningTask::DeclareCount { seat, .. }
            | OpeningTask::SwapOrOffer { seat, .. }
            | OpeningTask::Offer { seat, .. }
            | OpeningTask::ChooseFifth { seat } => seat,
        }
    }

    /// The answer that naming a point is, if the task asks for a point.
    pub const fn at(self, point: Point) -> Option<OpeningAction> {
        match self {
            OpeningTask::Stone { .. } => Some(OpeningAction::Stone(point)),
            OpeningTask::Offer { .. } => Some(OpeningAction::Offer(point)),
            OpeningTask::ChooseFifth { .. } => Some(OpeningAction::ChooseFifth(point)),
            _ => None,
        }
    }
}

impl fmt::Display for OpeningTask {
    /// What is asked for, such as "a black stone".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningTask::Stone { color, square, .. } => {
                write!(f, "a {color} stone")?;
                match square {
                    Some(square) if square.side() == 1 => write!(f, " on {square}"),
                    Some(square) => write!(f, " within {square}"),
                    None => Ok(()),
                }
            }
            OpeningTask::Swap { .. } => f.write_str("to swap colours or not"),
            OpeningTask::ChooseColor { may_put_two, .. } => {
                f.write_str("to take a colour")?;
                f.write_str(if *may_put_two {
                    " or put two more stones"
                } else {
                    ""
                })
            }
            OpeningTask::DeclareCount { max, .. } => {
                write!(f, "how many fifth moves are offered, 1 to {max}")
            }
            OpeningTask::SwapOrOffer { count, .. } => {
                write!(f, "to swap colours or not, or to offer {count} fifth moves")
            }
            OpeningTask::Offer { count, given, .. } => {
                write!(f, "fifth move {} of {count} to offer", given + 1)
            }
            OpeningTask::ChooseFifth { .. } => f.write_str("one of the fifth moves offered"),
        }
    }
}

/// An answer to an [`OpeningTask`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OpeningAction {
    /// Put the stone that is asked for.
    Stone(Point),
    /// Swap colours with the other seat.
    Swap,
    /// Leave the colours as they are.
    Keep,
    /// Take this colour; the other seat has the other one.
    TakeColor(Color),
    /// Put two more stones, white and black, and let the other seat take a colour.
    PutTwoMore,
    /// Declare how many fifth moves will be offered.
    DeclareCount(u8),
    /// Leave the colours as they are, and offer fifth moves instead of putting one stone.
    MakeOffers,
    /// Offer a fifth move.
    Offer(Point),
    /// Choose one of the fifth moves that were offered; it is put on the board.
    ChooseFifth(Point),
}
