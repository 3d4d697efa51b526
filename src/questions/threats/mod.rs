//! What is threatened, and which moves stop it.

pub(super) mod answer;
#[cfg(feature = "render")]
pub(super) mod columns;
mod defences;
#[cfg(feature = "render")]
pub(super) mod picture;
#[cfg(feature = "render")]
pub(super) mod text;

pub use answer::{DefenceMeans, DefenceMove, DefenceReport, DefenceVerdict};
#[cfg(feature = "render")]
pub use columns::THREATS_COLUMNS;
pub(crate) use defences::defences_without_win;
pub use defences::{defences, defences_among};
