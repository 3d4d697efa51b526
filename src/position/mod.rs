//! A valid situation of a game, and what may be played there.
//!
//! A [`Setup`] holds anything that a file can say; a [`Position`] only what can be, so that search,
//! rules and evaluators never check their input again.

mod error;
mod outcome;
mod play;
#[expect(
    clippy::module_inception,
    reason = "the layer is named after its main type"
)]
mod position;
mod setup;

pub use error::{SetupErrors, SetupProblem};
pub use outcome::{GameEnd, Outcome};
pub use play::{PlayError, Refusal};
pub use position::{Position, PositionOverrides};
pub use setup::{Claim, Setup, StoneSource};
