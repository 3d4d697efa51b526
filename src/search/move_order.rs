//! Move ordering: by learned scores of what moves make and take, by history and countermoves.

use std::sync::LazyLock;

use crate::board::Color;
use crate::geometry::{Point, PointSet};
use crate::pattern::{Shape, ShapeBoard, ShapePair};

use super::history::{History, MAX_HISTORY, MoveKind};
use super::move_scores::MoveScores;

/// A move with its score for the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredMove {
    pub(super) point: Point,
    pub(super) score: i32,
    /// What it makes and takes, by hand-made numbers: the measure of what stops a threat, and 0 where it
    /// makes nothing for either side.
    pub(super) shape_score: i32,
    pub(super) kind: MoveKind,
}

/// Moves that are picked in order; the rest is searched as it stands.
const SORTED_MOVES: usize = 15;

/// What is made of the two strongest shapes of a point for reductions and pruning.
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

/// Score of the move that last refuted the opponent's last move.
const COUNTERMOVE_BONUS: i32 = 30;
/// Score of the best history.
const HISTORY_WEIGHT: i32 = 120;

/// What the order of the moves of a node follows from.
pub(super) struct MoveScorer<'a> {
    pub(super) shapes: &'a ShapeBoard,
    /// The side to move.
    pub(super) us: Color,
    pub(super) scores: &'a MoveScores,
    pub(super) history: &'a History,
    /// The opponent's last move.
    pub(super) last: Option<Point>,
    /// The move of the transposition table, which is first.
    pub(super) table_move: Option<Point>,
}

impl MoveScorer<'_> {
    /// Appends the points of a set to `moves`; gives the place of the first.
    pub(super) fn append(&self, points: PointSet, moves: &mut Vec<ScoredMove>) -> usize {
        let first = moves.len();
        let countermove = self.history.countermove(self.us, self.last);
        points.iter().for_each(|point| {
            let mut scored = self.scored(point);
            if countermove == Some(point) {
                scored.score += COUNTERMOVE_BONUS;
            }
            if self.table_move == Some(point) {
                scored.score = i32::MAX;
            }
            moves.push(scored);
        });
        first
    }

    #[inline]
    fn scored(&self, point: Point) -> ScoredMove {
        let us = self.us;
        let counts = self.shapes.both_counts(point);
        let [made, taken] = [us, !us].map(|color| counts[color].pair());
        let kind = MoveKind::of(counts[us]);
        let history = self.history.history_score(kind, us, point);
        ScoredMove {
            point,
            score: self.scores.score(made, taken) + history * HISTORY_WEIGHT / MAX_HISTORY,
            shape_score: self.shape_score(point, made, taken),
            kind,
        }
    }

    /// What a move makes for its side, and what it takes from the opponent.
    #[inline]
    fn shape_score(&self, point: Point, made: ShapePair, taken: ShapePair) -> i32 {
        let [made, taken] = [made, taken].map(|pair| i32::from(SHAPE_SCORES[pair.index()]));
        let taken = taken * 9 / 10;
        // Blocking a point that is probably forbidden to Black gains little.
        let is_forbidden = self.us == Color::White && self.shapes.suspects().contains(point);
        made + if is_forbidden { taken / 4 } else { taken }
    }
}

/// The best of the moves from place `next` on, swapped to that place; `first` is the node's first.
pub(super) fn pick_next(moves: &mut [ScoredMove], first: usize, next: usize) -> Option<ScoredMove> {
    let rest = moves.get_mut(next..)?;
    if next - first < SORTED_MOVES {
        // A plain loop: `max_by_key` by score and place took 29 % of a whole search.
        let (mut best, mut score) = (0, rest.first()?.score);
        for (at, scored) in rest.iter().enumerate() {
            if scored.score > score {
                (best, score) = (at, scored.score);
            }
        }
        rest.swap(0, best);
    }
    rest.first().copied()
}
