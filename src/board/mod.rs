//! Stones on points. Knows no rule, no turn and no winner.
//!
//! A [`Board`] keeps three views of its stones in step: sets of points, packed lines for
//! look-ups, and a Zobrist key.

#[expect(
    clippy::module_inception,
    reason = "the layer is named after its main type"
)]
mod board;
mod canonical;
mod color;
mod line;
mod zobrist;

pub use board::Board;
pub use canonical::canonical;
pub use color::{ByColor, Color};
pub use line::{Neighborhood, View, WINDOW_REACH, Window};
pub use zobrist::Key;
