//! What stones in a line are worth calling: fives, fours, threes and twos.
//!
//! A shape is a fact of one line, defined by what one more stone makes of it. [`census`] finds
//! those that stand, [`made_shapes`] those that would stand with a stone on a point: what a user
//! is told. [`ShapeTable`] answers for one point from a table, and [`ShapeBoard`] keeps its
//! answers for every point up to date: what evaluators and search are trained on. The table sees
//! five points to each side, so it cannot drop a shape that contains a stronger one; where longer
//! rows win, it may name a four, a closed three or a closed two where nothing new would stand.
//! `tests/library/definition.rs` says each definition in the plainest way, which is slow; tests
//! hold all of them against it.

mod census;
mod counts;
mod entry_pair;
mod line_pair;
mod line_shapes;
mod made_shapes;
mod shape;
mod shape_board;
mod shape_index;
mod shape_table;
mod window_table;

pub use census::{Census, StandingShape, census, census_by, standing_counts};
pub use counts::{ShapeCounts, ShapePair};
pub use line_pair::LineChange;
pub use line_pair::LinePair;
pub use line_shapes::{LineCell, LineShape, shapes_of_line};
pub use made_shapes::made_shapes;
pub use shape::Shape;
pub use shape_board::ShapeBoard;
pub use shape_table::{ShapeEntry, ShapeTable};
