//! `five-tuple`: sums over all windows of five cells.
//!
//! After `YiDingg`'s Gomoku design document (2024) and program v2.0; forbidden points after its
//! v3.1. A window counts by its stones if they are all of one side; a point is worth what the
//! board is worth after a stone there, plus a bonus of the place.

mod details;
mod forbidden;
mod forced;
mod play;
mod system;
mod weights;
mod window;

pub use forbidden::{Counts31, ForbiddenV31, Verdict31};
pub use forced::{WindowForcedMove, forced};
pub use system::{FiveTuple, Greatest};
pub use weights::{FiveTupleWeights, PositionalBonus, WindowWeights};
pub use window::{FiveWindow, WindowContent, WindowDirection, windows};
