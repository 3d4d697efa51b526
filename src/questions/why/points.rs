//! Points with what an evaluator prefers them by.

use serde::Serialize;

use super::terms::{PairedTerm, paired, terms_of};
use crate::board::Color;
use crate::eval::{Evaluator, Failure, FailureKind, PointWorths, Worth};
use crate::geometry::Point;
use crate::position::Position;
use crate::questions::agreement::{RankedPoint, Ranking};
use crate::questions::score::answer::{forbidden, preferences_of};

/// A point that is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WhyPoint {
    /// The empty point that is compared.
    pub point: Point,
    /// What the evaluator prefers it by: its value to the side, or that and the value to the other
    /// side, as the evaluator ranks points.
    pub value: Worth,
    /// How many points that the side may play are better, and one; `None` if the rule forbids it.
    pub rank: Option<usize>,
}

/// A point that the first one is compared with.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OtherPoint {
    /// The point with its value and rank.
    #[serde(flatten)]
    pub at: WhyPoint,
    /// How much more the first point is worth.
    pub difference: Worth,
    /// The term that makes most of it.
    pub term: Option<PairedTerm>,
}

/// What an evaluator prefers points by, those that a side may play ranked.
pub(super) struct ValuedPoints<'a> {
    position: &'a Position,
    pub(super) evaluator: &'a dyn Evaluator,
    side: Color,
    all: Ranking,
    pub(super) playable: Ranking,
}

impl<'a> ValuedPoints<'a> {
    pub(super) fn new(
        position: &'a Position,
        evaluator: &'a dyn Evaluator,
        side: Color,
    ) -> Result<ValuedPoints<'a>, Failure> {
        let values = preferences_of(position, evaluator, side)?.values;
        let all = Ranking::of_empties(position, &values);
        let forbidden = match side {
            Color::Black => forbidden(position),
            Color::White => Vec::new(),
        };
        let ranked = all.points().iter();
        let playable = ranked.filter(|valued| !forbidden.contains(&valued.point));
        let playable = Ranking::new(playable.map(|valued| (valued.point, valued.value)));
        Ok(ValuedPoints {
            position,
            evaluator,
            side,
            all,
            playable,
        })
    }

    pub(super) fn of(&self, point: Point) -> Result<WhyPoint, Failure> {
        let Some(RankedPoint { value, .. }) = self.all.of(point) else {
            let name = &self.evaluator.info().name;
            let message = format!("{name} has no value of {point}");
            return Err(Failure::new(FailureKind::Unsupported, message));
        };
        Ok(WhyPoint {
            point,
            value,
            rank: self.playable.of(point).map(|ranked| ranked.rank),
        })
    }

    /// What the point is preferred by.
    pub(super) fn value(&self, point: Point) -> Option<Worth> {
        Some(self.all.of(point)?.value)
    }

    /// What another evaluator prefers the points of this position by, for the same side.
    pub(super) fn values_of(&self, evaluator: &dyn Evaluator) -> Result<PointWorths, Failure> {
        Ok(preferences_of(self.position, evaluator, self.side)?.values)
    }

    /// The best point that the side may play and that is not `but`.
    pub(super) fn best_but(&self, but: Option<Point>) -> Result<WhyPoint, Failure> {
        let mut points = self.playable.points().iter();
        let best = points.find(|ranked| Some(ranked.point) != but);
        let best = best.ok_or_else(|| {
            let name = &self.evaluator.info().name;
            let message = format!("{name} has no values of two points to compare");
            Failure::new(FailureKind::Unsupported, message)
        })?;
        self.of(best.point)
    }

    pub(super) fn pairs(&self, first: Point, second: Point) -> Option<Vec<PairedTerm>> {
        let [first, second] =
            [first, second].map(|point| terms_of(self.position, self.evaluator, self.side, point));
        Some(paired(first?, second?))
    }

    /// All points that the side may play beside `first`.
    pub(super) fn others(&self, first: WhyPoint) -> Vec<OtherPoint> {
        let others = self.playable.points().iter();
        let others = others.filter(|ranked| ranked.point != first.point);
        let compared = others.map(|&RankedPoint { point, value, rank }| OtherPoint {
            at: WhyPoint {
                point,
                value,
                rank: Some(rank),
            },
            difference: first.value + -value,
            term: self
                .pairs(first.point, point)
                .and_then(|terms| terms.into_iter().next()),
        });
        compared.collect()
    }
}
