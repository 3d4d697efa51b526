//! A valid situation of a game.

mod setup;

pub use setup::{Claim, Setup};
