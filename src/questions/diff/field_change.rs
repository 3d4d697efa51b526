//! A changed field of an answer: another value, another set of points, or another ranking.

use serde::Serialize;
use serde_json::Value;

use crate::eval::Worth;
use crate::geometry::Point;

/// What changed in a field of an answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FieldChange {
    /// Another value than before.
    Value {
        /// Where it stands: names joined by dots, with points and places in brackets, such as
        /// `counts.black.four` or `forbidden[H8].kinds`. `best`, `score` and `line` are those of the
        /// first line of a search, `best` of a score the points with the greatest value.
        field: String,
        /// What it was; `null` where there was none.
        old: Value,
        /// What it is; `null` where there is none.
        new: Value,
    },
    /// A list of points that has others.
    Points {
        /// Where it stands, such as `forbidden`.
        field: String,
        /// Points that only the new answer has.
        added: Vec<String>,
        /// Points that only the old answer has.
        removed: Vec<String>,
    },
    /// The values of the points of a board.
    Ranking {
        /// Where they stand: `points.black` or `points.white`.
        field: String,
        /// Kendall's tau-b over the points that both have, -1 to 1; `null` where one ranks all alike.
        #[cfg_attr(feature = "schema", schemars(range(min = -1, max = 1)))]
        kendall_tau: Option<f64>,
        /// Points whose values differ by more than the tolerance, or that only one answer has.
        changed: usize,
        /// The point whose values differ most; `null` if all points that both have are
        /// worth the same.
        widest: Option<PointChange>,
    },
}

/// A point with the values that it had and has.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PointChange {
    /// The point that is valued.
    pub point: Point,
    /// The value in the old answer.
    pub old: Worth,
    /// The value in the new answer.
    pub new: Worth,
}

impl FieldChange {
    /// Where the change stands.
    pub fn field(&self) -> &str {
        match self {
            FieldChange::Value { field, .. }
            | FieldChange::Points { field, .. }
            | FieldChange::Ranking { field, .. } => field,
        }
    }

    /// The field without the points and places in brackets: `forbidden[H8].kinds` is
    /// `forbidden.kinds`.
    pub fn plain_field(&self) -> String {
        let mut plain = String::new();
        let mut depth = 0;
        for sign in self.field().chars() {
            match sign {
                '[' => depth += 1,
                ']' => depth -= 1,
                sign if depth == 0 => plain.push(sign),
                _ => {}
            }
        }
        plain
    }

    /// Whether it is a change of a field of this name, or of something in it.
    pub fn is_of(&self, name: &str) -> bool {
        let plain = self.plain_field();
        let rest = plain.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_known_by_its_first_names() {
        let change = FieldChange::Value {
            field: "forbidden[H8].kinds".to_owned(),
            old: Value::Null,
            new: Value::Null,
        };
        assert_eq!(change.plain_field(), "forbidden.kinds");
        assert!(change.is_of("forbidden") && change.is_of("forbidden.kinds"));
        assert!(!change.is_of("forbid") && !change.is_of("kinds"));
    }
}
