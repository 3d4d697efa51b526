//! What a comparison lacks when it ends, for stderr: answers, and ranks that are near enough.

use std::collections::BTreeMap;

use super::error::CliError;
use super::{GlobalArgs, diagnostics};
use renju::questions::ComparisonReport;

/// Positions that are named; more are counted.
const NAMED: usize = 8;

/// Who gave no answer, and where ranks lie too far apart.
#[derive(Debug, Default)]
pub(super) struct ComparisonFailures {
    positions: usize,
    /// By the name of an evaluator: how often it gave no answer, and why the first time.
    unanswered: BTreeMap<String, (usize, String)>,
    /// How many positions do not hold to the widest gap, and the first of them.
    too_far: (usize, Vec<String>),
}

impl ComparisonFailures {
    pub(super) fn add(&mut self, report: &ComparisonReport) {
        self.positions += 1;
        for (name, failure) in &report.failed.0 {
            let why = || (0, failure.message.clone());
            let (count, _) = self.unanswered.entry(name.clone()).or_insert_with(why);
            *count += 1;
        }
        if report.within_gap == Some(false) {
            let (count, named) = &mut self.too_far;
            *count += 1;
            if named.len() < NAMED {
                named.push(report.header.id.to_string());
            }
        }
    }

    /// Whether all evaluators have answered for all positions.
    pub(super) fn are_all_answered(&self) -> bool {
        self.unanswered.is_empty()
    }

    /// Says who gave no answer.
    pub(super) fn tell_unanswered(&self) {
        for (name, (count, why)) in &self.unanswered {
            let of = match self.positions {
                1 => String::new(),
                all => format!(" for {count} of {all} positions"),
            };
            let message = format!("no answer from {name}{of}: {why}");
            diagnostics::print(&CliError::usage(message));
        }
    }

    /// Notes where an evaluator ranks a point more than `gap` places off.
    pub(super) fn note_gaps(&self, gap: usize, global: &GlobalArgs) {
        let (count, first) = &self.too_far;
        let names = first.join(", ");
        let more = match count.saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let of = match self.positions {
            1 => String::new(),
            all => format!("{count} of {all} positions: "),
        };
        if *count > 0 {
            let note = format!("--max-rank-gap {gap} does not hold for {of}{names}{more}");
            diagnostics::note(&note, global);
        }
    }
}
