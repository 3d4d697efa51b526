//! The traits that evaluators and published programs implement, and the evaluation they return.

use std::borrow::Cow;

use serde::Serialize;
use thiserror::Error;

use super::{
    Details, EvaluatorInfo, Incremental, PlayOptions, PointWorths, PublishedMove, SearchedMove,
    Worth,
};
use renju_core::board::{Board, ByColor, Color};
use renju_core::geometry::{Point, PointMap};
use renju_core::limits::Control;
use renju_core::named_enum::named_enum;
use renju_core::position::Position;
use renju_core::rule::Rule;

/// Gives values to boards and to empty points.
///
/// `info` and `evaluate` are all that an evaluator of your own needs, `incremental` makes a search by
/// it fast; see `examples/custom_evaluator.rs`.
pub trait Evaluator: Send + Sync {
    /// Its name, its source, and what its numbers mean.
    fn info(&self) -> &EvaluatorInfo;

    /// The value of the board and of every empty point to `side`.
    ///
    /// # Errors
    ///
    /// If there is no answer for this position: it is not served, or an engine in another
    /// process failed.
    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure>;

    /// The values to both sides; in less time than one by one, where the evaluator can.
    ///
    /// # Errors
    ///
    /// As [`evaluate`](Self::evaluate), Black's first.
    fn evaluate_both(&self, position: &Position) -> Result<ByColor<Evaluation>, Failure> {
        Ok(ByColor {
            black: self.evaluate(position, Color::Black)?,
            white: self.evaluate(position, Color::White)?,
        })
    }

    /// The addends of the board's value to `side`; `None` where there is no such value, or where
    /// nothing is known of what it is made of.
    fn board_terms(&self, _position: &Position, _side: Color) -> Option<Vec<Term>> {
        None
    }

    /// The addends of the value of an empty `point` to `side`; `None` where nothing is known of
    /// what it is made of.
    fn point_terms(&self, _position: &Position, _side: Color, _point: Point) -> Option<Vec<Term>> {
        None
    }

    /// The program's own rule for forbidden points, if it has one.
    fn forbidden_rule(&self) -> Option<&dyn ForbiddenRule> {
        None
    }

    /// Itself as a published program, if it is one: what plays and has details.
    fn as_system(&self) -> Option<&dyn System> {
        None
    }

    /// The value of a board that a search keeps up to date under play and undo; `None` for an
    /// evaluator that is asked anew at every position, which is 15 to 100 times slower.
    fn incremental(&self, _board: &Board, _rule: Rule) -> Option<Incremental<'_>> {
        None
    }
}

/// A published program: an evaluator that also chooses a move and shows all it computes.
pub trait System: Evaluator {
    /// The move of the side to move, by the program's own search; the last one found if `control`
    /// ends the work. The numbers that `options` leaves open are those of the weights.
    fn play(
        &self,
        position: &Position,
        options: &PlayOptions,
        control: &Control<'_>,
    ) -> PublishedMove;

    /// Everything it computes of a position, with the names and layouts of its answer key.
    fn details(&self, position: &Position) -> Details;

    /// Whether it looks ahead; one that does not has no use for limits.
    fn searches(&self) -> bool {
        true
    }

    /// Whether it looks ahead by alpha-beta: its nodes can be traced, and
    /// [`PlayOptions::is_plain`] makes it a plain min-max of the same tree.
    fn is_alpha_beta(&self) -> bool {
        false
    }

    /// Whether it draws random numbers where [`PlayOptions::seed`] is given.
    fn uses_seed(&self) -> bool {
        false
    }
}

/// The values of a position to one side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Evaluation {
    /// The value of the whole board; `None` where the evaluator has no such notion.
    pub board: Option<Worth>,
    /// The value of each empty point; points without one have `None`.
    pub points: Option<PointWorths>,
    /// What else is known of moves, where the evaluator searches: best first.
    pub searched: Vec<SearchedMove>,
}

impl Evaluation {
    /// The values of all empty points, and that of the board where there is one.
    pub fn new(board: Option<i64>, points: PointValues) -> Evaluation {
        Evaluation {
            board: board.map(Worth::from),
            points: Some(points.map(|value| value.map(Worth::from))),
            searched: Vec::new(),
        }
    }
}

/// A whole number for some of the points of a board.
pub type PointValues = PointMap<Option<i64>>;

/// The values of all empty points, each by `value`.
pub fn point_values(board: &Board, mut value: impl FnMut(Point) -> i64) -> PointValues {
    let mut values = PointMap::filled(None);
    for point in board.empties().iter() {
        values[point] = Some(value(point));
    }
    values
}

/// The value of every point of the board in reading order.
pub fn flat<T: Copy>(board: &Board, values: &PointMap<T>) -> Vec<T> {
    let points = board.size().points();
    points.map(|point| values[point]).collect()
}

/// One addend of a value: a window, a shape, a code, a counter, or a positional bonus. Addends of 0 are
/// left out. Each names its points, except the value of having the move (its name ends in ` to move`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Term {
    /// What it is, in the program's own words.
    pub name: Cow<'static, str>,
    /// The addend, in the evaluator's unit.
    pub value: Worth,
    /// The points it stands for, in reading order.
    pub stones: Vec<Point>,
}

impl Term {
    /// An addend for these points.
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        value: impl Into<Worth>,
        mut stones: Vec<Point>,
    ) -> Term {
        stones.sort_unstable();
        Term {
            name: name.into(),
            value: value.into(),
            stones,
        }
    }

    /// What the opponent has, as an addend of one's own value.
    #[must_use]
    pub fn of_opponent(self) -> Term {
        Term {
            name: format!("opponent {}", self.name).into(),
            value: -self.value,
            ..self
        }
    }
}

/// Why an evaluator gives no answer; in JSON its kind.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
#[error("{message}")]
pub struct Failure {
    /// What kind of failure it is.
    pub kind: FailureKind,
    /// What happened, for people.
    #[serde(skip)]
    pub message: String,
    /// The last lines that an engine wrote on its standard error.
    #[serde(skip)]
    pub stderr: Vec<String>,
}

impl Failure {
    /// The last lines that an engine wrote on its standard error, in one line; `None` if it wrote
    /// nothing.
    pub fn last_lines(&self) -> Option<String> {
        let first = self.stderr.len().saturating_sub(5);
        let last = self.stderr[first..].join(" / ");
        (!self.stderr.is_empty()).then(|| last.escape_debug().to_string())
    }

    /// A failure with nothing on a standard error.
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Failure {
        Failure {
            kind,
            message: message.into(),
            stderr: Vec::new(),
        }
    }
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
        TooMuchOutput = "too_much_output" | "flood",
        /// An engine's answer cannot be read or cannot be true.
        InvalidAnswer = "invalid_answer" | "nonsense",
    }
}

/// A published program's own rule for forbidden points, mistakes included. It decides nothing;
/// [`forbidden`](renju_core::forbidden) does.
pub trait ForbiddenRule: Send + Sync {
    /// Why Black may not play on the empty `point`, or `None` if it may.
    fn forbids(&self, board: &Board, point: Point) -> Option<&'static str>;
}

/// Every empty point that a program forbids, with its word for it, in reading order.
pub fn forbidden_by(rule: &dyn ForbiddenRule, board: &Board) -> Vec<(Point, &'static str)> {
    let forbids = |point| Some((point, rule.forbids(board, point)?));
    board.empties().iter().filter_map(forbids).collect()
}
