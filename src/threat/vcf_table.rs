use std::sync::atomic::{AtomicU64, Ordering};

use super::vcf::VcfResult;

/// Positions known to be without a VCF, in a table of fixed size that workers share.
///
/// An entry is one word: the upper 48 bits of the key, and the number of fours that are not
/// enough. A newer position takes the place of an older one. Two positions are taken for one
/// another once in 2^48 times; then a win may be missed, but none is invented.
pub(super) struct VcfTable {
    slots: Vec<AtomicU64>,
    mask: usize,
}

/// However many fours: there is no VCF at all.
pub(super) const ANY_NUMBER: u16 = u16::MAX;

const FOURS: u64 = 0xffff;

impl VcfTable {
    /// A table of at most that many bytes, and at least a few slots.
    pub(super) fn new(bytes: usize) -> VcfTable {
        let most = (bytes / size_of::<AtomicU64>()).max(64);
        let slots = 1 << most.ilog2();
        VcfTable {
            // Zeroed by the system when they are first critical_points, so that a large table costs nothing.
            slots: bytemuck::zeroed_vec(slots),
            mask: slots - 1,
        }
    }

    /// Whether so many fours are known not to win the position with this key.
    fn holds(&self, key: u64, fours: u16) -> bool {
        let entry = self.slot(key).load(Ordering::Relaxed);
        (entry ^ key) & !FOURS == 0 && (entry & FOURS) as u16 >= fours
    }

    /// The answer for so many fours, if it is known.
    pub(super) fn probe(&self, key: u64, fours: u16) -> Option<VcfResult> {
        if !self.holds(key, fours) {
            None
        } else if self.holds(key, ANY_NUMBER) {
            Some(VcfResult::NoWin)
        } else {
            Some(VcfResult::LimitReached)
        }
    }

    /// Notes that so many fours do not win.
    pub(super) fn store(&self, key: u64, fours: u16) {
        if !self.holds(key, fours) {
            let entry = key & !FOURS | u64::from(fours);
            self.slot(key).store(entry, Ordering::Relaxed);
        }
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        // The lowest bits of a key do not stand in its entry, so they choose the slot.
        &self.slots[(key ^ key >> 32) as usize & self.mask]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_fours_than_noted_are_not_enough_either() {
        let table = VcfTable::new(1 << 10);
        let key = 0x1234_5678_9abc_def0;
        assert!(!table.holds(key, 1));
        table.store(key, 3);
        assert!(table.holds(key, 3) && table.holds(key, 1) && !table.holds(key, 4));
        table.store(key, ANY_NUMBER);
        table.store(key, 2);
        assert!(table.holds(key, 100));
        assert!(!table.holds(key ^ 1 << 40, 1));
    }
}
