//! Study Renju and Gomoku positions.

pub mod board;
pub mod geometry;
pub mod position;
pub mod render;
pub mod rules;
