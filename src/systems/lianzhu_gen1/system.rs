use std::sync::LazyLock;

use crate::board::{Board, Color};
use crate::geometry::{Direction, Point, PointMap};
use crate::position::Position;

use super::weights::LianzhuGen1Weights;

use crate::eval::{Evaluation, Evaluator, EvaluatorInfo, Failure, PointValues, Term};

/// The evaluator.
#[derive(Clone, Debug)]
pub struct LianzhuGen1 {
    card: EvaluatorInfo,
    pub(super) weights: LianzhuGen1Weights,
}

impl LianzhuGen1 {
    /// The evaluator with these weights.
    pub const fn new(card: EvaluatorInfo, weights: LianzhuGen1Weights) -> LianzhuGen1 {
        LianzhuGen1 { card, weights }
    }

    /// As it was published. It has no known mistakes, and no corrected edition.
    pub fn published() -> &'static LianzhuGen1 {
        static PUBLISHED: LazyLock<LianzhuGen1> = LazyLock::new(|| {
            LianzhuGen1::new(card::PUBLISHED, LianzhuGen1Weights::published().clone())
        });
        &PUBLISHED
    }

    /// With the power of 2.3 in place of the steps.
    pub fn pow23() -> &'static LianzhuGen1 {
        static POW23: LazyLock<LianzhuGen1> = LazyLock::new(|| {
            let title = "stones pull at points, each line's pull to the power of 2.3";
            let card = EvaluatorInfo {
                unit: "a hundredth of the power of 2.3 of one line's pull".into(),
                ..card::PUBLISHED.of_variant("lianzhu-gen1:pow23", title)
            };
            LianzhuGen1::new(card, LianzhuGen1Weights::pow23().clone())
        });
        &POW23
    }

    /// The value of every empty point, the same for both sides.
    pub fn values(&self, board: &Board) -> PointValues {
        let mut values = PointMap::filled(None);
        for point in board.empties().iter() {
            values[point] = Some(self.shares(board, point).into_iter().sum());
        }
        values
    }

    fn shares(&self, board: &Board, point: Point) -> [i64; 4] {
        let pull = |direction| self.pull(board, point, direction);
        self.weights.curve.shares(Direction::ALL.map(pull))
    }

    /// By how much Black's stones of a line outpull White's.
    fn pull(&self, board: &Board, point: Point, direction: Direction) -> i64 {
        let pulls = self.stones(board, point, direction);
        pulls
            .map(|(_, color, pull)| match color {
                Color::Black => pull,
                Color::White => -pull,
            })
            .sum()
    }

    /// The stones that pull along a line, with how much.
    fn stones(
        &self,
        board: &Board,
        point: Point,
        direction: Direction,
    ) -> impl Iterator<Item = (Point, Color, i64)> {
        let by_distance = (1i8..).zip(&self.weights.pull);
        by_distance
            .flat_map(|(count, &pull)| [(count, pull), (-count, pull)])
            .filter_map(move |(count, pull)| {
                let at = point.step(direction, count)?;
                Some((at, board.stone(at)?, pull))
            })
    }
}

impl Evaluator for LianzhuGen1 {
    fn info(&self) -> &EvaluatorInfo {
        &self.card
    }

    fn evaluate(&self, position: &Position, _: Color) -> Result<Evaluation, Failure> {
        Ok(Evaluation {
            board: None,
            points: Some(self.values(position.board())),
        })
    }

    fn board_terms(&self, _: &Position, _: Color) -> Option<Vec<Term>> {
        None
    }

    fn point_terms(&self, position: &Position, _: Color, point: Point) -> Option<Vec<Term>> {
        let board = position.board();
        let shares = self.shares(board, point);
        let terms = Direction::ALL.into_iter().zip(shares);
        let term = |(direction, share): (Direction, i64)| {
            let pulling = self.stones(board, point, direction);
            let stones = pulling.map(|(at, ..)| at).chain([point]);
            (share != 0).then(|| Term::new(term_name(direction), share, stones.collect()))
        };
        Some(terms.filter_map(term).collect())
    }
}

const fn term_name(direction: Direction) -> &'static str {
    match direction {
        Direction::Horizontal => "pull of the row",
        Direction::Vertical => "pull of the column",
        Direction::Rising => "pull of the rising line",
        Direction::Falling => "pull of the falling line",
    }
}

mod card {
    use std::borrow::Cow;

    use crate::eval::{EvaluatorInfo, RanksBy, Variant};

    pub(super) const PUBLISHED: EvaluatorInfo = EvaluatorInfo {
        name: Cow::Borrowed("lianzhu-gen1"),
        title: Cow::Borrowed("stones pull at the points of their lines, near ones more"),
        source: Cow::Borrowed("EricJin2002, first-generation Gomoku program (2021)"),
        unit: Cow::Borrowed(
            "the pull of a stone four steps away; strong pulls count up to 4 times",
        ),
        perspective: Cow::Borrowed(
            "the same for both sides, whoever is to move; the board has no value",
        ),
        ranks_by: RanksBy::Own,
        serves: Cow::Borrowed("sides 5 to 20, every rule with the same numbers"),
        mistakes: Cow::Borrowed(&[]),
        variants: Cow::Borrowed(&[Variant {
            name: "pow23",
            what: "the power of 2.3 of each line's pull, found by playing against itself",
        }]),
    };
}
