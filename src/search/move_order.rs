//! Which move to try first.

use std::sync::LazyLock;

use crate::board::{ByColor, Color};
use crate::geometry::{Point, PointSet};
use crate::pattern::{Shape, ShapeCounts, ShapePair};

use super::StaticEvaluator;
use super::history::MoveKind;
use super::worker::Worker;

/// A move and its promise.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredMove {
    pub(super) point: Point,
    pub(super) score: i32,
    /// What it makes for either side, without what was history.
    pub(super) shape_score: i32,
    pub(super) kind: MoveKind,
}

/// Moves after which the order no longer matters.
const SORTED_MOVES: usize = 15;

/// What a move promises by the two strongest shapes it makes.
static SHAPE_SCORES: LazyLock<[i16; ShapePair::COUNT]> = LazyLock::new(|| {
    let mut scores = [0; ShapePair::COUNT];
    for class in ShapePair::all() {
        scores[class.index()] = shape_score_of(class.strongest(), class.second());
    }
    scores
});

fn shape_score_of(strongest: Shape, second: Shape) -> i16 {
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
const COUNTERMOVE_BONUS: i32 = 30;
/// What the best history promises.
const HISTORY_WEIGHT: i32 = 120;

impl<H: StaticEvaluator> Worker<'_, H> {
    /// Ranks the points of a set as moves; gives the place of the first among
    /// [`moves`](Worker::moves).
    pub(super) fn score_moves(
        &mut self,
        points: PointSet,
        best: Option<Point>,
        ply: usize,
    ) -> usize {
        let mut all = std::mem::take(&mut self.moves);
        let first = all.len();
        let last = self.stack[ply].last;
        let countermove = self.history.countermove(self.side, last);
        points.iter().for_each(|point| {
            let counts = self.shapes().both_counts(point);
            let shape_score = self.shape_score(point, counts);
            let kind = MoveKind::of(counts[self.side]);
            let history =
                self.history.history_score(kind, self.side, point) * HISTORY_WEIGHT / 8192;
            let bonus = if countermove == Some(point) {
                COUNTERMOVE_BONUS
            } else {
                0
            };
            let score = shape_score + history + bonus;
            all.push(ScoredMove {
                point,
                score: if best == Some(point) { i32::MAX } else { score },
                shape_score,
                kind,
            });
        });
        self.moves = all;
        first
    }

    /// What a move makes for its side, and what it takes from the other.
    #[inline]
    fn shape_score(&self, point: Point, counts: ByColor<ShapeCounts>) -> i32 {
        let score = |color| i32::from(SHAPE_SCORES[counts[color].pair().index()]);
        let taken = score(!self.side) * 9 / 10;
        let is_restricted = self.restricts_black() && self.side == Color::White;
        // What Black may hardly play need hardly be taken from him.
        let taken = if is_restricted && self.shapes().suspects().contains(point) {
            taken / 4
        } else {
            taken
        };
        score(self.side) + taken
    }

    /// The best of the moves ranked from place `next` on, which it swaps there.
    pub(super) fn pick_next(&mut self, first: usize, next: usize) -> Option<ScoredMove> {
        let rest = self.moves.get_mut(next..)?;
        if next - first < SORTED_MOVES {
            let best = (0..rest.len()).max_by_key(|&at| (rest[at].score, std::cmp::Reverse(at)))?;
            rest.swap(0, best);
        }
        rest.first().copied()
    }
}
