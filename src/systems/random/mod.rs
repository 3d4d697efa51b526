//! `random`: a player that chooses among all legal moves by drawing lots.
//!
//! Not a published program, but a measure for all of them: what any idea at all is worth. It has no
//! values.

mod system;

pub use system::RandomPlayer;
