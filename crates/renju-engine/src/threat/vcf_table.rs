//! Transposition table of VCF search: positions without a win by fours, one word for each.

use prefetch_index::prefetch_index;

use renju_system::memory::zeroed_table;

/// What a search for a VCF comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum VcfResult {
    /// The attacker has a VCF.
    Win,
    /// The attacker has no VCF of any length.
    NoWin,
    /// None within the limits of the search.
    LimitReached,
}

impl VcfResult {
    /// What two fours that do not win come to together.
    pub(super) fn or(self, other: VcfResult) -> VcfResult {
        if other == VcfResult::NoWin {
            self
        } else {
            other
        }
    }
}

/// A transposition table of positions without a VCF, of fixed size; newer entries replace older
/// ones.
///
/// An entry is one word: the upper 48 bits of the key, and the number of fours that are not
/// enough. Two positions are confused once in 2^48 lookups; then a win may be missed, but a wrong
/// one is never claimed, for wins are not stored.
///
/// The default is a table without memory, which must not be searched with.
#[derive(Default)]
pub(super) struct VcfTable {
    slots: Vec<u64>,
    mask: usize,
    /// Mixed into the keys of entries, so that those of before [`clear`](Self::clear) match none.
    generation: u64,
}

/// The entry of a position without a VCF of any length.
pub(super) const ANY_NUMBER: u16 = u16::MAX;

/// The bits of an entry that hold the number of fours.
const FOURS_MASK: u64 = 0xffff;

/// An odd number above [`FOURS_MASK`], so that 2^48 generations differ, each in many bits.
const GENERATION_STEP: u64 = 0x9e37_79b9_7f4b << 16;

impl VcfTable {
    /// A table of at most that many bytes, or of what memory there is, and at least 64 entries.
    pub(super) fn new(bytes: usize) -> VcfTable {
        let max_slots = (bytes / size_of::<u64>()).max(64);
        let slots = zeroed_table(1 << max_slots.ilog2(), 64, 0);
        VcfTable {
            mask: slots.len() - 1,
            slots,
            generation: 0,
        }
    }

    /// Drops all entries in no time: a search then goes as with a new table.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(GENERATION_STEP);
    }

    fn holds(&self, key: u64, fours: u16) -> bool {
        let entry = self.slots[self.index(key)];
        (entry ^ key ^ self.generation) & !FOURS_MASK == 0 && (entry & FOURS_MASK) as u16 >= fours
    }

    /// The result of a search with at most `fours` fours, if it is known.
    pub(super) fn probe(&self, key: u64, fours: u16) -> Option<VcfResult> {
        if !self.holds(key, fours) {
            None
        } else if self.holds(key, ANY_NUMBER) {
            Some(VcfResult::NoWin)
        } else {
            Some(VcfResult::LimitReached)
        }
    }

    /// Asks the memory for the entry of a position that will be probed soon.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch_index(&self.slots, self.index(key));
    }

    /// Stores that `fours` fours do not win.
    pub(super) fn store(&mut self, key: u64, fours: u16) {
        if !self.holds(key, fours) {
            let index = self.index(key);
            self.slots[index] = (key ^ self.generation) & !FOURS_MASK | u64::from(fours);
        }
    }

    /// The lowest bits of a key are not part of its entry, so they choose the slot.
    const fn index(&self, key: u64) -> usize {
        (key ^ key >> 32) as usize & self.mask
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_fours_than_noted_are_not_enough_either() {
        let mut table = VcfTable::new(1 << 10);
        let key = 0x1234_5678_9abc_def0;
        assert!(!table.holds(key, 1));
        table.store(key, 3);
        assert!(table.holds(key, 3) && table.holds(key, 1) && !table.holds(key, 4));
        table.store(key, ANY_NUMBER);
        table.store(key, 2);
        assert!(table.holds(key, 100));
        assert!(!table.holds(key ^ 1 << 40, 1));
    }

    #[test]
    fn a_cleared_table_knows_nothing_of_before() {
        let mut table = VcfTable::new(1 << 10);
        for generation in 1..100 {
            for key in (0..64).map(|low| 0x1234_5678_9abc_0000 | low) {
                assert!(!table.holds(key, 0));
                table.store(key, generation);
                assert!(table.holds(key, generation));
            }
            table.clear();
        }
    }
}
