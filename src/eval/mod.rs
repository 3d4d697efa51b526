//! What a position is worth: one trait, our own evaluators, and weights as data.
//!
//! An [`Evaluator`] gives values to boards and points; a [`System`] is one that also chooses moves
//! in its own way. The published programs are in `systems`, where every evaluator is found by its
//! name. Units differ: a number is comparable only with numbers of the same evaluator.

mod details;
mod evaluator;
mod failure;
mod from_weights;
mod info;
pub mod line_patterns;
mod point_values;
mod published_move;
pub mod shapes;
mod term;
pub(crate) mod weights;

pub use details::{ByPoint, Details};
pub use evaluator::{Evaluation, Evaluator, ForbiddenRule, System, forbidden_by};
pub use failure::{Failure, FailureKind};
pub use from_weights::FromWeights;
#[cfg(test)]
pub(crate) use from_weights::of_edition;
pub use info::{Edition, EvaluatorInfo, KnownBug, RanksBy, Variant};
pub use point_values::{PointValues, point_values};
pub(crate) use point_values::{flat, stone_count};
pub use published_move::{How, PlayOptions, PublishedMove};
pub use term::Term;
pub use weights::WeightsError;
