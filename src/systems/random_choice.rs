use crate::board::Board;

/// Random numbers for one move: the same seed and the same board give the same numbers, on every
/// machine (`SplitMix64`, after Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub(super) struct RandomChoice(u64);

impl RandomChoice {
    /// The numbers of this seed on this board; other boards of a game have others.
    pub(super) fn new(seed: u64, board: &Board) -> RandomChoice {
        RandomChoice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ board.key().get())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Whether something of probability one in `count` happens.
    pub(super) fn is_one_in(&mut self, count: u64) -> bool {
        self.next().is_multiple_of(count)
    }

    /// One of these, each as likely; `None` if there is none.
    pub(super) fn one_of<T: Copy>(&mut self, among: &[T]) -> Option<T> {
        let count = u64::try_from(among.len()).unwrap_or(1).max(1);
        among.get((self.next() % count) as usize).copied()
    }
}
