//! What a position is worth: one trait, our own evaluators, and weights as data.
//!
//! An [`Evaluator`] gives values to boards and points; a [`System`] is one that also chooses moves
//! in its own way. The published programs are in `systems`, where every evaluator is found by its
//! name. Units differ: a number is comparable only with numbers of the same evaluator.

mod evaluator;
mod in_time;
mod info;
pub mod line_patterns;
pub mod network;
mod published;
pub mod shapes;
pub mod weights;
mod worth;

pub use evaluator::{
    Evaluation, Evaluator, Failure, FailureKind, ForbiddenRule, PointValues, System, Term, flat,
    forbidden_by, point_values, stone_count,
};
pub use in_time::play_in_time;
pub use info::{Edition, EvaluatorInfo, KnownBug, OddsScale, RanksBy, Variant};
pub use published::{ByKey, ByPoint, Details, How, PlayOptions, PublishedMove};
pub use weights::{Weighted, Weights, WeightsError, WeightsText};
pub use worth::{PointWorths, ProvedEnd, SearchedMove, Worth};
