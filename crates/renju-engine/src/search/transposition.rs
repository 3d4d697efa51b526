//! The transposition table.

use std::sync::atomic::{AtomicU64, Ordering};

use prefetch_index::prefetch_index;

use renju_core::geometry::Point;

use super::score::{Depth, PLY, Score, is_loss, is_win, score_from_tt};
use super::table_memory::TableMemory;

/// What a search knows of positions, in a table of fixed size that its threads share without
/// locks.
///
/// An entry is two words, the first of which is the exclusive or of key and data: an entry that two
/// threads wrote at once matches neither key (lockless hashing: Hyatt and Mann 2002). Positions do
/// not repeat and their value does not depend on the way to them, so an entry holds wherever it is
/// read.
///
/// It may be kept from one search of a game to the next.
pub struct TranspositionTable {
    memory: TableMemory,
    clusters: Clusters,
}

/// The table while a search runs, as its threads have it.
#[derive(Clone, Copy)]
pub(super) struct SharedTable<'a> {
    words: &'a [AtomicU64],
    clusters: Clusters,
}

/// Where the entries of a position stand, and which of them hold.
#[derive(Clone, Copy)]
struct Clusters {
    /// The words before the first cluster, which begins a cache line.
    margin: usize,
    /// The number of clusters less one.
    mask: usize,
    /// The search that runs; entries are marked with it.
    generation: u64,
    /// The first search whose entries still hold.
    oldest: u64,
}

/// Entries that a position may stand in: a cache line of them.
const CLUSTER: usize = 4;
const WORDS: usize = 2 * CLUSTER;

/// How a score bounds the value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The value is at most the score.
    Upper = 1,
    /// The value is at least the score.
    Lower = 2,
    /// The score is the value.
    Exact = 3,
}

impl Bound {
    /// Whether the value is the score or more.
    pub(super) const fn is_lower(self) -> bool {
        self as u8 & Bound::Lower as u8 != 0
    }

    /// Whether the value is the score or less.
    pub(super) const fn is_upper(self) -> bool {
        self as u8 & Bound::Upper as u8 != 0
    }
}

/// An entry of the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TtEntry {
    /// The score, with wins and losses counted from this position.
    pub(super) score: Score,
    pub(super) bound: Bound,
    /// The depth it was searched to.
    pub(super) depth: Depth,
    /// The best move, or the one that failed high.
    pub(super) best: Option<Point>,
    /// The static evaluation, if it was computed.
    pub(super) static_eval: Option<Score>,
}

const SCORE: u32 = 0;
const STATIC_EVAL: u32 = 16;
const MOVE: u32 = 32;
const DEPTH: u32 = 42;
const BOUND: u32 = 54;
const GENERATION: u32 = 56;
/// The last number of a generation, a byte; then the table is zeroed and they start again.
const LAST_GENERATION: u64 = 0xff;
const NO_STATIC_EVAL: i16 = i16::MIN;
/// Depths are stored as positive numbers.
const DEPTH_OFFSET: i32 = 256;

impl TtEntry {
    /// The score for the node at `ply`, if the entry is deep enough and its bound decides the
    /// window.
    pub(super) fn cutoff(
        self,
        alpha: Score,
        beta: Score,
        depth: Depth,
        ply: usize,
    ) -> Option<Score> {
        let score = score_from_tt(self.score, ply);
        let is_deep = self.depth >= depth || self.is_proved();
        let bound_suffices = score >= beta && self.bound.is_lower()
            || score <= alpha && self.bound.is_upper()
            || self.bound == Bound::Exact;
        (is_deep && bound_suffices).then_some(score)
    }

    /// Whether it is a win or a loss, which holds at any depth.
    fn is_proved(self) -> bool {
        is_win(self.score) && self.bound.is_lower() || is_loss(self.score) && self.bound.is_upper()
    }

    fn pack(self, generation: u64) -> u64 {
        let static_eval = self
            .static_eval
            .map_or(NO_STATIC_EVAL, |static_eval| static_eval as i16);
        let best = self.best.map_or(0, |point| point.slot() as u64 + 1);
        let depth = (self.depth + DEPTH_OFFSET).clamp(0, 0xfff) as u64;
        u64::from(self.score as i16 as u16) << SCORE
            | u64::from(static_eval as u16) << STATIC_EVAL
            | best << MOVE
            | depth << DEPTH
            | (self.bound as u64) << BOUND
            | generation << GENERATION
    }

