//! Candidate moves by distance: the points near stones to which the search confines itself.

use std::sync::LazyLock;

use renju_core::geometry::{Direction, Point, PointMap, PointSet, Size};

/// How far from the stones the search tries moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CandidateArea {
    /// Half the side of a square around the stone.
    square: i8,
    /// Distance along the four lines.
    lines: i8,
}

impl CandidateArea {
    /// In the tree: beyond, a point is in no five with two stones of a side.
    pub const IN_TREE: CandidateArea = CandidateArea {
        square: 2,
        lines: 3,
    };
    /// At the root, where a missed point is a wrong answer.
    pub const AT_ROOT: CandidateArea = CandidateArea {
        square: 3,
        lines: 4,
    };
    /// Around a four: the square of the tree, and all that is in a five with it.
    pub(crate) const OF_FOUR: CandidateArea = CandidateArea {
        square: 2,
        lines: 4,
    };

    /// Whether a point is near one with a stone.
    pub fn covers(self, center: Point, point: Point) -> bool {
        let columns = point.column().abs_diff(center.column());
        let rows = point.row().abs_diff(center.row());
        let on_line = || {
            Direction::ALL
                .into_iter()
                .filter_map(|direction| point.distance(center, direction))
                .any(|away| away.abs() <= self.lines)
        };
        columns.max(rows) <= self.square as u8 || on_line()
    }

    fn points(self, center: Point) -> PointSet {
        let is_near = |&point: &Point| self.covers(center, point);
        Size::MAX.points().filter(is_near).collect()
    }

    /// The points near any of the stones.
    pub fn around(self, stones: PointSet) -> PointSet {
        stones
            .iter()
            .fold(PointSet::EMPTY, |all, stone| all | self.points(stone))
    }
}

/// The candidates that a stone on `point` adds in the tree.
pub(super) fn candidates_near(point: Point) -> &'static PointSet {
    static NEAR: LazyLock<PointMap<PointSet>> = LazyLock::new(|| {
        let mut near = PointMap::filled(PointSet::EMPTY);
        for point in Size::MAX.points() {
            near[point] = CandidateArea::IN_TREE.points(point);
        }
        near
    });
    &NEAR[point]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stone_in_the_middle_has_a_square_and_eight_rays() {
        let center: Point = "J10".parse().unwrap();
        assert_eq!(candidates_near(center).len(), 25 + 8);
        let stones = std::iter::once(center).collect();
        assert_eq!(CandidateArea::AT_ROOT.around(stones).len(), 49 + 8);
        assert_eq!(
            CandidateArea::IN_TREE.around(stones),
            *candidates_near(center)
        );
    }
}
