//! `shapes`: our own evaluator, from the shapes that a stone would make on every empty point.
//!
//! With `w(p, c)` for the weight of everything that a stone of colour `c` would make on the empty
//! point `p`, each line's shape and their [`Combination`] added up:
//!
//! - a board is worth `sum of w(p, side) - sum of w(p, enemy)` over all empty points, with the
//!   weights `board`;
//! - a point is worth `w(p, side)` with the weights `attack`, plus `w(p, enemy)` with the weights
//!   `defence`, plus a bonus for being near the middle.
//!
//! All weights are in [`Weights`], a file that says where they come from.

mod code;
mod kept;
mod weights;

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::board::{Board, Color};
use crate::geometry::{ByDirection, Direction, Point, PointMap, Size};
use crate::pattern::{Shape, ShapeTable};
use crate::position::Position;
use crate::rules::Rule;

use super::{Card, Evaluation, Evaluator, Failure, PointValues, RanksBy, Term};

pub use code::{Code, Combination};
pub use kept::KeptValue;
pub use weights::{PlaceWeights, ShapeWeights, Weights};

pub(super) use weights::TEXT;

/// The evaluator.
#[derive(Clone, Debug)]
pub struct Shapes {
    card: Card,
    weights: Weights,
}

const CARD: Card = Card {
    name: Cow::Borrowed("shapes"),
    title: Cow::Borrowed("the shapes that a stone would make on every empty point"),
    source: Cow::Borrowed(
        "ours; board weights fitted on 2026-11-21 to 20000 games of its own, half renju, half freestyle (examples/tune_shapes.rs, seed 1; log loss on games held back 0.668, a coin's is 0.693); the other weights set by hand",
    ),
    unit: Cow::Borrowed(
        "boards: 250 is odds of 2.7 to 1; points: 1000000 is a five, 450 an open three",
    ),
    perspective: Cow::Borrowed(
        "own shapes minus the enemy's; the side to move plays no part; a point is worth what an own stone makes there plus what the enemy's is stopped from making",
    ),
    ranks_by: RanksBy::Own,
    serves: Cow::Borrowed("sides 5 to 20 and every rule, each with its own fives and overlines"),
    mistakes: Cow::Borrowed(&[]),
    variants: Cow::Borrowed(&[]),
};

impl Shapes {
    /// The evaluator with these weights.
    pub fn new(card: Card, weights: Weights) -> Shapes {
        Shapes { card, weights }
    }

