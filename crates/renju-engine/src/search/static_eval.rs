//! The static evaluation of a board under play and undo.

use crate::eval::network::IncrementalNetwork;
use crate::eval::shapes::IncrementalShapes;
use crate::eval::{Evaluation, Evaluator, Failure, Worth};
use renju_core::board::Color;
use renju_core::geometry::Point;
use renju_core::pattern::ShapeBoard;
use renju_core::position::Position;

use super::score::MAX_EVAL;

/// A board that can be evaluated at any time under play and undo.
///
/// The search is compiled for each implementation: a virtual call at every node would cost more
/// than the incremental evaluation itself.
pub(crate) trait StaticEvaluator: Clone + Send {
    /// Whether scores have the scale that the margins of razoring and futility pruning were tuned
    /// for: 250 points are odds of e to 1. They are used only then.
    const IS_CALIBRATED: bool;

    /// The stones and the shapes they make.
    fn shapes(&self) -> &ShapeBoard;

    /// Mutable access for solvers; the caller must restore the board.
    fn shapes_mut(&mut self) -> &mut ShapeBoard;

    /// Puts a stone on an empty point.
    fn play(&mut self, point: Point, color: Color);

    /// Takes back the last stone played.
    fn undo(&mut self);

    /// The static evaluation for `mover`, who is to move.
    fn value(&mut self, mover: Color) -> i32;
}

impl StaticEvaluator for IncrementalShapes {
    const IS_CALIBRATED: bool = true;

    fn shapes(&self) -> &ShapeBoard {
        self.shapes()
    }

    fn shapes_mut(&mut self) -> &mut ShapeBoard {
        IncrementalShapes::shapes_mut(self)
    }

    fn play(&mut self, point: Point, color: Color) {
        self.play(point, color);
    }

    fn undo(&mut self) {
        self.undo();
    }

    fn value(&mut self, mover: Color) -> i32 {
        IncrementalShapes::value(self, mover)
    }
}

impl StaticEvaluator for IncrementalNetwork<'_> {
    const IS_CALIBRATED: bool = true;

    fn shapes(&self) -> &ShapeBoard {
        self.shapes()
    }

    fn shapes_mut(&mut self) -> &mut ShapeBoard {
        IncrementalNetwork::shapes_mut(self)
    }

    fn play(&mut self, point: Point, color: Color) {
        self.play(point, color);
    }

    fn undo(&mut self) {
        self.undo();
    }

    fn value(&mut self, mover: Color) -> i32 {
        IncrementalNetwork::value(self, mover)
    }
}

/// Any evaluator, asked anew at every position: 15 to 100 times slower than
/// [`IncrementalShapes`].
#[derive(Clone)]
pub(crate) struct FullEvaluator<'e> {
    shapes: ShapeBoard,
    evaluator: &'e dyn Evaluator,
}

impl<'e> FullEvaluator<'e> {
    /// Evaluates `shapes` by `evaluator`.
    pub(crate) fn new(shapes: ShapeBoard, evaluator: &'e dyn Evaluator) -> FullEvaluator<'e> {
        FullEvaluator { shapes, evaluator }
    }
}

impl StaticEvaluator for FullEvaluator<'_> {
    const IS_CALIBRATED: bool = false;

    fn shapes(&self) -> &ShapeBoard {
        &self.shapes
    }

    fn shapes_mut(&mut self) -> &mut ShapeBoard {
        &mut self.shapes
    }

    fn play(&mut self, point: Point, color: Color) {
        self.shapes.play(point, color);
    }

    fn undo(&mut self) {
        self.shapes.undo();
    }

    fn value(&mut self, mover: Color) -> i32 {
        let board = self.shapes.board().clone();
        let position = Position::of_board(board, self.shapes.rule(), mover);
        // `questions::search` refuses positions that the evaluator does not serve.
        let static_eval = static_eval(self.evaluator, &position).unwrap_or(0);
        let most = i64::from(MAX_EVAL);
        static_eval.clamp(-most, most) as i32
    }
}

/// The evaluator's value of the board for the side to move, not clamped; without one the value of
/// its best point less that of the opponent's.
///
/// # Errors
///
/// If the evaluator has no answer for this position.
fn static_eval(evaluator: &dyn Evaluator, position: &Position) -> Result<i64, Failure> {
    let mover = position.to_move();
    let own = evaluator.evaluate(position, mover)?;
    if let Some(board) = own.board {
        return Ok(board.rounded());
    }
    let opponent = evaluator.evaluate(position, !mover)?;
    Ok(best(position, &own) - best(position, &opponent))
}

/// The value of the best empty point, 0 if none has a value.
fn best(position: &Position, evaluation: &Evaluation) -> i64 {
    let value = |point: Point| evaluation.points.as_ref().and_then(|points| points[point]);
    let empties = position.board().empties();
    let best = empties.iter().filter_map(value).max();
    best.map_or(0, Worth::rounded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::line_patterns::LinePatterns;
    use crate::eval::shapes::Shapes;
    use renju_core::board::Board;
    use renju_core::geometry::Size;
    use renju_core::rule::Rule;

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn full_evaluator(evaluator: &'static dyn Evaluator) -> FullEvaluator<'static> {
        let board = Board::with_stones(Size::RENJU, &points("H8 H9"), &points("G7 C3"));
        FullEvaluator::new(ShapeBoard::new(board, Rule::Renju), evaluator)
    }

    #[test]
    fn the_board_is_asked_about_as_it_stands() {
        let mut asked = full_evaluator(Shapes::ours());
        let before = asked.value(Color::Black);
        assert!(asked.value(Color::White) < before);
        asked.play(points("H10")[0], Color::Black);
        assert!(asked.value(Color::Black) > before);
        asked.undo();
        assert_eq!(asked.value(Color::Black), before);
    }

    #[test]
    fn evaluators_that_are_asked_anew_have_an_opinion_within_bounds() {
        let evaluators: [&'static dyn Evaluator; 2] = [Shapes::ours(), LinePatterns::ours()];
        for evaluator in evaluators {
            let mut asked = full_evaluator(evaluator);
            for point in points("H10 H11") {
                asked.play(point, Color::Black);
            }
            for mover in Color::BOTH {
                assert!(asked.value(mover).abs() <= MAX_EVAL);
            }
        }
    }
}
