use crate::board::{ByColor, Color};
use crate::geometry::{Point, PointMap};
use crate::pattern::{Shape, Tally};

/// Which moves have been good in other positions of this search.
#[derive(Clone)]
pub(super) struct History {
    /// By kind of move and side.
    worth: [ByColor<PointMap<i16>>; 2],
    /// The move that last was the answer to a move of the other side.
    answers: ByColor<PointMap<Option<Point>>>,
}

/// The largest worth of a move.
const MOST: i32 = 8192;

/// What a move does for the side that plays it, as far as histories go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Quiet = 0,
    /// It makes a three or more.
    Attack = 1,
}

impl Kind {
    /// Of a move that makes these shapes for its side.
    #[inline]
    pub(super) fn of(tally: Tally) -> Kind {
        match tally.strongest() {
            Shape::OpenThree | Shape::Four | Shape::StraightFour | Shape::Five => Kind::Attack,
            _ => Kind::Quiet,
        }
    }
}

impl Default for History {
    fn default() -> History {
        let worth = || ByColor::from_fn(|_| PointMap::filled(0));
        History {
            worth: [worth(), worth()],
            answers: ByColor::from_fn(|_| PointMap::filled(None)),
        }
    }
}

impl History {
    /// From -8192 to 8192.
    pub(super) fn worth(&self, kind: Kind, color: Color, point: Point) -> i32 {
        i32::from(self.worth[kind as usize][color][point])
    }

    /// The move that last was the answer to `last`.
    pub(super) fn answer_to(&self, color: Color, last: Option<Point>) -> Option<Point> {
        last.and_then(|last| self.answers[color][last])
    }

    /// Moves the worth of a move towards the largest, or the smallest, by so much.
    pub(super) fn learn(&mut self, kind: Kind, color: Color, point: Point, bonus: i32) {
        let worth = &mut self.worth[kind as usize][color][point];
        let bonus = bonus.clamp(-MOST, MOST);
        let old = i32::from(*worth);
        *worth = (old + bonus - old * bonus.abs() / MOST) as i16;
    }

    /// The move was the answer to `last`.
    pub(super) fn answer(&mut self, color: Color, last: Option<Point>, point: Point) {
        if let Some(last) = last {
            self.answers[color][last] = Some(point);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worth_stays_within_its_range() {
        let mut history = History::default();
        let point = "H8".parse().unwrap();
        for _ in 0..1000 {
            history.learn(Kind::Quiet, Color::Black, point, 4000);
        }
        let worth = history.worth(Kind::Quiet, Color::Black, point);
        assert!((7000..=MOST).contains(&worth), "{worth}");
        history.learn(Kind::Quiet, Color::Black, point, -i32::MAX);
        assert!(history.worth(Kind::Quiet, Color::Black, point) >= -MOST);
        assert_eq!(history.worth(Kind::Attack, Color::Black, point), 0);
    }
}
