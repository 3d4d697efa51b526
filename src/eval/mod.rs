//! What a position is worth, in someone's opinion.
//!
//! Five published student programs, each as it was published and in a corrected edition, two
//! evaluators of our own, and whatever weights a user writes as TOML. All of them are
//! [`Evaluator`]s and are found by name in the registry of `systems`. Their units differ: a number is
//! comparable only with numbers of the same evaluator.

mod card;
pub mod line_patterns;
pub mod shapes;
pub(crate) mod weights;

use std::borrow::Cow;

use serde::Serialize;
use thiserror::Error;

use crate::board::{Board, Color};
use crate::geometry::{Point, PointMap};
use crate::named_enum::named_enum;
use crate::position::Position;

pub use card::{Edition, EvaluatorInfo, KnownBug, RanksBy, Variant, system_and_variant};
pub use weights::WeightsError;

/// Somebody's opinion of what positions are worth.
pub trait Evaluator: Send + Sync {
    /// Who it is and what its numbers mean.
    fn info(&self) -> &EvaluatorInfo;

    /// What the board and every empty point are worth to `side`.
    ///
    /// # Errors
    ///
    /// If there is no answer for this position: it is not served, or an engine in another
    /// process failed.
    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure>;

    /// The addends of the board's value to `side`; `None` where there is no such value, or where
    /// nothing is known of what it is made of.
    fn board_terms(&self, position: &Position, side: Color) -> Option<Vec<Term>> {
        let _ = (position, side);
        None
    }

    /// The addends of the value of an empty `point` to `side`; `None` likewise.
    fn point_terms(&self, position: &Position, side: Color, point: Point) -> Option<Vec<Term>> {
        let _ = (position, side, point);
        None
    }

    /// The program's own opinion on forbidden points, if it has one.
    fn forbidden_rule(&self) -> Option<&dyn ForbiddenRule> {
        None
    }

    /// The same as an evaluator of shapes, whose value of a board a search can keep up to date
    /// with [`IncrementalShapes`](shapes::IncrementalShapes), if it is one.
    fn as_shapes(&self) -> Option<&shapes::Shapes> {
        None
    }
}

/// What an evaluator says of a position, seen by one side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Evaluation {
    /// The value of the whole board; `None` where the evaluator has no such notion.
    pub board: Option<i64>,
    /// The value of each empty point; points without one have `None`.
    pub points: Option<PointValues>,
}

/// A value for some of the points of a board.
pub type PointValues = PointMap<Option<i64>>;

/// One addend of a value: a window, a shape, a code, a counter, or a bonus of the place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Term {
    /// What it is, in the program's own words.
    pub name: Cow<'static, str>,
    /// What it adds.
    pub value: i64,
    /// The points it stands for, in reading order.
    pub stones: Vec<Point>,
}

impl Term {
    /// An addend for these points.
    pub fn new(name: impl Into<Cow<'static, str>>, value: i64, mut stones: Vec<Point>) -> Term {
        stones.sort_unstable();
        Term {
            name: name.into(),
            value,
            stones,
        }
    }
}

/// What a published program says of forbidden points, in its own words. It decides nothing;
/// [`forbidden`](crate::forbidden) does.
pub trait ForbiddenRule: Send + Sync {
    /// Why Black may not play on the empty `point`, or `None` if it may.
    fn forbids(&self, board: &Board, point: Point) -> Option<&'static str>;
}

/// Every empty point that a judge forbids, with its word for it, in reading order.
pub fn forbidden_by(judge: &dyn ForbiddenRule, board: &Board) -> Vec<(Point, &'static str)> {
    let judged = |point| Some((point, judge.forbids(board, point)?));
    board.empties().iter().filter_map(judged).collect()
}

/// Why an evaluator gives no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct Failure {
    /// What kind of failure it is.
    pub kind: FailureKind,
    /// What happened.
    pub message: String,
}

named_enum! {
    /// The kinds of [`Failure`].
    pub enum FailureKind: "failure" {
        /// The evaluator does not serve such positions.
        Unsupported = "unsupported",
        /// An engine could not be started.
        NotStarted = "not_started",
        /// An engine gave no answer in time.
        Timeout = "timeout",
        /// An engine ended or closed its output.
        Crashed = "crashed",
        /// An engine printed more than an answer can be.
        TooMuchOutput = "flood",
        /// An engine's answer cannot be read or cannot be true.
        InvalidAnswer = "nonsense",
    }
}
