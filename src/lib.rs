//! Study Renju and Gomoku positions.

pub mod board;
pub mod geometry;
pub mod notation;
pub mod position;
pub mod rules;
