//! What stones in a line are worth calling: fives, fours, threes and twos.
//!
//! A shape is a fact of one line, defined by what one more stone makes of it. [`definition`]
//! says so in the plainest way and is slow; [`ShapeTable`] answers for one point from a table,
//! [`census`] for whole lines, [`ShapeBoard`] keeps the answers for every point up to date. Tests
//! hold all of them against the definition.

mod cells;
mod census;
mod class;
pub mod definition;
mod shape;
mod shape_board;
mod table;
mod tally;

pub use census::{Census, StandingShape, census, census_by, shapes_of_line};
pub use class::Class;
pub use definition::{Cell, LineShape};
pub use shape::Shape;
pub use shape_board::ShapeBoard;
pub use table::{Entry, ShapeTable};
pub use tally::Tally;
