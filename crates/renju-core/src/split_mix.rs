//! Random numbers that are the same on every machine, for players, openings and games.

/// What the state grows by from one number to the next: 2^64 divided by the golden ratio.
pub const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The numbers of `SplitMix64` (after Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The numbers of a seed. Seeds next to each other give sequences that are not alike.
    pub const fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// The number at an index of the sequence of a seed, the first one at 0.
    pub fn number_at(seed: u64, index: u64) -> u64 {
        SplitMix64(seed.wrapping_add(index.wrapping_mul(STEP))).number()
    }

    /// The next number of the sequence, any of 64 bits.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `count`; `None` if that is 0.
    pub fn below(&mut self, count: usize) -> Option<usize> {
        let number = self.number();
        (count > 0).then(|| (number % count as u64) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the seed 1234567, as the authors' program prints them.
    const NUMBERS: [u64; 5] = [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ];

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        let mut random = SplitMix64::new(1_234_567);
        assert_eq!([(); 5].map(|()| random.number()), NUMBERS);
        let at = |index| SplitMix64::number_at(1_234_567, index);
        assert_eq!([0, 1, 2, 3, 4].map(at), NUMBERS);
    }

    #[test]
    fn no_number_is_below_nothing() {
        let mut random = SplitMix64::new(0);
        assert_eq!(random.below(0), None);
        assert!((0..100).all(|_| random.below(3).is_some_and(|number| number < 3)));
    }
}
