//! `shapes`: our own evaluator, from the shapes that a stone would make on every empty point.
//!
//! - A board is worth to the side to move: the weights of all empty points for it, minus those for
//!   the opponent, plus what it has added for being to move. The weight of a point is that of its
//!   [`ShapePair`](renju_core::pattern::ShapePair), the two strongest shapes that a stone would make there; what
//!   is added depends on the [`Facts`]. All are fitted to what the search says of positions from inside of its own trees.
//! - A point is worth what an own stone would make there (`attack`) plus what the opponent's is
//!   stopped from making (`defence`), each line's shape and their [`Combination`] added up, plus a
//!   bonus for being near the middle.
//!
//! All weights are in [`ShapesWeights`], a file that says where they come from; [`IncrementalShapes`] keeps the
//! value of a board up to date under play and undo.

mod evaluator;
mod incremental;
mod point_shapes;
mod sixteenths;
mod weights;

pub use evaluator::Shapes;
pub use incremental::IncrementalShapes;
pub use point_shapes::{Combination, Fact, Facts, PointShapes, code, facts, shape_counts};
pub use sixteenths::Sixteenths;
pub use weights::{
    ClassWeights, MoveWeights, PlaceWeights, PointShapeWeights, ShapesWeights, key_of,
};
