use std::fmt;

use super::Shape;

/// The two strongest shapes that one stone makes on the lines of its point, and whether it makes
/// an overline: most of what a point is worth to a side, in seven bits.
///
/// Two fours on a line are two shapes, as in a [`Tally`](super::Tally); overlines have no strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Class(u8);

/// What a class can be made of, weakest first.
const BY_STRENGTH: [Shape; 8] = [
    Shape::Dead,
    Shape::ClosedTwo,
    Shape::OpenTwo,
    Shape::ClosedThree,
    Shape::OpenThree,
    Shape::Four,
    Shape::StraightFour,
    Shape::Five,
];

const BITS: u8 = 3;
const STRENGTH: u8 = (1 << BITS) - 1;
const OVERLINE: u8 = 1 << (2 * BITS);

impl Class {
    /// One more than the highest [`index`](Self::index).
    pub const COUNT: usize = 128;

    /// The class of two strengths as [`Tally`](super::Tally) numbers them, the greater first.
    #[inline]
    pub(super) const fn of_strengths(strongest: u32, second: u32, has_overline: bool) -> Class {
        Class((strongest << BITS | second) as u8 | (has_overline as u8) << (2 * BITS))
    }

    /// The class of two shapes; `None` unless the first is at least as strong as the second, and
    /// for overlines and two fours on a line, which are no shapes of their own here.
    pub fn new(strongest: Shape, second: Shape) -> Option<Class> {
        let strength = |shape| BY_STRENGTH.iter().position(|&known| known == shape);
        let (strongest, second) = (strength(strongest)?, strength(second)?);
        (strongest >= second).then(|| Class::of_strengths(strongest as u32, second as u32, false))
    }

    /// All classes of two shapes, without overlines, the weakest first.
    pub fn pairs() -> impl Iterator<Item = Class> {
        let shapes = BY_STRENGTH.into_iter();
        shapes.flat_map(|strongest| {
            let seconds = BY_STRENGTH.into_iter();
            seconds.filter_map(move |second| Class::new(strongest, second))
        })
    }

    /// A number below [`COUNT`](Self::COUNT).
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % Self::COUNT
    }

    /// The strongest shape.
    pub const fn strongest(self) -> Shape {
        BY_STRENGTH[(self.0 >> BITS & STRENGTH) as usize]
    }

    /// The strongest shape of the other lines.
    pub const fn second(self) -> Shape {
        BY_STRENGTH[(self.0 & STRENGTH) as usize]
    }

    /// Whether the stone makes an overline on a line besides.
    pub const fn has_overline(self) -> bool {
        self.0 & OVERLINE != 0
    }

    /// The same without the overline.
    #[must_use]
    pub const fn without_overline(self) -> Class {
        Class(self.0 & !OVERLINE)
    }

    /// The same with an overline on a line besides.
    #[must_use]
    pub const fn with_overline(self) -> Class {
        Class(self.0 | OVERLINE)
    }
}

/// Such as `four + open three`; `nothing` where there is no shape.
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let overline = self.has_overline().then_some(Shape::Overline);
        let shapes = [overline, Some(self.strongest()), Some(self.second())];
        let live = |shape: &Shape| *shape != Shape::Dead;
        let names: Vec<String> = shapes
            .into_iter()
            .flatten()
            .filter(live)
            .map(|shape| shape.name().replace('_', " "))
            .collect();
        match names.is_empty() {
            true => f.pad("nothing"),
            false => f.pad(&names.join(" + ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Tally;

    #[test]
    fn a_tally_has_the_class_of_its_two_strongest_shapes() {
        for first in BY_STRENGTH {
            for second in BY_STRENGTH {
                for third in BY_STRENGTH {
                    let mut shapes = [first, second, third];
                    let found = Tally::of(shapes).class();
                    shapes.sort_by_key(|shape| std::cmp::Reverse(*shape));
                    assert_eq!(Some(found), Class::new(shapes[0], shapes[1]));
                    let long = Tally::of([first, Shape::Overline, second, third]).class();
                    assert_eq!(long, found.with_overline());
                    assert_eq!(long.without_overline(), found);
                }
            }
        }
        let fours = Tally::of([Shape::TwoFours; 4]).class();
        assert_eq!(Some(fours), Class::new(Shape::Four, Shape::Four));
    }

    #[test]
    fn there_are_thirty_six_pairs() {
        assert_eq!(Class::pairs().count(), 36);
        for class in Class::pairs() {
            assert_eq!(Class::new(class.strongest(), class.second()), Some(class));
        }
        assert_eq!(Class::default().to_string(), "nothing");
        let fork = Tally::of([Shape::OpenThree, Shape::Four]).class();
        assert_eq!(fork.to_string(), "four + open three");
    }
}
