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
pub(super) const BY_STRENGTH: [Shape; 8] = [
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
    pub(super) const fn numbered(number: usize) -> ShapeCounts {
        ShapeCounts(
            ADDED[number % 10]
                + ADDED[number / 10 % 10]
                + ADDED[number / 100 % 10]
                + ADDED[number / 1000 % 10],
        )
    }

    /// All counts in one word, for a hash.
    #[inline]
    pub(super) const fn to_bits(self) -> u32 {
        self.0
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
