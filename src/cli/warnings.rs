//! Warnings of many records, each kind told once.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::{GlobalArgs, diagnostics};
use renju::batch::RecordError;

/// Errors of a run that are shown; the others are only counted.
const MOST_SHOWN: usize = 3;

/// The first errors of a run, as they come.
#[derive(Debug, Default)]
pub(super) struct FirstErrors(Mutex<Vec<RecordError>>);

impl FirstErrors {
    /// Notes an error, from any thread.
    pub(super) fn add(&self, error: RecordError) {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if noted.len() < MOST_SHOWN {
            noted.push(error);
        }
    }

    /// Prints them, unless little is to be said.
    pub(super) fn print(&self, global: &GlobalArgs) {
        if !global.output.quiet {
            let noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            for error in &*noted {
                diagnostics::print_record(error, global);
            }
        }
    }
}

/// Kinds of warnings that are told apart; the others are only counted.
const MOST_KINDS: usize = 100;

/// The warnings of a run.
#[derive(Debug, Default)]
pub(super) struct RunWarnings(Mutex<NotedWarnings>);

#[derive(Debug, Default)]
struct NotedWarnings {
    /// By message, how many there were, and the first of them by its place.
    kinds: BTreeMap<String, (u64, RecordError)>,
    /// How many there were of other kinds.
    others: u64,
}

impl RunWarnings {
    /// Notes warnings, from any thread.
    pub(super) fn add(&self, warnings: &[RecordError]) {
        if warnings.is_empty() {
            return;
        }
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for warning in warnings {
            let place = |record: &RecordError| (record.place.source.clone(), record.place.number);
            if noted.kinds.len() >= MOST_KINDS && !noted.kinds.contains_key(&warning.error.message)
            {
                noted.others += 1;
                continue;
            }
            noted
                .kinds
                .entry(warning.error.message.clone())
                .and_modify(|(count, first)| {
                    *count += 1;
                    if place(warning) < place(first) {
                        first.clone_from(warning);
                    }
                })
                .or_insert_with(|| (1, warning.clone()));
        }
    }

    /// Prints each kind once with its number, and returns how many there were in all.
    pub(super) fn print(self, global: &GlobalArgs) -> u64 {
        let noted = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut all = noted.others;
        for (count, mut first) in noted.kinds.into_values() {
            all += count;
            if count > 1 {
                let in_all = format!(" (the first of {count} such warnings)");
                first.error.message.push_str(&in_all);
            }
            diagnostics::warn(&first, global);
        }
        if noted.others > 0 && !global.output.quiet {
            let others = format!("{} more of other kinds", noted.others);
            diagnostics::tell_as(diagnostics::Severity::Warning, &others);
        }
        all
    }
}
