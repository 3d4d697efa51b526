use super::{
    Details, EvaluatorInfo, Failure, PlayOptions, PointValues, PublishedMove, Term, shapes,
};
use crate::board::{Board, Color};
use crate::geometry::Point;
use crate::limits::Control;
use crate::position::Position;

/// Gives values to boards and to empty points.
///
/// `info` and `evaluate` are all that an evaluator of your own needs; see
/// `examples/custom_evaluator.rs`.
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

    /// Itself as an evaluator of shapes, if it is one. A search keeps the value of such a board up
    /// to date with [`IncrementalShapes`](shapes::IncrementalShapes) and does not ask anew.
    fn as_shapes(&self) -> Option<&shapes::Shapes> {
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

    /// Whether its search depends on a time limit.
    fn uses_clock(&self) -> bool {
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
    pub board: Option<i64>,
    /// The value of each empty point; points without one have `None`.
    pub points: Option<PointValues>,
}

/// A published program's own rule for forbidden points, mistakes included. It decides nothing;
/// [`forbidden`](crate::forbidden) does.
pub trait ForbiddenRule: Send + Sync {
    /// Why Black may not play on the empty `point`, or `None` if it may.
    fn forbids(&self, board: &Board, point: Point) -> Option<&'static str>;
}

/// Every empty point that a program forbids, with its word for it, in reading order.
pub fn forbidden_by(rule: &dyn ForbiddenRule, board: &Board) -> Vec<(Point, &'static str)> {
    let forbids = |point| Some((point, rule.forbids(board, point)?));
    board.empties().iter().filter_map(forbids).collect()
}
