//! A valid situation of a game, and what may be played there.
//!
//! A [`Setup`] holds anything that a file can say; a [`Position`] only what can be. Whoever has a
//! `Position` never checks again.

mod outcome;
#[expect(
    clippy::module_inception,
    reason = "the layer is named after its main type"
)]
mod position;
mod refusal;
mod setup;

pub use outcome::{End, Outcome};
pub use position::{Asked, Position};
pub use refusal::{PlayError, Refusal, SetupErrors, SetupProblem, Stone};
pub use setup::{Claim, Setup};
