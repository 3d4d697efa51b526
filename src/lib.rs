//! Study Renju and Gomoku positions.

pub mod board;
pub mod forbidden;
pub mod geometry;
pub mod pattern;
pub mod position;
#[cfg(feature = "render")]
pub mod render;
pub mod rules;
pub mod study;
