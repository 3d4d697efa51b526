//! The published programs, one folder each, and the registry in which every evaluator is found.
//!
//! A program is an [`Evaluator`](crate::eval::Evaluator) that also chooses a move in a way of its own
//! and tells everything it computes of a position. Its folder holds all there is to it: values,
//! search, details, forbidden-move rule and weights.

pub mod count_block_empty;
pub mod details;
pub mod five_tuple;
pub mod lianzhu;
pub mod lianzhu_gen1;
mod line_view;
pub mod point_info;
pub mod published;
mod registry;
pub mod score_table;

pub use registry::{UnknownEvaluator, all, defaults, find, from_toml, toml_of};
