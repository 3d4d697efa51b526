//! Stones on points. Knows no rule, no turn and no winner.
//!
//! A [`Board`] keeps three views of its stones in step: sets of points, packed lines for
//! look-ups, and a Zobrist key.

#[expect(
    clippy::module_inception,
    reason = "the layer is named after its main type"
)]
mod board;
mod color;
mod line;

pub use board::{Board, Key, canonical, scrambled};
pub use color::{ByColor, Color};
pub(crate) use line::{LINES, SidedLine, number_and_place};
pub use line::{Neighborhood, View, WINDOW_REACH, Window};
