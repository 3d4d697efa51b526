//! A game while it is played, for a program that shows it: a [`LiveGame`] is what the two at the
//! board have done so far, and knows whose turn it is, what may be done, and how it ends.

mod action;
mod live_game;
mod record;
mod steps;

pub use action::{ActionRefusal, GameAction, GameTask};
pub use live_game::{ForbiddenHandling, GameResult, GameTerms, LiveGame};
pub use record::{LoadError, LoadedGame};
