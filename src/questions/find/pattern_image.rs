//! Images of a pattern under the symmetries of the board, each different one once.

use std::collections::BTreeSet;

use super::stone_pattern::{NoPattern, StonePattern};
use crate::board::Color;
use crate::geometry::{Point, PointSet, Size, Symmetry};

/// A place in a rectangle or beside it: columns from its left, rows from its bottom.
pub(super) type Offset = (i16, i16);

/// A pattern turned or mirrored, perhaps with colours swapped.
#[derive(Clone, Debug)]
pub(super) struct PatternImage {
    pub(super) width: i16,
    pub(super) height: i16,
    pub(super) stones: Vec<(Offset, Color)>,
    pub(super) empties: Vec<Offset>,
    /// How the pattern becomes this image: in several ways, if it is its own image.
    pub(super) ways: Vec<PatternWay>,
}

/// One way to make an image of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PatternWay {
    pub(super) symmetry: Symmetry,
    pub(super) is_swapped: bool,
}

/// The rectangle of what a pattern says.
#[derive(Clone, Copy, Debug)]
pub(super) struct PatternFrame {
    left: i16,
    bottom: i16,
    width: i16,
    height: i16,
    /// How far the points reach that the board has to have: the places of those at the left bottom
    /// and at the right top, from the corner of the rectangle.
    reach: [Offset; 2],
}

/// Where a place of a rectangle goes when that is turned or mirrored into the corner at the left
/// bottom; places beside the rectangle go along.
const fn turned(symmetry: Symmetry, (x, y): Offset, (width, height): (i16, i16)) -> Offset {
    let (right, top) = (width - 1 - x, height - 1 - y);
    match symmetry {
        Symmetry::Identity => (x, y),
        Symmetry::Rot90 => (y, right),
        Symmetry::Rot180 => (right, top),
        Symmetry::Rot270 => (top, x),
        Symmetry::FlipColumns => (right, y),
        Symmetry::FlipRows => (x, top),
        Symmetry::Transpose => (y, x),
        Symmetry::Antitranspose => (top, right),
    }
}

/// Whether columns become rows.
const fn changes_sides(symmetry: Symmetry) -> bool {
    matches!(
        symmetry,
        Symmetry::Rot90 | Symmetry::Rot270 | Symmetry::Transpose | Symmetry::Antitranspose
    )
}

impl PatternFrame {
    pub(super) fn of(pattern: &StonePattern) -> Result<PatternFrame, NoPattern> {
        let [[left, right], [bottom, top]] = pattern.frame()?;
        let [columns, rows] = pattern.extent();
        Ok(PatternFrame {
            reach: [0, 1].map(|end| (columns[end] - left, rows[end] - bottom)),
            left,
            bottom,
            width: right - left + 1,
            height: top - bottom + 1,
        })
    }

    /// The sides of an image.
    const fn sides(self, symmetry: Symmetry) -> (i16, i16) {
        if changes_sides(symmetry) {
            (self.height, self.width)
        } else {
            (self.width, self.height)
        }
    }

    fn offset(self, point: Point) -> Offset {
        let (x, y) = (i16::from(point.column()), i16::from(point.row()));
        (x - self.left, y - self.bottom)
    }

    /// The point of the pattern that a place of its image comes from; `None` if no board has it.
    pub(super) fn origin(self, way: PatternWay, place: Offset) -> Option<Point> {
        let sides = self.sides(way.symmetry);
        let (x, y) = turned(way.symmetry.inverse(), place, sides);
        let column = u8::try_from(x + self.left).ok()?;
        let row = u8::try_from(y + self.bottom).ok()?;
        Point::new(column, row)
    }

    /// How far an image reaches: the places at its left bottom and at its right top.
    pub(super) fn reach(self, way: PatternWay) -> [Offset; 2] {
        let sides = (self.width, self.height);
        let [one, other] = self.reach.map(|place| turned(way.symmetry, place, sides));
        [
            (one.0.min(other.0), one.1.min(other.1)),
            (one.0.max(other.0), one.1.max(other.1)),
        ]
    }

