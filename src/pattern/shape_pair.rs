use std::fmt;

use super::counts::BY_STRENGTH;
use super::{Shape, ShapeCounts};

/// The two strongest shapes that one stone makes on the lines of its point, or that it makes an
/// overline and no five: most of what a point is worth to a side, in six bits.
///
/// Two fours on a line are two shapes, as in a [`ShapeCounts`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ShapePair(u8);

const BITS: u8 = 3;

impl ShapePair {
    /// One more than the highest [`index`](Self::index).
    pub const COUNT: usize = 64;

    /// An overline on a line, no five on any, and whatever else.
    pub const OVERLINE: ShapePair = ShapePair(1);

    /// The pair of two shapes; `None` unless the first is at least as strong as the second, and
    /// for overlines and two fours on a line.
    pub fn new(strongest: Shape, second: Shape) -> Option<ShapePair> {
        let strength = |shape| BY_STRENGTH.iter().position(|&known| known == shape);
        let (strongest, second) = (strength(strongest)?, strength(second)?);
        (strongest >= second).then(|| ShapePair::of_strengths(strongest, second))
    }

    const fn of_strengths(strongest: usize, second: usize) -> ShapePair {
        ShapePair((strongest << BITS | second) as u8)
    }

    /// All there are: pairs, the weakest first, and the overline.
    pub fn all() -> impl Iterator<Item = ShapePair> {
        let pairs = BY_STRENGTH.into_iter().flat_map(|strongest| {
            let seconds = BY_STRENGTH.into_iter();
            seconds.filter_map(move |second| ShapePair::new(strongest, second))
        });
        pairs.chain([ShapePair::OVERLINE])
    }

    /// A number below [`COUNT`](Self::COUNT).
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % Self::COUNT
    }

    /// The strongest shape, or the overline.
    pub const fn strongest(self) -> Shape {
        match self {
            ShapePair::OVERLINE => Shape::Overline,
            ShapePair(pair) => BY_STRENGTH[(pair >> BITS) as usize],
        }
    }

    /// The strongest shape of the other lines; none beside an overline.
    pub const fn second(self) -> Shape {
        match self {
            ShapePair::OVERLINE => Shape::Dead,
            ShapePair(pair) => BY_STRENGTH[(pair % (1 << BITS)) as usize],
        }
    }
}

impl ShapeCounts {
    /// The pair of these shapes.
    #[inline]
    pub const fn pair(self) -> ShapePair {
        PAIRS[self.slot()]
    }

    /// A place in [`PAIRS`] that only counts of the same pair share: one multiplication is
    /// quicker than looking for the two highest counts. The factor was found by trying, as one
    /// that keeps the common counts close together as well.
    const fn slot(self) -> usize {
        const FACTOR: u32 = 0xd00c_ffb1;
        (self.to_bits().wrapping_mul(FACTOR) >> (u32::BITS - SLOT_BITS)) as usize
    }

    /// The pair, as the words say it.
    const fn pair_by_definition(self) -> ShapePair {
        if self.count(Shape::Overline) > 0 && self.count(Shape::Five) == 0 {
            return ShapePair::OVERLINE;
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
        ShapePair::of_strengths(first, second)
    }
}

const SLOT_BITS: u32 = 13;

/// By [`ShapeCounts::slot`].
static PAIRS: [ShapePair; 1 << SLOT_BITS] = {
    let mut pairs = [ShapePair(0); 1 << SLOT_BITS];
    let mut number = 0;
    while number < 10_000 {
        let counts = ShapeCounts::numbered(number);
        pairs[counts.slot()] = counts.pair_by_definition();
        number += 1;
    }
    pairs
};

/// Such as `four + open three`; `nothing` where there is no shape.
impl fmt::Display for ShapePair {
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
            let counts = ShapeCounts::numbered(number);
            assert_eq!(counts.pair(), counts.pair_by_definition(), "{counts:?}");
        }
    }

    #[test]
    fn a_tally_has_the_class_of_its_two_strongest_shapes() {
        for first in BY_STRENGTH {
            for second in BY_STRENGTH {
                for third in BY_STRENGTH {
                    let mut shapes = [first, second, third];
                    let found = ShapeCounts::of(shapes).pair();
                    shapes.sort_by_key(|shape| std::cmp::Reverse(*shape));
                    assert_eq!(Some(found), ShapePair::new(shapes[0], shapes[1]));
                    let long = ShapeCounts::of([first, Shape::Overline, second, third]).pair();
                    let has_five = shapes[0] == Shape::Five;
                    assert_eq!(long, if has_five { found } else { ShapePair::OVERLINE });
                }
            }
        }
        let fours = ShapeCounts::of([Shape::TwoFours; 4]).pair();
        assert_eq!(Some(fours), ShapePair::new(Shape::Four, Shape::Four));
    }

    #[test]
    fn there_are_thirty_six_pairs_and_overlines() {
        assert_eq!(ShapePair::all().count(), 37);
        for pair in ShapePair::all().filter(|pair| *pair != ShapePair::OVERLINE) {
            assert_eq!(ShapePair::new(pair.strongest(), pair.second()), Some(pair));
        }
        assert_eq!(ShapePair::default().to_string(), "nothing");
        assert_eq!(ShapePair::OVERLINE.to_string(), "overline");
        let fork = ShapeCounts::of([Shape::OpenThree, Shape::Four]).pair();
        assert_eq!(fork.to_string(), "four + open three");
    }
}
