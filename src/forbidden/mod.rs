//! Renju's restrictions on Black, with reasons (RIF 9.2, 9.3).
//!
//! Two implementations, held equal by tests: [`judge`] follows the rule text line by line and
//! builds a [`Proof`]; [`quick`] says yes or no from the shape table, for inner loops.
//! Only Black is ever restricted; the edge acts like a white stone; a five comes before everything.

mod definition;
mod proof;
pub mod quick;
mod sieve;
mod verdict;

pub use definition::{judge, judge_by};
pub use proof::{Because, Extension, Four, Obstacle, ObstacleKind, Outcome, Proof, Three};
pub use quick::{forbidden_points, is_forbidden};
pub use verdict::{Forbidden, ForbiddenKind, ThreeReading, Verdict, Win};
