//! Protocol of a live game: the task it sets, the actions that answer it, and why one is refused.

use thiserror::Error;

use crate::contest::opening::{OpeningAction, OpeningRefusal, OpeningTask, Seat};
use renju_core::board::Color;
use renju_core::forbidden::ForbiddenKind;
use renju_core::geometry::Point;
use renju_core::position::Refusal;

/// What a game asks for next, and of whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameTask {
    /// A step of the opening.
    Opening(OpeningTask),
    /// A stone of the side to move: [`GameAction::Move`].
    Move {
        /// Who moves.
        seat: Seat,
        /// With which stones.
        color: Color,
    },
    /// A draw was offered: [`GameAction::AcceptDraw`], [`GameAction::DeclineDraw`].
    AnswerDraw {
        /// Who answers.
        seat: Seat,
    },
}

impl GameTask {
    /// Who has to answer.
    pub const fn seat(self) -> Seat {
        match self {
            GameTask::Opening(task) => task.seat(),
            GameTask::Move { seat, .. } | GameTask::AnswerDraw { seat } => seat,
        }
    }
}

/// What one of the two at the board does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameAction {
    /// Answers a step of the opening.
    Opening(OpeningAction),
    /// Puts a stone on a point that is believed to be allowed.
    Move(Point),
    /// Puts a stone although the point is forbidden.
    Insist(Point),
    /// Says, as White, that Black's last move was forbidden.
    Claim,
    /// Offers a draw, before a move.
    OfferDraw,
    /// Agrees to a draw.
    AcceptDraw,
    /// Plays on although a draw was offered.
    DeclineDraw,
    /// Gives the game up.
    Resign,
}

/// Why an action is not possible; the game stays as it was.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ActionRefusal {
    /// The opening does not allow it.
    #[error(transparent)]
    Opening(#[from] OpeningRefusal),
    /// No stone can be put there.
    #[error("{point} cannot be played: {reason}")]
    Unplayable {
        /// Where.
        point: Point,
        /// What stands against it.
        reason: Refusal,
    },
    /// The point is forbidden to Black, who is warned.
    #[error("{point} is forbidden ({})", ForbiddenKind::in_words(kinds))]
    Forbidden {
        /// Where.
        point: Point,
        /// Why.
        kinds: Vec<ForbiddenKind>,
    },
    /// A claim without cause.
    #[error(
        "there is nothing to claim: Black's last move was not forbidden, or White has answered it"
    )]
    NothingToClaim,
    /// A second offer before the next move.
    #[error("the draw was declined: the next offer can be made after a move")]
    DrawDeclined,
    /// The game asks for something else.
    #[error("something else is asked for now")]
    OtherTask(GameTask),
    /// The game has ended.
    #[error("the game is over")]
    Over,
}
