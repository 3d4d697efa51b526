//! Ordered output of a batch run: workers bring results, and one of them at a time writes lines.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::chunk::{Finished, lock};
use super::run::{OutputOrder, Outputs, RunOptions, RunSummary, WorkResult};

/// Bytes that are written at once.
const BLOCK: usize = 1 << 16;

/// How many buffers are kept for other results, and how many bytes each may have.
const MOST_SPARE: usize = 64;
const MOST_SPARE_ROOM: usize = 1 << 17;

/// How long a finished line waits for more.
pub(super) const PAUSE: Duration = Duration::from_millis(100);

/// Takes results from the workers and writes them, in order. There is no thread for it: the worker
/// that brings a result writes all that can be written, unless another thread is at it.
pub(super) struct Delivery<'a, P> {
    results: Mutex<Results>,
    writer: Mutex<LineWriter<'a, P>>,
}

/// Results that are not written yet.
struct Results {
    order: OutputOrder,
    /// By the number of their first record or, in the order in which they come, by their own.
    later: BTreeMap<u64, Finished>,
    /// The number of the first record that is not written.
    next: u64,
    held: usize,
    /// Memory of results that are written.
    spare: Vec<Finished>,
    is_taken: bool,
}

/// How far a run is.
pub(super) struct Delivered {
    /// Records whose results are written.
    pub(super) written: u64,
    /// Bytes of results that wait for that of an earlier record.
    pub(super) held: usize,
    /// Whether the run is to end.
    pub(super) is_over: bool,
}

impl<'a, P: Fn(&RunSummary)> Delivery<'a, P> {
    pub(super) fn new(options: RunOptions<'_>, outputs: Outputs<'a>, progress: P) -> Self {
        let summary = RunSummary {
            consumed: options.consumed,
            ..RunSummary::default()
        };
        Delivery {
            results: Mutex::new(Results::new(options.order)),
            writer: Mutex::new(LineWriter {
                outputs,
                progress,
                max_errors: options.max_errors,
                flush: options.flush,
                lines: Vec::new(),
                trees: Vec::new(),
                summary,
                shown: summary,
                flushed: Instant::now(),
                is_over: false,
                error: None,
            }),
        }
    }

    /// Memory of written results, to be used again.
    pub(super) fn spare(&self) -> Finished {
        lock(&self.results).spare.pop().unwrap_or_default()
    }

    /// Brings results, and writes what can be written now; `None` if another thread is at it, which
    /// will write these too.
    pub(super) fn bring(&self, finished: Finished) -> Option<Delivered> {
        let mut results = lock(&self.results);
        results.put(finished);
        if results.is_taken {
            return None;
        }
        results.is_taken = true;
        let mut is_over = false;
        loop {
            let ready = results.take_ready();
            if ready.is_empty() {
                results.is_taken = false;
                return Some(Delivered {
                    written: results.next,
                    held: results.held,
                    is_over,
                });
            }
            drop(results);
            is_over = lock(&self.writer).take(&ready);
            results = lock(&self.results);
            for written in ready {
                results.keep(written);
            }
        }
    }

    /// Writes what is finished and was kept back for the next block; whether the run is to end.
    pub(super) fn flush(&self) -> bool {
        let mut writer = lock(&self.writer);
        writer.flush();
        writer.is_over
    }

    /// How the run went.
    pub(super) fn end(self) -> io::Result<RunSummary> {
        let mut writer = self
            .writer
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        writer.flush();
        match writer.error {
            Some(error) => Err(error),
            None => Ok(writer.summary),
        }
    }
}

impl Results {
    fn new(order: OutputOrder) -> Results {
        Results {
            order,
            later: BTreeMap::new(),
            next: 0,
            held: 0,
            spare: Vec::new(),
            is_taken: false,
        }
    }

    fn put(&mut self, finished: Finished) {
        self.held += finished.size();
        let place = match self.order {
            OutputOrder::Input => finished.first,
            OutputOrder::Finished => match self.later.last_key_value() {
                Some((&first, last)) => first + last.count(),
                None => self.next,
            },
        };
        if place == self.next {
            self.later.insert(place, finished);
        } else {
            self.put_aside(place, finished);
        }
    }

