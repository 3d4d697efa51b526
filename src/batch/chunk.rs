//! Chunks of a batch run: the records that a worker takes at once, and their finished results.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::run::WorkResult;

/// Most records that a worker takes at once.
const MOST: usize = 32;

/// How long the work on one chunk may last: many times as long as the locks that the chunk costs.
const TARGET: Duration = Duration::from_micros(200);

/// Bytes that results have room for at first: small pieces of memory would go to the wrong thread.
const ROOM: usize = 1 << 13;

/// What a worker has taken at once, and what it has finished of that. The other threads reach both,
/// so that nothing waits for a slow record in the same chunk.
pub(super) struct Chunk<T> {
    records: Mutex<VecDeque<(u64, T)>>,
    finished: Mutex<Finished>,
}

/// The results of records that follow each other. Their lines are in one piece, and the memory is used
/// again: to free what another thread has made takes a lock of the allocator, and what is freed is
/// handed out again to the wrong thread, so that all of them would wait for each other from then on.
pub(super) struct Finished {
    /// The number of the first record.
    pub(super) first: u64,
    /// The results without their lines.
    pub(super) results: Vec<WorkResult>,
    /// Where the lines of each result end, and its trees.
    pub(super) ends: Vec<(usize, usize)>,
    pub(super) text: Vec<u8>,
    pub(super) trees: Vec<u8>,
}

impl Default for Finished {
    fn default() -> Finished {
        Finished {
            first: 0,
            results: Vec::with_capacity(ROOM / size_of::<WorkResult>()),
            ends: Vec::with_capacity(ROOM / size_of::<(usize, usize)>()),
            text: Vec::with_capacity(ROOM),
            trees: Vec::with_capacity(ROOM),
        }
    }
}

impl Finished {
    pub(super) fn push(&mut self, number: u64, mut result: WorkResult) {
        if self.results.is_empty() {
            self.first = number;
        }
        self.text.append(&mut result.text);
        self.trees.append(&mut result.trees);
        self.ends.push((self.text.len(), self.trees.len()));
        self.results.push(WorkResult {
            text: Vec::new(),
            trees: Vec::new(),
            ..result
        });
    }

    /// Adds those that follow.
    pub(super) fn append(&mut self, later: &Finished) {
        let (text, trees) = (self.text.len(), self.trees.len());
        let ends = later.ends.iter();
        self.ends
            .extend(ends.map(|(end, trees_end)| (text + end, trees + trees_end)));
        self.results.extend_from_slice(&later.results);
        self.text.extend_from_slice(&later.text);
        self.trees.extend_from_slice(&later.trees);
    }

    /// How many records they are of.
    pub(super) fn count(&self) -> u64 {
        self.results.len() as u64
    }

    /// Bytes that are allocated.
    pub(super) fn room(&self) -> usize {
        let results = self.results.capacity() * size_of::<WorkResult>();
        let ends = self.ends.capacity() * size_of::<(usize, usize)>();
        results + ends + self.text.capacity() + self.trees.capacity()
    }

    /// Forgets the results and keeps their memory.
    pub(super) fn clear(&mut self) {
        self.results.clear();
        self.ends.clear();
        self.text.clear();
        self.trees.clear();
    }

    /// Bytes that wait to be written.
    pub(super) fn size(&self) -> usize {
        self.text.len() + self.trees.len()
    }
}

impl<T> Chunk<T> {
    pub(super) fn empty() -> Chunk<T> {
        Chunk {
            records: Mutex::default(),
            finished: Mutex::default(),
        }
    }

    /// Adds records that follow each other, each with its number; the chunk is empty.
    pub(super) fn fill(&self, records: impl IntoIterator<Item = (u64, T)>) {
        lock(&self.records).extend(records);
    }

    /// The record to be worked on next.
    pub(super) fn next(&self) -> Option<(u64, T)> {
        lock(&self.records).pop_front()
    }

    /// Gives up the later half of the records that are not begun.
    pub(super) fn later_half(&self) -> VecDeque<(u64, T)> {
        let mut records = lock(&self.records);
        let kept = records.len() / 2;
        records.split_off(kept)
    }

    /// Drops the records that are not begun.
    pub(super) fn clear(&self) {
        lock(&self.records).clear();
    }

    pub(super) fn finish(&self, number: u64, result: WorkResult) {
        lock(&self.finished).push(number, result);
    }

    /// Gives up what is finished, for `spare` memory.
    pub(super) fn take_finished(&self, spare: Finished) -> Finished {
        std::mem::replace(&mut lock(&self.finished), spare)
    }

    pub(super) fn has_finished(&self) -> bool {
        !lock(&self.finished).results.is_empty()
    }
}

/// How many records a worker takes at once: more and more while they are cheap, one if they are not.
pub(super) struct ChunkSize {
    records: usize,
    most: usize,
}

impl ChunkSize {
    /// `is_growing` is whether it may ever be more than one record.
    pub(super) fn new(is_growing: bool) -> ChunkSize {
        ChunkSize {
            records: 1,
            most: if is_growing { MOST } else { 1 },
        }
    }

    pub(super) fn records(&self) -> usize {
        self.records
    }

    /// Learns from a chunk of this size that was begun at `start`.
    pub(super) fn learn(&mut self, start: Instant) {
        let lasted = start.elapsed();
        if lasted < TARGET / 2 {
            self.records = (self.records * 2).min(self.most);
        } else if lasted > TARGET {
            self.records = (self.records / 2).max(1);
        }
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
