//! `shapes`: our own evaluator, from the shapes that a stone would make on every empty point.
//!
//! - A board is worth to the side to move: the weights of all empty points for it, minus those for
//!   the enemy, plus what it has added for being to move. The weight of a point is that of its
//!   [`ShapePair`](crate::pattern::ShapePair), the two strongest shapes that a stone would make there; what
//!   is added depends on the [`Facts`]. All are fitted to games of the evaluator against itself.
//! - A point is worth what an own stone would make there (`attack`) plus what the enemy's is
//!   stopped from making (`defence`), each line's shape and their [`Combination`] added up, plus a
//!   bonus for being near the middle.
//!
//! All weights are in [`ShapesWeights`], a file that says where they come from; [`IncrementalShapes`] keeps the
//! value of a board up to date under play and undo.

mod board_weights;
mod code;
mod facts;
mod kept;
mod terms;
mod weights;

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::board::{Board, ByColor, Color};
use crate::geometry::{ByDirection, Point, PointMap, Size};
use crate::pattern::{ShapeCounts, ShapeTable};
use crate::position::Position;
use crate::rule::Rule;

use super::{Evaluation, Evaluator, EvaluatorInfo, Failure, PointValues, RanksBy, Term};

pub use board_weights::{ByKind, ClassWeights, MoveWeights, key_of};
pub use code::{Combination, PointShapes};
pub use facts::{Fact, Facts};
pub use kept::IncrementalShapes;
pub use weights::{PlaceWeights, PointShapeWeights, ShapesWeights};

pub(crate) use weights::TEXT;

/// The evaluator.
#[derive(Clone, Debug)]
pub struct Shapes {
    card: EvaluatorInfo,
    weights: ShapesWeights,
}

const CARD: EvaluatorInfo = EvaluatorInfo {
    name: Cow::Borrowed("shapes"),
    title: Cow::Borrowed("the shapes that a stone would make on every empty point"),
    source: Cow::Borrowed(
        "ours; board weights fitted on 2026-11-21, in four rounds, to games of the search against itself: 13000 renju, 8000 freestyle, 1200 standard (examples/tune; the file of weights tells the losses), the other weights set by hand",
    ),
    unit: Cow::Borrowed(
        "boards: 250 is odds of 2.7 to 1; points: 1000000 is a five, 450 an open three",
    ),
    perspective: Cow::Borrowed(
        "boards: own shapes minus the enemy's, and something for the side to move; a point is worth what an own stone makes there plus what the enemy's is stopped from making",
    ),
    ranks_by: RanksBy::Own,
    serves: Cow::Borrowed("sides 5 to 20 and every rule, each with its own fives and overlines"),
    mistakes: Cow::Borrowed(&[]),
    variants: Cow::Borrowed(&[]),
};

impl Shapes {
    /// The evaluator with these weights.
    pub fn new(card: EvaluatorInfo, weights: ShapesWeights) -> Shapes {
        Shapes { card, weights }
    }

    /// The default evaluator.
    pub fn ours() -> &'static Shapes {
        static OURS: LazyLock<Shapes> =
            LazyLock::new(|| Shapes::new(CARD, ShapesWeights::ours().clone()));
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
        let mut values = PointMap::filled(None);
        for point in board.empties().iter() {
            let own = code(board, rule, point, side);
            let enemy = code(board, rule, point, !side);
            let made = self.weights.attack.code(&own) + self.weights.defence.code(&enemy);
            values[point] = Some(made + self.bonus(board.size(), point));
        }
        values
    }

    /// What a point adds for its place.
    fn bonus(&self, size: Size, point: Point) -> i64 {
        let last = size.get() - 1;
        let to_edge = |place: u8| place.min(last - place);
        let lines = to_edge(point.column()).min(to_edge(point.row()));
        self.weights.place.centre * i64::from(lines)
    }
}

/// What a stone of `color` would make on an empty point.
pub fn code(board: &Board, rule: Rule, point: Point, color: Color) -> PointShapes {
    let table = ShapeTable::of(rule.five_length(color));
    let shapes = ByDirection::from_fn(|direction| {
        let view = board.window(point, direction).seen_by(color);
        table.look_up(view).shape()
    });
    PointShapes::new(shapes, rule.restricts(color))
}

/// The same, counted.
pub fn shape_counts(board: &Board, rule: Rule, point: Point, color: Color) -> ShapeCounts {
    ShapeCounts::of(code(board, rule, point, color).shapes.0)
}

/// What both sides have at hand when `mover` is to move.
pub fn facts(board: &Board, rule: Rule, mover: Color) -> Facts {
    Facts::new(mover, |color, shape| {
        let mut points = board.empties().iter();
        points.any(|point| shape_counts(board, rule, point, color).strongest() == shape)
    })
}

impl Evaluator for Shapes {
    fn info(&self) -> &EvaluatorInfo {
        &self.card
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
