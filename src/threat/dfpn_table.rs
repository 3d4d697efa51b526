use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use crate::geometry::Point;

/// Proof and disproof number of a node (Allis 1994) as the side to move there sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofNumbers {
    /// The least number of leaves that have to be decided for this side to phi its goal.
    pub(super) phi: u32,
    /// The same for the other side.
    pub(super) delta: u32,
}

/// What no sum of real numbers reaches: the goal cannot be reached any more.
pub(super) const INFINITY: u32 = 1 << 30;

impl ProofNumbers {
    /// Nothing is known.
    pub(super) const UNKNOWN: ProofNumbers = ProofNumbers { phi: 1, delta: 1 };

    /// The side to move has its goal.
    pub(super) const WON: ProofNumbers = ProofNumbers {
        phi: 0,
        delta: INFINITY,
    };

    /// The other side has its goal.
    pub(super) const LOST: ProofNumbers = ProofNumbers {
        phi: INFINITY,
        delta: 0,
    };
}

/// A move of a node, and what its child's numbers are taken to be until it is visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Child {
    /// `None` stands for the quiet threats, as long as they have not been looked for.
    pub(super) point: Option<Point>,
    pub(super) start: ProofNumbers,
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub(super) struct DfpnEntry {
    pub(super) numbers: ProofNumbers,
    /// The moves worth trying, once they have been found.
    pub(super) children: Option<Rc<[Child]>>,
    /// Visits of the node and all below it: what it would cost to find this out again.
    work: u32,
}

/// Keys are hashes already.
#[derive(Default)]
pub(super) struct AsIs(u64);

impl Hasher for AsIs {
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

/// What a proof-number search remembers, within a limit of memory.
///
/// Half of it is for a map that never grows, half for lists of moves. When either is full the
/// half that cost least is forgotten; the search finds it out again if need be.
pub(super) struct DfpnTable {
    known: HashMap<u64, DfpnEntry, BuildHasherDefault<AsIs>>,
    most_known: usize,
    list_bytes: usize,
    most_list_bytes: usize,
}

/// What an entry takes in the map. A map is filled to seven eighths of a power of two at most.
const ENTRY_BYTES: usize = 2 * (size_of::<DfpnEntry>() + size_of::<u64>() + 1);

/// Room without which no search gets anywhere.
const LEAST_KNOWN: usize = 1 << 10;

impl DfpnTable {
    pub(super) fn new(bytes: usize) -> DfpnTable {
        let most_known = (bytes / 2 / ENTRY_BYTES).max(LEAST_KNOWN);
        DfpnTable {
            known: HashMap::with_capacity_and_hasher(most_known, BuildHasherDefault::default()),
            most_known,
            list_bytes: 0,
            most_list_bytes: (bytes / 2).max(LEAST_KNOWN * ENTRY_BYTES),
        }
    }

    pub(super) fn get(&self, key: u64) -> Option<&DfpnEntry> {
        self.known.get(&key)
    }

    /// Notes what is known now.
    pub(super) fn store(
        &mut self,
        key: u64,
        numbers: ProofNumbers,
        children: Option<&Rc<[Child]>>,
    ) {
        let is_full = self.known.len() >= self.most_known && !self.known.contains_key(&key);
        if is_full || self.list_bytes > self.most_list_bytes {
            self.forget();
        }
        let known = self.known.entry(key).or_insert(DfpnEntry {
            numbers,
            children: None,
            work: 0,
        });
        known.numbers = numbers;
        known.work = known.work.saturating_add(1);
        if let Some(children) = children {
            let is_same = |known: &Rc<[Child]>| Rc::ptr_eq(known, children);
            if !known.children.as_ref().is_some_and(is_same) {
                self.list_bytes += list_bytes(children);
                let before = known.children.replace(Rc::clone(children));
                self.list_bytes -= before.as_ref().map_or(0, list_bytes);
            }
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.known.clear();
        self.list_bytes = 0;
    }

    fn forget(&mut self) {
        let mut works: Vec<u32> = self.known.values().map(|known| known.work).collect();
        let middle = works.len() / 2;
        let (_, &mut least, _) = works.select_nth_unstable(middle);
        let mut odd = false;
        self.known.retain(|_, known| {
            odd ^= known.work == least;
            known.work > least || (known.work == least && odd)
        });
        let lists = self
            .known
            .values()
            .filter_map(|known| known.children.as_ref());
        self.list_bytes = lists.map(list_bytes).sum();
    }
}

/// A list with its counts of links, in the portions of sixteen bytes that allocators give out.
fn list_bytes(children: &Rc<[Child]>) -> usize {
    let own = size_of_val::<[Child]>(children) + 2 * size_of::<usize>();
    (own + size_of::<usize>()).next_multiple_of(16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_keeps_what_cost_most() {
        let mut table = DfpnTable::new(0);
        for key in 0..LEAST_KNOWN as u64 {
            for _ in 0..=key % 2 {
                table.store(key, ProofNumbers::WON, None);
            }
        }
        table.store(u64::MAX, ProofNumbers::LOST, None);
        let kept = (0..LEAST_KNOWN as u64).filter(|&key| table.get(key).is_some());
        let kept: Vec<u64> = kept.collect();
        assert!(kept.len() >= LEAST_KNOWN / 4 && kept.len() <= LEAST_KNOWN * 3 / 4);
        assert!(kept.iter().all(|key| key % 2 == 1));
        assert_eq!(table.get(u64::MAX).unwrap().numbers, ProofNumbers::LOST);
    }

    #[test]
    fn a_full_table_of_equals_forgets_every_other_one() {
        let mut table = DfpnTable::new(0);
        for key in 0..=LEAST_KNOWN as u64 {
            table.store(key, ProofNumbers::WON, None);
        }
        assert_eq!(table.known.len(), LEAST_KNOWN / 2 + 1);
    }
}
