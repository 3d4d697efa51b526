//! The rules of renju and gomoku: everything that can be said of a position without an opinion.
//!
//! Points and boards, rows of five, shapes, forbidden points with their proofs, what a file says of a
//! position and what can be, and the limits under which a question is answered. It uses `serde` and
//! `thiserror`, nothing else.

pub mod board;
#[doc(hidden)]
pub mod counted;
pub mod forbidden;
pub mod geometry;
pub mod limits;
pub mod named_enum;
pub mod pattern;
pub mod position;
pub mod rule;
#[cfg(feature = "schema")]
pub mod schema;
#[doc(hidden)]
pub mod split_mix;
pub mod trace;