    /// The default evaluator.
    pub fn ours() -> &'static Shapes {
        static OURS: LazyLock<Shapes> =
            LazyLock::new(|| Shapes::new(CARD, Weights::ours().clone()));
        &OURS
    }

    /// What shapes are worth to it.
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// What a board is worth to `side`.
    pub fn board_value(&self, board: &Board, rule: Rule, side: Color) -> i64 {
        let value = |point: Point, color: Color| {
            let code = code(board, rule, point, color);
            self.weights.board.code(&code)
        };
        let points = board.empties().iter();
        points
            .map(|point| value(point, side) - value(point, !side))
            .sum()
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
pub fn code(board: &Board, rule: Rule, point: Point, color: Color) -> Code {
    let table = ShapeTable::of(rule.five_length(color));
    let shapes = ByDirection::from_fn(|direction| {
        let view = board.window(point, direction).seen_by(color);
        table.look_up(view).shape()
    });
    Code::new(shapes, color == Color::Black && rule.restricts_black())
}

impl Evaluator for Shapes {
    fn card(&self) -> &Card {
        &self.card
    }

    fn as_shapes(&self) -> Option<&Shapes> {
        Some(self)
    }

    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure> {
        let (board, rule) = (position.board(), position.rule());
        Ok(Evaluation {
            board: Some(self.board_value(board, rule, side)),
            points: Some(self.point_values(board, rule, side)),
        })
    }

    fn board_terms(&self, position: &Position, side: Color) -> Option<Vec<Term>> {
        let weights = &self.weights.board;
        let mut terms = Vec::new();
        for point in position.board().empties().iter() {
            for color in [side, !side] {
                let sign = if color == side { 1 } else { -1 };
                terms.extend(terms_of(position, point, color, weights, sign));
            }
        }
        Some(terms)
    }

    fn point_terms(&self, position: &Position, side: Color, point: Point) -> Option<Vec<Term>> {
        let mut terms = terms_of(position, point, side, &self.weights.attack, 1);
        terms.extend(terms_of(position, point, !side, &self.weights.defence, 1));
        let bonus = self.bonus(position.board().size(), point);
        if bonus != 0 {
            terms.push(Term::new("bonus of the place", bonus, vec![point]));
        }
        Some(terms)
    }
}

/// The addends of what a stone of `color` would make on a point, times `sign`.
fn terms_of(
    position: &Position,
    point: Point,
    color: Color,
    weights: &ShapeWeights,
    sign: i64,
) -> Vec<Term> {
    let board = position.board();
    let code = code(board, position.rule(), point, color);
    let term = |name: String, value: i64, stones: Vec<Point>| {
        (value != 0).then(|| Term::new(name, sign * value, stones))
    };
    if code.looks_forbidden {
        let stones = stones_around(board, point, color, code);
        return term(
            "black looks forbidden".to_owned(),
            weights.looks_forbidden,
            stones,
        )
        .into_iter()
        .collect();
    }
    let lines = code.shapes.iter().filter_map(|(direction, &shape)| {
        let name = format!("{color} {}, {direction}", words(shape));
        term(
            name,
            weights.shape(shape),
            stones_of(board, point, direction, color),
        )
    });
    let combination = code.combination.and_then(|found| {
        let stones = stones_around(board, point, color, code);
        term(
            format!("{color} {}", found.name()),
            weights.combination(found),
            stones,
        )
    });
    lines.chain(combination).collect()
}

fn words(shape: Shape) -> String {
    shape.name().replace('_', " ")
}

/// The point and the stones of `color` that make a row of five with it on one line possible.
fn stones_of(board: &Board, point: Point, direction: Direction, color: Color) -> Vec<Point> {
    let along = |sign: i8| {
        (1..=4).map_while(move |count| {
            let at = point.step(direction, sign * count)?;
            let is_open = at.is_on(board.size()) && board.stone(at) != Some(!color);
            is_open.then_some(at)
        })
    };
    let around = along(1).chain(along(-1));
    let own = around.filter(|&at| board.stone(at) == Some(color));
    std::iter::once(point).chain(own).collect()
}

/// The same on every line with a shape.
fn stones_around(board: &Board, point: Point, color: Color, code: Code) -> Vec<Point> {
    let lines = code
        .shapes
        .iter()
        .filter(|(_, shape)| **shape != Shape::Dead);
    let mut stones: Vec<Point> = lines
        .flat_map(|(direction, _)| stones_of(board, point, direction, color))
        .collect();
    stones.sort_unstable();
    stones.dedup();
    stones
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::{Freestyle, Renju, RuleSet, Standard};

    fn check<R: RuleSet>(rule: Rule, size: Size, plays: &[(u16, bool)]) {
        let shapes = Shapes::ours();
        let mut kept = KeptValue::<R>::new(Board::empty(size), shapes.weights());
        for &(choice, undo) in plays {
            let empties: Vec<Point> = kept.board().empties().iter().collect();
            if undo || empties.is_empty() {
                kept.undo();
            } else {
                let color = Color::BOTH[usize::from(choice % 2)];
                kept.play(empties[usize::from(choice / 2) % empties.len()], color);
            }
            let expected = shapes.board_value(kept.board(), rule, Color::Black);
            assert_eq!(kept.value(Color::Black), expected);
            assert_eq!(kept.value(Color::White), -expected);
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
            check::<Renju>(Rule::Renju, size, &plays);
            check::<Freestyle>(Rule::Freestyle, size, &plays);
            check::<Standard>(Rule::Standard, size, &plays);
        }
    }
}
