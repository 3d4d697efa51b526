//! Verdicts that were found before, and when they may be used again.

use std::collections::HashMap;

use crate::board::{View, WINDOW_REACH};
use crate::geometry::{ByDirection, Direction, Point, PointSet};

/// Answers about empty points of one board after trial stones.
///
/// An answer is kept with the points that were read to find it: the lines through the point in
/// question and whatever the questions behind it read. It holds after any trial stones that are
/// the same on those points, however many differ elsewhere, and in whatever order they came.
///
/// While an answer is looked for, [`begin`](Self::begin) to [`end`](Self::end), everything read is
/// noted for it, and then for the question that it belongs to.
#[derive(Clone, Debug)]
pub(super) struct Memory<T> {
    answers: HashMap<Point, Vec<Remembered<T>>>,
    /// What was read for the question at hand.
    read: PointSet,
}

#[derive(Clone, Debug)]
struct Remembered<T> {
    read: PointSet,
    /// The trial stones among these points.
    stones: PointSet,
    answer: T,
}

impl<T> Default for Memory<T> {
    fn default() -> Memory<T> {
        Memory {
            answers: HashMap::new(),
            read: PointSet::EMPTY,
        }
    }
}

impl<T: Clone> Memory<T> {
    /// The answer about `point` after these trial stones, if it is known and serves; what it rests
    /// on counts as read.
    pub(super) fn recall(
        &mut self,
        point: Point,
        stones: PointSet,
        serves: impl Fn(&T) -> bool,
    ) -> Option<T> {
        let holds =
            |known: &&Remembered<T>| known.stones == stones & known.read && serves(&known.answer);
        let known = self.answers.get(&point)?.iter().find(holds)?;
        self.read = self.read | known.read;
        Some(known.answer.clone())
    }

    /// Notes points that an answer depends on.
    pub(super) fn read(&mut self, points: PointSet) {
        self.read = self.read | points;
    }

    /// What was read since this was asked last, outside of any question.
    pub(super) fn take_read(&mut self) -> PointSet {
        std::mem::take(&mut self.read)
    }

    /// Begins a question that reads these points at least. Gives what the outer question had read.
    pub(super) fn begin(&mut self, points: PointSet) -> PointSet {
        std::mem::replace(&mut self.read, points)
    }

    /// Ends that question with its answer, and goes back to the outer one.
    pub(super) fn end(&mut self, outer: PointSet, point: Point, stones: PointSet, answer: T) {
        let read = self.read;
        self.answers.entry(point).or_default().push(Remembered {
            read,
            stones: stones & read,
            answer,
        });
        self.read = outer | read;
    }
}

/// The points on the lines through `point` that what a stone makes there depends on: as far as a
/// window reaches, and not beyond a white stone.
pub(super) fn lines_in_reach(point: Point, views: &ByDirection<View>) -> PointSet {
    let mut points = PointSet::EMPTY;
    for (direction, view) in views.iter() {
        for outwards in [-1, 1] {
            add_free(&mut points, point, direction, outwards, view.blocked);
        }
    }
    points
}

fn add_free(points: &mut PointSet, from: Point, direction: Direction, outwards: i8, blocked: u16) {
    let reach = WINDOW_REACH as i8;
    for count in 1..=reach {
        let steps = count * outwards;
        match from.step(direction, steps) {
            Some(at) if blocked >> (reach + steps) & 1 == 0 => points.insert(at),
            _ => return,
        };
    }
}
