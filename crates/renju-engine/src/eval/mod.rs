//! What a position is worth: one trait, our own evaluators, and weights as data.
//!
//! An [`Evaluator`] gives values to boards and points; a [`System`] is one that also chooses moves
//! in its own way. The published programs are in `systems`, where every evaluator is found by its
//! name. Units differ: a number is comparable only with numbers of the same evaluator.

mod evaluator;
mod in_time;
mod incremental;
mod info;
pub mod line_patterns;
pub mod network;
mod published;
pub mod shapes;
mod weighted;
pub mod weights;
mod worth;

pub use evaluator::{
    Evaluation, Evaluator, Failure, FailureKind, ForbiddenRule, PointValues, System, Term, flat,
    forbidden_by, point_values,
};
pub use in_time::play_in_time;
pub(crate) use incremental::IncrementalKind;
pub use incremental::{Incremental, IncrementalEvaluator};
pub use info::{Edition, EvaluatorInfo, KnownBug, Odds, OddsScale, RanksBy, Variant};
pub use published::{ByKey, ByPoint, Details, How, PlayOptions, PublishedMove};
pub use weighted::{Weighted, Weights, shipped_text};
pub use weights::{WeightsError, WeightsText};
pub use worth::{PointWorths, ProvedEnd, SearchedMove, Worth};
