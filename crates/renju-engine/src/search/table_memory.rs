//! The memory of the transposition table.

use std::sync::atomic::AtomicU64;

#[cfg(target_os = "linux")]
use memmap2::{Advice, MmapMut};
use zerocopy::{FromBytes, IntoBytes};

#[cfg(target_os = "linux")]
use renju_system::memory::is_left;
use renju_system::memory::zeroed_table;

/// Words that threads share for as long as it is borrowed for them.
pub(super) enum TableMemory {
    /// Where the system has large pages, from the system itself.
    #[cfg(target_os = "linux")]
    Pages(MmapMut),
    Allocated(Vec<u64>),
}

impl TableMemory {
    /// So many words, all zero, and `margin` more, or half as many, and so on down to `least`, where
    /// there is not so much memory.
    ///
    /// A search soon reads everywhere in it, and with pages of 4 KiB most reads need another one, to
    /// find the page: a tenth of the time. So Linux is asked for large ones. Short questions would pay
    /// for these, as they are zeroed whole, so the tables of the solvers have none.
    pub(super) fn new(words: usize, least: usize, margin: usize) -> TableMemory {
        #[cfg(target_os = "linux")]
        if let Ok(pages) = MmapMut::map_anon((words + margin) * size_of::<u64>())
            && is_left(0)
        {
            // A system without large pages says so, and the table works as well, if slower.
            let _ = pages.advise(Advice::HugePage);
            return TableMemory::Pages(pages);
        }
        TableMemory::Allocated(zeroed_table(words, least, margin))
    }

    /// The words, while no thread changes them.
    pub(super) fn words(&self) -> &[u64] {
        match self {
            #[cfg(target_os = "linux")]
            TableMemory::Pages(pages) => <[u64]>::ref_from_bytes(pages).unwrap_or(&[]),
            TableMemory::Allocated(words) => words,
        }
    }

    /// The words for threads, which share them until the borrow ends.
    pub(super) fn shared(&mut self) -> &[AtomicU64] {
        let bytes = self.bytes();
        <[AtomicU64]>::mut_from_bytes(bytes).unwrap_or(&mut [])
    }

    pub(super) fn zero(&mut self) {
        self.bytes().fill(0);
    }

    fn bytes(&mut self) -> &mut [u8] {
        match self {
            #[cfg(target_os = "linux")]
            TableMemory::Pages(pages) => pages,
            TableMemory::Allocated(words) => words.as_mut_bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn what_threads_write_is_read_and_zeroed() {
        let allocated = TableMemory::Allocated(zeroed_table(64, 16, 8));
        for mut memory in [TableMemory::new(64, 16, 8), allocated] {
            assert_eq!(memory.words(), [0; 72]);
            memory.shared()[71].store(5, Ordering::Relaxed);
            assert_eq!(memory.words()[71], 5);
            memory.zero();
            assert_eq!(memory.words(), [0; 72]);
        }
    }
}