    /// Whether an image lies on a board as far as it reaches, with its rectangle in this place.
    pub(super) fn lies_on(self, way: PatternWay, (x, y): Offset, size: Size) -> bool {
        let lines = 0..i16::from(size.get());
        let is_on = |(dx, dy): Offset| lines.contains(&(x + dx)) && lines.contains(&(y + dy));
        self.reach(way).into_iter().all(is_on)
    }

    /// The greater of the sides as far as it reaches.
    pub(super) fn longest_side(self) -> i16 {
        let [first, last] = self.reach;
        (last.0 - first.0).max(last.1 - first.1) + 1
    }

    fn image(self, pattern: &StonePattern, way: PatternWay) -> PatternImage {
        let sides = (self.width, self.height);
        let places = |points: PointSet| {
            let places = points.iter().map(|point| self.offset(point));
            places.map(|place| turned(way.symmetry, place, sides))
        };
        let of_color = |color: Color| {
            let points = match color {
                Color::Black => pattern.black,
                Color::White => pattern.white,
            };
            let color = if way.is_swapped { !color } else { color };
            places(points).map(move |place| (place, color))
        };
        let (width, height) = self.sides(way.symmetry);
        PatternImage {
            width,
            height,
            stones: Color::BOTH.into_iter().flat_map(of_color).collect(),
            empties: places(pattern.empty).collect(),
            ways: vec![way],
        }
    }

    /// The images of a pattern that differ, each with all ways that lead to it; with `is_exact` only
    /// the pattern as it is.
    pub(super) fn images(self, pattern: &StonePattern, is_exact: bool) -> Vec<PatternImage> {
        let ways = [false, true].into_iter().flat_map(|is_swapped| {
            let way = move |symmetry| PatternWay {
                symmetry,
                is_swapped,
            };
            Symmetry::ALL.into_iter().map(way)
        });
        let mut images: Vec<PatternImage> = Vec::new();
        for way in ways.take(if is_exact { 1 } else { usize::MAX }) {
            let image = self.image(pattern, way);
            match images.iter_mut().find(|known| known.is_like(&image)) {
                Some(known) => known.ways.push(way),
                None => images.push(image),
            }
        }
        images
    }
}

impl PatternImage {
    /// Whether it asks for the same.
    fn is_like(&self, other: &PatternImage) -> bool {
        let stones = |image: &PatternImage| -> BTreeSet<(Offset, bool)> {
            let stones = image.stones.iter();
            stones
                .map(|&(at, color)| (at, color == Color::Black))
                .collect()
        };
        let empties = |image: &PatternImage| image.empties.iter().copied().collect::<BTreeSet<_>>();
        let sides = |image: &PatternImage| (image.width, image.height);
        sides(self) == sides(other)
            && stones(self) == stones(other)
            && empties(self) == empties(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_turns_as_a_board_does() {
        let side = i16::from(Size::RENJU.get());
        for symmetry in Symmetry::ALL {
            for point in Size::RENJU.points() {
                let place = (i16::from(point.column()), i16::from(point.row()));
                let there = turned(symmetry, place, (side, side));
                let expected = symmetry.apply(point, Size::RENJU).unwrap();
                let expected = (i16::from(expected.column()), i16::from(expected.row()));
                assert_eq!(there, expected, "{symmetry}");
            }
        }
    }

    #[test]
    fn every_image_leads_back_also_from_beside_the_rectangle() {
        let frame = PatternFrame {
            left: 3,
            bottom: 5,
            width: 4,
            height: 2,
            reach: [(0, -1), (5, 1)],
        };
        for symmetry in Symmetry::ALL {
            let way = PatternWay {
                symmetry,
                is_swapped: false,
            };
            let [first, last] = frame.reach(way);
            assert_eq!((last.0 - first.0 + 1) * (last.1 - first.1 + 1), 6 * 3);
            for point in Size::RENJU.points() {
                let there = turned(symmetry, frame.offset(point), (4, 2));
                assert_eq!(frame.origin(way, there), Some(point), "{symmetry}");
            }
        }
        let identity = PatternWay {
            symmetry: Symmetry::Identity,
            is_swapped: false,
        };
        assert_eq!(frame.origin(identity, (-4, 0)), None);
    }
}
