use crate::board::Color;
use crate::geometry::{Point, PointSet};
use crate::pattern::{Shape, ShapeBoard};

use super::dead::Dead;
use super::meter::Meter;

/// A board in the hands of a solver, what it may spend and what it remembers.
pub(super) struct Solver<'q> {
    pub(super) shapes: ShapeBoard,
    pub(super) meter: Meter<'q>,
    pub(super) dead: Dead,
    /// Fours to try, of all the nodes on the way, those of the deepest last.
    pub(super) fours: Vec<(i32, Point)>,
}

impl<'q> Solver<'q> {
    pub(super) fn new(shapes: ShapeBoard, meter: Meter<'q>, memory: usize) -> Solver<'q> {
        Solver {
            shapes,
            meter,
            dead: Dead::new(memory),
            fours: Vec::new(),
        }
    }

    /// Puts a stone on an empty point.
    pub(super) fn play(&mut self, point: Point, color: Color) {
        self.meter.spent.nodes += 1;
        self.shapes.play(point, color);
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
        self.shapes.is_legal(point, color)
    }

    /// The reply to a four of `color` on `point`, if its look leaves no doubt that there is just one.
    pub(super) fn only_reply(&self, point: Point, color: Color) -> Option<Point> {
        let counts = self.shapes.counts(point, color);
        if counts.fours() != 1 || counts.count(Shape::Four) != 1 {
            return None;
        }
        let entries = self.shapes.shapes(point, color);
        let mut lines = entries.iter();
        let (direction, entry) = lines.find(|(_, entry)| entry.shape() == Shape::Four)?;
        point.step(direction, entry.five_ahead())
    }

    /// The position's name in tables: its stones, and whose win is looked for.
    pub(super) fn key(&self, attacker: Color) -> u64 {
        self.shapes.board().key().get() ^ side(attacker)
    }

    /// The same after a move of each side.
    pub(super) fn key_after(&self, attack: Point, reply: Point, attacker: Color) -> u64 {
        let key = self.shapes.board().key();
        let key = key
            .with_stone(attack, attacker)
            .with_stone(reply, !attacker);
        key.get() ^ side(attacker)
    }
}

const fn side(attacker: Color) -> u64 {
    match attacker {
        Color::Black => 0,
        Color::White => 0x5bd1_e995_9d1b_58d3,
    }
}
