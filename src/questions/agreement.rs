//! How far two rankings of the same points agree.

use serde::Serialize;

use crate::eval::{PointWorths, Worth};
use crate::geometry::{Point, PointMap};
use crate::position::Position;

/// Points ranked by their values: 1 is best, equal values share a rank, and a rank is one more
/// than the number of better points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking {
    /// Best first; of equal ones the first in reading order.
    points: Vec<RankedPoint>,
    /// Where in that list a point is.
    places: PointMap<Option<usize>>,
}

/// A point with its value and rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedPoint {
    /// The point that is ranked.
    pub point: Point,
    /// Value given by the evaluator.
    pub value: Worth,
    /// How many points are better, and one.
    pub rank: usize,
}

impl Ranking {
    /// Ranks points by their values.
    pub fn new(values: impl IntoIterator<Item = (Point, Worth)>) -> Ranking {
        let points = best_points(values.into_iter().collect(), usize::MAX);
        let mut places = PointMap::filled(None);
        for (place, ranked) in points.iter().enumerate() {
            places[ranked.point] = Some(place);
        }
        Ranking { points, places }
    }

    /// Ranks the empty points of a position that have a value.
    pub(super) fn of_empties(position: &Position, values: &PointWorths) -> Ranking {
        Ranking::new(valued_empties(position, values))
    }

    /// The points from the best on.
    pub fn points(&self) -> &[RankedPoint] {
        &self.points
    }

    /// Every point of rank 1.
    pub fn best(&self) -> impl Iterator<Item = Point> {
        let best = self.points.iter().take_while(|ranked| ranked.rank == 1);
        best.map(|ranked| ranked.point)
    }

    /// A point's value and rank, if it has one.
    pub fn of(&self, point: Point) -> Option<RankedPoint> {
        Some(self.points[self.places[point]?])
    }

    fn top(&self, count: usize) -> &[RankedPoint] {
        &self.points[..count.min(self.points.len())]
    }
}

/// The empty points of a position that have a value.
pub(super) fn valued_empties(position: &Position, values: &PointWorths) -> Vec<(Point, Worth)> {
    let empties = position.board().empties().iter();
    empties
        .filter_map(|point| Some((point, values[point]?)))
        .collect()
}

/// The best `count` points with their ranks among all, best first; of equal ones the first in
/// reading order. Takes less time than a [`Ranking`] where the count is small.
pub(super) fn best_points(mut values: Vec<(Point, Worth)>, count: usize) -> Vec<RankedPoint> {
    let order = |&(point, value): &(Point, Worth)| (std::cmp::Reverse(value), point);
    if count < values.len() {
        values.select_nth_unstable_by_key(count, order);
        values.truncate(count);
    }
    values.sort_unstable_by_key(order);
    let mut points: Vec<RankedPoint> = Vec::with_capacity(values.len());
    for (place, (point, value)) in values.into_iter().enumerate() {
        let rank = match points.last() {
            Some(before) if before.value == value => before.rank,
            _ => place + 1,
        };
        points.push(RankedPoint { point, value, rank });
    }
    points
}

/// How far two rankings agree.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Agreement {
    /// Kendall's tau-b over the points that both rank, -1 to 1; `None` if one of them ranks fewer
    /// than two of these or all of them alike.
    #[cfg_attr(feature = "schema", schemars(range(min = -1, max = 1)))]
    pub kendall_tau: Option<f64>,
    /// Kendall's tau-b over the points that are among the best `top` of either: those that matter.
    #[cfg_attr(feature = "schema", schemars(range(min = -1, max = 1)))]
    pub tau_top: Option<f64>,
    /// Whether a best point is best for both.
    pub same_best: bool,
    /// How many points `top_shared` is about.
    pub top: usize,
    /// Points that are among the best `top` of both.
    pub top_shared: usize,
    /// The point among the best `top` of either whose ranks differ most.
    pub widest_gap: Option<Gap>,
}

/// A point that two rankings rank differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gap {
    /// The point compared here.
    pub point: Point,
    /// Its ranks in the one and the other.
    #[cfg_attr(feature = "schema", schemars(inner(range(min = 1))))]
    pub ranks: [usize; 2],
}

/// Measures how far two rankings agree.
pub fn agreement(one: &Ranking, other: &Ranking, top: usize) -> Agreement {
    let top = top.min(one.points.len()).min(other.points.len());
    let in_other = |ranked: &&RankedPoint| {
        other
            .top(top)
            .iter()
            .any(|there| there.point == ranked.point)
    };
    let best: Vec<Point> = one.best().collect();
    Agreement {
        kendall_tau: kendall_tau(one.points.iter(), other),
        tau_top: kendall_tau(of_either(one, other, top).iter(), other),
        same_best: other.best().any(|point| best.contains(&point)),
        top,
        top_shared: one.top(top).iter().filter(in_other).count(),
        widest_gap: widest_gap(one, other, top),
    }
}

