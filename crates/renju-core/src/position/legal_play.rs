//! Legal move generation: the points open to the side to move, or a pass where Black has none.

use crate::board::Board;
use crate::forbidden::{ThreeReading, forbidden_points, suspects};
use crate::geometry::PointSet;

use super::Position;

/// What the side to move may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LegalPlay {
    /// It puts a stone on one of these points, of which there is at least one.
    Move(PointSet),
    /// It passes: all empty points are forbidden to it, so it is Black. The game goes on with White,
    /// who may play any of them.
    Pass,
    /// Nothing: the game is over.
    GameOver,
}

impl LegalPlay {
    /// The points to choose from; none where it has to pass, or the game is over.
    pub const fn moves(self) -> PointSet {
        match self {
            LegalPlay::Move(points) => points,
            LegalPlay::Pass | LegalPlay::GameOver => PointSet::EMPTY,
        }
    }
}

impl Position {
    /// What the side to move may do: the one place that says so.
    ///
    /// ```
    /// use renju_core::geometry::Size;
    /// use renju_core::position::{Position, LegalPlay};
    /// use renju_core::rule::Rule;
    ///
    /// let start = Position::new(Size::RENJU, Rule::Renju);
    /// assert_eq!(start.legal_play(), LegalPlay::Move(start.board().empties()));
    /// assert!(!start.must_pass());
    /// ```
    pub fn legal_play(&self) -> LegalPlay {
        if self.outcome.is_some() {
            return LegalPlay::GameOver;
        }
        let empties = self.board.empties();
        if !self.rule.restricts(self.to_move) {
            return LegalPlay::Move(empties);
        }
        let legal = empties - forbidden_points(&self.board, ThreeReading::Literal);
        if legal.is_empty() {
            LegalPlay::Pass
        } else {
            LegalPlay::Move(legal)
        }
    }

    /// The points that the side to move may play; none where it has to pass, or the game is over.
    pub fn legal_moves(&self) -> PointSet {
        self.legal_play().moves()
    }

    /// Whether the side to move has to pass, as [`legal_play`](Self::legal_play) says, and cheaper to ask.
    pub fn must_pass(&self) -> bool {
        self.outcome.is_none()
            && self.rule.restricts(self.to_move)
            && are_all_suspects(&self.board)
            && self.legal_play() == LegalPlay::Pass
    }
}

/// Whether no empty point is clearly allowed to Black.
fn are_all_suspects(board: &Board) -> bool {
    (board.empties() - suspects(board)).is_empty()
}

#[cfg(test)]
mod tests {
    use crate::board::Color;
    use crate::geometry::{Point, Size};
    use crate::position::{GameEnd, PositionOverrides, Setup};
    use crate::rule::Rule;

    use super::*;

    /// A board of side 6 with these points empty, which has no row of five: Black's C3 would be one
    /// of six.
    fn position(rule: Rule, to_move: Color, empty: &str) -> Position {
        let size = Size::new(6).unwrap();
        let empty: Vec<Point> = empty.split(' ').map(|name| name.parse().unwrap()).collect();
        let is_black = |point: &Point| {
            let turned = (point.column() + 2 * point.row()) % 4;
            point.row() == 2 || turned < 2
        };
        let rest = size.points().filter(|point| !empty.contains(point));
        let (black, white) = rest.partition(is_black);
        let setup = Setup {
            size: Some(size),
            rule: Some(rule),
            to_move: Some(to_move),
            black,
            white,
            ..Setup::default()
        };
        Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
    }

    #[test]
    fn black_passes_where_every_empty_point_is_forbidden_and_white_plays_there() {
        let stuck = position(Rule::Renju, Color::Black, "C3");
        assert_eq!(stuck.outcome(), None);
        assert_eq!(
            (stuck.legal_play(), stuck.must_pass()),
            (LegalPlay::Pass, true)
        );
        assert_eq!(stuck.legal_play().moves(), PointSet::EMPTY);
        let white = stuck.pass();
        let last = white.board().empties();
        assert_eq!(
            (white.legal_play(), white.must_pass()),
            (LegalPlay::Move(last), false)
        );
        let over = white.play(last.first().unwrap()).unwrap();
        assert_eq!(over.outcome().map(|end| end.by), Some(GameEnd::FullBoard));
        assert_eq!(
            (over.legal_play(), over.must_pass()),
            (LegalPlay::GameOver, false)
        );
    }

    #[test]
    fn a_side_with_a_legal_move_does_not_pass() {
        for (rule, to_move, empty) in [
            (Rule::Renju, Color::Black, "C3 F1"),
            (Rule::Renju, Color::White, "C3"),
            (Rule::Standard, Color::Black, "C3"),
            (Rule::Freestyle, Color::Black, "C3"),
        ] {
            let position = position(rule, to_move, empty);
            let legal = position.legal_play().moves();
            assert!(
                !legal.is_empty() && !position.must_pass(),
                "{rule}, {to_move}"
            );
            assert!(legal.iter().all(|at| position.clone().play(at).is_ok()));
        }
    }
}
