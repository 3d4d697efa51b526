//! `count-block-empty`: stones, blocked ends and a gap, read off each line through a stone.
//!
//! After the 12x12 "brain" (2023). A point is worth the sum of what its four lines show; a board
//! is worth the own stones minus the opponent's, so that a shape counts once for each of its stones.

mod details;
mod forced;
mod play;
mod stone_values;
mod system;
mod triple;
mod weights;

pub use forced::{StageForcedMove, forced};
pub use stone_values::StoneValues;
pub use system::{CountBlockEmpty, SeenLine, neighbours};
pub use triple::{Triple, TripleReading};
pub use weights::{
    CountBlockEmptyWeights, FixedOpenings, FixedReply, GapRow, NegamaxWeights, ShapeValues,
    TripleShape,
};
