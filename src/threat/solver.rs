use crate::board::Color;
use crate::forbidden::is_forbidden;
use crate::geometry::{Point, PointSet};
use crate::pattern::{Shape, ShapeBoard};
use crate::rules::RuleSet;

use super::dead::Dead;
use super::meter::Meter;

/// A board in the hands of a solver, what it may spend and what it remembers.
pub(super) struct Solver<'q, R: RuleSet> {
    pub(super) shapes: ShapeBoard<R>,
    pub(super) meter: Meter<'q>,
    pub(super) dead: Dead,
    /// Fours to try, of all the nodes on the way, those of the deepest last.
    pub(super) fours: Vec<(i32, Point)>,
}

impl<'q, R: RuleSet> Solver<'q, R> {
    pub(super) fn new(shapes: ShapeBoard<R>, meter: Meter<'q>, memory: usize) -> Solver<'q, R> {
        Solver {
            shapes,
            meter,
            dead: Dead::new(memory),
            fours: Vec::new(),
        }
    }

    /// Where a stone of `color` makes a five.
    pub(super) fn fives(&self, color: Color) -> PointSet {
        self.shapes.strongest(color, Shape::Five)
    }

    /// Where a stone of `color` makes a four or more, fives left out.
    pub(super) fn four_points(&self, color: Color) -> PointSet {
        self.shapes.strongest(color, Shape::Four)
            | self.shapes.strongest(color, Shape::StraightFour)
    }

    /// Whether the rules let `color` play the empty `point`.
    pub(super) fn may_play(&self, point: Point, color: Color) -> bool {
        color == Color::White || !is_forbidden(&self.shapes, point)
    }

    /// The position's name in tables: its stones, and whose win is looked for.
    pub(super) fn key(&self, attacker: Color) -> u64 {
        let side = match attacker {
            Color::Black => 0,
            Color::White => 0x5bd1_e995_9d1b_58d3,
        };
        self.shapes.board().key().get() ^ side
    }
}
