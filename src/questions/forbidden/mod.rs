//! Which points are forbidden to Black, and why; the verdict on one of them.

pub(super) mod answer;
#[cfg(feature = "render")]
pub(super) mod columns;
#[cfg(feature = "render")]
pub(super) mod picture;
pub(super) mod rule_breaches;
#[cfg(feature = "render")]
pub(super) mod text;

pub use answer::{
    AsPlayed, ForbiddenMove, ForbiddenOptions, ForbiddenPoint, ForbiddenReport, NearMiss,
    NearMissReason, VerdictName, VerdictReport, forbidden, verdict,
};
#[cfg(feature = "render")]
pub use columns::FORBIDDEN_COLUMNS;
pub use rule_breaches::{RuleBreach, rule_breaches};
#[cfg(feature = "render")]
pub use text::forbidden_kinds;
