//! Why an evaluator prefers one point to another: what adds up to the difference.

pub(super) mod answer;
#[cfg(feature = "render")]
pub(super) mod columns;
mod occlusion;
#[cfg(feature = "render")]
pub(super) mod picture;
mod points;
mod summary;
mod terms;
#[cfg(feature = "render")]
pub(super) mod text;
mod weights;

pub use answer::{WhyBasis, WhyOptions, WhyReport, why};
#[cfg(feature = "render")]
pub use columns::WHY_COLUMNS;
pub use points::{OtherPoint, WhyPoint};
pub use summary::{WeightSummary, WeightUse};
pub use terms::PairedTerm;
pub use weights::{WeightChange, WeightChanges, WeightTrials};
