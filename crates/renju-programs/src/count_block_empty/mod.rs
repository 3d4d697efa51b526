//! `count-block-empty`: stones, blocked ends and a gap, read off each line through a stone.
//!
//! After the 12x12 "brain" (2023). A point is worth the sum of what its four lines show; a board
//! is worth the own stones minus the opponent's, so that a shape counts once for each of its stones.

mod line_count;
mod play;
mod stone_values;
mod system;

pub use stone_values::StoneValues;
pub use system::{CountBlockEmpty, CountBlockEmptyWeights};