    /// Keeps results until those before them have come: in one piece with those next to them, as
    /// there may be many behind a slow record and each piece has more room than it needs.
    fn put_aside(&mut self, place: u64, mut finished: Finished) {
        if let Some(after) = self.later.remove(&(place + finished.count())) {
            finished.append(&after);
            self.keep(after);
        }
        let before = self.later.range_mut(..place).next_back();
        match before.filter(|(first, before)| *first + before.count() == place) {
            Some((_, before)) => {
                before.append(&finished);
                self.keep(finished);
            }
            None => _ = self.later.insert(place, finished),
        }
    }

    /// Keeps the memory of results, if not too much of it.
    fn keep(&mut self, mut written: Finished) {
        if self.spare.len() < MOST_SPARE && written.room() <= MOST_SPARE_ROOM {
            written.clear();
            self.spare.push(written);
        }
    }

    /// Removes the results at the front.
    fn take_ready(&mut self) -> Vec<Finished> {
        let mut ready = Vec::new();
        while let Some(finished) = self.later.remove(&self.next) {
            self.next += finished.count();
            self.held -= finished.size();
            ready.push(finished);
        }
        ready
    }
}

/// Writes results and counts them.
struct LineWriter<'a, P> {
    outputs: Outputs<'a>,
    progress: P,
    max_errors: Option<u64>,
    flush: bool,
    lines: Vec<u8>,
    trees: Vec<u8>,
    summary: RunSummary,
    /// The summary of what was written last.
    shown: RunSummary,
    flushed: Instant,
    is_over: bool,
    error: Option<io::Error>,
}

impl<P: Fn(&RunSummary)> LineWriter<'_, P> {
    /// Takes results up to the one that ends the run; returns whether it has ended.
    fn take(&mut self, ready: &[Finished]) -> bool {
        for finished in ready {
            let count = self.count(&finished.results);
            if let Some(last) = count.checked_sub(1) {
                let (text, trees) = finished.ends[last];
                self.lines.extend_from_slice(&finished.text[..text]);
                self.trees.extend_from_slice(&finished.trees[..trees]);
            }
        }
        let is_full = self.lines.len().max(self.trees.len()) >= BLOCK;
        if is_full || self.flush || self.is_over || self.flushed.elapsed() >= PAUSE {
            self.flush();
        }
        self.is_over
    }

    /// Adds results to the summary; returns how many there were before the run ended.
    fn count(&mut self, results: &[WorkResult]) -> usize {
        for (number, result) in results.iter().enumerate() {
            self.is_over |= result.is_given_up;
            if self.is_over {
                return number;
            }
            self.summary.add(result);
            let most = self.max_errors;
            self.is_over = most.is_some_and(|most| self.summary.errors() >= most);
        }
        results.len()
    }

    /// Writes the trees first: once an answer is there, its tree is too.
    fn flush(&mut self) {
        self.flushed = Instant::now();
        if self.error.is_some() || self.summary == self.shown {
            return;
        }
        self.shown = self.summary;
        (self.progress)(&self.summary);
        match self.outputs.write(&self.lines, &self.trees, &self.summary) {
            Ok(()) => (),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.is_over = true,
            Err(error) => {
                self.is_over = true;
                self.error = Some(error);
            }
        }
        self.lines.clear();
        self.trees.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(number: u64) -> Finished {
        let mut finished = Finished::default();
        for number in [2 * number, 2 * number + 1] {
            let result = WorkResult {
                text: format!("{number}\n").into_bytes(),
                done: 1,
                ..WorkResult::default()
            };
            finished.push(number, result);
        }
        finished
    }

    /// Behind a record that is slow: one piece, whatever the order, and the spare memory is bounded.
    #[test]
    fn what_waits_is_kept_in_one_piece() {
        let mut results = Results::new(OutputOrder::Input);
        for number in 1..1000 {
            results.put(lines(number * 7 % 1000));
        }
        assert!(results.take_ready().is_empty());
        assert_eq!((results.later.len(), results.spare.len()), (1, MOST_SPARE));
        results.put(lines(0));
        let mut text = Vec::new();
        for finished in results.take_ready() {
            assert_eq!(finished.ends.last(), Some(&(finished.text.len(), 0)));
            text.extend(finished.text);
        }
        let text = String::from_utf8(text).unwrap();
        let numbers = text.lines().map(|line| line.parse::<u64>().unwrap());
        assert!(numbers.eq(0..2000));
        assert_eq!((results.next, results.held), (2000, 0));
    }
}
