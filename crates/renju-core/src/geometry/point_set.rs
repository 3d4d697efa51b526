//! Bitset of points, one word for each row, with set operators and iteration in reading order.

use std::fmt;
use std::ops::{BitAnd, BitOr, Index, IndexMut, Not, Sub};

use super::point::STRIDE;
use super::{Point, Size};

/// Rows of the largest board.
const ROWS: usize = Size::MAX.get() as usize;

/// A set of points: one word for each row, bit 0 the leftmost column.
///
/// Iterates in reading order, A1, B1, ..., A2, ...
///
/// ```
/// use renju_core::geometry::{Point, PointSet};
///
/// let [a1, c1, b2]: [Point; 3] = ["A1".parse()?, "C1".parse()?, "B2".parse()?];
/// let set: PointSet = [b2, a1, c1].into_iter().collect();
/// assert!(set.contains(c1));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [a1, c1, b2]);
/// # Ok::<(), renju_core::geometry::ParsePointError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PointSet {
    rows: [u32; ROWS],
}

impl PointSet {
    /// No point at all.
    pub const EMPTY: PointSet = PointSet { rows: [0; ROWS] };

    /// Every point of a board.
    pub fn all(size: Size) -> PointSet {
        let lines = usize::from(size.get());
        let mut rows = [0; ROWS];
        rows[..lines].fill((1 << lines) - 1);
        PointSet { rows }
    }

    /// Whether `point` is in the set.
    #[inline]
    pub const fn contains(&self, point: Point) -> bool {
        self.rows[point.row() as usize] >> point.column() & 1 == 1
    }

    /// Adds `point`; whether it was new.
    #[inline]
    pub fn insert(&mut self, point: Point) -> bool {
        let is_new = !self.contains(point);
        self.rows[usize::from(point.row())] |= 1 << point.column();
        is_new
    }

    /// Takes `point` out; whether it was there.
    pub fn remove(&mut self, point: Point) -> bool {
        let was_there = self.contains(point);
        self.rows[usize::from(point.row())] &= !(1 << point.column());
        was_there
    }

    /// Adds `point` if it is not there, removes it if it is.
    #[inline]
    pub fn toggle(&mut self, point: Point) {
        self.rows[usize::from(point.row())] ^= 1 << point.column();
    }

    /// The number of points, 0 to 400.
    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Whether there is no point.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.rows.iter().fold(0, |all, row| all | row) == 0
    }

    /// The first point in reading order.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        let row = self.rows.iter().position(|&bits| bits != 0)?;
        Point::new(self.rows[row].trailing_zeros() as u8, row as u8)
    }

    /// The rows from the bottom, a bit for each column: for whole-board arithmetic.
    pub const fn to_words(self) -> [u32; ROWS] {
        self.rows
    }

    /// The set with these rows; bits beyond the largest board are dropped.
    pub fn from_words(words: [u32; ROWS]) -> PointSet {
        PointSet { rows: words } & PointSet::all(Size::MAX)
    }

    #[inline]
    fn row_by_row(mut self, other: PointSet, join: impl Fn(u32, u32) -> u32) -> PointSet {
        for (row, others) in self.rows.iter_mut().zip(other.rows) {
            *row = join(*row, others);
        }
        self
    }

    /// The points in reading order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        Points {
            rows: self.rows,
            row: 0,
            bits: self.rows[0],
        }
    }
}

/// The points of a [`PointSet`] in reading order.
struct Points {
    rows: [u32; ROWS],
    row: usize,
    /// What is left of that row.
    bits: u32,
}

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.bits == 0 {
            self.row += 1;
            self.bits = *self.rows.get(self.row)?;
        }
        let column = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(Point::from_slot(self.row * STRIDE as usize + column))
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl BitOr for PointSet {
    type Output = PointSet;

    #[inline]
    fn bitor(self, other: PointSet) -> PointSet {
        self.row_by_row(other, |row, others| row | others)
    }
}

impl BitAnd for PointSet {
    type Output = PointSet;

    #[inline]
    fn bitand(self, other: PointSet) -> PointSet {
        self.row_by_row(other, |row, others| row & others)
    }
}

/// The points of the first set that are not in the second.
impl Sub for PointSet {
    type Output = PointSet;

    #[inline]
    fn sub(self, other: PointSet) -> PointSet {
        self.row_by_row(other, |row, others| row & !others)
    }
}

/// Every point of the largest board that is not in the set; subtract from
/// [`PointSet::all`] to stay on a smaller one.
impl Not for PointSet {
    type Output = PointSet;

    fn not(self) -> PointSet {
        PointSet::all(Size::MAX) - self
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

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

impl<T> PointMap<T> {
    /// The map with each value changed.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> PointMap<U> {
        PointMap {
            slots: self.slots.into_iter().map(change).collect(),
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
    fn a_set_holds_what_was_inserted_until_it_is_removed() {
        let point = "T20".parse().unwrap();
        let mut set = PointSet::EMPTY;
        assert!(set.insert(point) && !set.insert(point));
        assert!(set.contains(point));
        assert!(set.remove(point) && !set.remove(point));
        assert!(set.is_empty());
    }

    #[test]
    fn the_algebra_is_that_of_sets() {
        let board = PointSet::all(Size::RENJU);
        let left: PointSet = Size::RENJU
            .points()
            .filter(|point| point.column() < 7)
            .collect();
        let low: PointSet = Size::RENJU
            .points()
            .filter(|point| point.row() < 7)
            .collect();
        assert_eq!(board.len(), 225);
        assert_eq!(
            (left | low).len() + (left & low).len(),
            left.len() + low.len()
        );
        assert_eq!((left - low) | (left & low), left);
        assert_eq!(board - !left, left);
    }

    #[test]
    fn iteration_gives_back_the_points() {
        for size in (5..=20).filter_map(Size::new) {
            let points: Vec<Point> = PointSet::all(size).iter().collect();
            assert_eq!(points, size.points().collect::<Vec<_>>());
        }
    }

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
