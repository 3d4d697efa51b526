use crate::board::{Board, Color};
use crate::geometry::{Direction, Point};
use crate::position::Position;

use super::weights::LianzhuGen1Weights;

use crate::eval::weights::read;
use crate::eval::{
    Evaluation, Evaluator, EvaluatorInfo, Failure, FromWeights, PointValues, System, Term,
    WeightsError, point_values,
};

/// The evaluator of the program, made of its weights.
#[derive(Clone, Debug)]
pub struct LianzhuGen1 {
    info: EvaluatorInfo,
    pub(super) weights: LianzhuGen1Weights,
}

impl LianzhuGen1 {
    /// The evaluator with these weights.
    pub const fn new(info: EvaluatorInfo, weights: LianzhuGen1Weights) -> LianzhuGen1 {
        LianzhuGen1 { info, weights }
    }

    /// The value of every empty point, the same for both sides.
    pub fn values(&self, board: &Board) -> PointValues {
        point_values(board, |point| self.shares(board, point).into_iter().sum())
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

impl FromWeights for LianzhuGen1 {
    const INFO: &'static str = include_str!("info.toml");
    const WEIGHTS: &'static str = include_str!("weights.toml");
    const VARIANT_WEIGHTS: &'static [(&'static str, &'static str)] =
        &[("pow23", include_str!("pow23.toml"))];

    fn from_weights(info: EvaluatorInfo, text: &str) -> Result<LianzhuGen1, WeightsError> {
        let weights: LianzhuGen1Weights = read(text)?;
        weights.check()?;
        Ok(LianzhuGen1::new(info, weights))
    }
}

impl Evaluator for LianzhuGen1 {
    fn info(&self) -> &EvaluatorInfo {
        &self.info
    }

    fn evaluate(&self, position: &Position, _: Color) -> Result<Evaluation, Failure> {
        Ok(Evaluation {
            board: None,
            points: Some(self.values(position.board())),
        })
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

    fn as_system(&self) -> Option<&dyn System> {
        Some(self)
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
