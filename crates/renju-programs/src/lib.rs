//! The published programs, one file or folder each, and the registry in which every evaluator is
//! found.
//!
//! A program is a [`System`](renju_engine::eval::System): an evaluator that also chooses a move in its own
//! way and shows all it computes. Its place holds all there is to it: values, search, answer-key
//! fields, forbidden-move rule, `weights.toml` and `info.toml`. A name is resolved once, by
//! [`find`]; nothing else in the crate asks for it.

mod alpha_beta;
mod changed;
pub mod count_block_empty;
pub mod five_tuple;
pub mod lianzhu;
pub mod lianzhu_gen1;
mod line_view;
pub mod point_info;
mod program;
mod random;
mod registry;
pub mod score_table;

pub use changed::ChangeableWeights;
pub use program::Program;
pub use random::RandomPlayer;
pub use registry::{
    EvaluatorHandle, PLACE_TURN_PROGRAM, SHOWN_PROGRAM, UnknownEvaluator, all, defaults, find,
    from_toml, players, toml_of,
};
#[cfg(feature = "schema")]
pub use registry::{WeightsForm, weights_forms};
