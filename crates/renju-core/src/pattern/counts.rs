//! Packed counts of the shapes that a stone makes on its four lines, and its two strongest.

use std::fmt;

use super::{Shape, ShapeEntry};

/// How many of each shape one stone makes on the four lines of its point.
///
/// Eight counts of four bits each: twos, threes, fours and fives from the weakest upwards, so
/// that the highest count above 0 tells the strongest shape; overlines stand above all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ShapeCounts(u32);

const BITS: u32 = 4;
const OVERLINE: u32 = 7;
const WITHOUT_OVERLINES: u32 = (1 << (OVERLINE * BITS)) - 1;

/// Nothing, then the shapes in the order of the counts from the lowest; an overline is no strength.
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

/// What one line adds, by shape.
static ADDED: [u32; 16] = {
    let mut added = [0; 16];
    let mut strength = 1;
    while strength < BY_STRENGTH.len() {
        added[BY_STRENGTH[strength] as usize] = 1 << ((strength as u32 - 1) * BITS);
        strength += 1;
    }
    added[Shape::TwoFours as usize] = 2 * added[Shape::Four as usize];
    added[Shape::Overline as usize] = 1 << (OVERLINE * BITS);
    added
};

impl ShapeCounts {
    /// The shapes of the four lines counted.
    pub fn of(shapes: impl IntoIterator<Item = Shape>) -> ShapeCounts {
        ShapeCounts(shapes.into_iter().map(|shape| ADDED[shape as usize]).sum())
    }

    /// The counts after one line makes `to` instead of `from`.
    #[must_use]
    pub(super) const fn changed(self, from: ShapeEntry, to: ShapeEntry) -> ShapeCounts {
        ShapeCounts(self.0 + ADDED[to.code()] - ADDED[from.code()])
    }

    /// Whether one of two has shapes from open threes upwards, or overlines, that the other has not.
    pub(super) const fn differs_strongly(self, other: ShapeCounts) -> bool {
        const WEAK: u32 = (1 << (3 * BITS)) - 1;
        (self.0 ^ other.0) & !WEAK != 0
    }

    /// The counts of four shapes by number, a decimal digit each: every counts there is has one
    /// below 10,000.
    const fn numbered(number: usize) -> ShapeCounts {
        ShapeCounts(
            ADDED[number % 10]
                + ADDED[number / 10 % 10]
                + ADDED[number / 100 % 10]
                + ADDED[number / 1000 % 10],
        )
    }

    /// How many lines make that shape; two fours on a line are counted as two of [`Shape::Four`].
    pub const fn count(self, shape: Shape) -> u32 {
        let place = match shape {
            Shape::Dead | Shape::TwoFours => return 0,
            Shape::ClosedTwo => 0,
            Shape::OpenTwo => 1,
            Shape::ClosedThree => 2,
            Shape::OpenThree => 3,
            Shape::Four => 4,
            Shape::StraightFour => 5,
            Shape::Five => 6,
            Shape::Overline => OVERLINE,
        };
        self.0 >> (place * BITS) & ((1 << BITS) - 1)
    }

    /// Fours of both kinds, straight and not.
    pub const fn fours(self) -> u32 {
        self.count(Shape::Four) + self.count(Shape::StraightFour)
    }

    /// The number of the strongest shape, from 0 for nothing and 1 for a closed two to 7 for a
    /// five. Overlines do not count.
    const fn strength(self) -> usize {
        let highest = u32::BITS - (self.0 & WITHOUT_OVERLINES).leading_zeros();
        highest.div_ceil(BITS) as usize
    }

    /// The strongest shape; [`Shape::Dead`] if there is none. Overlines do not count.
    pub const fn strongest(self) -> Shape {
        BY_STRENGTH[self.strength()]
    }

    /// Whether a black stone with these shapes could be forbidden: no five, and an overline, two
    /// fours or two open threes (RIF 9.2). Of threes it remains to be seen whether they are real.
    pub const fn is_suspect(self) -> bool {
        self.count(Shape::Five) == 0
            && (self.is_surely_forbidden() || self.count(Shape::OpenThree) >= 2)
    }

