//! Study Renju and Gomoku positions.

#[cfg(feature = "batch")]
pub mod batch;
pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
pub mod forbidden;
pub mod geometry;
pub mod notation;
pub mod pattern;
pub mod position;
#[cfg(feature = "render")]
pub mod render;
pub mod rules;
pub mod study;
