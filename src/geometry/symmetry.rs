use std::fmt;

use super::{Point, Size};

/// One of the eight ways to lay a square board onto itself.
///
/// ```
/// use renju::geometry::{Point, Size, Symmetry};
///
/// let h1: Point = "H1".parse()?;
/// let turned = Symmetry::Rot90.apply(h1, Size::RENJU);
/// assert_eq!(turned.map(|point| point.to_string()), Some("A8".to_owned()));
/// # Ok::<(), renju::geometry::ParsePointError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// A quarter turn clockwise.
    Rot90,
    /// A half turn.
    Rot180,
    /// A quarter turn anticlockwise.
    Rot270,
    /// Left and right change places.
    FlipColumns,
    /// Bottom and top change places.
    FlipRows,
    /// Columns and rows change places: the diagonal from A1 stays.
    Transpose,
    /// The other diagonal stays.
    Antitranspose,
}

impl Symmetry {
    /// All eight.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::Rot90,
        Symmetry::Rot180,
        Symmetry::Rot270,
        Symmetry::FlipColumns,
        Symmetry::FlipRows,
        Symmetry::Transpose,
        Symmetry::Antitranspose,
    ];

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

    /// The one that takes every point back.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::Rot90 => Symmetry::Rot270,
            Symmetry::Rot270 => Symmetry::Rot90,
            other => other,
        }
    }

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Symmetry::Identity => "identity",
            Symmetry::Rot90 => "rot90",
            Symmetry::Rot180 => "rot180",
            Symmetry::Rot270 => "rot270",
            Symmetry::FlipColumns => "flip-columns",
            Symmetry::FlipRows => "flip-rows",
            Symmetry::Transpose => "transpose",
            Symmetry::Antitranspose => "antitranspose",
        }
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symmetry_is_undone_by_its_inverse() {
        for size in [Size::MIN, Size::RENJU, Size::MAX] {
            for symmetry in Symmetry::ALL {
                for point in size.points() {
                    let there = symmetry.apply(point, size).unwrap();
                    assert_eq!(symmetry.inverse().apply(there, size), Some(point));
                }
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
