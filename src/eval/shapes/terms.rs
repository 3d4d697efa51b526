//! The addends of the values, each with the points it stands for.

use crate::board::{Board, Color};
use crate::eval::Term;
use crate::geometry::{Direction, Point};
use crate::pattern::Shape;
use crate::position::Position;

use super::code::PointShapes;
use super::facts::Fact;
use super::weights::{PointShapeWeights, ShapesWeights};
use super::{code, facts, shape_counts};

/// The addends of what the board is worth to `side`.
pub(super) fn of_board(weights: &ShapesWeights, position: &Position, side: Color) -> Vec<Term> {
    let (board, rule) = (position.board(), position.rule());
    let mut terms = Vec::new();
    for point in board.empties().iter() {
        for color in [side, !side] {
            let class = shape_counts(board, rule, point, color).pair();
            let weight = i64::from(weights.board.of(rule, color).of(class));
            let sign = if color == side { 1 } else { -1 };
            let stones = || stones_around(board, point, color, code(board, rule, point, color));
            terms.extend(term(format!("{color} {class}"), sign * weight, stones));
        }
    }
    terms.extend(of_move(weights, position, side));
    terms
}

/// The addends of what the side to move has added, as `side` sees it.
fn of_move(weights: &ShapesWeights, position: &Position, side: Color) -> Vec<Term> {
    let (board, rule, mover) = (position.board(), position.rule(), position.to_move());
    let weights = weights.mover.of(rule, mover);
    let facts = facts(board, rule, mover);
    let sign = if mover == side { 1 } else { -1 };
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
        let value = sign * i64::from(weights.fact(fact));
        term(name, value, || points(fact).collect())
    });
    let together = term(
        format!("{mover} to move, all that together"),
        sign * i64::from(weights.together(facts)),
        || facts.iter().flat_map(points).collect(),
    );
    let to_move = term(
        format!("{mover} to move"),
        sign * i64::from(weights.to_move),
        Vec::new,
    );
    to_move.into_iter().chain(single).chain(together).collect()
}

/// The addends of what a stone of `color` would make on a point.
pub(super) fn of_point(
    weights: &PointShapeWeights,
    position: &Position,
    point: Point,
    color: Color,
) -> Vec<Term> {
    let board = position.board();
    let code = code(board, position.rule(), point, color);
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
fn term(name: String, value: i64, stones: impl FnOnce() -> Vec<Point>) -> Option<Term> {
    (value != 0).then(|| {
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
