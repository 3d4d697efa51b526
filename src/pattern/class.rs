use std::fmt;

use super::tally::BY_STRENGTH;
use super::{Shape, Tally};

/// The two strongest shapes that one stone makes on the lines of its point, or that it makes an
/// overline and no five: most of what a point is worth to a side, in six bits.
///
/// Two fours on a line are two shapes, as in a [`Tally`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Class(u8);

const BITS: u8 = 3;

impl Class {
    /// One more than the highest [`index`](Self::index).
    pub const COUNT: usize = 64;

    /// An overline on a line, no five on any, and whatever else.
    pub const OVERLINE: Class = Class(1);

    /// The class of two shapes; `None` unless the first is at least as strong as the second, and
    /// for overlines and two fours on a line.
    pub fn new(strongest: Shape, second: Shape) -> Option<Class> {
        let strength = |shape| BY_STRENGTH.iter().position(|&known| known == shape);
        let (strongest, second) = (strength(strongest)?, strength(second)?);
        (strongest >= second).then(|| Class::of_strengths(strongest, second))
    }

    const fn of_strengths(strongest: usize, second: usize) -> Class {
        Class((strongest << BITS | second) as u8)
    }

    /// All there are: pairs, the weakest first, and the overline.
    pub fn all() -> impl Iterator<Item = Class> {
        let pairs = BY_STRENGTH.into_iter().flat_map(|strongest| {
            let seconds = BY_STRENGTH.into_iter();
            seconds.filter_map(move |second| Class::new(strongest, second))
        });
        pairs.chain([Class::OVERLINE])
    }

    /// A number below [`COUNT`](Self::COUNT).
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % Self::COUNT
    }

    /// The strongest shape, or the overline.
    pub const fn strongest(self) -> Shape {
        match self {
            Class::OVERLINE => Shape::Overline,
            Class(pair) => BY_STRENGTH[(pair >> BITS) as usize],
        }
    }

    /// The strongest shape of the other lines; none beside an overline.
    pub const fn second(self) -> Shape {
        match self {
            Class::OVERLINE => Shape::Dead,
            Class(pair) => BY_STRENGTH[(pair % (1 << BITS)) as usize],
        }
    }
}

impl Tally {
    /// The class of these shapes.
    #[inline]
    pub const fn class(self) -> Class {
        CLASSES[self.slot()]
    }

    /// A place in [`CLASSES`] that only tallies of the same class share: one multiplication is
    /// quicker than looking for the two highest counts. The factor was found by trying, as one
    /// that keeps the common tallies close together besides.
    const fn slot(self) -> usize {
        const FACTOR: u32 = 0xd00c_ffb1;
        (self.to_bits().wrapping_mul(FACTOR) >> (u32::BITS - SLOT_BITS)) as usize
    }

    /// The class, as the words say it.
    const fn class_by_definition(self) -> Class {
        if self.count(Shape::Overline) > 0 && self.count(Shape::Five) == 0 {
            return Class::OVERLINE;
        }
        let (mut first, mut second) = (0, 0);
        let mut strength = 1;
        while strength < BY_STRENGTH.len() {
            match self.count(BY_STRENGTH[strength]) {
                0 => {}
                1 => (first, second) = (strength, first),
                _ => (first, second) = (strength, strength),
            }
            strength += 1;
        }
        Class::of_strengths(first, second)
    }
}

const SLOT_BITS: u32 = 13;

/// By [`Tally::slot`].
static CLASSES: [Class; 1 << SLOT_BITS] = {
    let mut classes = [Class(0); 1 << SLOT_BITS];
    let mut number = 0;
    while number < 10_000 {
        let tally = Tally::numbered(number);
        classes[tally.slot()] = tally.class_by_definition();
        number += 1;
    }
    classes
};

/// Such as `four + open three`; `nothing` where there is no shape.
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |shape: Shape| shape.name().replace('_', " ");
        match (self.strongest(), self.second()) {
            (Shape::Dead, _) => f.pad("nothing"),
            (strongest, Shape::Dead) => f.pad(&words(strongest)),
            (strongest, second) => f.pad(&format!("{} + {}", words(strongest), words(second))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_class_is_the_right_one_for_every_tally() {
        for number in 0..10_000 {
            let tally = Tally::numbered(number);
            assert_eq!(tally.class(), tally.class_by_definition(), "{tally:?}");
        }
    }

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
                    let has_five = shapes[0] == Shape::Five;
                    assert_eq!(long, if has_five { found } else { Class::OVERLINE });
                }
            }
        }
        let fours = Tally::of([Shape::TwoFours; 4]).class();
        assert_eq!(Some(fours), Class::new(Shape::Four, Shape::Four));
    }

    #[test]
    fn there_are_thirty_six_pairs_and_overlines() {
        assert_eq!(Class::all().count(), 37);
        for class in Class::all().filter(|class| *class != Class::OVERLINE) {
            assert_eq!(Class::new(class.strongest(), class.second()), Some(class));
        }
        assert_eq!(Class::default().to_string(), "nothing");
        assert_eq!(Class::OVERLINE.to_string(), "overline");
        let fork = Tally::of([Shape::OpenThree, Shape::Four]).class();
        assert_eq!(fork.to_string(), "four + open three");
    }
}
