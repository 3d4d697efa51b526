//! What stones in a line are worth calling: fives, fours, threes and twos.
//!
//! A shape is a fact of one line, defined by what one more stone makes of it. [`ShapeTable`]
//! answers for one point from a table, [`census`] for whole lines, [`ShapeBoard`] keeps the
//! answers for every point up to date. `tests/library/definition.rs` says the definition in the plainest
//! way, which is slow; tests hold all of them against it.

mod census;
mod counts;
mod entry_pair;
mod line_pair;
mod line_shapes;
mod shape;
mod shape_board;
mod shape_index;
mod shape_table;
mod window_table;

pub use census::{Census, StandingShape, census, census_by, standing_counts};
pub use counts::{ShapeCounts, ShapePair};
pub(crate) use line_pair::LineChange;
pub use line_pair::LinePair;
pub use line_shapes::{LineCell, LineShape, shapes_of_line};
pub use shape::Shape;
pub use shape_board::ShapeBoard;
pub use shape_table::{ShapeEntry, ShapeTable};
