//! Shapes of Black and White on one line, packed into a byte: the index for evaluation weights.

use crate::board::{ByColor, Color};
use crate::geometry::Point;

use super::{Shape, ShapeCounts};

/// What a stone of either side would make on one line of an empty point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct LinePair(u8);

/// Bits of a shape.
const SHAPE_BITS: u32 = 4;
const SHAPE_MASK: u8 = (1 << SHAPE_BITS) - 1;

impl LinePair {
    /// One more than the highest [`index`](Self::index).
    pub const COUNT: usize = 1 << (2 * SHAPE_BITS);

    /// The pair of these shapes.
    pub const fn new(shapes: ByColor<Shape>) -> LinePair {
        LinePair(shapes.black as u8 | (shapes.white as u8) << SHAPE_BITS)
    }

    /// The pair of two entries, one byte of which is Black's, the other White's.
    #[inline]
    pub(super) const fn of_entries(entries: u16) -> LinePair {
        LinePair(entries as u8 & SHAPE_MASK | (entries >> SHAPE_BITS) as u8 & !SHAPE_MASK)
    }

    /// All there are: any shape with any other.
    pub fn all() -> impl Iterator<Item = LinePair> {
        let all = Shape::ALL.into_iter();
        all.flat_map(|black| Shape::ALL.map(|white| LinePair::new(ByColor { black, white })))
    }

    /// A number below [`COUNT`](Self::COUNT); 0 is that neither side makes anything.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What a stone of `color` would make.
    pub fn of(self, color: Color) -> Shape {
        let code = match color {
            Color::Black => self.0 & SHAPE_MASK,
            Color::White => self.0 >> SHAPE_BITS,
        };
        Shape::ALL[usize::from(code)]
    }
}

/// A line of an empty point on which a stone has changed what stones would make.
#[derive(Clone, Copy, Debug)]
pub struct LineChange {
    /// The empty point that the line passes.
    pub point: Point,
    /// The line before and after.
    pub pairs: [LinePair; 2],
    /// All lines of the point together before and after.
    pub counts: [ByColor<ShapeCounts>; 2],
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn pairs_tell_their_shapes() {
        for pair in LinePair::all() {
            let shapes = ByColor::from_fn(|color| pair.of(color));
            assert_eq!(LinePair::new(shapes), pair);
        }
        let places: BTreeSet<usize> = LinePair::all().map(LinePair::index).collect();
        assert_eq!(places.len(), Shape::ALL.len().pow(2));
        assert!(places.last().is_some_and(|&last| last < LinePair::COUNT));
        assert_eq!(LinePair::all().next(), Some(LinePair::default()));
    }
}
