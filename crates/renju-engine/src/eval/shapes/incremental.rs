//! Incremental board value for search: a running sum of shape weights that play and undo adjust.

use std::sync::Arc;

use renju_core::board::{Board, ByColor, Color};
use renju_core::geometry::{ByDirection, Point};
use renju_core::pattern::{LineChange, ShapeBoard, ShapeCounts, ShapeEntry};
use renju_core::rule::Rule;

use super::point_shapes::{Facts, PointShapes};
use super::sixteenths::Sixteenths;
use super::weights::{ClassWeights, ShapesWeights};

/// The value of a board kept up to date under play and undo.
///
/// A stone changes what is made on some of the points within five steps along its four lines. As
/// [`ShapeBoard`] finds them, their old weights are taken out and the new ones put in. Undo
/// restores the sum that stood before.
#[derive(Clone)]
pub struct IncrementalShapes {
    shapes: ShapeBoard,
    tables: Arc<Tables>,
    /// Black's points minus White's.
    balance: Sixteenths,
    /// What that was before each stone.
    earlier: Vec<Sixteenths>,
}

/// The weights of one rule, ready to look up.
struct Tables {
    points: ByColor<ClassWeights>,
    /// By [`Facts`].
    mover: ByColor<[Sixteenths; Facts::COUNT]>,
}

impl Tables {
    fn of(weights: &ShapesWeights, rule: Rule) -> Tables {
        let mover = |color| {
            let weights = weights.mover.of(rule, color);
            let mut sums = [Sixteenths::default(); Facts::COUNT];
            for facts in Facts::all() {
                sums[facts.index()] = weights.sum(facts);
            }
            sums
        };
        Tables {
            points: ByColor::from_fn(|color| weights.board.of(rule, color).clone()),
            mover: ByColor::from_fn(mover),
        }
    }

    /// Black's weight of a point minus White's.
    #[inline]
    fn balance(&self, counts: ByColor<ShapeCounts>) -> Sixteenths {
        let weight = |color| self.points[color].of(counts[color].pair());
        weight(Color::Black) - weight(Color::White)
    }
}

impl IncrementalShapes {
    /// Takes a board and adds up its points.
    pub fn new(board: Board, rule: Rule, weights: &ShapesWeights) -> IncrementalShapes {
        let shapes = ShapeBoard::new(board, rule);
        let tables = Tables::of(weights, rule);
        let counts = |point| ByColor::from_fn(|color| shapes.counts(point, color));
        let points = shapes.board().empties().iter();
        let balance = points.map(|point| tables.balance(counts(point))).sum();
        IncrementalShapes {
            shapes,
            tables: Arc::new(tables),
            balance,
            earlier: Vec::new(),
        }
    }

    /// The board as it stands.
    pub const fn board(&self) -> &Board {
        self.shapes.board()
    }

    /// The stones and the shapes.
    pub const fn shapes(&self) -> &ShapeBoard {
        &self.shapes
    }

    /// Mutable access to the board; the caller must restore it.
    pub(crate) const fn shapes_mut(&mut self) -> &mut ShapeBoard {
        &mut self.shapes
    }

    /// What the board is worth to `mover`, who is to move, in whole points.
    #[inline]
    pub fn value(&self, mover: Color) -> i32 {
        self.exact_value(mover, self.facts(mover)).points()
    }

    /// What both sides have at hand when `mover` is to move.
    #[inline]
    pub(in crate::eval) fn facts(&self, mover: Color) -> Facts {
        let has = |color, shape| !self.shapes.strongest(color, shape).is_empty();
        Facts::new(mover, has)
    }

    /// What the board is worth to `mover`, who is to move, with these [`facts`](Self::facts).
    #[inline]
    pub(in crate::eval) fn exact_value(&self, mover: Color, facts: Facts) -> Sixteenths {
        let balance = match mover {
            Color::Black => self.balance,
            Color::White => -self.balance,
        };
        balance + self.tables.mover[mover][facts.index()]
    }

    /// Puts a stone on an empty point.
    ///
    /// # Panics
    ///
    /// Panics if `point` is off the board or has a stone.
    pub fn play(&mut self, point: Point, color: Color) {
        self.play_with(point, color, |_| {});
    }

    /// Puts a stone on an empty point, and tells `tell` of each line of an empty point where it
    /// changes what stones would make.
    #[inline]
    pub(in crate::eval) fn play_with(
        &mut self,
        point: Point,
        color: Color,
        mut tell: impl FnMut(LineChange),
    ) {
        self.earlier.push(self.balance);
        let tables = &*self.tables;
        let mut balance = self.balance - tables.balance(self.shapes.both_counts(point));
        self.shapes.play_with(point, color, |change| {
            let [before, now] = change.counts;
            balance += tables.balance(now) - tables.balance(before);
            tell(change);
        });
        self.balance = balance;
    }

    /// Takes back the last stone played, and tells where it was.
    pub fn undo(&mut self) -> Option<Point> {
        self.balance = self.earlier.pop()?;
        self.shapes.undo()
    }

    /// What a stone of `color` would make on an empty point.
    pub fn code(&self, point: Point, color: Color) -> PointShapes {
        let entries = self.shapes.shapes(point, color);
        let shapes = ByDirection(entries.0.map(ShapeEntry::shape));
        PointShapes::new(shapes, self.shapes.rule().restricts(color))
    }
}
