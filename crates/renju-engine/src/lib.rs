//! Best play: evaluators, forced wins by threats with their proofs, and alpha-beta search.

pub mod eval;
mod move_scores;
#[cfg(feature = "schema")]
mod schema;
pub mod search;
pub mod threat;
