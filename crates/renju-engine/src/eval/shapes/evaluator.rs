//! Handcrafted evaluator: weights of shapes on empty points, summed to an explainable board value.

use std::sync::LazyLock;

use super::incremental::IncrementalShapes;
use super::point_shapes::{AtHand, Fact, PointShapes, code, facts, shape_counts};
use super::sixteenths::Sixteenths;
use super::weights::{PointShapeWeights, ShapesWeights};
use crate::eval::weights::read;
use crate::eval::{
    Evaluation, Evaluator, EvaluatorInfo, Failure, Incremental, PointWorths, Term, Weighted,
    Weights, WeightsError, WeightsText, Worth,
};
use renju_core::board::{Board, ByColor, Color};
use renju_core::geometry::{Direction, Point, Size};
use renju_core::pattern::{Shape, ShapeCounts};
use renju_core::position::Position;
use renju_core::rule::Rule;

/// The default evaluator: shapes on empty points, weighed by a file.
pub type Shapes = Weighted<ShapesWeights>;

impl Weights for ShapesWeights {
    const INFO: &'static str = include_str!("info.toml");
    const SHIPPED: &'static str = include_str!("weights.toml");

    type Evaluator = Weighted<ShapesWeights>;

    fn into_evaluator(self, info: EvaluatorInfo) -> Weighted<ShapesWeights> {
        Weighted::new(info, self)
    }

    fn from_toml(text: WeightsText<'_>) -> Result<ShapesWeights, WeightsError> {
        read(text)
    }
}

impl Shapes {
    /// The evaluator as it ships, made once.
    pub fn ours() -> &'static Shapes {
        static OURS: LazyLock<Shapes> = LazyLock::new(|| Shapes::shipped(""));
        &OURS
    }

    /// What a board is worth to `mover`, who is to move.
    pub fn board_value(&self, board: &Board, rule: Rule, mover: Color) -> Sixteenths {
        let mut sum = BoardSum::new(&self.weights, rule);
        for point in board.empties().iter() {
            for color in Color::BOTH {
                sum.add(color, shape_counts(board, rule, point, color));
            }
        }
        sum.value(mover)
    }

    /// What every empty point is worth to each side, and the board to the side to move.
    fn values(&self, position: &Position) -> (ByColor<PointWorths>, Sixteenths) {
        let (board, rule) = (position.board(), position.rule());
        let mut sum = BoardSum::new(&self.weights, rule);
        let mut values = ByColor::from_fn(|_| PointWorths::filled(None));
        for point in board.empties().iter() {
            let bonus = self.bonus(board.size(), point);
            let codes = ByColor::from_fn(|color| {
                let code = code(board, rule, point, color);
                sum.add(color, ShapeCounts::of(code.shapes.0));
                code.judged(board, point)
            });
            for side in Color::BOTH {
                let made = self.weights.attack.code(&codes[side]);
                let stopped = self.weights.defence.code(&codes[!side]);
                values[side][point] = Some(Worth::from(made + stopped + bonus));
            }
        }
        (values, sum.value(position.to_move()))
    }

    /// What a point adds for its place.
    fn bonus(&self, size: Size, point: Point) -> i64 {
        let last = size.get() - 1;
        let to_edge = |place: u8| place.min(last - place);
        let lines = to_edge(point.column()).min(to_edge(point.row()));
        self.weights.place.centre * i64::from(lines)
    }
}

/// The value of a board, added up point by point.
struct BoardSum<'a> {
    weights: &'a ShapesWeights,
    rule: Rule,
    points: ByColor<Sixteenths>,
    at_hand: AtHand,
}

impl BoardSum<'_> {
    fn new(weights: &ShapesWeights, rule: Rule) -> BoardSum<'_> {
        BoardSum {
            weights,
            rule,
            points: ByColor::default(),
            at_hand: AtHand::default(),
        }
    }

    /// Adds what a stone of `color` would make on an empty point.
    fn add(&mut self, color: Color, counts: ShapeCounts) {
        let weights = self.weights.board.of(self.rule, color);
        self.points[color] += weights.of(counts.pair());
        self.at_hand.add(color, counts);
    }

    /// What the board is worth to `mover`, who is to move.
    fn value(&self, mover: Color) -> Sixteenths {
        let weights = self.weights.mover.of(self.rule, mover);
        let added = weights.sum(self.at_hand.facts(mover));
        self.points[mover] - self.points[!mover] + added
    }
}

impl Evaluator for Shapes {
    fn info(&self) -> &EvaluatorInfo {
        &self.info
    }

    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure> {
        Ok(self.evaluate_both(position)?.into_of(side))
    }

    /// In one pass over the points: what a stone of either side makes there is looked up once.
    fn evaluate_both(&self, position: &Position) -> Result<ByColor<Evaluation>, Failure> {
        let (points, value) = self.values(position);
        let seen_by = |side: Color, points: PointWorths| {
            let is_own = side == position.to_move();
            Evaluation {
                board: Some(if is_own { value } else { -value }.worth()),
                points: Some(points),
                searched: Vec::new(),
            }
        };
        Ok(ByColor {
            black: seen_by(Color::Black, points.black),
            white: seen_by(Color::White, points.white),
        })
    }

    fn board_terms(&self, position: &Position, side: Color) -> Option<Vec<Term>> {
        Some(board_terms(&self.weights, position, side))
    }

