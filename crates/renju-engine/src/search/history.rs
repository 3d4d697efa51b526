//! Butterfly history (a score by side and point) and the countermove heuristic (one refutation of each
//! last move, Uiterwijk 1992): what was good elsewhere in the search.

use renju_core::board::{ByColor, Color};
use renju_core::geometry::{Point, PointMap};
use renju_core::pattern::Shape;

/// Which moves were good in other positions of this search.
#[derive(Clone)]
pub(super) struct History {
    /// By kind of move and side.
    scores: [ByColor<PointMap<i16>>; 2],
    /// By the opponent's last move: the move that last refuted it.
    countermoves: ByColor<PointMap<Option<Point>>>,
}

/// Bound of a history score, either way.
pub(super) const MAX_HISTORY: i32 = 8192;

/// Threats and other moves have histories of their own: as one, threats that failed elsewhere
/// would put off those that win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MoveKind {
    /// A move that makes less than a three.
    Quiet = 0,
    /// A move that makes a three or more.
    Attack = 1,
}

impl MoveKind {
    /// The kind of a move by the strongest shape that it makes for its side.
    #[inline]
    pub(super) const fn of(strongest: Shape) -> MoveKind {
        match strongest {
            Shape::OpenThree | Shape::Four | Shape::StraightFour | Shape::Five => MoveKind::Attack,
            _ => MoveKind::Quiet,
        }
    }
}

impl Default for History {
    fn default() -> History {
        let scores = || ByColor::from_fn(|_| PointMap::filled(0));
        History {
            scores: [scores(), scores()],
            countermoves: ByColor::from_fn(|_| PointMap::filled(None)),
        }
    }
}

impl History {
    /// How good a move was elsewhere, from -[`MAX_HISTORY`] to [`MAX_HISTORY`].
    pub(super) fn history_score(&self, kind: MoveKind, color: Color, point: Point) -> i32 {
        i32::from(self.scores[kind as usize][color][point])
    }

    /// The move that last refuted `last`.
    pub(super) fn countermove(&self, color: Color, last: Option<Point>) -> Option<Point> {
        last.and_then(|last| self.countermoves[color][last])
    }

    /// Adds a bonus or malus, the less the nearer the score is to its bound (gravity).
    pub(super) fn update(&mut self, kind: MoveKind, color: Color, point: Point, bonus: i32) {
        let score = &mut self.scores[kind as usize][color][point];
        let bonus = bonus.clamp(-MAX_HISTORY, MAX_HISTORY);
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
    }

    /// Notes that the move refuted `last`.
    pub(super) fn set_countermove(&mut self, color: Color, last: Option<Point>, point: Point) {
        if let Some(last) = last {
            self.countermoves[color][last] = Some(point);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_within_range() {
        let mut history = History::default();
        let point = "H8".parse().unwrap();
        for _ in 0..1000 {
            history.update(MoveKind::Quiet, Color::Black, point, 4000);
        }
        let score = history.history_score(MoveKind::Quiet, Color::Black, point);
        assert!((7000..=MAX_HISTORY).contains(&score), "{score}");
        history.update(MoveKind::Quiet, Color::Black, point, -i32::MAX);
        assert!(history.history_score(MoveKind::Quiet, Color::Black, point) >= -MAX_HISTORY);
        assert_eq!(
            history.history_score(MoveKind::Attack, Color::Black, point),
            0
        );
    }
}
