//! The position as it was read.

pub(super) mod answer;
#[cfg(feature = "render")]
pub(super) mod text;

pub use answer::{BoardReport, ReadInfo, board};
#[cfg(feature = "render")]
pub use text::BoardView;
