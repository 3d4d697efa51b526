//! A valid situation of a game, and what may be played there.
//!
//! A [`Setup`] holds anything that a file can say; a [`Position`] only what can be. Whoever has a
//! `Position` never checks again.

mod error;
mod outcome;
#[expect(
    clippy::module_inception,
    reason = "the layer is named after its main type"
)]
mod position;
mod setup;

pub use error::{PlayError, Refusal, SetupErrors, SetupProblem};
pub use outcome::{GameEnd, Outcome};
pub use position::{Position, PositionOverrides};
pub use setup::{Claim, Setup, StoneSource};
