//! Which move to try first.

use std::sync::LazyLock;

use crate::board::{ByColor, Color};
use crate::geometry::{Point, PointSet};
use crate::pattern::{Class, Shape, Tally};

use super::Heuristic;
use super::history::Kind;
use super::worker::Worker;

/// A move and its promise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub(super) point: Point,
    pub(super) promise: i32,
    /// What it makes for either side, without what was learnt.
    pub(super) made: i32,
    pub(super) kind: Kind,
}

/// Moves after which the order no longer matters.
const SORTED: usize = 15;

/// What a move promises by the two strongest shapes it makes.
static PROMISES: LazyLock<[i16; Class::COUNT]> = LazyLock::new(|| {
    let mut promises = [0; Class::COUNT];
    for class in Class::all() {
        promises[class.index()] = promise_of(class.strongest(), class.second());
    }
    promises
});

fn promise_of(strongest: Shape, second: Shape) -> i16 {
    use Shape::{ClosedThree, ClosedTwo, Dead, Five, Four, OpenThree, OpenTwo, StraightFour};
    match (strongest, second) {
        (Five, _) => 999,
        (StraightFour, _) => 600,
        (Four, Four) => 400,
        (Four, OpenThree) => 300,
        (Four | OpenThree, Dead) => 90,
        (Four, _) => 120,
        (OpenThree, OpenThree) => 140,
        (OpenThree, _) => 110,
        (ClosedThree | OpenTwo, Dead) => 30,
        (ClosedThree, _) => 55,
        (OpenTwo, OpenTwo) => 50,
        (OpenTwo, _) => 40,
        (ClosedTwo, ClosedTwo) => 15,
        (ClosedTwo, _) => 8,
        _ => 0,
    }
}

/// What the last answer to the move before promises besides.
const ANSWER: i32 = 30;
/// What the best history promises.
const LEARNT: i32 = 120;

impl<H: Heuristic> Worker<'_, H> {
    /// Ranks the points of a set as moves; gives the place of the first among
    /// [`ranked`](Worker::ranked).
    pub(super) fn rank(&mut self, points: PointSet, best: Option<Point>, ply: usize) -> usize {
        let mut all = std::mem::take(&mut self.ranked);
        let first = all.len();
        let last = self.frames[ply].last;
        let answer = self.history.answer_to(self.side, last);
        points.iter().for_each(|point| {
            let tallies = self.shapes().tallies(point);
            let made = self.made(point, tallies);
            let kind = Kind::of(tallies[self.side]);
            let learnt = self.history.worth(kind, self.side, point) * LEARNT / 8192;
            let answers = if answer == Some(point) { ANSWER } else { 0 };
            let promise = made + learnt + answers;
            all.push(Ranked {
                point,
                promise: if best == Some(point) {
                    i32::MAX
                } else {
                    promise
                },
                made,
                kind,
            });
        });
        self.ranked = all;
        first
    }

    /// What a move makes for its side, and what it takes from the other.
    #[inline]
    fn made(&self, point: Point, tallies: ByColor<Tally>) -> i32 {
        let promise = |color| i32::from(PROMISES[tallies[color].class().index()]);
        let taken = promise(!self.side) * 9 / 10;
        let is_restricted = self.restricts_black() && self.side == Color::White;
        // What Black may hardly play need hardly be taken from him.
        let taken = if is_restricted && self.shapes().suspects().contains(point) {
            taken / 4
        } else {
            taken
        };
        promise(self.side) + taken
    }

    /// The best of the moves ranked from place `next` on, which it swaps there.
    pub(super) fn pick(&mut self, first: usize, next: usize) -> Option<Ranked> {
        let rest = self.ranked.get_mut(next..)?;
        if next - first < SORTED {
            let best =
                (0..rest.len()).max_by_key(|&at| (rest[at].promise, std::cmp::Reverse(at)))?;
            rest.swap(0, best);
        }
        rest.first().copied()
    }
}
