//! `five-tuple`: sums over all windows of five cells.
//!
//! After `YiDingg`'s Gomoku design document (2024) and program v2.0; forbidden points after its
//! v3.1. A window counts by its stones if they are all of one side; a point is worth what the
//! board is worth after a stone there, plus a bonus that depends on where it lies.

mod forbidden;
mod play;
mod system;
mod window;

pub use system::{FiveTuple, FiveTupleWeights};
