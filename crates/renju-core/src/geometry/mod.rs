//! Where things are: points, sizes, directions, sets of points, symmetries.
//!
//! Knows no game and no colour. A [`Point`] exists on the largest board (20 lines) and does not
//! depend on the board in use: ask [`Point::is_on`].

mod direction;
mod point;
mod point_set;
mod symmetry;

pub use direction::{ByDirection, Direction};
pub use point::{ParsePointError, ParseSizeError, Point, Size};
pub use point_set::{PointMap, PointSet};
pub use symmetry::Symmetry;
