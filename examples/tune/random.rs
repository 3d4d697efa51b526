/// `SplitMix64` (Steele, Lea and Flood, 2014).
pub(super) struct Random(u64);

impl Random {
    /// The numbers of one of many games of a seed.
    pub(super) fn of_game(seed: u64, game: usize) -> Random {
        let mut random = Random(seed);
        let start = random.next() ^ game as u64;
        let mut random = Random(start);
        Random(random.next())
    }

    pub(super) fn below(&mut self, count: usize) -> usize {
        self.next() as usize % count
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