    fn point_terms(&self, position: &Position, side: Color, point: Point) -> Option<Vec<Term>> {
        let mut terms = point_terms(&self.weights.attack, position, point, side);
        let stopped = point_terms(&self.weights.defence, position, point, !side);
        terms.extend(stopped);
        let bonus = self.bonus(position.board().size(), point);
        terms.extend(term("positional bonus".to_owned(), bonus, || vec![point]));
        Some(terms)
    }

    fn incremental(&self, board: &Board, rule: Rule) -> Option<Incremental<'_>> {
        let weights = self.weights();
        Some(IncrementalShapes::new(board.clone(), rule, weights).into())
    }
}

/// The addends of what the board is worth to `side`.
fn board_terms(weights: &ShapesWeights, position: &Position, side: Color) -> Vec<Term> {
    let (board, rule) = (position.board(), position.rule());
    let mut terms = Vec::new();
    for point in board.empties().iter() {
        for color in [side, !side] {
            let class = shape_counts(board, rule, point, color).pair();
            let weight = weights.board.of(rule, color).of(class);
            let value = if color == side { weight } else { -weight };
            let stones = || stones_around(board, point, color, code(board, rule, point, color));
            terms.extend(term(format!("{color} {class}"), value.worth(), stones));
        }
    }
    terms.extend(mover_terms(weights, position, side));
    terms
}

/// The addends of what the side to move has added, as `side` sees it.
fn mover_terms(weights: &ShapesWeights, position: &Position, side: Color) -> Vec<Term> {
    let (board, rule, mover) = (position.board(), position.rule(), position.to_move());
    let weights = weights.mover.of(rule, mover);
    let facts = facts(board, rule, mover);
    let seen = |value: Sixteenths| if mover == side { value } else { -value }.worth();
    let points = |fact: Fact| {
        let color = fact.color(mover);
        let is_one =
            move |point: &Point| shape_counts(board, rule, *point, color).strongest() == fact.shape;
        board.empties().iter().filter(is_one)
    };
    let single = facts.iter().filter_map(|fact| {
        let name = format!(
            "{} to move, {} has {}",
            mover,
            fact.color(mover),
            words(fact.shape)
        );
        term(name, seen(weights.fact(fact)), || points(fact).collect())
    });
    let together = term(
        format!("{mover} to move, all of these together"),
        seen(weights.together(facts)),
        || facts.iter().flat_map(points).collect(),
    );
    let to_move = term(format!("{mover} to move"), seen(weights.to_move), Vec::new);
    to_move.into_iter().chain(single).chain(together).collect()
}

/// The addends of what a stone of `color` would make on a point.
fn point_terms(
    weights: &PointShapeWeights,
    position: &Position,
    point: Point,
    color: Color,
) -> Vec<Term> {
    let board = position.board();
    let code = code(board, position.rule(), point, color).judged(board, point);
    let around = || stones_around(board, point, color, code);
    if code.looks_forbidden {
        let name = "black looks forbidden".to_owned();
        return term(name, weights.looks_forbidden, around)
            .into_iter()
            .collect();
    }
    let lines = code.shapes.iter().filter_map(|(direction, &shape)| {
        let name = format!("{color} {}, {direction}", words(shape));
        let stones = || stones_of(board, point, direction, color);
        term(name, weights.shape(shape), stones)
    });
    let combination = code.combination.and_then(|found| {
        let name = format!("{color} {}", found.name());
        term(name, weights.combination(found), around)
    });
    lines.chain(combination).collect()
}

/// An addend, unless it adds nothing.
fn term(
    name: String,
    value: impl Into<Worth>,
    stones: impl FnOnce() -> Vec<Point>,
) -> Option<Term> {
    let value = value.into();
    (value != Worth::default()).then(|| {
        let mut stones = stones();
        stones.sort_unstable();
        stones.dedup();
        Term::new(name, value, stones)
    })
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

/// The terms of every line with a shape.
fn stones_around(board: &Board, point: Point, color: Color, code: PointShapes) -> Vec<Point> {
    let lines = code
        .shapes
        .iter()
        .filter(|(_, shape)| **shape != Shape::Dead);
    lines
        .flat_map(|(direction, _)| stones_of(board, point, direction, color))
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::eval::shapes::IncrementalShapes;
    use renju_core::position::{PositionOverrides, Setup};

    /// A point with one real three and one that leads to a forbidden point (H6 after G5).
    #[test]
    fn a_legal_look_alike_is_worth_its_real_shapes() {
        let points = |names: &str| -> Vec<Point> {
            let names = names.split_whitespace();
            names.map(|name| name.parse().unwrap()).collect()
        };
        let setup = Setup {
            black: points("F8 J8 G7 I7 G6 I6"),
            to_move: Some(Color::Black),
            ..Setup::default()
        };
        let position = Position::from_setup(&setup, &PositionOverrides::default()).unwrap();
        let (board, point) = (position.board(), "G5".parse().unwrap());
        let seen = code(board, Rule::Renju, point, Color::Black);
        let judged = seen.judged(board, point);
        assert!(seen.looks_forbidden && !judged.looks_forbidden);
        assert_eq!(judged.combination, None);
        assert_eq!(judged.shapes[Direction::Vertical], Shape::OpenThree);
        assert_eq!(judged.shapes[Direction::Rising], Shape::ClosedThree);
        let worth = |point: &str| {
            let values = Shapes::ours().evaluate(&position, Color::Black).unwrap();
            values.points.unwrap()[point.parse().unwrap()]
                .unwrap()
                .get()
        };
        assert!(worth("G5") > 450.0, "{}", worth("G5"));
        assert!(worth("H6") < 450.0, "{}", worth("H6"));
    }

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
                assert_eq!(kept.value(mover), expected.points());
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
