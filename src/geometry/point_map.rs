use std::ops::{Index, IndexMut};

use super::point::STRIDE;
use super::{Point, Size};

/// Slots for every point of the largest board, those between the rows unused.
const SLOTS: usize = STRIDE as usize * Size::MAX.get() as usize;

/// A value for every point of the largest board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointMap<T> {
    slots: Box<[T]>,
}

impl<T: Clone> PointMap<T> {
    /// A map with one value for all points.
    pub fn filled(value: T) -> PointMap<T> {
        PointMap {
            slots: vec![value; SLOTS].into_boxed_slice(),
        }
    }
}

impl<T> Index<Point> for PointMap<T> {
    type Output = T;

    fn index(&self, point: Point) -> &T {
        &self.slots[point.slot()]
    }
}

impl<T> IndexMut<Point> for PointMap<T> {
    fn index_mut(&mut self, point: Point) -> &mut T {
        &mut self.slots[point.slot()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_has_its_own_slot() {
        let mut map = PointMap::filled(0);
        for (number, point) in (1..).zip(Size::MAX.points()) {
            map[point] = number;
        }
        let sum: usize = Size::MAX.points().map(|point| map[point]).sum();
        assert_eq!(sum, 400 * 401 / 2);
    }
}
