//! Comparison of point values: the best points, and Kendall's tau between old and new.

use serde_json::{Map, Value};

use super::diff_options::DiffOptions;
use super::field_change::{FieldChange, PointChange};
use crate::eval::Worth;
use crate::geometry::Point;
use crate::questions::agreement::{Ranking, agreement};

/// The values of points as a score has them: an object with a number for each point. `None` for
/// anything else.
pub(super) fn point_values(value: &Value) -> Option<Vec<(Point, Worth)>> {
    let each = value.as_object()?.iter();
    each.map(|(name, value)| Some((name.parse().ok()?, Worth::new(value.as_f64()?)?)))
        .collect()
}

/// The points with the greatest value, in reading order, those left out that may not be played.
pub(super) fn best_of(values: &[(Point, Worth)], forbidden: &[Point]) -> Vec<String> {
    let may_be_played = |(point, _): &&(Point, Worth)| !forbidden.contains(point);
    let playable = || values.iter().filter(may_be_played);
    let greatest = playable().map(|(_, value)| *value).max();
    let best = playable().filter(|(_, value)| Some(*value) == greatest);
    let mut points: Vec<Point> = best.map(|(point, _)| *point).collect();
    points.sort_unstable();
    points.iter().map(ToString::to_string).collect()
}

/// What changed in the values of points; `None` if nothing did beyond the tolerance.
pub(super) fn ranking_change(
    field: String,
    [old, new]: [&[(Point, Worth)]; 2],
    options: &DiffOptions,
) -> Option<FieldChange> {
    let [before, after] = [old, new].map(|values| Ranking::new(values.iter().copied()));
    let pairs = old.iter().filter_map(|&(point, old)| {
        let new = after.of(point)?.value;
        Some(PointChange { point, old, new })
    });
    let pairs: Vec<PointChange> = pairs.collect();
    let is_far = |pair: &&PointChange| !options.are_near(pair.old.get(), pair.new.get());
    let far = pairs.iter().filter(is_far).count();
    let changed = far + (old.len() - pairs.len()) + (new.len() - pairs.len());
    (changed > 0).then(|| FieldChange::Ranking {
        field,
        kendall_tau: agreement(&before, &after, 1).kendall_tau,
        changed,
        widest: widest(pairs),
    })
}

/// The point whose values differ most, the first in reading order of equal ones.
fn widest(pairs: Vec<PointChange>) -> Option<PointChange> {
    let distance = |pair: &PointChange| (pair.old.get() - pair.new.get()).abs();
    let wider = |one: PointChange, other: PointChange| {
        let is_wider = match distance(&other).total_cmp(&distance(&one)) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Equal => other.point < one.point,
            std::cmp::Ordering::Less => false,
        };
        if is_wider { other } else { one }
    };
    let differs = |pair: &PointChange| distance(pair) > 0.0;
    pairs.into_iter().filter(differs).reduce(wider)
}

/// The points that a score lists as forbidden to Black.
pub(super) fn forbidden_of(answer: &Map<String, Value>) -> Vec<Point> {
    let points = answer.get("forbidden").and_then(Value::as_array);
    let names = points.into_iter().flatten().filter_map(Value::as_str);
    names.filter_map(|name| name.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<(Point, Worth)> {
        point_values(&serde_json::from_str(text).unwrap()).unwrap()
    }

    #[test]
    fn the_best_points_share_the_greatest_value() {
        let values = values(r#"{"H8":7,"A1":7,"B2":9,"C3":1}"#);
        assert_eq!(best_of(&values, &[]), ["B2"]);
        assert_eq!(best_of(&values, &["B2".parse().unwrap()]), ["A1", "H8"]);
        assert_eq!(best_of(&[], &[]), [""; 0]);
    }

    #[test]
    fn a_ranking_says_how_far_it_agrees_and_where_it_differs_most() {
        let old = values(r#"{"A1":1,"B1":2,"C1":3,"D1":4}"#);
        let new = values(r#"{"A1":1,"B1":2,"C1":9,"D1":4,"E1":0}"#);
        let change = |tolerance| {
            let options = DiffOptions {
                tolerance,
                ..DiffOptions::default()
            };
            ranking_change("points.black".to_owned(), [&old, &new], &options)
        };
        let Some(FieldChange::Ranking {
            kendall_tau,
            changed,
            widest,
            ..
        }) = change(0.0)
        else {
            panic!("it changed");
        };
        // One of six pairs is turned round.
        assert!((kendall_tau.unwrap() - 4.0 / 6.0).abs() < 1e-12);
        assert_eq!(changed, 2);
        assert_eq!(widest.unwrap().point.to_string(), "C1");
        assert!(change(6.0).is_some(), "E1 is new");
        let same = ranking_change(String::new(), [&old, &old], &DiffOptions::default());
        assert_eq!(same, None);
    }

    #[test]
    fn other_objects_are_no_values_of_points() {
        for text in ["null", "[1]", r#"{"H88":1}"#, r#"{"H8":"1"}"#] {
            let value: Value = serde_json::from_str(text).unwrap();
            assert_eq!(point_values(&value), None, "{text}");
        }
    }
}
