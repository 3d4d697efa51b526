//! Evaluators side by side: where they differ, point by point.

pub(super) mod answer;
#[cfg(feature = "render")]
pub(super) mod columns;
#[cfg(feature = "render")]
pub(super) mod picture;
#[cfg(feature = "render")]
pub(super) mod points_table;
#[cfg(feature = "render")]
pub(super) mod short_names;
pub(super) mod summary;
#[cfg(feature = "render")]
pub(super) mod text;

pub use answer::{
    ByName, ComparedPoint, ComparisonOptions, ComparisonReport, FailureDetail, PairAgreement,
    RowChoice, compare,
};
#[cfg(feature = "render")]
pub use columns::COMPARE_COLUMNS;
pub use summary::{ChangedChoice, ComparisonSummary, Contrast, Disagreement, GapAt, MeanAgreement};
