//! Renju's restrictions on Black, with reasons (RIF 9.2, 9.3).
//!
//! Two implementations, held equal by tests: [`judge_by_definition`] follows the rule text line by
//! line; [`is_forbidden`], [`forbidden_points`] and [`forbidden_kinds`] answer from the shape table,
//! for inner loops, and [`judge`] and [`ProofBuilder`] add the [`Proof`] to what that finds. Only
//! Black is ever restricted; the edge acts like a white stone; a five comes before everything.

mod definition;
mod fast;
#[cfg(test)]
mod hostile_tests;
mod judge;
mod line;
mod memory;
mod suspects;
mod verdict;

pub use definition::judge_by_definition;
pub use fast::{forbidden_kinds, forbidden_points, is_forbidden, real_threes};
pub use judge::{ProofBuilder, judge, judge_by};
pub use suspects::suspects;
pub use verdict::{
    Extension, ExtensionResult, Forbidden, ForbiddenKind, ForbiddenReason, Four, Obstacle,
    ObstacleKind, Proof, Three, ThreeReading, Verdict, Win,
};