    /// Whether an overline or two fours stand against a black stone, leaving fives aside.
    pub const fn is_surely_forbidden(self) -> bool {
        self.count(Shape::Overline) > 0 || self.fours() >= 2
    }
}

/// The two strongest shapes that one stone makes on the lines of its point, or that it makes an
/// overline and no five: most of what a point is worth to a side, in six bits.
///
/// Two fours on a line are two shapes, as in a [`ShapeCounts`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ShapePair(u8);

const STRENGTH_BITS: u8 = 3;

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
        ShapePair((strongest << STRENGTH_BITS | second) as u8)
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
            ShapePair(pair) => BY_STRENGTH[(pair >> STRENGTH_BITS) as usize],
        }
    }

    /// The strongest shape of the other lines; none beside an overline.
    pub const fn second(self) -> Shape {
        match self {
            ShapePair::OVERLINE => Shape::Dead,
            ShapePair(pair) => BY_STRENGTH[(pair % (1 << STRENGTH_BITS)) as usize],
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
        (self.0.wrapping_mul(FACTOR) >> (u32::BITS - SLOT_BITS)) as usize
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
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn counts_differ_strongly_by_open_threes_and_more() {
        let strong = [
            Shape::OpenThree,
            Shape::Four,
            Shape::StraightFour,
            Shape::Five,
            Shape::Overline,
        ];
        let all = [Shape::Dead, Shape::TwoFours].into_iter();
        let all = all.chain(BY_STRENGTH).chain([Shape::Overline]);
        let counts: Vec<ShapeCounts> = all
            .flat_map(|shape| (0..3).map(move |count| ShapeCounts::of(vec![shape; count])))
            .collect();
        for one in &counts {
            for other in &counts {
                let differs = |shape: &Shape| one.count(*shape) != other.count(*shape);
                let differ = strong.iter().any(differs);
                assert_eq!(one.differs_strongly(*other), differ, "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn the_strongest_shape_is_the_highest_count() {
        let counts = ShapeCounts::of([
            Shape::OpenTwo,
            Shape::OpenThree,
            Shape::Overline,
            Shape::OpenTwo,
        ]);
        assert_eq!(counts.strongest(), Shape::OpenThree);
        assert_eq!(counts.count(Shape::OpenTwo), 2);
        assert_eq!(ShapeCounts::of([Shape::Overline]).strongest(), Shape::Dead);
        for shape in BY_STRENGTH.into_iter().skip(1) {
            assert_eq!(ShapeCounts::of([shape; 4]).strongest(), shape);
            assert_eq!(ShapeCounts::of([shape; 4]).count(shape), 4);
        }
    }

    #[test]
    fn two_fours_on_a_line_count_as_two() {
        let counts = ShapeCounts::of([Shape::TwoFours; 4]);
        assert_eq!((counts.fours(), counts.strongest()), (8, Shape::Four));
        assert!(counts.is_suspect());
        assert!(!ShapeCounts::of([Shape::Five, Shape::TwoFours]).is_suspect());
        assert!(!ShapeCounts::of([Shape::OpenThree, Shape::Four]).is_suspect());
    }

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
        let places: BTreeSet<usize> = ShapePair::all().map(ShapePair::index).collect();
        assert_eq!(places.len(), 37);
        assert!(places.last().is_some_and(|&last| last < ShapePair::COUNT));
        for pair in ShapePair::all().filter(|pair| *pair != ShapePair::OVERLINE) {
            assert_eq!(ShapePair::new(pair.strongest(), pair.second()), Some(pair));
        }
        assert_eq!(ShapePair::default().to_string(), "nothing");
        assert_eq!(ShapePair::OVERLINE.to_string(), "overline");
        let fork = ShapeCounts::of([Shape::OpenThree, Shape::Four]).pair();
        assert_eq!(fork.to_string(), "four + open three");
    }
}
