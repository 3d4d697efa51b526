//! The shapes that stand on the board, and what a stone on each point would make.

pub(super) mod answer;
#[cfg(feature = "render")]
pub(super) mod columns;
#[cfg(feature = "render")]
pub(super) mod map_text;
#[cfg(feature = "render")]
pub(super) mod picture;
pub(super) mod shape_map;
#[cfg(feature = "render")]
pub(super) mod text;

pub use answer::{AtPoint, Counts, PatternOptions, PatternReport, patterns};
#[cfg(feature = "render")]
pub use columns::PATTERN_COLUMNS;
pub use shape_map::{MappedPoint, ShapeMap, ShapesAt, StoneEffect};
