//! Move ordering: shapes first, then history and countermoves.

use std::sync::LazyLock;

use crate::board::{ByColor, Color};
use crate::geometry::{Point, PointSet};
use crate::pattern::{Shape, ShapeBoard, ShapeCounts, ShapePair};

use super::history::{History, MAX_HISTORY, MoveKind};

/// A move with its score for the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredMove {
    pub(super) point: Point,
    pub(super) score: i32,
    /// What it makes for either side, without what was history.
    pub(super) shape_score: i32,
    pub(super) kind: MoveKind,
}

/// Moves that are picked in order; the rest is searched as it stands.
const SORTED_MOVES: usize = 15;

/// The score of a move by the two strongest shapes it makes.
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

/// Appends the points of a set to `moves`, with their scores for `us` to move after `last`; the
/// table move is first. Gives the place of the first.
pub(super) fn score_moves(
    moves: &mut Vec<ScoredMove>,
    points: PointSet,
    table_move: Option<Point>,
    shapes: &ShapeBoard,
    us: Color,
    history: &History,
    last: Option<Point>,
) -> usize {
    let first = moves.len();
    let countermove = history.countermove(us, last);
    points.iter().for_each(|point| {
        let counts = shapes.both_counts(point);
        let shape_score = shape_score(shapes, point, counts, us);
        let kind = MoveKind::of(counts[us]);
        let history = history.history_score(kind, us, point) * HISTORY_WEIGHT / MAX_HISTORY;
        let is_countermove = countermove == Some(point);
        let bonus = if is_countermove { COUNTERMOVE_BONUS } else { 0 };
        let is_table_move = table_move == Some(point);
        let score = shape_score + history + bonus;
        moves.push(ScoredMove {
            point,
            score: if is_table_move { i32::MAX } else { score },
            shape_score,
            kind,
        });
    });
    first
}

/// What a move makes for its side, and what it takes from the opponent.
#[inline]
fn shape_score(shapes: &ShapeBoard, point: Point, counts: ByColor<ShapeCounts>, us: Color) -> i32 {
    let score = |color| i32::from(SHAPE_SCORES[counts[color].pair().index()]);
    let taken = score(!us) * 9 / 10;
    // Blocking a point that is probably forbidden to Black gains little.
    let is_forbidden = us == Color::White && shapes.suspects().contains(point);
    score(us) + if is_forbidden { taken / 4 } else { taken }
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
