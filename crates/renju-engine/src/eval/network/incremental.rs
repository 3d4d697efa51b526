//! Efficiently updated network for search: features follow play and undo, and only on demand.

use crate::eval::shapes::IncrementalShapes;
use renju_core::board::Color;
use renju_core::geometry::{Point, PointMap};
use renju_core::pattern::{LinePair, ShapeBoard};

use super::features::{FeatureSums, PointFeatures, add, board_features, change, replace, sums_of};
use super::weight_rows::FEATURES;
use super::weights::{BoardFeatures, NetworkWeights, RuleNetwork};

/// The value of a board by a network, kept up to date under play and undo.
///
/// A stone writes down the lines where it changes what stones would make. The features follow
/// only when a value is asked for, as a search takes back many stones before it asks.
#[derive(Clone)]
pub struct IncrementalNetwork<'w> {
    shapes: IncrementalShapes,
    network: &'w RuleNetwork,
    /// The features of each empty point; a point with a stone keeps those it had when the stone came.
    points: PointMap<PointFeatures>,
    features: FeatureSums,
    /// What they were before each stone that they know.
    earlier: Vec<FeatureSums>,
    /// The lines that the stones have changed, oldest first.
    changes: Vec<Change>,
    stones: Vec<Stone>,
    /// How many of the stones the features know.
    known: usize,
}

#[derive(Clone, Copy)]
struct Change {
    point: Point,
    pairs: [LinePair; 2],
}

#[derive(Clone, Copy)]
struct Stone {
    point: Point,
    /// How many changes there had been before.
    changes: usize,
}

impl<'w> IncrementalNetwork<'w> {
    /// Takes the value that the network adds to, by [`Shapes::ours`](crate::eval::shapes::Shapes::ours),
    /// and finds the features of its board.
    pub fn new(shapes: IncrementalShapes, weights: &'w NetworkWeights) -> IncrementalNetwork<'w> {
        let network = weights.of(shapes.shapes().rule());
        let mut points = PointMap::filled(network.bias.0);
        for point in shapes.board().empties().iter() {
            points[point] = sums_of(network, shapes.shapes(), point);
        }
        IncrementalNetwork {
            features: board_features(network, shapes.shapes()),
            earlier: Vec::new(),
            shapes,
            network,
            points,
            changes: Vec::new(),
            stones: Vec::new(),
            known: 0,
        }
    }

    /// The stones and the shapes.
    pub const fn shapes(&self) -> &ShapeBoard {
        self.shapes.shapes()
    }

    /// Mutable access to the board; the caller must restore it.
    pub(crate) const fn shapes_mut(&mut self) -> &mut ShapeBoard {
        self.shapes.shapes_mut()
    }

    /// What the board is worth to `mover`, who is to move, in whole points.
    pub fn value(&mut self, mover: Color) -> i32 {
        while self.known < self.stones.len() {
            self.learn();
        }
        let facts = self.shapes.facts(mover);
        let told = BoardFeatures {
            features: &self.features,
            facts,
            stones: self.shapes.board().stone_count(),
        };
        let added = self.network.value(&told, mover);
        (self.shapes.exact_value(mover, facts) + added).points()
    }

    /// Puts a stone on an empty point.
    ///
    /// # Panics
    ///
    /// Panics if `point` is off the board or has a stone.
    pub fn play(&mut self, point: Point, color: Color) {
        self.stones.push(Stone {
            point,
            changes: self.changes.len(),
        });
        let changes = &mut self.changes;
        self.shapes.play_with(point, color, |change| {
            let (point, pairs) = (change.point, change.pairs);
            if pairs[0] != pairs[1] {
                changes.push(Change { point, pairs });
            }
        });
    }

    /// Takes back the last stone played, and tells where it was.
    pub fn undo(&mut self) -> Option<Point> {
        let stone = self.stones.pop()?;
        if self.known > self.stones.len() {
            self.forget(stone);
        }
        self.changes.truncate(stone.changes);
        self.shapes.undo()
    }

    /// Puts the oldest stone that the features do not know into them.
    fn learn(&mut self) {
        let stone = self.stones[self.known];
        self.known += 1;
        let next = self.stones.get(self.known);
        let end = next.map_or(self.changes.len(), |next| next.changes);
        let mut gain = [0; FEATURES];
        replace(&mut gain, &self.points[stone.point], &self.network.bias.0);
        for &Change { point, pairs } in &self.changes[stone.changes..end] {
            let sums = &mut self.points[point];
            let before = *sums;
            change(sums, self.network, pairs);
            replace(&mut gain, &before, sums);
        }
        self.earlier.push(self.features);
        add(&mut self.features, &gain);
    }

    /// Takes the last stone, which the features know, out of them.
    fn forget(&mut self, stone: Stone) {
        self.known -= 1;
        self.features = self.earlier.pop().unwrap_or(self.features);
        for &Change { point, pairs } in &self.changes[stone.changes..] {
            let [before, now] = pairs;
            change(&mut self.points[point], self.network, [now, before]);
        }
    }
}
