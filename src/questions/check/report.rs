//! The JSON line for a checked expectation, a broken rule, or a repeated position.

use serde::Serialize;

use super::{CheckedExpectation, Expectation};
use crate::geometry::Symmetry;
use crate::limits::StopReason;
use crate::position::PositionId;
use crate::questions::{MoveOrPass, RuleBreach, VERSION};

/// The answer to an expectation of a file, or what else was found there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckLine {
    /// Version of the JSON lines.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub v: u32,
    /// Name of the position, from its file.
    pub id: PositionId,
    /// Name of the question, always `"check"`.
    #[cfg_attr(feature = "schema", schemars(extend("const" = "check")))]
    pub study: &'static str,
    /// The file as it was named, `-` for standard input.
    pub source: String,
    /// The line of the expectation, from 1; that of the record for a finding; `None` where the format
    /// has no lines.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub line: Option<u64>,
    /// The character of that line at which the words begin, from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub column: Option<u32>,
    /// The expectation in the words of the file; `None` for a finding.
    pub expect: Option<String>,
    /// Whether it holds; `None` if a limit was reached first. A finding is something amiss: `false`.
    pub met: Option<bool>,
    /// What holds, in the words of expectations, with `; ` between several; empty if that is not
    /// known.
    pub found: String,
    /// The line of the win that was found, or of best play.
    pub moves: Vec<MoveOrPass>,
    /// Why the answer is not known.
    pub stop: Option<StopReason>,
    /// Nodes visited by a solver or the search.
    pub nodes: u64,
    /// The move that breaks the rules, for such a finding of `--rules`.
    pub breach: Option<RuleBreach>,
    /// The record that holds the same position, for such a finding of `--dedupe`.
    pub same: Option<SamePosition>,
}

/// Where a position stands for the first time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SamePosition {
    /// The file with the line, or the name of the record where it has none.
    pub place: String,
    /// What lays the position there on the one here.
    pub by: Symmetry,
}

impl CheckLine {
    /// A line about a record, not yet answered.
    pub fn new(id: PositionId, source: String, place: (Option<u64>, Option<u32>)) -> CheckLine {
        CheckLine {
            v: VERSION,
            id,
            study: "check",
            source,
            line: place.0,
            column: place.1,
            expect: None,
            met: Some(false),
            found: String::new(),
            moves: Vec::new(),
            stop: None,
            nodes: 0,
            breach: None,
            same: None,
        }
    }

    /// Where it stands: the file with the line, or the name of the record where it has none.
    pub fn place(&self) -> String {
        match self.line {
            Some(line) => format!("{}:{line}", self.source),
            None => self.id.to_string(),
        }
    }

    /// The line about a move that breaks the rules.
    #[must_use]
    pub fn with_breach(self, breach: RuleBreach) -> CheckLine {
        let RuleBreach { number, point, .. } = breach;
        let found = if let Some(ended) = breach.ended {
            format!("move {number} {point} after the end by move {ended}")
        } else {
            let kinds = breach.kinds.iter();
            let kinds: Vec<String> = kinds.map(|kind| kind.name().replace('_', "-")).collect();
            format!("move {number} forbidden {point} {}", kinds.join(" "))
        };
        CheckLine {
            found,
            breach: Some(breach),
            ..self
        }
    }

    /// The line about a position that another record holds.
    #[must_use]
    pub fn same_as(self, place: String, by: Symmetry) -> CheckLine {
        CheckLine {
            found: format!("same as {place} by {by}"),
            same: Some(SamePosition { place, by }),
            ..self
        }
    }

    /// The line with the answer to an expectation.
    #[must_use]
    pub fn answered(self, expect: String, answer: &CheckedExpectation) -> CheckLine {
        CheckLine {
            expect: Some(expect),
            met: answer.met,
            found: in_words(&answer.found),
            moves: answer.line.clone(),
            stop: answer.stop,
            nodes: answer.nodes,
            ..self
        }
    }

    /// The line with a finding that nothing expects.
    #[must_use]
    pub fn finding(self, found: &Expectation) -> CheckLine {
        CheckLine {
            found: found.to_string(),
            ..self
        }
    }
}

fn in_words(found: &[Expectation]) -> String {
    let words = found.iter().map(ToString::to_string);
    words.collect::<Vec<_>>().join("; ")
}

/// How many expectations hold, behind the last of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckSummary {
    /// Version of the JSON lines.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub v: u32,
    /// Name of the line, always `"check_summary"`.
    #[cfg_attr(feature = "schema", schemars(extend("const" = "check_summary")))]
    pub study: &'static str,
    /// Positions that were read.
    pub positions: u64,
    /// Expectations that were held against them.
    pub expectations: u64,
    /// How many expectations hold.
    pub met: u64,
    /// How many do not.
    pub failed: u64,
    /// How many a limit left open.
    pub undecided: u64,
    /// What else is amiss: findings that nothing expects.
    pub findings: u64,
    /// Records and expectations that could not be read.
    pub errors: u64,
}

impl Default for CheckSummary {
    /// Nothing was read.
    fn default() -> CheckSummary {
        CheckSummary {
            v: VERSION,
            study: "check_summary",
            positions: 0,
            expectations: 0,
            met: 0,
            failed: 0,
            undecided: 0,
            findings: 0,
            errors: 0,
        }
    }
}

impl CheckSummary {
    /// Counts an answer or a finding.
    pub fn add(&mut self, line: &CheckLine) {
        if line.expect.is_none() {
            self.findings += 1;
            return;
        }
        self.expectations += 1;
        *match line.met {
            Some(true) => &mut self.met,
            Some(false) => &mut self.failed,
            None => &mut self.undecided,
        } += 1;
    }
}
