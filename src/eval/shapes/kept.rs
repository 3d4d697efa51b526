use crate::board::{Board, ByColor, Color, WINDOW_REACH};
use crate::geometry::{ByDirection, Direction, Point};
use crate::pattern::{Entry, ShapeBoard};
use crate::rules::RuleSet;

use super::code::Code;
use super::weights::Weights;

/// The value of a board kept up to date under play and undo.
///
/// A stone changes what is made on the empty points within five steps along its four lines, so
/// only their weights are taken out and put in again.
#[derive(Clone)]
pub struct KeptValue<'a, R: RuleSet> {
    shapes: ShapeBoard<R>,
    weights: &'a Weights,
    sums: ByColor<i64>,
}

impl<'a, R: RuleSet> KeptValue<'a, R> {
    /// Takes a board and adds up its points.
    pub fn new(board: Board, weights: &'a Weights) -> KeptValue<'a, R> {
        let mut kept = KeptValue {
            shapes: ShapeBoard::new(board),
            weights,
            sums: ByColor::default(),
        };
        for point in kept.board().empties().iter() {
            kept.count(point, 1);
        }
        kept
    }

    /// The board with its shapes.
    pub const fn shapes(&self) -> &ShapeBoard<R> {
        &self.shapes
    }

    /// The stones.
    pub const fn board(&self) -> &Board {
        self.shapes.board()
    }

    /// What the board is worth to `side`.
    pub fn value(&self, side: Color) -> i64 {
        self.sums[side] - self.sums[!side]
    }

    /// Puts a stone on an empty point.
    ///
    /// # Panics
    ///
    /// Panics if `point` is off the board or has a stone.
    pub fn play(&mut self, point: Point, color: Color) {
        assert!(
            self.board().is_empty(point),
            "{point} is off the board or taken"
        );
        self.count(point, -1);
        self.count_around(point, -1);
        self.shapes.play(point, color);
        self.count_around(point, 1);
    }

    /// Takes back the last stone played, and tells where it was.
    pub fn undo(&mut self) -> Option<Point> {
        let point = self.shapes.last_played()?;
        self.count_around(point, -1);
        self.shapes.undo();
        self.count_around(point, 1);
        self.count(point, 1);
        Some(point)
    }

    /// What a stone of `color` would make on an empty point.
    pub fn code(&self, point: Point, color: Color) -> Code {
        let entries = self.shapes.shapes(point, color);
        let shapes = ByDirection(entries.0.map(Entry::shape));
        Code::new(shapes, color == Color::Black && R::RESTRICTS_BLACK)
    }

    fn count_around(&mut self, point: Point, sign: i64) {
        let reach = WINDOW_REACH as i8;
        for direction in Direction::ALL {
            for count in (-reach..=reach).filter(|&count| count != 0) {
                match point.step(direction, count) {
                    Some(at) if self.board().is_empty(at) => self.count(at, sign),
                    _ => {}
                }
            }
        }
    }

    fn count(&mut self, point: Point, sign: i64) {
        for color in Color::BOTH {
            let weight = self.weights.board.code(&self.code(point, color));
            self.sums[color] += sign * weight;
        }
    }
}
