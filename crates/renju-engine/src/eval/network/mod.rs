//! `network`: `shapes` and what a small network adds to it, learned from what the search says of
//! positions from inside of its own trees.
//!
//! On each line of an empty point stand what a stone of Black and what one of White would make
//! there: one of 100 [pairs](renju_core::pattern::LinePair). Each pair adds its row of
//! [`FEATURES`] numbers to the features of the point; a feature is the sum of the four rows and a
//! bias, held between 0 and 1. The features of all points, each less what it is where neither side can
//! make anything, are added up for the board; so the network sees no difference between a small
//! board and a large one with the same stones. With the [`Facts`](super::shapes::Facts) they go
//! through two layers of [`HIDDEN`] units, one head for each side to move and each [`stage`] of the game.
//!
//! Everything is computed in whole numbers, so that a value is the same on every machine, and
//! [`IncrementalNetwork`] keeps the features up to date under play and undo. The idea of an
//! evaluation that is learned and kept up to date is that of NNUE (Nasu 2018); to take it from the
//! lines of a board is that of Rapfi's networks.

mod evaluator;
mod features;
mod incremental;
mod layer;
mod stage_heads;
mod value_head;
mod weight_rows;
mod weights;

pub use evaluator::Network;
pub use incremental::IncrementalNetwork;
pub use layer::Layer;
pub use stage_heads::{STAGES, StageHeads, stage};
pub use value_head::{FACT_ROWS, ValueHead, fact_row};
pub use weight_rows::{FEATURES, HIDDEN, INPUTS, WeightRow, WeightRows};
pub use weights::{LineRows, NetworkWeights, RuleNetwork, STONES_OF_AN_INPUT};