/// The points among the best of either that both rank, as the first ranks them.
fn of_either(one: &Ranking, other: &Ranking, top: usize) -> Vec<RankedPoint> {
    let theirs = other.top(top).iter();
    let new = theirs.filter_map(|there| {
        let here = one.of(there.point)?;
        let is_in_top = one.top(top).iter().any(|own| own.point == here.point);
        (!is_in_top).then_some(here)
    });
    one.top(top).iter().copied().chain(new).collect()
}

fn widest_gap(one: &Ranking, other: &Ranking, top: usize) -> Option<Gap> {
    let of_either = one.top(top).iter().chain(other.top(top));
    let gaps = of_either.filter_map(|ranked| {
        let ranks = [one.of(ranked.point)?.rank, other.of(ranked.point)?.rank];
        let point = ranked.point;
        (ranks[0] != ranks[1]).then_some(Gap { point, ranks })
    });
    gaps.min_by_key(|gap| {
        let [here, there] = gap.ranks;
        (std::cmp::Reverse(here.abs_diff(there)), gap.point)
    })
}

/// Kendall's tau-b: pairs in the same order minus pairs in opposite order, over the geometric
/// mean of the pairs that each ranking orders at all.
///
/// Ranks and the sums of a row are small: 16 bits each and comparisons instead of differences let
/// the compiler take eight pairs at once, which is ten times faster over a whole board.
fn kendall_tau<'a>(one: impl Iterator<Item = &'a RankedPoint>, other: &Ranking) -> Option<f64> {
    let (here, there): (Vec<i16>, Vec<i16>) = one
        .filter_map(|ranked| Some((ranked.rank as i16, other.of(ranked.point)?.rank as i16)))
        .unzip();
    let order = |one: i16, other: i16| i16::from(one > other) - i16::from(one < other);
    let (mut balance, mut ordered) = (0, (0, 0));
    for place in 0..here.len() {
        let (x, y) = (here[place], there[place]);
        let (mut row, mut by_one, mut by_other) = (0i16, 0i16, 0i16);
        for (&later_x, &later_y) in here[place + 1..].iter().zip(&there[place + 1..]) {
            let (of_x, of_y) = (order(later_x, x), order(later_y, y));
            row += of_x * of_y;
            by_one += of_x * of_x;
            by_other += of_y * of_y;
        }
        balance += i32::from(row);
        ordered.0 += i32::from(by_one);
        ordered.1 += i32::from(by_other);
    }
    let orders = ordered.0 > 0 && ordered.1 > 0;
    orders.then(|| f64::from(balance) / (f64::from(ordered.0) * f64::from(ordered.1)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranking(values: &[(&str, i64)]) -> Ranking {
        Ranking::new(
            values
                .iter()
                .map(|&(name, value)| (name.parse().unwrap(), value.into())),
        )
    }

    #[test]
    fn equal_values_share_a_rank() {
        let ranking = ranking(&[("A1", 5), ("B1", 9), ("C1", 5), ("D1", 1)]);
        let ranks: Vec<(String, usize)> = ranking
            .points()
            .iter()
            .map(|ranked| (ranked.point.to_string(), ranked.rank))
            .collect();
        let expected = [("B1", 1), ("A1", 2), ("C1", 2), ("D1", 4)];
        assert!(
            ranks
                .iter()
                .map(|(name, rank)| (name.as_str(), *rank))
                .eq(expected)
        );
    }

    /// Values from a textbook formula: 4 concordant, 1 discordant, 1 tied pair.
    #[test]
    fn tau_counts_pairs() {
        let one = ranking(&[("A1", 1), ("B1", 2), ("C1", 3), ("D1", 3)]);
        let other = ranking(&[("A1", 1), ("B1", 3), ("C1", 2), ("D1", 4)]);
        let tau = agreement(&one, &other, 2).kendall_tau.unwrap();
        assert!((tau - 3.0 / 30f64.sqrt()).abs() < 1e-12, "{tau}");
        assert_eq!(agreement(&one, &one, 4).kendall_tau, Some(1.0));
        let flat = ranking(&[("A1", 1), ("B1", 1)]);
        assert_eq!(agreement(&one, &flat, 2).kendall_tau, None);
    }

    #[test]
    fn tau_of_the_top_leaves_out_what_is_bad_for_both() {
        let one = ranking(&[("A1", 9), ("B1", 8), ("C1", 3), ("D1", 2), ("E1", 1)]);
        let other = ranking(&[("A1", 9), ("B1", 8), ("C1", 1), ("D1", 2), ("E1", 3)]);
        let agreement = agreement(&one, &other, 2);
        assert_eq!(agreement.tau_top, Some(1.0));
        assert!(agreement.kendall_tau.unwrap() < 0.5);
    }

    #[test]
    fn tops_and_widest_gaps() {
        let one = ranking(&[("A1", 4), ("B1", 3), ("C1", 2), ("D1", 1)]);
        let other = ranking(&[("A1", 1), ("B1", 4), ("C1", 3), ("D1", 2)]);
        let agreement = agreement(&one, &other, 2);
        assert_eq!((agreement.top, agreement.top_shared), (2, 1));
        assert!(!agreement.same_best);
        let point = "A1".parse().unwrap();
        let widest = Gap {
            point,
            ranks: [1, 4],
        };
        assert_eq!(agreement.widest_gap, Some(widest));
    }
}
