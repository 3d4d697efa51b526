use thiserror::Error;

use crate::board::Color;
use crate::forbidden::{ForbiddenKind, ThreeReading, forbidden_points, judge};
use crate::geometry::{Point, PointSet, Size};
use crate::position::Position;

/// The first moves that a search is to choose from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FirstMoves {
    /// Those that were named and may be played; all moves without it.
    pub only: Option<PointSet>,
    /// Those that are not wanted.
    pub avoid: PointSet,
    /// Those that were named and are forbidden.
    pub forbidden: Vec<Point>,
}

/// Why there is nothing to choose from.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoFirstMove {
    /// A point that the board does not have.
    #[error("{point} is not on a {size} board")]
    OffBoard {
        /// Which.
        point: Point,
        /// The board.
        size: Size,
    },
    /// A point that has a stone.
    #[error("{point} has a {color} stone, so it cannot be a first move")]
    Taken {
        /// Which.
        point: Point,
        /// Whose stone.
        color: Color,
    },
    /// Every point that was named is forbidden; the first of them.
    #[error(
        "{point} is forbidden to black ({}), and no other first move is left",
        in_words(kinds)
    )]
    Forbidden {
        /// Which.
        point: Point,
        /// By what.
        kinds: Vec<ForbiddenKind>,
    },
    /// Every legal move is to be avoided.
    #[error("no first move is left: every legal move that may be chosen is one to avoid")]
    AllAvoided,
}

fn in_words(kinds: &[ForbiddenKind]) -> String {
    let names: Vec<String> = kinds
        .iter()
        .map(|kind| kind.name().replace('_', "-"))
        .collect();
    names.join(", ")
}

/// Checks the points that were named against a position. Where the game is over, or no move is
/// legal anyway, there is nothing to choose and so nothing to refuse but points that cannot be.
///
/// # Errors
///
/// If a point is off the board, if one to choose from is taken, or if no legal move is left.
pub fn first_moves(
    position: &Position,
    only: &[Point],
    avoid: &[Point],
) -> Result<FirstMoves, NoFirstMove> {
    let (board, size) = (position.board(), position.board().size());
    if let Some(&point) = only.iter().chain(avoid).find(|point| !point.is_on(size)) {
        return Err(NoFirstMove::OffBoard { point, size });
    }
    let legal = legal_moves(position);
    if position.outcome().is_some() || legal.is_empty() {
        return Ok(FirstMoves::default());
    }
    let taken = |&point: &Point| Some((point, board.stone(point)?));
    if let Some((point, color)) = only.iter().find_map(taken) {
        return Err(NoFirstMove::Taken { point, color });
    }
    let avoided: PointSet = avoid.iter().copied().collect();
    let named: PointSet = only.iter().copied().collect();
    let wanted = if only.is_empty() {
        legal
    } else {
        named & legal
    };
    if (wanted - avoided).is_empty() {
        let forbidden = only.iter().copied().find(|&point| !legal.contains(point));
        return Err(match forbidden {
            Some(point) => NoFirstMove::Forbidden {
                point,
                kinds: judge(board, point).kinds().to_vec(),
            },
            None => NoFirstMove::AllAvoided,
        });
    }
    Ok(FirstMoves {
        only: (!only.is_empty()).then_some(wanted),
        avoid: avoided,
        forbidden: (named - legal).iter().collect(),
    })
}

/// The points that the side to move may play.
fn legal_moves(position: &Position) -> PointSet {
    let board = position.board();
    if position.rule().restricts(position.to_move()) {
        board.empties() - forbidden_points(board, ThreeReading::Literal)
    } else {
        board.empties()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{PositionOverrides, Setup};

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    /// A double-three at H8.
    fn position() -> Position {
        let setup = Setup {
            black: points("F8 G8 H6 H7"),
            white: points("A1 A3 A5 A7"),
            ..Setup::default()
        };
        Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
    }

    fn refused(only: &str, avoid: &str) -> String {
        let refused = first_moves(&position(), &points(only), &points(avoid));
        refused.unwrap_err().to_string()
    }

    #[test]
    fn a_forbidden_point_is_left_out_while_others_are_left() {
        let chosen = first_moves(&position(), &points("H8 I8 E8"), &points("E8")).unwrap();
        assert_eq!(chosen.forbidden, points("H8"));
        assert_eq!(chosen.only, Some(points("I8 E8").into_iter().collect()));
        assert!(chosen.avoid.contains(points("E8")[0]));
        let all = first_moves(&position(), &[], &[]).unwrap();
        assert_eq!(all, FirstMoves::default());
    }

    #[test]
    fn what_leaves_nothing_is_refused_with_the_reason() {
        assert_eq!(
            refused("H8", ""),
            "H8 is forbidden to black (double-three), and no other first move is left"
        );
        assert_eq!(
            refused("E8", "E8"),
            "no first move is left: every legal move that may be chosen is one to avoid"
        );
        assert_eq!(refused("I8 T20", ""), "T20 is not on a 15x15 board");
        assert_eq!(refused("", "T20"), "T20 is not on a 15x15 board");
        assert_eq!(
            refused("A1 I8", ""),
            "A1 has a white stone, so it cannot be a first move"
        );
    }

    #[test]
    fn a_game_that_is_over_leaves_nothing_to_choose() {
        let setup = Setup {
            black: points("F8 G8 H8 I8 J8"),
            white: points("A1 A3 A5 A7"),
            ..Setup::default()
        };
        let over = Position::from_setup(&setup, &PositionOverrides::default()).unwrap();
        let chosen = first_moves(&over, &points("F8"), &[]).unwrap();
        assert_eq!(chosen, FirstMoves::default());
    }
}
