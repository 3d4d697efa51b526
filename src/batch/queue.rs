//! Bounded work queue of a batch run, from which idle workers also take records of slow ones.

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::chunk::Chunk;

/// Records that wait for a worker.
const MOST_WAITING: usize = 1024;

/// Records that were read and are not written: behind a slow one the others go on this far.
const MOST_UNDER_WAY: u64 = 1 << 16;

/// Bytes of answers that wait for the answer of a slow record before them.
const MOST_HELD: usize = 64 << 20;

/// How often a worker looks again before it waits to be woken.
const LOOKS: u32 = 4;

/// Time between two such looks: a few dozen records come meanwhile, if they come fast.
const PAUSE: Duration = Duration::from_micros(50);

/// Records on their way from the reader to the workers, each with its number, from 0.
pub(super) struct Queue<T> {
    state: Mutex<State<T>>,
    /// What each worker has taken.
    chunks: Vec<Chunk<T>>,
    /// A record came, or none will.
    filled: Condvar,
    /// There is room for a record, or none is wanted any more.
    emptied: Condvar,
}

struct State<T> {
    waiting: VecDeque<T>,
    /// The number of the first record that waits.
    first: u64,
    /// Records whose answers are written.
    written: u64,
    /// Bytes of answers that are not.
    held: usize,
    /// Whether no more records come, or are taken.
    is_closed: bool,
    is_abandoned: bool,
    idle_workers: usize,
    is_reader_waiting: bool,
}

impl<T> Queue<T> {
    pub(super) fn new(workers: usize) -> Queue<T> {
        Queue {
            chunks: (0..workers).map(|_| Chunk::empty()).collect(),
            state: Mutex::new(State {
                waiting: VecDeque::new(),
                first: 0,
                written: 0,
                held: 0,
                is_closed: false,
                is_abandoned: false,
                idle_workers: 0,
                is_reader_waiting: false,
            }),
            filled: Condvar::new(),
            emptied: Condvar::new(),
        }
    }

    /// Adds a record once there is room; false if none is wanted any more.
    pub(super) fn push(&self, record: T) -> bool {
        let mut state = self.lock();
        while !state.is_closed && !state.has_room() {
            state.is_reader_waiting = true;
            state = wait(&self.emptied, state);
        }
        state.is_reader_waiting = false;
        if state.is_closed {
            return false;
        }
        state.waiting.push_back(record);
        if state.idle_workers > 0 {
            self.filled.notify_one();
        }
        true
    }

    /// What each worker has taken.
    pub(super) fn chunks(&self) -> &[Chunk<T>] {
        &self.chunks
    }

    /// Fills the empty chunk of a worker with up to `most` records, once there are any; false if none
    /// will come. `before_waiting` is called first if there are none yet.
    pub(super) fn refill(&self, worker: usize, most: usize, before_waiting: impl FnOnce()) -> bool {
        let mut state = self.lock();
        // To be woken for each record would cost more than the record, the reader most of all.
        for _ in 0..LOOKS {
            if let Some(is_filled) = self.try_refill(&mut state, worker, most) {
                return is_filled;
            }
            drop(state);
            std::thread::sleep(PAUSE);
            state = self.lock();
        }
        drop(state);
        before_waiting();
        state = self.lock();
        state.idle_workers += 1;
        let is_filled = loop {
            if let Some(is_filled) = self.try_refill(&mut state, worker, most) {
                break is_filled;
            }
            state = wait(&self.filled, state);
        };
        state.idle_workers -= 1;
        is_filled
    }

    /// Fills an empty chunk with records that wait, or with some that another worker has not begun;
    /// `None` if there are none yet, false if none will come.
    fn try_refill(&self, state: &mut State<T>, worker: usize, most: usize) -> Option<bool> {
        let chunk = &self.chunks[worker];
        if !state.waiting.is_empty() {
            // The others get their share, so that none is idle at the end.
            let share = state.waiting.len().div_ceil(self.chunks.len());
            let count = share.min(most);
            chunk.fill((state.first..).zip(state.waiting.drain(..count)));
            state.first += count as u64;
            self.wake_reader(state);
            return Some(true);
        }
        let mut others = self.chunks.iter().map(Chunk::later_half);
        if let Some(records) = others.find(|records| !records.is_empty()) {
            chunk.fill(records);
            return Some(true);
        }
        state.is_closed.then_some(false)
    }

    /// Says how many records are written, and how many bytes of later answers are held back.
    /// Threads may say so in another order than they have written: what is older counts no more.
    pub(super) fn progress(&self, written: u64, held: usize) {
        let mut state = self.lock();
        match written.cmp(&state.written) {
            Ordering::Less => return,
            // While none is written, more and more is held back.
            Ordering::Equal => state.held = state.held.max(held),
            Ordering::Greater => (state.written, state.held) = (written, held),
        }
        self.wake_reader(&state);
    }

    /// No more records come; those that wait are still worked on.
    pub(super) fn finish(&self) {
        self.lock().is_closed = true;
        self.wake_all();
    }

    /// No more records are wanted: those that no worker has taken are dropped.
    pub(super) fn abandon(&self) {
        let mut state = self.lock();
        state.waiting.clear();
        state.is_abandoned = true;
        // At once: a record that came later would have the number of one that was dropped.
        state.is_closed = true;
        drop(state);
        self.wake_all();
    }

    /// No more results are wanted: all records that are not begun are dropped.
    pub(super) fn drop_all(&self) {
        self.abandon();
        self.chunks.iter().for_each(Chunk::clear);
    }

    fn wake_all(&self) {
        self.filled.notify_all();
        self.emptied.notify_all();
    }

    /// Whether records may have been left unread.
    pub(super) fn is_abandoned(&self) -> bool {
        self.lock().is_abandoned
    }

    /// A reader that waits is woken when half of the room is free, not for every record.
    fn wake_reader(&self, state: &State<T>) {
        if state.is_reader_waiting && state.waiting.len() <= MOST_WAITING / 2 && state.has_room() {
            self.emptied.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> State<T> {
    fn has_room(&self) -> bool {
        let read = self.first + self.waiting.len() as u64;
        let has_few_under_way = read - self.written < MOST_UNDER_WAY && self.held < MOST_HELD;
        self.waiting.len() < MOST_WAITING && has_few_under_way
    }
}

fn wait<'a, S>(condition: &Condvar, state: MutexGuard<'a, S>) -> MutexGuard<'a, S> {
    let woken = condition.wait(state);
    woken.unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No record takes the place of one that was dropped when the run was stopped.
    #[test]
    fn records_keep_their_numbers_when_a_run_is_abandoned() {
        for round in 0..500 {
            let queue = Queue::new(1);
            std::thread::scope(|threads| {
                threads.spawn(|| (0..u64::MAX).find(|&record| !queue.push(record)));
                threads.spawn(|| {
                    while queue.refill(0, 8, || ()) {
                        while let Some((number, record)) = queue.chunks()[0].next() {
                            assert_eq!(number, record);
                        }
                    }
                });
                (0..round % 100).for_each(|_| std::thread::yield_now());
                queue.abandon();
            });
        }
    }

    #[test]
    fn old_news_does_not_close_the_queue() {
        let queue: Queue<()> = Queue::new(1);
        queue.lock().first = 20; // All of them are with workers or written.
        queue.progress(11, 0);
        queue.progress(10, MOST_HELD);
        assert!(queue.lock().has_room());
        queue.progress(11, MOST_HELD);
        queue.progress(11, 1);
        assert!(!queue.lock().has_room());
        queue.progress(12, 1);
        assert!(queue.lock().has_room());
    }
}