    fn unpack(word: u64) -> Option<TtEntry> {
        let bound = match word >> BOUND & 3 {
            0 => return None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        };
        let static_eval = (word >> STATIC_EVAL) as i16;
        let best = (word >> MOVE & 0x3ff) as usize;
        Some(TtEntry {
            score: Score::from((word >> SCORE) as i16),
            bound,
            depth: depth_of(word),
            best: (best > 0).then(|| Point::from_slot(best - 1)),
            static_eval: (static_eval != NO_STATIC_EVAL).then_some(Score::from(static_eval)),
        })
    }
}

const fn depth_of(word: u64) -> Depth {
    (word >> DEPTH & 0xfff) as i32 - DEPTH_OFFSET
}

impl TranspositionTable {
    /// An empty table of at most `bytes` and a cache line, or of what memory there is, and at least a
    /// few entries.
    pub fn new(bytes: usize) -> TranspositionTable {
        let most = (bytes / (WORDS * size_of::<u64>())).max(16);
        let memory = TableMemory::new(WORDS << most.ilog2(), 16 * WORDS, WORDS);
        let words = memory.words();
        let to_line = words.as_ptr().align_offset(WORDS * size_of::<u64>());
        let clusters = Clusters {
            margin: to_line.min(WORDS),
            mask: words.len() / WORDS - 2,
            generation: 0,
            oldest: 0,
        };
        TranspositionTable { memory, clusters }
    }

    /// Drops all entries: the next search goes as with a new table. The memory is kept, and is
    /// zeroed only where numbers of generations run short.
    pub fn clear(&mut self) {
        if self.clusters.generation > LAST_GENERATION / 2 {
            self.zero();
        }
        self.clusters.oldest = self.clusters.generation + 1;
    }

    fn zero(&mut self) {
        self.memory.zero();
        self.clusters.generation = 0;
        self.clusters.oldest = 0;
    }

    /// Starts a new generation: older entries are replaced first.
    pub(super) fn new_generation(&mut self) {
        if self.clusters.generation == LAST_GENERATION {
            self.zero();
        }
        self.clusters.generation += 1;
    }

    /// The table for the threads of a search.
    pub(super) fn share(&mut self) -> SharedTable<'_> {
        SharedTable {
            words: self.memory.shared(),
            clusters: self.clusters,
        }
    }

    /// The entry of the position with this key, where no search runs.
    pub(super) fn probe(&self, key: u64) -> Option<TtEntry> {
        let cluster = self.clusters.cluster(self.memory.words(), key);
        self.clusters.entry(cluster, key, |&word| word)
    }
}

