//! What an examination of an engine found: a line for each case, the counts by group, the changes.

mod answer;
#[cfg(feature = "render")]
mod text;

pub use answer::{
    CaseStatus, EarlierCase, ExamineChange, ExamineGroup, ExamineLine, ExamineSummary, GroupCount,
};
