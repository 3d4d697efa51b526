//! Checks before any search: whether an expectation fits its position or contradicts another.

use super::{Expectation, ExpectationError, ExpectationProblem};
use crate::geometry::Point;
use crate::position::Position;
use crate::questions::MoveOrPass;
use crate::threat::Attack;

impl Expectation {
    /// Whether the answer depends on how much the solver or the search may take, so that it needs a
    /// limit: a VCF is decided without one.
    pub const fn needs_limit(&self) -> bool {
        match self {
            Expectation::Win { attack, .. } | Expectation::NoWin { attack } => {
                matches!(attack, Attack::Vct)
            }
            Expectation::AnyWin | Expectation::Best { .. } => true,
            _ => false,
        }
    }

    /// Finds out whether it can be asked of a position.
    ///
    /// # Errors
    ///
    /// If it names a point that is off the board or taken, if it is about the side to move and that
    /// is open, or about the best move of a game that is over.
    pub fn fits(&self, position: &Position) -> Result<(), ExpectationError> {
        let point_at = |word, point| empty(position, point).map_err(|problem| problem.at(word));
        match self {
            Expectation::Forbidden { point, .. } | Expectation::Legal { point } => {
                point_at(1, *point)
            }
            Expectation::Win { .. } | Expectation::NoWin { .. } | Expectation::AnyWin => {
                side_known(position)
            }
            Expectation::Best { moves } => {
                for (number, played) in moves.iter().enumerate() {
                    if let MoveOrPass::At(point) = played {
                        point_at(1 + 2 * number, *point)?;
                    }
                }
                side_known(position)?;
                match position.outcome() {
                    None => Ok(()),
                    Some(_) => Err(ExpectationProblem::GameOver.at(0)),
                }
            }
            Expectation::NothingForbidden | Expectation::Shapes { .. } | Expectation::NoShapes => {
                Ok(())
            }
        }
    }

    /// Whether this and another expectation cannot both hold of one position, whichever it is.
    pub fn contradicts(&self, other: &Expectation) -> bool {
        excludes(self, other) || excludes(other, self)
    }
}

fn side_known(position: &Position) -> Result<(), ExpectationError> {
    match position.known_to_move() {
        Some(_) => Ok(()),
        None => Err(ExpectationProblem::SideOpen.at(0)),
    }
}

fn empty(position: &Position, point: Point) -> Result<(), ExpectationProblem> {
    let board = position.board();
    if !point.is_on(board.size()) {
        let size = board.size();
        return Err(ExpectationProblem::OffBoard { point, size });
    }
    match board.stone(point) {
        None => Ok(()),
        Some(color) => Err(ExpectationProblem::Taken { point, color }),
    }
}

/// Whether `one` rules `other` out; each pair in one order is enough.
fn excludes(one: &Expectation, other: &Expectation) -> bool {
    use Expectation::{Best, Forbidden, Legal, NoShapes, NoWin, NothingForbidden, Shapes, Win};
    match (one, other) {
        (Forbidden { .. }, NothingForbidden) => true,
        (Forbidden { point, .. }, Legal { point: other }) => point == other,
        (
            Forbidden { point, kinds },
            Forbidden {
                point: other,
                kinds: others,
            },
        ) => point == other && !kinds.is_empty() && !others.is_empty() && kinds != others,
        // Fours alone are threats too.
        (Win { attack, .. }, NoWin { attack: other }) => {
            attack == other || (*attack, *other) == (Attack::Vcf, Attack::Vct)
        }
        (Best { moves }, Best { moves: others }) => {
            moves.iter().all(|played| !others.contains(played))
        }
        (Shapes { count, .. }, NoShapes) => *count > 0,
        (
            Shapes {
                color,
                shape,
                count,
            },
            Shapes {
                color: other_color,
                shape: other_shape,
                count: other_count,
            },
        ) => (color, shape) == (other_color, other_shape) && count != other_count,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color};
    use crate::geometry::Size;
    use crate::rule::Rule;

    fn read(words: &str) -> Expectation {
        words.parse().unwrap()
    }

    #[test]
    fn what_cannot_both_hold_is_a_contradiction_in_either_order() {
        for (one, other) in [
            ("forbidden H8", "forbidden none"),
            ("forbidden H8 overline", "legal H8"),
            ("forbidden H8 overline", "forbidden H8 double-four"),
            ("vcf win", "vcf none"),
            ("vcf win 9", "vct none"),
            ("best H8 or G7", "best G8"),
            ("shape none", "shape black four 1"),
            ("shape black four 2", "shape black four 1"),
        ] {
            assert!(read(one).contradicts(&read(other)), "{one}, {other}");
            assert!(read(other).contradicts(&read(one)), "{other}, {one}");
        }
        for (one, other) in [
            ("forbidden H8", "forbidden H8 overline"),
            ("forbidden H8", "legal G8"),
            ("vct win", "vcf none"),
            ("vcf win 5", "vcf win 9"),
            ("best H8 or G7", "best G7"),
            ("shape none", "shape black four 0"),
            ("shape black four 2", "shape white four 1"),
            ("vcf win", "vcf win"),
        ] {
            assert!(!read(one).contradicts(&read(other)), "{one}, {other}");
            assert!(!read(other).contradicts(&read(one)), "{other}, {one}");
        }
    }

    #[test]
    fn points_have_to_be_empty_ones_of_the_board() {
        let at = |name: &str| name.parse::<Point>().unwrap();
        let board = Board::with_stones(Size::RENJU, &[at("H8")], &[]);
        let position = Position::of_board(board, Rule::Renju, Color::White);
        let told = |words: &str| {
            let error = read(words).fits(&position).unwrap_err();
            (error.word, error.to_string())
        };
        let taken = "H8 has a black stone".to_owned();
        assert_eq!(told("legal H8"), (Some(1), taken.clone()));
        assert_eq!(told("best G7 or H8"), (Some(3), taken));
        let off = "P3 is not on a 15x15 board".to_owned();
        assert_eq!(told("forbidden P3"), (Some(1), off));
        assert_eq!(read("best G7 or pass").fits(&position), Ok(()));
    }
}
