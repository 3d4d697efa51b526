//! Recursive comparison of JSON values that knows sets of points, scores, and work counts.

use serde_json::{Map, Value};

use super::diff_options::DiffOptions;
use super::field_change::FieldChange;

/// Fields that tell how much work an answer was, not what it is.
const OF_WORK: [&str; 2] = ["nodes", "seconds"];

/// Fields with values in the unit of an evaluator, to which the tolerance applies.
const OF_SCORES: [&str; 10] = [
    "after", "before", "board", "details", "points", "score", "scores", "terms", "value", "values",
];

/// Numbers below those fields that are no values.
const COUNTS: [&str; 8] = [
    "count", "depth", "loss_in", "move", "number", "plies", "ranks", "win_in",
];

/// Lists of points whose order says nothing.
const SETS: [&str; 2] = ["forbidden", "undecided"];

/// Collects what differs in two values of JSON.
pub(super) struct FieldComparer<'a> {
    options: &'a DiffOptions,
    pub(super) changes: Vec<FieldChange>,
}

impl FieldComparer<'_> {
    pub(super) fn new(options: &DiffOptions) -> FieldComparer<'_> {
        FieldComparer {
            options,
            changes: Vec::new(),
        }
    }

    /// Compares what stands under each name of two objects, but for those that are left out. A field
    /// that is not there is `null`.
    pub(super) fn objects(
        &mut self,
        path: &str,
        [old, new]: [&Map<String, Value>; 2],
        left_out: &[&str],
    ) {
        let only_new = new.keys().filter(|name| !old.contains_key(*name));
        for name in old.keys().chain(only_new) {
            let [before, after] = [old, new].map(|fields| fields.get(name).unwrap_or(&Value::Null));
            if left_out.contains(&&**name) || self.is_of_work(name, before) {
                continue;
            }
            if name == "chance" && self.are_near(path, old.get("points"), new.get("points")) {
                continue; // It is made of the points.
            }
            let below = if path.is_empty() {
                name.clone()
            } else {
                format!("{path}.{name}")
            };
            self.values(&below, before, after);
        }
    }

    /// Compares two values that stand in the same place.
    pub(super) fn values(&mut self, path: &str, old: &Value, new: &Value) {
        match (old, new) {
            (Value::Object(before), Value::Object(after)) => {
                self.objects(path, [before, after], &[]);
            }
            (Value::Array(before), Value::Array(after)) => self.lists(path, before, after),
            _ if old == new || self.are_near(path, Some(old), Some(new)) => {}
            _ => self.add(path, old, new),
        }
    }

    /// Notes that another value stands in a place.
    pub(super) fn add(&mut self, path: &str, old: &Value, new: &Value) {
        self.changes.push(FieldChange::Value {
            field: path.to_owned(),
            old: old.clone(),
            new: new.clone(),
        });
    }

    fn lists(&mut self, path: &str, old: &[Value], new: &[Value]) {
        if old == new {
            return;
        }
        if let (Some(before), Some(after)) = (by_point(old), by_point(new)) {
            return self.points(path, &before, &after);
        }
        let names =
            [old, new].map(|list| list.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
        let last = names_of(path).last().unwrap_or_default();
        let is_set = SETS.contains(&last) || names_of(path).any(|name| name == "judges");
        if let ([Some(before), Some(after)], true) = (names, is_set) {
            return self.sets(path, &before, &after);
        }
        let is_nested = |value: &Value| value.is_object() || value.is_array();
        if old.len() == new.len() && old.iter().chain(new).any(is_nested) {
            for (place, (before, after)) in old.iter().zip(new).enumerate() {
                self.values(&format!("{path}[{place}]"), before, after);
            }
        } else {
            let whole = |values: &[Value]| Value::Array(values.to_vec());
            self.add(path, &whole(old), &whole(new));
        }
    }

    /// Compares lists of objects that each tell of a point, whatever their order.
    fn points(&mut self, path: &str, old: &[(&str, &Value)], new: &[(&str, &Value)]) {
        let [before, after] = [old, new].map(|list| list.iter().map(|(name, _)| *name).collect());
        let (before, after): (Vec<&str>, Vec<&str>) = (before, after);
        self.sets(path, &before, &after);
        for (name, before) in old {
            if let Some((_, after)) = new.iter().find(|(other, _)| other == name) {
                self.values(&format!("{path}[{name}]"), before, after);
            }
        }
    }

    /// Compares lists of points whose order says nothing.
    fn sets(&mut self, path: &str, old: &[&str], new: &[&str]) {
        let without = |list: &[&str], other: &[&str]| -> Vec<String> {
            let only = list.iter().filter(|name| !other.contains(name));
            only.map(|&name| name.to_owned()).collect()
        };
        let (added, removed) = (without(new, old), without(old, new));
        if !added.is_empty() || !removed.is_empty() {
            self.changes.push(FieldChange::Points {
                field: path.to_owned(),
                added,
                removed,
            });
        }
    }

    /// Whether a field tells of the work and is left out; nodes of a tree are no such number.
    fn is_of_work(&self, name: &str, value: &Value) -> bool {
        let is_number = value.is_number() || value.is_null();
        !self.options.all_fields && is_number && OF_WORK.contains(&name)
    }

    /// Whether two values of an evaluator differ by no more than the tolerance.
    fn are_near(&self, path: &str, old: Option<&Value>, new: Option<&Value>) -> bool {
        let number = |value: Option<&Value>| value.and_then(Value::as_f64);
        let (Some(old), Some(new)) = (number(old), number(new)) else {
            return false;
        };
        let is_score = names_of(path).any(|name| OF_SCORES.contains(&name))
            && !names_of(path).any(|name| COUNTS.contains(&name));
        is_score && self.options.are_near(old, new)
    }
}

