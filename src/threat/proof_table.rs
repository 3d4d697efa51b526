use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use crate::geometry::Point;

/// Proof and disproof number of a node (Allis 1994) as the side to move there sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    /// The least number of leaves that have to be decided for this side to reach its goal.
    pub(super) reach: u32,
    /// The same for the other side.
    pub(super) spoil: u32,
}

/// What no sum of real numbers reaches: the goal cannot be reached any more.
pub(super) const NEVER: u32 = 1 << 30;

impl Numbers {
    /// The side to move has its goal.
    pub(super) const REACHED: Numbers = Numbers {
        reach: 0,
        spoil: NEVER,
    };

    /// The other side has its goal.
    pub(super) const SPOILED: Numbers = Numbers {
        reach: NEVER,
        spoil: 0,
    };

    /// Whether the node is decided.
    pub(super) const fn is_decided(self) -> bool {
        self.reach == 0 || self.spoil == 0
    }
}

/// A move of a node, and what its child's numbers are taken to be until it is visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Branch {
    /// `None` stands for the quiet threats, as long as they have not been looked for.
    pub(super) point: Option<Point>,
    pub(super) start: Numbers,
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) numbers: Numbers,
    /// The moves worth trying, once they have been found.
    pub(super) branches: Option<Rc<[Branch]>>,
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
/// When it is full the half that cost least is forgotten; the search finds it out again if need be.
pub(super) struct ProofTable {
    known: HashMap<u64, Known, BuildHasherDefault<AsIs>>,
    bytes: usize,
    most: usize,
}

/// What an entry takes in the map, spare room and links included.
const ENTRY_BYTES: usize = 2 * (size_of::<Known>() + size_of::<u64>() + 1);

impl ProofTable {
    pub(super) fn new(bytes: usize) -> ProofTable {
        ProofTable {
            known: HashMap::default(),
            bytes: 0,
            most: bytes,
        }
    }

    pub(super) fn get(&self, key: u64) -> Option<&Known> {
        self.known.get(&key)
    }

    /// Notes what is known now.
    pub(super) fn note(&mut self, key: u64, numbers: Numbers, branches: Option<&Rc<[Branch]>>) {
        if let Some(known) = self.known.get_mut(&key) {
            known.numbers = numbers;
            known.work = known.work.saturating_add(1);
            if let Some(branches) = branches
                && !known
                    .branches
                    .as_ref()
                    .is_some_and(|known| Rc::ptr_eq(known, branches))
            {
                known.branches = Some(Rc::clone(branches));
                self.bytes += list_bytes(branches);
            }
            return;
        }
        if self.bytes > self.most {
            self.forget();
        }
        self.bytes += ENTRY_BYTES + branches.map_or(0, |branches| list_bytes(branches));
        let branches = branches.map(Rc::clone);
        self.known.insert(
            key,
            Known {
                numbers,
                branches,
                work: 1,
            },
        );
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.known.clear();
        self.bytes = 0;
    }

    fn forget(&mut self) {
        let mut works: Vec<u32> = self.known.values().map(|known| known.work).collect();
        let middle = works.len() / 2;
        let (_, &mut least, _) = works.select_nth_unstable(middle);
        let mut others = self.known.len() / 2;
        self.known.retain(|_, known| {
            let stays = known.work > least || (known.work == least && others.is_multiple_of(2));
            others += usize::from(known.work == least);
            stays
        });
        let entries = self.known.values();
        self.bytes = entries
            .map(|known| ENTRY_BYTES + known.branches.as_ref().map_or(0, list_bytes))
            .sum();
    }
}

fn list_bytes(branches: &Rc<[Branch]>) -> usize {
    size_of_val::<[Branch]>(branches) + 2 * size_of::<usize>()
}
