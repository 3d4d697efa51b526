//! The eight symmetries of the square: how each maps a point, and which one undoes it.

use crate::named_enum::named_enum;

use super::{Point, Size};

named_enum! {
    /// One of the eight ways to lay a square board onto itself.
    ///
    /// ```
    /// use renju_core::geometry::{Point, Size, Symmetry};
    ///
    /// let h1: Point = "H1".parse()?;
    /// let turned = Symmetry::Rot90.apply(h1, Size::RENJU);
    /// assert_eq!(turned.map(|point| point.to_string()), Some("A8".to_owned()));
    /// # Ok::<(), renju_core::geometry::ParsePointError>(())
    /// ```
    #[derive(PartialOrd, Ord)]
    pub enum Symmetry: "symmetry" {
        /// Nothing moves.
        Identity = "identity",
        /// A quarter turn clockwise.
        Rot90 = "rot90",
        /// A half turn.
        Rot180 = "rot180",
        /// A quarter turn anticlockwise.
        Rot270 = "rot270",
        /// Left and right change places.
        FlipColumns = "flip-columns",
        /// Bottom and top change places.
        FlipRows = "flip-rows",
        /// Columns and rows change places: the diagonal from A1 stays.
        Transpose = "transpose",
        /// The other diagonal stays.
        Antitranspose = "antitranspose",
    }
}

impl Symmetry {
    /// Where `point` goes, or `None` if it is not on a board of that size.
    pub fn apply(self, point: Point, size: Size) -> Option<Point> {
        if !point.is_on(size) {
            return None;
        }
        let last = size.get() - 1;
        let (column, row) = (point.column(), point.row());
        let (column, row) = match self {
            Symmetry::Identity => (column, row),
            Symmetry::Rot90 => (row, last - column),
            Symmetry::Rot180 => (last - column, last - row),
            Symmetry::Rot270 => (last - row, column),
            Symmetry::FlipColumns => (last - column, row),
            Symmetry::FlipRows => (column, last - row),
            Symmetry::Transpose => (row, column),
            Symmetry::Antitranspose => (last - row, last - column),
        };
        Point::new(column, row)
    }

    /// The symmetry that takes this one back.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::Rot90 => Symmetry::Rot270,
            Symmetry::Rot270 => Symmetry::Rot90,
            own => own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_turned_and_turned_back_stays() {
        let point = Point::new(2, 5).unwrap();
        for symmetry in Symmetry::ALL {
            let turned = symmetry.apply(point, Size::RENJU).unwrap();
            let back = symmetry.inverse().apply(turned, Size::RENJU);
            assert_eq!(back, Some(point), "{symmetry}");
        }
    }

    #[test]
    fn every_symmetry_is_undone_by_one_of_them() {
        for size in [Size::MIN, Size::RENJU, Size::MAX] {
            for symmetry in Symmetry::ALL {
                let takes_back = |other: &Symmetry| {
                    size.points().all(|point| {
                        let there = symmetry.apply(point, size).unwrap();
                        other.apply(there, size) == Some(point)
                    })
                };
                assert_eq!(
                    Symmetry::ALL
                        .iter()
                        .filter(|other| takes_back(other))
                        .count(),
                    1
                );
            }
        }
    }

    #[test]
    fn the_eight_images_of_a_point_off_the_axes_differ() {
        let point: Point = "B4".parse().unwrap();
        let images: std::collections::HashSet<Option<Point>> = Symmetry::ALL
            .iter()
            .map(|symmetry| symmetry.apply(point, Size::RENJU))
            .collect();
        assert_eq!(images.len(), 8);
        assert_eq!(
            Symmetry::Rot90.apply("P1".parse().unwrap(), Size::RENJU),
            None
        );
    }
}
