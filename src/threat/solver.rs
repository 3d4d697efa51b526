use crate::board::Color;
use crate::geometry::Point;
use crate::pattern::{Shape, ShapeBoard};

use super::node_budget::NodeBudget;
use super::vcf_table::VcfTable;

/// A board in the hands of a solver, what it may spend and what it remembers.
pub(super) struct Solver<'q> {
    pub(super) shapes: ShapeBoard,
    pub(super) budget: NodeBudget<'q>,
    pub(super) vcf_table: VcfTable,
    /// VcfResult to try, of all the nodes on the way, those of the deepest last.
    pub(super) fours: Vec<(i32, Point)>,
}

impl<'q> Solver<'q> {
    pub(super) fn new(shapes: ShapeBoard, budget: NodeBudget<'q>, memory: usize) -> Solver<'q> {
        Solver {
            shapes,
            budget,
            vcf_table: VcfTable::new(memory),
            fours: Vec::new(),
        }
    }

    /// Puts a stone on an empty point.
    pub(super) fn play(&mut self, point: Point, color: Color) {
        self.budget.spent.nodes += 1;
        self.shapes.play(point, color);
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

    /// The key of the position after a move of each side.
    pub(super) fn key_after(&self, attack: Point, reply: Point, attacker: Color) -> u64 {
        let key = self.shapes.board().key();
        let key = key
            .with_stone(attack, attacker)
            .with_stone(reply, !attacker);
        key.for_side(attacker)
    }
}
