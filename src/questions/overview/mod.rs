//! What a position or game is, in a few lines: the answer to a file without a question.

pub(super) mod answer;
#[cfg(feature = "render")]
pub(super) mod text;

pub use answer::{OverviewReport, overview};
