//! Move ordering: by learned scores of what moves make and take, by history and countermoves.

use crate::move_scores::{MoveScoreTable, MoveScores, MoveShapes};
use renju_core::board::Color;
use renju_core::geometry::{Point, PointSet};
use renju_core::pattern::{Shape, ShapeBoard, ShapePair};

use super::history::{History, MAX_HISTORY, MoveKind};

/// A move with its score for the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredMove {
    pub(super) point: Point,
    pub(super) score: i32,
    pub(super) kind: MoveKind,
    /// Whether it makes nothing for either side.
    pub(super) is_idle: bool,
    /// Whether a straight four or a five of the opponent would stand there.
    pub(super) stops_four: bool,
}

/// Moves that are picked in order; the rest is searched as it stands.
const SORTED_MOVES: usize = 15;

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
}

impl MoveScorer<'_> {
    /// Appends the points of a set to `moves`.
    fn append(&self, points: PointSet, moves: &mut Vec<ScoredMove>) {
        let countermove = self.history.countermove(self.us, self.last);
        let table = self.table();
        points.iter().for_each(|point| {
            let mut scored = self.scored(point, table);
            if countermove == Some(point) {
                scored.score += COUNTERMOVE_BONUS;
            }
            moves.push(scored);
        });
    }

    /// The scores of this position.
    fn table(&self) -> &MoveScoreTable {
        self.scores.table(self.shapes, self.us)
    }

    #[inline]
    fn scored(&self, point: Point, table: &MoveScoreTable) -> ScoredMove {
        let us = self.us;
        let shapes = MoveShapes::of(self.shapes, us, point);
        let kind = MoveKind::of(self.shapes.counts(point, us).strongest());
        let history = self.history.history_score(kind, us, point);
        let nothing = ShapePair::default();
        ScoredMove {
            point,
            score: table.score(shapes, us) + history * HISTORY_WEIGHT / MAX_HISTORY,
            kind,
            is_idle: shapes.made == nothing && shapes.taken == nothing,
            stops_four: matches!(shapes.taken.strongest(), Shape::StraightFour | Shape::Five),
        }
    }
}

/// The moves of a node one after another. The move of the transposition table is first: where it fails
/// high, as it mostly does, the others are not even scored.
pub(super) struct MovePicker {
    points: PointSet,
    /// Until it is given.
    table_move: Option<Point>,
    /// Where the scored moves of the node begin.
    pub(super) first: usize,
    /// The place of the next, once they are scored.
    next: Option<usize>,
}

impl MovePicker {
    /// Picks from the points of a set, of which the table's move is one; `first` moves of other nodes
    /// are scored.
    pub(super) fn new(mut points: PointSet, table_move: Option<Point>, first: usize) -> MovePicker {
        if let Some(point) = table_move {
            points.remove(point);
        }
        MovePicker {
            points,
            table_move,
            first,
            next: None,
        }
    }

    /// The best of the moves that were not given yet; the first fifteen are picked in order.
    pub(super) fn pick(
        &mut self,
        scorer: &MoveScorer<'_>,
        moves: &mut Vec<ScoredMove>,
    ) -> Option<ScoredMove> {
        if let Some(point) = self.table_move.take() {
            return Some(scorer.scored(point, scorer.table()));
        }
        let next = self.next.unwrap_or_else(|| {
            scorer.append(self.points, moves);
            self.first
        });
        self.next = Some(next + 1);
        pick_next(moves, self.first, next)
    }
}

/// The best of the moves from place `next` on, swapped to that place; `first` is the node's first.
fn pick_next(moves: &mut [ScoredMove], first: usize, next: usize) -> Option<ScoredMove> {
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
