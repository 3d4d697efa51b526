//! Transposition table of df-pn search: proof numbers and moves of positions, the costliest kept.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use renju_core::geometry::Point;
use renju_system::memory;

/// Proof and disproof number of a node (Allis 1994), named as in the df-pn paper (Nagai 2002) so
/// that OR and AND nodes share code: at an OR node `phi` is the proof number, at an AND node the
/// disproof number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofNumbers {
    /// The least number of leaves to decide before the side to move has its goal.
    pub(super) phi: u32,
    /// The least number of leaves to decide before the other side has its goal.
    pub(super) delta: u32,
}

/// Greater than every sum of finite numbers that a search can reach, and small enough to add.
pub(super) const INFINITY: u32 = 1 << 30;

impl ProofNumbers {
    /// The numbers of a leaf that has not been searched.
    pub(super) const UNKNOWN: ProofNumbers = ProofNumbers { phi: 1, delta: 1 };

    /// The side to move has reached its goal.
    pub(super) const WON: ProofNumbers = ProofNumbers {
        phi: 0,
        delta: INFINITY,
    };

    /// The other side has reached its goal.
    pub(super) const LOST: ProofNumbers = ProofNumbers {
        phi: INFINITY,
        delta: 0,
    };
}

/// A move of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Child {
    /// `None` stands for all quiet threats until they are generated.
    pub(super) point: Option<Point>,
    /// The child's numbers until it is searched.
    pub(super) initial: ProofNumbers,
}

impl Child {
    /// An attack that has not been searched; `cost` is its proof number.
    pub(super) const fn attack(point: Option<Point>, cost: u32) -> Child {
        let initial = ProofNumbers {
            phi: 1,
            delta: cost,
        };
        Child { point, initial }
    }
}

/// What the table stores of a position.
#[derive(Clone, Debug)]
pub(super) struct DfpnEntry {
    pub(super) numbers: ProofNumbers,
    /// The moves, once they have been generated.
    pub(super) children: Option<Arc<[Child]>>,
    /// How often the node was visited: roughly the cost of computing this entry again.
    work: u32,
}

/// Passes keys through: they are hashes already.
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// The transposition table of the df-pn search, within a limit of memory.
///
/// Half of it is for a map that never grows, half for lists of moves. When either is full, the
/// half of the entries that cost the fewest visits is dropped: df-pn can always search again.
///
/// The default is a table without memory, which must not be searched with.
#[derive(Default)]
pub(super) struct DfpnTable {
    entries: HashMap<u64, DfpnEntry, BuildHasherDefault<KeyHasher>>,
    max_entries: usize,
    list_bytes: usize,
    max_list_bytes: usize,
}

/// The size of an entry in the map, which is filled to seven eighths of a power of two at most.
const ENTRY_BYTES: usize = 2 * (size_of::<DfpnEntry>() + size_of::<u64>() + 1);

/// Fewer entries than this make every search lose what it needs next.
const MIN_ENTRIES: usize = 1 << 10;

impl DfpnTable {
    /// An empty table; a smaller one where the system has not that much memory.
    pub(super) fn new(bytes: usize) -> DfpnTable {
        let (mut half, mut entries) = (bytes / 2, HashMap::default());
        let max_entries = loop {
            let max_entries = (half / ENTRY_BYTES).max(MIN_ENTRIES);
            let is_reserved = entries.try_reserve(max_entries).is_ok() && memory::is_left(half);
            if is_reserved || max_entries == MIN_ENTRIES {
                break max_entries;
            }
            entries = HashMap::default();
            half /= 2;
        };
        DfpnTable {
            entries,
            max_entries,
            list_bytes: 0,
            max_list_bytes: half.max(MIN_ENTRIES * ENTRY_BYTES),
        }
    }

    pub(super) fn get(&self, key: u64) -> Option<&DfpnEntry> {
        self.entries.get(&key)
    }

    /// Stores the numbers of a node, and its moves if they are generated.
    pub(super) fn store(
        &mut self,
        key: u64,
        numbers: ProofNumbers,
        children: Option<&Arc<[Child]>>,
    ) {
        let is_full = self.entries.len() >= self.max_entries && !self.entries.contains_key(&key);
        if is_full || self.list_bytes > self.max_list_bytes {
            self.drop_cheap_half();
        }
        let entry = self.entries.entry(key).or_insert(DfpnEntry {
            numbers,
            children: None,
            work: 0,
        });
        entry.numbers = numbers;
        entry.work = entry.work.saturating_add(1);
        if let Some(children) = children {
            let is_same = |known: &Arc<[Child]>| Arc::ptr_eq(known, children);
            if !entry.children.as_ref().is_some_and(is_same) {
                self.list_bytes += list_bytes(children);
                let before = entry.children.replace(Arc::clone(children));
                self.list_bytes -= before.as_ref().map_or(0, list_bytes);
            }
        }
    }

    /// Drops all entries and keeps the memory for new ones.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.list_bytes = 0;
    }

    fn drop_cheap_half(&mut self) {
        let mut works: Vec<u32> = self.entries.values().map(|known| known.work).collect();
        let middle = works.len() / 2;
        let (_, &mut least, _) = works.select_nth_unstable(middle);
        let mut odd = false;
        self.entries.retain(|_, known| {
            odd ^= known.work == least;
            known.work > least || (known.work == least && odd)
        });
        let lists = self
            .entries
            .values()
            .filter_map(|known| known.children.as_ref());
        self.list_bytes = lists.map(list_bytes).sum();
    }
}

/// A list with its counts of links, in the portions of sixteen bytes that allocators give out.
fn list_bytes(children: &Arc<[Child]>) -> usize {
    let own = size_of_val::<[Child]>(children) + 2 * size_of::<usize>();
    (own + size_of::<usize>()).next_multiple_of(16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_keeps_what_cost_most() {
        let mut table = DfpnTable::new(0);
        for key in 0..MIN_ENTRIES as u64 {
            for _ in 0..=key % 2 {
                table.store(key, ProofNumbers::WON, None);
            }
        }
        table.store(u64::MAX, ProofNumbers::LOST, None);
        let kept = (0..MIN_ENTRIES as u64).filter(|&key| table.get(key).is_some());
        let kept: Vec<u64> = kept.collect();
        assert!(kept.len() >= MIN_ENTRIES / 4 && kept.len() <= MIN_ENTRIES * 3 / 4);
        assert!(kept.iter().all(|key| key % 2 == 1));
        assert_eq!(table.get(u64::MAX).unwrap().numbers, ProofNumbers::LOST);
    }

    #[test]
    fn a_full_table_of_equals_forgets_every_other_one() {
        let mut table = DfpnTable::new(0);
        for key in 0..=MIN_ENTRIES as u64 {
            table.store(key, ProofNumbers::WON, None);
        }
        assert_eq!(table.entries.len(), MIN_ENTRIES / 2 + 1);
    }
}
