//! Two evaluators, held against each other by the points that each holds best.

use std::cmp::Reverse;

use super::difference::{Difference, DifferenceKind, HuntAnswer, HuntPair};
use crate::board::Color;
use crate::eval::{Evaluator, Failure, Worth};
use crate::geometry::{Point, PointMap, PointSet};
use crate::pattern::{Shape, ShapeBoard};
use crate::position::Position;
use crate::questions::score::answer::{forbidden, preferences_of};

/// Two evaluators. They differ where a point that one holds best is not among the first of the other.
pub struct ValuePair<'e> {
    /// Both, with what they are called.
    pub evaluators: [(String, &'e dyn Evaluator); 2],
    /// How many points are the first: 1 for a best point that is no best point of the other.
    pub first: usize,
}

/// What an evaluator holds of the points that may be played.
struct PointRanking {
    values: PointMap<Option<Worth>>,
    best: Vec<Point>,
    value: Option<Worth>,
}

impl HuntPair for ValuePair<'_> {
    fn differences(&self, position: &Position) -> Result<Vec<Difference>, Failure> {
        let refused = match position.to_move() {
            Color::Black => forbidden(position).into_iter().collect(),
            Color::White => PointSet::EMPTY,
        };
        let points: Vec<Point> = (position.board().empties() - refused).iter().collect();
        let [(a, first), (b, second)] = &self.evaluators;
        let one = PointRanking::of(position, *first, &points)?;
        let other = PointRanking::of(position, *second, &points)?;
        let is_apart = |one: &PointRanking, other: &PointRanking| {
            let mut best = one.best.iter();
            !one.best.is_empty() && best.all(|&point| other.rank(point, &points) > self.first)
        };
        if !is_apart(&one, &other) || !is_apart(&other, &one) {
            return Ok(Vec::new());
        }
        let shapes = ShapeBoard::new(position.board().clone(), position.rule());
        let answers = [one.answer(a, &other), other.answer(b, &one)];
        Ok(vec![Difference {
            point: one.best.first().copied(),
            shapes: [&one, &other]
                .iter()
                .filter_map(|ranking| ranking.best.first())
                .map(|&point| strongest(&shapes, point))
                .collect(),
            ..Difference::new(DifferenceKind::OtherBest, answers)
        }])
    }
}

impl PointRanking {
    fn of(
        position: &Position,
        evaluator: &dyn Evaluator,
        points: &[Point],
    ) -> Result<PointRanking, Failure> {
        let values = preferences_of(position, evaluator, position.to_move())?.values;
        let value = points.iter().filter_map(|&point| values[point]).max();
        let best = points.iter().copied();
        Ok(PointRanking {
            best: best
                .filter(|&point| value.is_some() && values[point] == value)
                .collect(),
            value,
            values,
        })
    }

    /// One more than the points that are better.
    fn rank(&self, point: Point, points: &[Point]) -> usize {
        let own = Reverse(self.values[point]);
        let better = points
            .iter()
            .filter(|&&other| Reverse(self.values[other]) < own);
        better.count() + 1
    }

    fn answer(&self, name: &str, other: &PointRanking) -> HuntAnswer {
        let others = other.best.iter().filter_map(|&point| self.values[point]);
        HuntAnswer {
            name: name.to_owned(),
            points: self.best.clone(),
            value: self.value,
            others: others.max(),
        }
    }
}

/// The strongest shape that a stone of either side would make on a point.
fn strongest(shapes: &ShapeBoard, point: Point) -> Shape {
    let counts = shapes.both_counts(point);
    counts.black.strongest().max(counts.white.strongest())
}
