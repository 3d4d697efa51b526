//! The value of a board under play and undo, as a search asks for it.

use renju_core::board::Color;
use renju_core::geometry::Point;

use super::network::IncrementalNetwork;
use super::shapes::IncrementalShapes;

/// Keeps the value of a board up to date while stones come and go: what an evaluator of one's own
/// gives to a search that should not ask anew at every position.
pub trait IncrementalEvaluator: Send {
    /// Puts a stone on an empty point.
    fn play(&mut self, point: Point, color: Color);

    /// Takes back the last stone played.
    fn undo(&mut self);

    /// What the board is worth to `mover`, who is to move, in the unit of the evaluator.
    fn value(&mut self, mover: Color) -> i32;

    /// A copy for another thread of the search.
    fn copy<'a>(&self) -> Box<dyn IncrementalEvaluator + 'a>
    where
        Self: 'a;
}

/// A board whose value is kept up to date; made by
/// [`Evaluator::incremental`](super::Evaluator::incremental).
pub struct Incremental<'e>(pub(crate) IncrementalKind<'e>);

/// The search is compiled for each of the first two, as a virtual call at every node would cost more
/// than what is kept up to date.
pub(crate) enum IncrementalKind<'e> {
    Shapes(IncrementalShapes),
    Network(IncrementalNetwork<'e>),
    Other(Box<dyn IncrementalEvaluator + 'e>),
}

impl<'e> Incremental<'e> {
    /// By an evaluator of one's own, which has the stones of the board already.
    pub fn new(kept: impl IncrementalEvaluator + 'e) -> Incremental<'e> {
        Incremental(IncrementalKind::Other(Box::new(kept)))
    }

    /// What the board is worth to `mover`, who is to move, in the unit of the evaluator.
    pub fn value(&mut self, mover: Color) -> i32 {
        match &mut self.0 {
            IncrementalKind::Shapes(kept) => kept.value(mover),
            IncrementalKind::Network(kept) => kept.value(mover),
            IncrementalKind::Other(kept) => kept.value(mover),
        }
    }
}

impl From<IncrementalShapes> for Incremental<'_> {
    fn from(kept: IncrementalShapes) -> Self {
        Incremental(IncrementalKind::Shapes(kept))
    }
}

impl<'e> From<IncrementalNetwork<'e>> for Incremental<'e> {
    fn from(kept: IncrementalNetwork<'e>) -> Self {
        Incremental(IncrementalKind::Network(kept))
    }
}
