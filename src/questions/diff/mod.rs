//! Two outputs of a batch side by side: what changed in each answer, and in all of them.
//!
//! [`AnswerLine`] is the id of a line and what kind of line it is; [`AnswerPairs`] finds the two
//! lines of an id, whatever their order; [`answer_diff`] says how they differ, as a list of
//! [`FieldChange`]s; [`DiffSummary`] counts them.

mod answer_diff;
mod answer_line;
mod answer_pairs;
mod diff_options;
mod field_change;
mod fields;
mod rankings;
mod summary;
#[cfg(feature = "render")]
mod text;

pub use answer_diff::{AnswerDiff, DiffSide, answer_diff};
pub use answer_line::{AnswerLine, AnswerLineError};
pub use answer_pairs::{AnswerPairs, LonelyAnswer, NumberedLine, RepeatedId};
pub use diff_options::DiffOptions;
pub use field_change::{FieldChange, PointChange};
pub use summary::{ChangedField, DiffSummary, RankingSummary};
