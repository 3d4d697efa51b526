//! The JSON lines of an examination: each case, the counts by group, and what changed since another.

use serde::{Deserialize, Serialize};

use crate::geometry::Point;
use crate::named_enum::named_enum;
use crate::position::PositionId;
use crate::questions::{MoveOrPass, VERSION};
use crate::report_header::PlainPosition;

named_enum! {
    /// What a case is about.
    #[derive(PartialOrd, Ord)]
    pub enum ExamineGroup: "group" {
        /// The commands of its protocol, and input that is none.
        Protocol = "protocol",
        /// Answers within the time that it is told.
        Clock = "clock",
        /// The rules: fives, forbidden points, rows of six.
        Rules = "rules",
        /// The only moves that do not lose.
        MustMoves = "must-moves",
        /// Wins by fours and by threats.
        Wins = "wins",
        /// Positions where the first move that comes to mind loses.
        Traps = "traps",
        /// The same move in all eight images of a position.
        Symmetry = "symmetry",
        /// The same move each time.
        Determinism = "determinism",
        /// The memory that it holds.
        Memory = "memory",
        /// Cases of the user.
        Own = "own",
    }
}

named_enum! {
    /// What became of a case.
    #[derive(PartialOrd, Ord)]
    pub enum CaseStatus: "status" {
        /// Every answer was right.
        Passed = "passed",
        /// An answer was wrong, or there was none.
        Failed = "failed",
        /// Our solver could not decide whether the move wins.
        Undecided = "undecided",
        /// It was not asked.
        NotApplicable = "not_applicable",
    }
}

/// A case, what the engine did, and what is right.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExamineLine {
    /// Version of the JSON lines.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub v: u32,
    /// Name of the case.
    pub id: PositionId,
    /// Name of the line, always `"examine_case"`.
    #[cfg_attr(feature = "schema", schemars(extend("const" = "examine_case")))]
    pub study: &'static str,
    /// The engine, as it is called.
    pub engine: String,
    /// What the case is about.
    pub group: ExamineGroup,
    /// What became of it.
    pub status: CaseStatus,
    /// What is right: expectations as in files, or a sentence.
    pub expect: Vec<String>,
    /// The moves that it played, turned back from the images it was asked in.
    pub played: Vec<Point>,
    /// Why the case is not passed; empty if it is.
    pub why: String,
    /// The proof: a line that wins, or that punishes the move, which stands first then.
    pub proof: Vec<MoveOrPass>,
    /// Seconds for all its answers.
    #[cfg_attr(feature = "schema", schemars(range(min = 0.0)))]
    pub seconds: f64,
    /// The position; `None` where the case has none.
    pub position: Option<PlainPosition>,
}

/// How many cases of a group ended how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroupCount {
    /// What these cases are about.
    pub group: ExamineGroup,
    /// Cases that were passed.
    pub passed: u64,
    /// Cases with a wrong answer or none.
    pub failed: u64,
    /// Cases that our solver left open.
    pub undecided: u64,
    /// Cases that were not asked.
    pub not_applicable: u64,
}

/// The counts of an examination.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExamineSummary {
    /// Version of the JSON lines.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub v: u32,
    /// Name of the line, always `"examine_summary"`.
    #[cfg_attr(feature = "schema", schemars(extend("const" = "examine_summary")))]
    pub study: &'static str,
    /// The engine, as it is called.
    pub engine: String,
    /// What the images were drawn by.
    pub seed: u64,
    /// A count for each group, in their order.
    pub groups: Vec<GroupCount>,
    /// Why cases were left out; `None` if all were asked.
    pub stopped: Option<String>,
}

impl ExamineSummary {
    /// Begins with no counts; a group is listed from its first case on.
    pub fn new(engine: &str, seed: u64) -> ExamineSummary {
        ExamineSummary {
            v: VERSION,
            study: "examine_summary",
            engine: engine.to_owned(),
            seed,
            groups: Vec::new(),
            stopped: None,
        }
    }

    /// Adds what became of a case to the counts of its group.
    pub fn add(&mut self, line: &ExamineLine) {
        let place = self.groups.iter().position(|one| one.group == line.group);
        let place = place.unwrap_or_else(|| {
            self.groups.push(GroupCount {
                group: line.group,
                passed: 0,
                failed: 0,
                undecided: 0,
                not_applicable: 0,
            });
            self.groups.len() - 1
        });
        let count = &mut self.groups[place];
        *match line.status {
            CaseStatus::Passed => &mut count.passed,
            CaseStatus::Failed => &mut count.failed,
            CaseStatus::Undecided => &mut count.undecided,
            CaseStatus::NotApplicable => &mut count.not_applicable,
        } += 1;
    }

    /// How many cases failed.
    pub fn failed(&self) -> u64 {
        self.groups.iter().map(|group| group.failed).sum()
    }
}

/// What became of a case in an earlier examination, or of another engine.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct EarlierCase {
    /// Name of the case.
    pub id: String,
    /// What it is about.
    pub group: ExamineGroup,
    /// What became of it.
    pub status: CaseStatus,
}

/// A case that ended otherwise than before, or than with the other engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExamineChange {
    /// Version of the JSON lines.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub v: u32,
    /// Name of the case.
    pub id: PositionId,
    /// Name of the line, always `"examine_change"`.
    #[cfg_attr(feature = "schema", schemars(extend("const" = "examine_change")))]
    pub study: &'static str,
    /// What it is about.
    pub group: ExamineGroup,
    /// What became of it before, or with the other engine.
    pub before: CaseStatus,
    /// What became of it now.
    pub now: CaseStatus,
}

impl ExamineChange {
    /// The cases of both that were passed by one and not by the other.
    pub fn between(before: &[EarlierCase], now: &[ExamineLine]) -> Vec<ExamineChange> {
        let change = |line: &ExamineLine| {
            let same = |one: &&EarlierCase| one.group == line.group && *one.id == *line.id;
            let earlier = before.iter().find(same)?;
            let are_asked = [earlier.status, line.status]
                .iter()
                .all(|status| *status != CaseStatus::NotApplicable);
            (are_asked && earlier.status != line.status).then(|| ExamineChange {
                v: VERSION,
                id: line.id.clone(),
                study: "examine_change",
                group: line.group,
                before: earlier.status,
                now: line.status,
            })
        };
        now.iter().filter_map(change).collect()
    }

    /// Whether the case is passed now.
    pub fn is_better(&self) -> bool {
        self.now < self.before && self.now == CaseStatus::Passed
            || self.before == CaseStatus::Failed
    }
}

impl ExamineLine {
    /// What became of the case, as another examination is held against it.
    pub fn as_earlier(&self) -> EarlierCase {
        EarlierCase {
            id: self.id.to_string(),
            group: self.group,
            status: self.status,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::named_enum::Named;
    use crate::render::Lang;

    #[test]
    fn groups_and_states_have_their_words() {
        fn names<T: Named>() -> Vec<String> {
            let names = T::SPELLINGS.iter().map(|(one, _)| one.name());
            names.map(|name| format!("{}.{name}", T::KIND)).collect()
        }
        let wanted: BTreeSet<String> = [names::<ExamineGroup>(), names::<CaseStatus>()]
            .concat()
            .into_iter()
            .collect();
        let is_of_these = |key: &&str| key.starts_with("group.") || key.starts_with("status.");
        let keys = Lang::ENGLISH.keys().filter(is_of_these);
        assert_eq!(keys.map(str::to_owned).collect::<BTreeSet<_>>(), wanted);
    }
}
