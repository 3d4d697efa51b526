//! A valid situation of a game, and what may be played there.
//!
//! A [`Setup`] holds anything that a file can say; a [`Position`] only what can be, so that search,
//! rules and evaluators never check their input again.

mod game;
mod id;
mod info;
mod legal_play;
mod opening;
mod order;
mod outcome;
#[expect(
    clippy::module_inception,
    reason = "the layer is named after its main type"
)]
mod position;
mod setup;
mod text;
mod tree;

pub use game::Game;
pub use id::PositionId;
pub use info::{GameInfo, StoredValue, ValueBound};
pub use legal_play::LegalPlay;
pub use opening::NamedOpening;
pub use outcome::{GameEnd, Outcome};
pub use position::{PlayError, Position, PositionOverrides, Refusal};
pub use setup::{Claim, Setup, SetupErrors, SetupProblem, StoneSource};
pub use text::{MoveTextError, ParsePositionError};
pub use tree::{GameNode, NodeExtras, NodeText, PointMark, Tree, TreePlace};
