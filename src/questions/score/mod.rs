//! The values that an evaluator gives to the board and to every empty point.

pub(super) mod answer;
#[cfg(feature = "render")]
pub(super) mod columns;
#[cfg(feature = "render")]
pub(super) mod picture;
#[cfg(feature = "render")]
pub(super) mod text;

pub use answer::{ScoreOptions, ScoreReport, ScoreTerms, ScoredPoints, move_values, score};
#[cfg(feature = "render")]
pub use columns::SCORE_COLUMNS;
#[cfg(feature = "render")]
pub use text::ScoreText;
