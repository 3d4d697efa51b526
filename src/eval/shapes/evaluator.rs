use std::sync::LazyLock;

use super::code::{code, shape_counts};
use super::facts::facts;
use super::terms;
use super::weights::ShapesWeights;
use crate::board::{Board, ByColor, Color};
use crate::eval::weights::read;
use crate::eval::{
    Evaluation, Evaluator, EvaluatorInfo, Failure, FromWeights, PointValues, Term, WeightsError,
    point_values,
};
use crate::geometry::{Point, Size};
use crate::position::Position;
use crate::rule::Rule;

/// The default evaluator: shapes on empty points, weighed by a file.
#[derive(Clone, Debug)]
pub struct Shapes {
    info: EvaluatorInfo,
    weights: ShapesWeights,
}

impl Shapes {
    /// The evaluator with these weights.
    pub fn new(info: EvaluatorInfo, weights: ShapesWeights) -> Shapes {
        Shapes { info, weights }
    }

    /// The evaluator as it ships, made once.
    pub fn ours() -> &'static Shapes {
        static OURS: LazyLock<Shapes> = LazyLock::new(|| Shapes::shipped(""));
        &OURS
    }

    /// What shapes are worth to it.
    pub const fn weights(&self) -> &ShapesWeights {
        &self.weights
    }

    /// What a board is worth to `mover`, who is to move.
    pub fn board_value(&self, board: &Board, rule: Rule, mover: Color) -> i64 {
        let points = ByColor::from_fn(|color| {
            let weights = self.weights.board.of(rule, color);
            let weight =
                |point| i64::from(weights.of(shape_counts(board, rule, point, color).pair()));
            board.empties().iter().map(weight).sum::<i64>()
        });
        let facts = facts(board, rule, mover);
        let added = self.weights.mover.of(rule, mover).sum(facts);
        points[mover] - points[!mover] + i64::from(added)
    }

    /// What every empty point is worth to `side`.
    pub fn point_values(&self, board: &Board, rule: Rule, side: Color) -> PointValues {
        point_values(board, |point| {
            let own = code(board, rule, point, side);
            let enemy = code(board, rule, point, !side);
            let made = self.weights.attack.code(&own) + self.weights.defence.code(&enemy);
            made + self.bonus(board.size(), point)
        })
    }

    /// What a point adds for its place.
    fn bonus(&self, size: Size, point: Point) -> i64 {
        let last = size.get() - 1;
        let to_edge = |place: u8| place.min(last - place);
        let lines = to_edge(point.column()).min(to_edge(point.row()));
        self.weights.place.centre * i64::from(lines)
    }
}

impl FromWeights for Shapes {
    const INFO: &'static str = include_str!("info.toml");
    const WEIGHTS: &'static str = include_str!("weights.toml");

    fn from_weights(info: EvaluatorInfo, text: &str) -> Result<Shapes, WeightsError> {
        Ok(Shapes::new(info, read(text)?))
    }
}

impl Evaluator for Shapes {
    fn info(&self) -> &EvaluatorInfo {
        &self.info
    }

    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure> {
        let (board, rule) = (position.board(), position.rule());
        let value = self.board_value(board, rule, position.to_move());
        let sign = if side == position.to_move() { 1 } else { -1 };
        Ok(Evaluation {
            board: Some(sign * value),
            points: Some(self.point_values(board, rule, side)),
        })
    }

    fn board_terms(&self, position: &Position, side: Color) -> Option<Vec<Term>> {
        Some(terms::of_board(&self.weights, position, side))
    }

    fn point_terms(&self, position: &Position, side: Color, point: Point) -> Option<Vec<Term>> {
        let mut terms = terms::of_point(&self.weights.attack, position, point, side);
        let stopped = terms::of_point(&self.weights.defence, position, point, !side);
        terms.extend(stopped);
        let bonus = self.bonus(position.board().size(), point);
        if bonus != 0 {
            terms.push(Term::new("bonus of the place", bonus, vec![point]));
        }
        Some(terms)
    }

    fn as_shapes(&self) -> Option<&Shapes> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::eval::shapes::IncrementalShapes;

    fn check(rule: Rule, size: Size, plays: &[(u16, bool)]) {
        let shapes = Shapes::ours();
        let mut kept = IncrementalShapes::new(Board::empty(size), rule, shapes.weights());
        for &(choice, undo) in plays {
            let empties: Vec<Point> = kept.board().empties().iter().collect();
            if undo || empties.is_empty() {
                kept.undo();
            } else {
                let color = Color::BOTH[usize::from(choice % 2)];
                kept.play(empties[usize::from(choice / 2) % empties.len()], color);
            }
            for mover in Color::BOTH {
                let expected = shapes.board_value(kept.board(), rule, mover);
                assert_eq!(i64::from(kept.value(mover)), expected);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Some ten thousand plays and undos, compared after each.
        #[test]
        fn the_kept_value_equals_the_recomputed_one(
            side in 5u8..=20,
            plays in prop::collection::vec((any::<u16>(), prop::bool::weighted(0.3)), 160),
        ) {
            let size = Size::new(side).unwrap();
            check(Rule::Renju, size, &plays);
            check(Rule::Freestyle, size, &plays);
            check(Rule::Standard, size, &plays);
        }
    }
}
