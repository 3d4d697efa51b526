//! Study Renju and Gomoku positions.

pub mod board;
pub mod forbidden;
pub mod geometry;
pub mod pattern;
pub mod position;
pub mod rules;
