//! Stones on points. Knows no rule, no turn and no winner.
//!
//! A [`Board`] keeps three views of the same stones in step: sets of points, packed lines for
//! look-ups, and a hash.

mod canonical;
mod color;
mod grid;
mod key;
mod line;

pub use canonical::canonical;
pub use color::{ByColor, Color};
pub use grid::Board;
pub use key::Key;
pub use line::{Around, View, WINDOW_REACH, Window};
