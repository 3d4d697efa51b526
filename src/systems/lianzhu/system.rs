use crate::board::{Board, Color};
use crate::geometry::Point;
use crate::position::Position;

use super::forbidden::LianzhuBan;
use super::table::LianzhuTable;
use super::weights::LianzhuWeights;

use crate::eval::weights::read;
use crate::eval::{
    Evaluation, Evaluator, EvaluatorInfo, Failure, ForbiddenRule, FromWeights, System, Term,
    WeightsError, point_values,
};

/// The evaluator of the program, made of its weights.
#[derive(Clone, Debug)]
pub struct Lianzhu {
    info: EvaluatorInfo,
    pub(super) weights: LianzhuWeights,
}

impl Lianzhu {
    /// The evaluator with these weights.
    pub const fn new(info: EvaluatorInfo, weights: LianzhuWeights) -> Lianzhu {
        Lianzhu { info, weights }
    }

    /// Codes, values and forbidden points of a position.
    pub fn table(&self, position: &Position) -> LianzhuTable<'_> {
        LianzhuTable::new(&self.weights, position.board(), position.rule())
    }
}

impl FromWeights for Lianzhu {
    const INFO: &'static str = include_str!("info.toml");
    const WEIGHTS: &'static str = include_str!("weights.toml");

    fn from_weights(info: EvaluatorInfo, text: &str) -> Result<Lianzhu, WeightsError> {
        let weights: LianzhuWeights = read(text)?;
        weights.check()?;
        Ok(Lianzhu::new(info, weights))
    }
}

impl Evaluator for Lianzhu {
    fn info(&self) -> &EvaluatorInfo {
        &self.info
    }

    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure> {
        let table = self.table(position);
        let values = point_values(position.board(), |point| table.value(side, point));
        Ok(Evaluation {
            board: None,
            points: Some(values),
        })
    }

    fn point_terms(&self, position: &Position, side: Color, point: Point) -> Option<Vec<Term>> {
        Some(self.table(position).terms(side, point))
    }

    fn forbidden_rule(&self) -> Option<&dyn ForbiddenRule> {
        Some(self)
    }

    fn as_system(&self) -> Option<&dyn System> {
        Some(self)
    }
}

impl ForbiddenRule for Lianzhu {
    fn forbids(&self, board: &Board, point: Point) -> Option<&'static str> {
        self.weights.ban(board, point).map(LianzhuBan::name)
    }
}
