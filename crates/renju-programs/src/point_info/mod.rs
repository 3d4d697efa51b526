//! `point-info`: eight counters on a point, read from five arrays in each direction.
//!
//! After `MingZwhy`'s program of 2021 and its tutorial of 2022. From a point the program walks in
//! eight directions over own stones and empty cells; what it finds decides which fours, threes
//! and twos a stone there makes. For Black a shape counts only if the stone that would improve it
//! is allowed by a test that looks ahead in the same way.

mod counters;
mod memory;
mod play;
mod reader;
mod system;
#[cfg(test)]
mod system_tests;

pub use system::{PointInfo, PointInfoWeights};