/// The names of a path, without points and places in brackets.
fn names_of(path: &str) -> impl Iterator<Item = &str> {
    path.split('.')
        .map(|name| name.split('[').next().unwrap_or_default())
}

/// The objects of a list by the points that they tell of, if each has one of its own.
fn by_point(list: &[Value]) -> Option<Vec<(&str, &Value)>> {
    let points = list
        .iter()
        .map(|value| Some((value.get("point")?.as_str()?, value)));
    let points: Vec<(&str, &Value)> = points.collect::<Option<_>>()?;
    let mut names: Vec<&str> = points.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    names.dedup();
    (names.len() == points.len()).then_some(points)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The changes of two objects, each as a line.
    fn changes(old: &Value, new: &Value, options: &DiffOptions) -> Vec<String> {
        let mut comparer = FieldComparer::new(options);
        comparer.values("", old, new);
        let line = |change: &FieldChange| match change {
            FieldChange::Value { field, old, new } => format!("{field}: {old} -> {new}"),
            FieldChange::Points {
                field,
                added,
                removed,
            } => format!("{field}: +{added:?} -{removed:?}"),
            FieldChange::Ranking { field, .. } => field.clone(),
        };
        comparer.changes.iter().map(line).collect()
    }

    #[test]
    fn every_field_is_compared_to_its_depth() {
        let old = json!({"a": 1, "b": {"c": [1, 2], "d": [{"e": 1}, {"e": 2}]}, "gone": true, "none": null});
        let new = json!({"a": 2, "b": {"c": [1], "d": [{"e": 1}, {"e": 3}]}, "come": "x"});
        let found = changes(&old, &new, &DiffOptions::default());
        let expected = [
            "a: 1 -> 2",
            "b.c: [1,2] -> [1]",
            "b.d[1].e: 2 -> 3",
            "gone: true -> null",
            "come: null -> \"x\"",
        ];
        assert_eq!(found, expected);
        assert_eq!(changes(&old, &old, &DiffOptions::default()), [""; 0]);
    }

    #[test]
    fn points_are_compared_whatever_their_order() {
        let old = json!({"forbidden": [{"point": "H8", "kinds": ["overline"]}, {"point": "A1", "kinds": []}]});
        let new = json!({"forbidden": [{"point": "B2", "kinds": []}, {"point": "H8", "kinds": ["double_four"]}]});
        let found = changes(&old, &new, &DiffOptions::default());
        let expected = [
            "forbidden: +[\"B2\"] -[\"A1\"]",
            "forbidden[H8].kinds: [\"overline\"] -> [\"double_four\"]",
        ];
        assert_eq!(found, expected);
        let [old, new] = [["H8", "A1"], ["A1", "H8"]].map(|points| json!({"forbidden": points}));
        assert_eq!(changes(&old, &new, &DiffOptions::default()), [""; 0]);
        let [old, new] = [["H8", "A1"], ["A1", "H8"]].map(|points| json!({"line": points}));
        assert_eq!(changes(&old, &new, &DiffOptions::default()).len(), 1);
    }

    #[test]
    fn the_tolerance_is_for_values_of_evaluators() {
        let near = DiffOptions {
            tolerance: 5.0,
            ..DiffOptions::default()
        };
        let old = json!({"board": {"black": 10}, "plies": 10, "points": [{"point": "H8", "scores": {"a": 1.5}, "ranks": {"a": 3}}]});
        let new = json!({"board": {"black": 15}, "plies": 11, "points": [{"point": "H8", "scores": {"a": 6.75}, "ranks": {"a": 4}}]});
        let expected = [
            "plies: 10 -> 11",
            "points[H8].ranks.a: 3 -> 4",
            "points[H8].scores.a: 1.5 -> 6.75",
        ];
        let mut found = changes(&old, &new, &near);
        found.sort_unstable();
        assert_eq!(found, expected);
    }

    #[test]
    fn work_is_no_difference_unless_it_is_asked_for() {
        let old =
            json!({"nodes": 10, "seconds": 0.5, "below": {"nodes": 7}, "tree": {"nodes": [1]}});
        let new = json!({"nodes": 11, "below": {"nodes": 8}, "tree": {"nodes": [2]}});
        let found = changes(&old, &new, &DiffOptions::default());
        assert_eq!(found, ["tree.nodes: [1] -> [2]"]);
        let all = DiffOptions {
            all_fields: true,
            ..DiffOptions::default()
        };
        assert_eq!(changes(&old, &new, &all).len(), 4);
    }
}
