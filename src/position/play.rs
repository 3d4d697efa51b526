use thiserror::Error;

use crate::forbidden::ForbiddenKind;
use crate::geometry::Point;

use super::outcome::of_move;
use super::{Outcome, Position};

/// Why a move was refused, and the position it was refused in, given back.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{point} cannot be played: {reason}")]
pub struct PlayError {
    /// The move that was refused.
    pub point: Point,
    /// What stands against it.
    pub reason: Refusal,
    /// The position as it was.
    pub position: Box<Position>,
}

/// What stands against a move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The board does not have the point.
    #[error("it is off the board")]
    OffBoard,
    /// The point has a stone.
    #[error("it is taken")]
    Occupied,
    /// The move is forbidden to Black.
    #[error("it is forbidden")]
    Forbidden(Vec<ForbiddenKind>),
    /// The game is over.
    #[error("the game is over")]
    Over(Outcome),
}

impl Position {
    /// The position after the side to move has played `point`.
    ///
    /// # Errors
    ///
    /// Refuses, and gives the position back, if the game is over, the point is off the board or
    /// taken, or the move is forbidden.
    pub fn play(self, point: Point) -> Result<Position, PlayError> {
        if let Some(reason) = self.refusal(point) {
            return Err(PlayError {
                point,
                reason,
                position: Box::new(self),
            });
        }
        let mut next = self;
        next.outcome = of_move(&next.board, next.rule, point, next.to_move);
        next.board.place(point, next.to_move);
        if next.moves.is_empty() {
            next.first = next.to_move;
        }
        next.moves.push(Some(point));
        next.to_move = !next.to_move;
        Ok(next)
    }

    /// The position after the side to move has passed, as a side does that has no legal move.
    pub(crate) fn pass(mut self) -> Position {
        if self.moves.is_empty() {
            self.first = self.to_move;
        }
        self.moves.push(None);
        self.to_move = !self.to_move;
        self
    }

    fn refusal(&self, point: Point) -> Option<Refusal> {
        if let Some(outcome) = &self.outcome {
            return Some(Refusal::Over(outcome.clone()));
        }
        if !point.is_on(self.board.size()) {
            return Some(Refusal::OffBoard);
        }
        if self.board.stone(point).is_some() {
            return Some(Refusal::Occupied);
        }
        let kinds = self.rule.forbidden_kinds(&self.board, point, self.to_move);
        (!kinds.is_empty()).then_some(Refusal::Forbidden(kinds))
    }
}
