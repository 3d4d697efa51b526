//! Renju's restrictions on Black, with reasons (RIF 9.2, 9.3).
//!
//! Two implementations, held equal by tests: [`judge`] follows the rule text line by line and
//! builds a [`Proof`]; [`is_forbidden`], [`forbidden_points`] and [`forbidden_kinds`] answer from
//! the shape table, for inner loops. Only Black is ever restricted; the edge acts like a white
//! stone; a five comes before everything.

mod fast;
mod judge;
mod verdict;

pub use fast::{forbidden_kinds, forbidden_points, is_forbidden, suspects};
pub use judge::{judge, judge_by};
pub use verdict::{
    Extension, ExtensionResult, Forbidden, ForbiddenKind, ForbiddenReason, Four, Obstacle,
    ObstacleKind, Proof, Three, ThreeReading, Verdict, Win,
};
