//! What is threatened, and which moves stop it.

pub(super) mod answer;
#[cfg(feature = "render")]
pub(super) mod picture;
#[cfg(feature = "render")]
pub(super) mod text;

pub use answer::{DefenceMeans, DefenceMove, DefenceReport, DefenceVerdict, defences};
