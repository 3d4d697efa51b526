//! The static evaluation of a board under play and undo.

use crate::eval::network::IncrementalNetwork;
use crate::eval::shapes::IncrementalShapes;
use crate::eval::{Evaluation, Evaluator, Failure, IncrementalEvaluator, Worth};
use renju_core::board::{Board, Color};
use renju_core::geometry::Point;
use renju_core::pattern::ShapeBoard;
use renju_core::position::Position;
use renju_core::rule::Rule;

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

/// An evaluator that the search is not compiled for.
pub(crate) struct OtherEvaluator<'e> {
    shapes: ShapeBoard,
    kept: Box<dyn IncrementalEvaluator + 'e>,
}

impl<'e> OtherEvaluator<'e> {
    /// What is `kept` up to date has the stones of this position.
    pub(crate) fn new(
        position: &Position,
        kept: Box<dyn IncrementalEvaluator + 'e>,
    ) -> OtherEvaluator<'e> {
        let shapes = ShapeBoard::new(position.board().clone(), position.rule());
        OtherEvaluator { shapes, kept }
    }
}

impl Clone for OtherEvaluator<'_> {
    fn clone(&self) -> Self {
        OtherEvaluator {
            shapes: self.shapes.clone(),
            kept: self.kept.copy(),
        }
    }
}

impl StaticEvaluator for OtherEvaluator<'_> {
    const IS_CALIBRATED: bool = false;

    fn shapes(&self) -> &ShapeBoard {
        &self.shapes
    }

    fn shapes_mut(&mut self) -> &mut ShapeBoard {
        &mut self.shapes
    }

    fn play(&mut self, point: Point, color: Color) {
        self.shapes.play(point, color);
        self.kept.play(point, color);
    }

    fn undo(&mut self) {
        self.shapes.undo();
        self.kept.undo();
    }

    fn value(&mut self, mover: Color) -> i32 {
        self.kept.value(mover).clamp(-MAX_EVAL, MAX_EVAL)
    }
}

/// Any evaluator, asked anew at every position.
#[derive(Clone)]
pub(crate) struct AskedAnew<'e> {
    board: Board,
    rule: Rule,
    played: Vec<Point>,
    evaluator: &'e dyn Evaluator,
}

impl<'e> AskedAnew<'e> {
    /// The values of `evaluator`, from this position on.
    pub(crate) fn new(position: &Position, evaluator: &'e dyn Evaluator) -> AskedAnew<'e> {
        AskedAnew {
            board: position.board().clone(),
            rule: position.rule(),
            played: Vec::new(),
            evaluator,
        }
    }
}

impl IncrementalEvaluator for AskedAnew<'_> {
    fn play(&mut self, point: Point, color: Color) {
        self.board.place(point, color);
        self.played.push(point);
    }

    fn undo(&mut self) {
        if let Some(point) = self.played.pop() {
            self.board.lift(point);
        }
    }

    fn value(&mut self, mover: Color) -> i32 {
        let position = Position::of_board(self.board.clone(), self.rule, mover);
        // `questions::search` refuses positions that the evaluator does not serve.
        let static_eval = static_eval(self.evaluator, &position).unwrap_or(0);
        let most = i64::from(MAX_EVAL);
        static_eval.clamp(-most, most) as i32
    }

    fn copy<'a>(&self) -> Box<dyn IncrementalEvaluator + 'a>
    where
        Self: 'a,
    {
        Box::new(self.clone())
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
    use crate::eval::{EvaluatorInfo, Incremental};
    use crate::search::{SearchOptions, TranspositionTable, search};
    use renju_core::geometry::Size;
    use renju_core::limits::{Control, Limits};

    fn points(names: &str) -> Vec<Point> {
        let names = names.split_whitespace();
        names.map(|name| name.parse().unwrap()).collect()
    }

    fn asked_anew(evaluator: &'static dyn Evaluator) -> AskedAnew<'static> {
        let board = Board::with_stones(Size::RENJU, &points("H8 H9"), &points("G7 C3"));
        let position = Position::of_board(board, Rule::Renju, Color::Black);
        AskedAnew::new(&position, evaluator)
    }

    #[test]
    fn the_board_is_asked_about_as_it_stands() {
        let mut asked = asked_anew(Shapes::ours());
        let before = asked.value(Color::Black);
        assert!(asked.value(Color::White) < before);
        asked.play(points("H10")[0], Color::Black);
        assert!(asked.value(Color::Black) > before);
        asked.undo();
        assert_eq!(asked.value(Color::Black), before);
    }

    /// Our evaluator as a user would write it: asked anew, or kept up to date.
    struct OfUser {
        is_kept: bool,
    }

    #[derive(Clone)]
    struct Kept(IncrementalShapes);

    impl IncrementalEvaluator for Kept {
        fn play(&mut self, point: Point, color: Color) {
            self.0.play(point, color);
        }

        fn undo(&mut self) {
            self.0.undo();
        }

        fn value(&mut self, mover: Color) -> i32 {
            self.0.value(mover)
        }

        fn copy<'a>(&self) -> Box<dyn IncrementalEvaluator + 'a>
        where
            Self: 'a,
        {
            Box::new(self.clone())
        }
    }

    impl Evaluator for OfUser {
        fn info(&self) -> &EvaluatorInfo {
            Shapes::ours().info()
        }

        fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure> {
            Shapes::ours().evaluate(position, side)
        }

        fn incremental(&self, board: &Board, rule: Rule) -> Option<Incremental<'_>> {
            let weights = Shapes::ours().weights();
            let kept = IncrementalShapes::new(board.clone(), rule, weights);
            self.is_kept.then(|| Incremental::new(Kept(kept)))
        }
    }

    #[test]
    fn a_value_that_a_user_keeps_up_to_date_searches_as_one_asked_anew() {
        let position: Position = "h8 i9 g7 i7 g9 i8".parse().unwrap();
        let options = SearchOptions::depth(4);
        let found = [true, false].map(|is_kept| {
            let control = Control::new(Limits::default());
            let mut table = TranspositionTable::new(1 << 20);
            let found = search(
                &position,
                &OfUser { is_kept },
                &options,
                &control,
                &mut table,
            );
            (found.last.nodes, found.last.lines)
        });
        assert!(found[0].0 > 100);
        assert_eq!(found[0], found[1]);
    }

    #[test]
    fn evaluators_that_are_asked_anew_have_an_opinion_within_bounds() {
        let evaluators: [&'static dyn Evaluator; 2] = [Shapes::ours(), LinePatterns::ours()];
        for evaluator in evaluators {
            let mut asked = asked_anew(evaluator);
            for point in points("H10 H11") {
                asked.play(point, Color::Black);
            }
            for mover in Color::BOTH {
                assert!(asked.value(mover).abs() <= MAX_EVAL);
            }
        }
    }
}