impl SharedTable<'_> {
    /// Writes to every page once, before threads share the table. Otherwise the system hands out
    /// each page at its first write and has to interrupt every thread for it: that took a third of
    /// the time of two threads.
    #[cfg(feature = "parallel")]
    pub(super) fn touch_pages(&self) {
        const PAGE: usize = 4096 / size_of::<AtomicU64>();
        for word in self.words.iter().step_by(PAGE) {
            word.store(word.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// The size of the table in bytes.
    pub(super) const fn bytes(&self) -> usize {
        (self.clusters.mask + 1) * WORDS * size_of::<AtomicU64>()
    }

    /// The entry of the position with this key.
    pub(super) fn probe(&self, key: u64) -> Option<TtEntry> {
        self.clusters.entry(self.cluster(key), key, load)
    }

    /// Asks the memory for the entries of a position that will be probed soon: they take as long to
    /// come as the shapes of a move take to be found.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch_index(self.words, self.clusters.first_word(key));
    }

    /// Stores an entry in place of the shallowest and oldest of its cluster, unless one of the position
    /// is there that is proved or much deeper. One that is proved is always stored.
    pub(super) fn store(&self, key: u64, mut entry: TtEntry) {
        let cluster = self.cluster(key);
        let slot = if let Some(slot) = self.clusters.slot_of(cluster, key, load) {
            if let Some(old) = TtEntry::unpack(load(&cluster[slot + 1])) {
                let is_shallow = entry.depth + 3 * PLY < old.depth && entry.bound != Bound::Exact;
                if !entry.is_proved() && (is_shallow || old.is_proved()) {
                    return;
                }
                entry.best = entry.best.or(old.best);
            }
            slot
        } else {
            self.clusters.victim(cluster)
        };
        let word = entry.pack(self.clusters.generation);
        cluster[slot].store(key ^ word, Ordering::Relaxed);
        cluster[slot + 1].store(word, Ordering::Relaxed);
    }

    fn cluster(&self, key: u64) -> &[AtomicU64] {
        self.clusters.cluster(self.words, key)
    }
}

fn load(word: &AtomicU64) -> u64 {
    word.load(Ordering::Relaxed)
}

impl Clusters {
    /// Whether there is an entry in this word, and not one of before the table was cleared.
    const fn holds(self, word: u64) -> bool {
        word != 0 && word >> GENERATION >= self.oldest
    }

    fn cluster<W>(self, words: &[W], key: u64) -> &[W] {
        let first = self.first_word(key);
        &words[first..first + WORDS]
    }

    /// The place of the cluster where a position stands.
    const fn first_word(self, key: u64) -> usize {
        self.margin + (key as usize & self.mask) * WORDS
    }

    fn victim(self, cluster: &[AtomicU64]) -> usize {
        let worth = |slot: &usize| {
            let word = load(&cluster[slot + 1]);
            if self.holds(word) {
                let age = (self.generation - (word >> GENERATION)) as i32;
                depth_of(word) - 32 * age
            } else {
                i32::MIN
            }
        };
        (0..WORDS).step_by(2).min_by_key(worth).unwrap_or(0)
    }

    /// The place of a position in its cluster.
    fn slot_of<W>(self, cluster: &[W], key: u64, load: impl Fn(&W) -> u64) -> Option<usize> {
        (0..WORDS).step_by(2).find(|&slot| {
            let word = load(&cluster[slot + 1]);
            load(&cluster[slot]) ^ word == key && self.holds(word)
        })
    }

    fn entry<W>(self, cluster: &[W], key: u64, load: impl Fn(&W) -> u64) -> Option<TtEntry> {
        let slot = self.slot_of(cluster, key, &load)?;
        TtEntry::unpack(load(&cluster[slot + 1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: Score, depth: i32) -> TtEntry {
        TtEntry {
            score,
            bound: Bound::Lower,
            depth,
            best: "H8".parse().ok(),
            static_eval: Some(-17),
        }
    }

    #[test]
    fn what_is_stored_is_found() {
        let mut table = TranspositionTable::new(1 << 12);
        for (key, score, depth) in [(5, -29_990, -8), (1 << 40, 29_990, 900), (77, 0, 0)] {
            table.share().store(key, entry(score, depth));
            assert_eq!(table.probe(key), Some(entry(score, depth)));
        }
        assert_eq!(table.probe(6), None);
        let bare = TtEntry {
            best: None,
            static_eval: None,
            bound: Bound::Exact,
            ..entry(3, 8)
        };
        table.share().store(9, bare);
        assert_eq!(table.probe(9), Some(bare));
    }

    #[test]
    fn what_is_proved_stands_for_any_depth() {
        let mut table = TranspositionTable::new(0);
        let (win, deep) = (entry(29_990, 1), entry(50, 90));
        table.share().store(1, deep);
        table.share().store(1, entry(60, 1));
        assert_eq!(table.probe(1), Some(deep));
        table.share().store(1, win);
        assert_eq!(table.probe(1), Some(win));
        table.share().store(1, deep);
        assert_eq!(table.probe(1), Some(win));
        let lost = TtEntry {
            bound: Bound::Upper,
            ..entry(-29_980, 1)
        };
        table.share().store(1, lost);
        assert_eq!(table.probe(1), Some(lost));
        assert_eq!(lost.cutoff(-100, -99, 80, 0), Some(-29_980));
    }

    #[test]
    fn a_cleared_table_is_as_a_new_one() {
        let mut kept = TranspositionTable::new(0);
        for round in 0..600_u64 {
            let mut fresh = TranspositionTable::new(0);
            kept.clear();
            for number in 0..40 {
                if number % 20 == 0 {
                    fresh.new_generation();
                    kept.new_generation();
                }
                // Twelve positions of one cluster, in another order and depth each round.
                let mixed = (round * 40 + number).wrapping_mul(0x9e37_79b9) >> 8;
                let (key, depth) = ((mixed % 12) << 32, (mixed >> 8) as i32 % 90);
                assert_eq!(kept.probe(key), fresh.probe(key));
                kept.share().store(key, entry(0, depth));
                fresh.share().store(key, entry(0, depth));
            }
        }
    }

    #[test]
    fn the_shallowest_makes_room_and_the_old_before_it() {
        let mut table = TranspositionTable::new(0);
        let keys = |number: u64| number << 32;
        for number in 1..=4 {
            table
                .share()
                .store(keys(number), entry(0, 8 * number as i32));
        }
        table.share().store(keys(5), entry(0, 8));
        assert_eq!(table.probe(keys(1)), None);
        assert!(table.probe(keys(4)).is_some());
        for _ in 0..3 {
            table.new_generation();
        }
        for number in 6..=9 {
            table.share().store(keys(number), entry(0, 1));
        }
        assert_eq!(table.probe(keys(4)), None);
    }
}
