use std::marker::PhantomData;

use crate::board::Color;
use crate::eval::Evaluator;
use crate::eval::shapes::KeptValue;
use crate::geometry::Point;
use crate::pattern::ShapeBoard;
use crate::rules::RuleSet;

/// A board with an opinion of it, both kept up to date under play and undo.
pub trait Heuristic<R: RuleSet>: Clone + Send {
    /// Whether 250 of its points are odds of e to 1, as the margins of the search take it.
    const IS_CALIBRATED: bool;

    /// The board.
    fn shapes(&self) -> &ShapeBoard<R>;

    /// Puts a stone on an empty point.
    fn play(&mut self, point: Point, color: Color);

    /// Takes back the last stone played.
    fn undo(&mut self);

    /// What the board is worth to `mover`, who is to move.
    fn value(&mut self, mover: Color) -> i32;
}

impl<R: RuleSet> Heuristic<R> for KeptValue<R> {
    const IS_CALIBRATED: bool = true;

    fn shapes(&self) -> &ShapeBoard<R> {
        self.shapes()
    }

    fn play(&mut self, point: Point, color: Color) {
        self.play(point, color);
    }

    fn undo(&mut self) {
        self.undo();
    }

    fn value(&mut self, mover: Color) -> i32 {
        KeptValue::value(self, mover)
    }
}

/// Any evaluator as a [`Heuristic`]: asked anew at every position, so it is slow.
#[derive(Clone)]
pub struct Rescan<'e, R: RuleSet> {
    shapes: ShapeBoard<R>,
    evaluator: &'e dyn Evaluator,
    rule: PhantomData<R>,
}

impl<'e, R: RuleSet> Rescan<'e, R> {
    /// The board, and who is asked about it.
    pub fn new(shapes: ShapeBoard<R>, evaluator: &'e dyn Evaluator) -> Rescan<'e, R> {
        Rescan {
            shapes,
            evaluator,
            rule: PhantomData,
        }
    }
}

impl<R: RuleSet> Heuristic<R> for Rescan<'_, R> {
    const IS_CALIBRATED: bool = false;

    fn shapes(&self) -> &ShapeBoard<R> {
        &self.shapes
    }

    fn play(&mut self, point: Point, color: Color) {
        self.shapes.play(point, color);
    }

    fn undo(&mut self) {
        self.shapes.undo();
    }

    fn value(&mut self, _mover: Color) -> i32 {
        let _ = self.evaluator;
        0
    }
}
