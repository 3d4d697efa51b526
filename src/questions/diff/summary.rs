//! Totals of a diff: how often each field changed, and how far the rankings agree.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::answer_diff::{AnswerDiff, DiffSide};
use super::field_change::FieldChange;
use crate::position::PositionId;
use crate::questions::VERSION;

/// What a comparison of two outputs comes to.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiffSummary {
    /// The version of the JSON lines.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub v: u32,
    /// Name of the question, always `"diff_summary"`.
    pub study: &'static str,
    /// The question whose answers are compared; `None` if there are only errors, or no lines at all.
    pub of: Option<String>,
    /// The evaluator of the first old answer; `None` where answers name none.
    pub old_evaluator: Option<String>,
    /// The evaluator of the first new answer; `None` where answers name none.
    pub new_evaluator: Option<String>,
    /// Positions that both outputs have.
    pub compared: u64,
    /// Those of them with a change.
    pub changed: u64,
    /// Positions that only the old output has.
    pub only_old: u64,
    /// Positions that only the new output has.
    pub only_new: u64,
    /// Lines that could not be read, or whose id another line of the output has.
    pub not_read: u64,
    /// In how many positions each field changed, the most frequent first.
    pub fields: Vec<ChangedField>,
    /// How far the values of points agree where they changed; `None` where none did.
    pub rankings: Option<RankingSummary>,
    #[serde(skip)]
    counts: BTreeMap<String, u64>,
    #[serde(skip)]
    sum_of_taus: f64,
}

/// A field and how often it changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChangedField {
    /// Its name, without points and places in brackets.
    pub field: String,
    /// The number of positions in which it changed.
    pub positions: u64,
}

/// How far rankings of points agree.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankingSummary {
    /// Rankings that changed and order points at all; a position has one for each side.
    pub rankings: u64,
    /// The mean of Kendall's tau-b over them, -1 to 1.
    #[cfg_attr(feature = "schema", schemars(range(min = -1, max = 1)))]
    pub mean_tau: f64,
    /// The least of them, -1 to 1.
    #[cfg_attr(feature = "schema", schemars(range(min = -1, max = 1)))]
    pub least_tau: f64,
    /// The position with the least.
    pub least_id: PositionId,
}

impl DiffSummary {
    /// The summary of a comparison that has not begun.
    pub fn new() -> DiffSummary {
        DiffSummary {
            v: VERSION,
            study: "diff_summary",
            ..DiffSummary::default()
        }
    }

    /// Counts what was found about a position.
    pub fn add(&mut self, diff: &AnswerDiff) {
        match diff.only_in {
            Some(DiffSide::Old) => self.only_old += 1,
            Some(DiffSide::New) => self.only_new += 1,
            None => self.compared += 1,
        }
        if diff.changes.is_empty() {
            return;
        }
        self.changed += 1;
        let fields: BTreeSet<String> = diff.changes.iter().map(FieldChange::plain_field).collect();
        for field in fields {
            *self.counts.entry(field).or_default() += 1;
        }
        for change in &diff.changes {
            if let FieldChange::Ranking {
                kendall_tau: Some(tau),
                ..
            } = change
            {
                self.add_tau(*tau, &diff.id);
            }
        }
    }

    fn add_tau(&mut self, tau: f64, id: &PositionId) {
        let first = || RankingSummary {
            rankings: 0,
            mean_tau: 0.0,
            least_tau: tau,
            least_id: id.clone(),
        };
        let summary = self.rankings.get_or_insert_with(first);
        summary.rankings += 1;
        self.sum_of_taus += tau;
        if tau < summary.least_tau {
            summary.least_tau = tau;
            summary.least_id = id.clone();
        }
    }

    /// The summary with what can be told only at the end.
    #[expect(
        clippy::cast_precision_loss,
        reason = "lines are counted, far below 2^53"
    )]
    #[must_use]
    pub fn finished(mut self) -> DiffSummary {
        let counts = std::mem::take(&mut self.counts).into_iter();
        self.fields = counts
            .map(|(field, positions)| ChangedField { field, positions })
            .collect();
        self.fields
            .sort_by_key(|field| std::cmp::Reverse(field.positions));
        if let Some(summary) = &mut self.rankings {
            summary.mean_tau = self.sum_of_taus / summary.rankings as f64;
        }
        self
    }

    /// Whether anything differs in the two outputs.
    pub const fn is_change(&self) -> bool {
        self.changed + self.only_old + self.only_new > 0
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn diff(id: &str, only_in: Option<DiffSide>, changes: Vec<FieldChange>) -> AnswerDiff {
        AnswerDiff {
            v: VERSION,
            id: id.into(),
            study: "diff",
            of: None,
            only_in,
            line: None,
            changes,
        }
    }

    #[test]
    fn positions_fields_and_rankings_are_counted() {
        let value = |field: &str| FieldChange::Value {
            field: field.to_owned(),
            old: Value::Null,
            new: Value::Bool(true),
        };
        let ranking = |tau: f64| FieldChange::Ranking {
            field: "points.black".to_owned(),
            kendall_tau: Some(tau),
            changed: 3,
            widest: None,
        };
        let mut summary = DiffSummary::new();
        assert!(!summary.is_change());
        summary.add(&diff("a", None, Vec::new()));
        summary.add(&diff(
            "b",
            None,
            vec![value("x[1]"), value("x[2]"), ranking(0.5)],
        ));
        summary.add(&diff(
            "c",
            None,
            vec![value("best"), ranking(0.25), value("x")],
        ));
        summary.add(&diff("d", Some(DiffSide::New), Vec::new()));
        assert!(summary.is_change());
        let summary = summary.finished();
        let counts = [
            summary.compared,
            summary.changed,
            summary.only_old,
            summary.only_new,
        ];
        assert_eq!(counts, [3, 2, 0, 1]);
        let fields = summary.fields.iter();
        let fields: Vec<_> = fields
            .map(|found| (&*found.field, found.positions))
            .collect();
        assert_eq!(fields, [("points.black", 2), ("x", 2), ("best", 1)]);
        let rankings = summary.rankings.unwrap();
        assert!((rankings.mean_tau - 0.375).abs() < 1e-12);
        assert_eq!(&*rankings.least_id, "c");
    }
}
