use crate::board::Board;
use crate::forbidden::{ThreeReading, forbidden_points, suspects};
use crate::geometry::PointSet;

use super::Position;

/// What the side to move may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// It puts a stone on one of these points, of which there is at least one.
    Move(PointSet),
    /// It passes: all empty points are forbidden to it, so it is Black. The game goes on with White,
    /// who may play any of them.
    Pass,
    /// Nothing: the game is over.
    GameOver,
}

impl Turn {
    /// The points to choose from; none where it has to pass, or the game is over.
    pub const fn moves(self) -> PointSet {
        match self {
            Turn::Move(points) => points,
            Turn::Pass | Turn::GameOver => PointSet::EMPTY,
        }
    }
}

impl Position {
    /// What the side to move may do: the one place that says so.
    ///
    /// ```
    /// use renju::geometry::Size;
    /// use renju::position::{Position, Turn};
    /// use renju::rule::Rule;
    ///
    /// let start = Position::new(Size::RENJU, Rule::Renju);
    /// assert_eq!(start.turn(), Turn::Move(start.board().empties()));
    /// assert!(!start.must_pass());
    /// ```
    pub fn turn(&self) -> Turn {
        if self.outcome.is_some() {
            return Turn::GameOver;
        }
        let empties = self.board.empties();
        if !self.rule.restricts(self.to_move) {
            return Turn::Move(empties);
        }
        let legal = empties - forbidden_points(&self.board, ThreeReading::Literal);
        if legal.is_empty() {
            Turn::Pass
        } else {
            Turn::Move(legal)
        }
    }

    /// Whether the side to move has to pass, as [`turn`](Self::turn) says, and cheaper to ask.
    pub fn must_pass(&self) -> bool {
        self.outcome.is_none()
            && self.rule.restricts(self.to_move)
            && are_all_suspects(&self.board)
            && self.turn() == Turn::Pass
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
        assert_eq!((stuck.turn(), stuck.must_pass()), (Turn::Pass, true));
        assert_eq!(stuck.turn().moves(), PointSet::EMPTY);
        let white = stuck.pass();
        let last = white.board().empties();
        assert_eq!((white.turn(), white.must_pass()), (Turn::Move(last), false));
        let over = white.play(last.first().unwrap()).unwrap();
        assert_eq!(over.outcome().map(|end| end.by), Some(GameEnd::FullBoard));
        assert_eq!((over.turn(), over.must_pass()), (Turn::GameOver, false));
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
            let legal = position.turn().moves();
            assert!(
                !legal.is_empty() && !position.must_pass(),
                "{rule}, {to_move}"
            );
            assert!(legal.iter().all(|at| position.clone().play(at).is_ok()));
        }
    }
}
