//! A position as the moves that lead to it: `"h8 i9 g7".parse::<Position>()`.

use std::str::FromStr;

use thiserror::Error;

use crate::geometry::{ParsePointError, Point, Size};
use crate::rule::Rule;

use super::{Position, Refusal};

/// Moves that lead to no position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("move {number}, {text}: {reason}")]
pub struct ParsePositionError {
    /// The number of the move, from 1.
    pub number: usize,
    /// What was written there.
    pub text: String,
    /// What stands against it.
    pub reason: MoveTextError,
}

/// What stands against a move that was written down.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveTextError {
    /// It is neither a point nor a pass.
    #[error(transparent)]
    NoPoint(#[from] ParsePointError),
    /// It cannot be played there.
    #[error(transparent)]
    Refused(Refusal),
}

/// The position after moves by the rule of renju on a board of 15 lines: points such as `h8`, or
/// `pass`, with blanks between them. Of anything else that a file may say the readers of formats
/// know.
///
/// ```
/// use renju_core::position::Position;
///
/// let position: Position = "h8 i9 g7".parse()?;
/// assert_eq!(position.legal_moves().len(), 222);
/// let position = position.play("f6".parse()?)?;
/// assert_eq!(position.moves().map(<[_]>::len), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// For the first move that is none, or that cannot be played.
impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        let start = Position::new(Size::RENJU, Rule::Renju);
        let mut moves = (1..).zip(text.split_whitespace());
        moves.try_fold(start, |position, (number, text)| {
            after(position, text).map_err(|reason| ParsePositionError {
                number,
                text: text.to_owned(),
                reason,
            })
        })
    }
}

fn after(position: Position, text: &str) -> Result<Position, MoveTextError> {
    if text.eq_ignore_ascii_case("pass") {
        return match position.outcome() {
            Some(outcome) => Err(MoveTextError::Refused(Refusal::Over(outcome.clone()))),
            None => Ok(position.pass()),
        };
    }
    let point: Point = text.parse()?;
    let played = position.play(point);
    played.map_err(|error| MoveTextError::Refused(error.reason))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    #[test]
    fn moves_lead_to_a_position() {
        let position: Position = " H8\ti9 pass g7\n".parse().unwrap();
        assert_eq!(position.to_move(), Color::Black);
        assert_eq!(position.moves().map(<[_]>::len), Some(4));
        assert_eq!(position.legal_moves().len(), 225 - 3);
        let start: Position = "".parse().unwrap();
        assert_eq!(start, Position::new(Size::RENJU, Rule::Renju));
    }

    #[test]
    fn what_is_no_move_is_told_with_its_number() {
        let error = |text: &str| text.parse::<Position>().unwrap_err().to_string();
        assert_eq!(error("h8 h8"), "move 2, h8: it is taken");
        assert!(error("h8 z9").starts_with("move 2, z9: "));
        assert!(error("h8 p1").starts_with("move 2, p1: "));
        let over = "h8 a1 i8 a3 j8 a5 k8 a7 l8";
        assert_eq!(
            error(&format!("{over} a9")),
            "move 10, a9: the game is over"
        );
        assert_eq!(
            error(&format!("{over} pass")),
            "move 10, pass: the game is over"
        );
    }
}
