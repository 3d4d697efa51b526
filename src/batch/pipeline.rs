//! Thread pipeline of a batch run: one reader, parallel workers, and results written in order.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{self, ScopedJoinHandle};
use std::time::Instant;

use super::chunk::{Chunk, ChunkSize};
use super::delivery::{Delivery, PAUSE};
use super::queue::Queue;
use super::run::{GRACE, Outputs, RunOptions, RunSummary, WorkResult};
use crate::threads;

/// Works on records and writes the resulting lines.
///
/// A thread reads, others work, and each of these writes what it has finished if it is its turn.
/// They take cheap records some dozen at a time. A slow record holds up one of them; the others go
/// on, also with what that one has taken, some ten thousand records ahead. Memory does not grow with
/// the input. Finished lines are written at once when the input is slow, and in
/// larger pieces when it is not. `progress` gets the summary each time.
///
/// A run that ends early does not wait for `records`, which may be silent for long; their thread
/// is left behind.
///
/// ```
/// use renju::batch::{self, Folders, Outputs, ReadOptions, Record, RunOptions, Sources, WorkResult};
/// use renju::notation::ParseOptions;
///
/// let input = ["positions/positions.jsonl".into()];
/// let records = Sources::new(&input, Folders::Refused, None, ParseOptions::default());
/// let read_options = ReadOptions::default();
/// let count_stones = |record: Record| {
///     let mut result = WorkResult::default();
///     for entry in record.entries(&read_options) {
///         let line = match entry {
///             Ok(entry) => {
///                 result.done += 1;
///                 let board = entry.position.board();
///                 let stones = board.size().area() - board.empties().len();
///                 format!("{} {stones}\n", entry.id)
///             }
///             Err(error) => {
///                 result.failed += 1;
///                 format!("{} {}\n", error.id, error.error)
///             }
///         };
///         result.text.extend(line.bytes());
///     }
///     result
/// };
/// let mut lines = Vec::new();
/// let outputs = Outputs {
///     lines: &mut lines,
///     trees: &mut std::io::sink(),
///     written: &mut |_| Ok(()),
/// };
/// let summary = batch::run(records, count_stones, RunOptions::default(), outputs, |_| ())?;
/// assert!(String::from_utf8(lines)?.starts_with("double-three 8\n"));
/// assert_eq!(summary.failed, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If an output cannot be written. A closed pipe is no error: the run ends, and the summary says
/// how far it came.
/// If the system has no thread for the reader, or none to work; where it has fewer than were asked for,
/// these do it all.
///
/// # Panics
///
/// If `records` or `work` do.
pub fn run<T: Send + 'static>(
    records: impl Iterator<Item = T> + Send + 'static,
    work: impl Fn(T) -> WorkResult + Sync,
    options: RunOptions<'_>,
    outputs: Outputs<'_>,
    progress: impl Fn(&RunSummary) + Send,
) -> io::Result<RunSummary> {
    let workers = worker_count(options);
    let queue = Arc::new(Queue::new(workers));
    let delivery = Delivery::new(options, outputs, progress);
    let reader = {
        let queue = Arc::clone(&queue);
        threads::start("reader", move || read(records, &queue))?
    };
    thread::scope(|scope| {
        let (end, ended) = channel::<()>();
        let start = |worker| {
            let (queue, delivery, work, end) = (&*queue, &delivery, &work, end.clone());
            move || {
                let _end = end; // Dropped when this thread ends, also by a panic.
                work_on(queue, worker, delivery, work, options);
            }
        };
        let workers = threads::start_some(scope, "worker", workers, start);
        let workers = workers.inspect_err(|_| queue.drop_all())?;
        drop(end);
        let mut stop = Stop::of(options);
        while ended.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
            for chunk in queue.chunks() {
                deliver(&queue, chunk, &delivery);
            }
            if delivery.flush() {
                queue.drop_all();
            } else if stop.is_wanted() {
                queue.abandon();
            }
        }
        workers.into_iter().for_each(join);
        Ok::<(), io::Error>(())
    })?;
    if !queue.is_abandoned() {
        reader
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    }
    delivery.end()
}

/// Ends a run from outside.
struct Stop<'a> {
    options: RunOptions<'a>,
    since: Option<Instant>,
}

impl Stop<'_> {
    fn of(options: RunOptions<'_>) -> Stop<'_> {
        Stop {
            options,
            since: None,
        }
    }

    /// Whether the run is to end; after the time of grace the work is to be given up.
    fn is_wanted(&mut self) -> bool {
        let stop = self.options.stop;
        if !stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return false;
        }
        let since = *self.since.get_or_insert_with(Instant::now);
        if let Some(give_up) = self.options.give_up {
            give_up.store(since.elapsed() >= GRACE, Ordering::Relaxed);
        }
        true
    }
}

/// Passes records on until no more are wanted. However it ends, the queue does too.
fn read<T>(records: impl Iterator<Item = T>, queue: &Queue<T>) {
    struct End<'a, T>(&'a Queue<T>);
    impl<T> Drop for End<'_, T> {
        fn drop(&mut self) {
            self.0.finish();
        }
    }

    let end = End(queue);
    for record in records {
        if !end.0.push(record) {
            return;
        }
    }
}

/// Works on records until there are no more. A panic ends the run.
fn work_on<T, P: Fn(&RunSummary)>(
    queue: &Queue<T>,
    worker: usize,
    delivery: &Delivery<'_, P>,
    work: &(impl Fn(T) -> WorkResult + Sync),
    options: RunOptions<'_>,
) {
    struct Abandon<'a, T>(&'a Queue<T>);
    impl<T> Drop for Abandon<'_, T> {
        fn drop(&mut self) {
            if thread::panicking() {
                self.0.drop_all();
            }
        }
    }

    let queue = Abandon(queue);
    let chunk = &queue.0.chunks()[worker];
    let mut size = ChunkSize::new(!options.flush);
    let before_waiting = || {
        delivery.flush();
    };
    while queue.0.refill(worker, size.records(), before_waiting) {
        let start = Instant::now();
        while let Some((number, record)) = chunk.next() {
            chunk.finish(number, work(record));
        }
        size.learn(start);
        deliver(queue.0, chunk, delivery);
    }
}

/// Delivers what is finished of a chunk.
fn deliver<T, P: Fn(&RunSummary)>(queue: &Queue<T>, chunk: &Chunk<T>, delivery: &Delivery<'_, P>) {
    if !chunk.has_finished() {
        return;
    }
    let finished = chunk.take_finished(delivery.spare());
    if let Some(delivered) = delivery.bring(finished) {
        queue.progress(delivered.written, delivered.held);
        if delivered.is_over {
            queue.drop_all();
        }
    }
}

fn worker_count(options: RunOptions<'_>) -> usize {
    if !cfg!(feature = "parallel") {
        return 1;
    }
    let all = || thread::available_parallelism().ok();
    options.threads.or_else(all).map_or(1, NonZeroUsize::get)
}

/// Waits for a thread; a panic there is one here.
fn join(worker: ScopedJoinHandle<'_, ()>) {
    worker
        .join()
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

#[cfg(test)]
mod tests {
    #[cfg(feature = "parallel")]
    use std::io::BufRead;
    use std::sync::atomic::AtomicBool;
    use std::sync::{Condvar, Mutex};

    use super::*;
    use crate::batch::OutputOrder;

    fn numbered(number: u64) -> WorkResult {
        let failed = u64::from(number % 10 == 9);
        WorkResult {
            text: format!("{number}\n").into_bytes(),
            done: 1 - failed,
            failed,
            ..WorkResult::default()
        }
    }

    fn run_into<T: Send + 'static>(
        lines: &mut (dyn io::Write + Send),
        records: impl Iterator<Item = T> + Send + 'static,
        work: impl Fn(T) -> WorkResult + Sync,
        options: RunOptions<'_>,
    ) -> RunSummary {
        let outputs = Outputs {
            lines,
            trees: &mut io::sink(),
            written: &mut |_| Ok(()),
        };
        run(records, work, options, outputs, |_| ()).unwrap()
    }

    fn run_to_text(options: RunOptions<'_>) -> (String, RunSummary) {
        let mut out = Vec::new();
        let summary = run_into(&mut out, 0..5000, numbered, options);
        (String::from_utf8(out).unwrap(), summary)
    }

    #[test]
    fn lines_come_in_the_order_of_the_input() {
        let (text, summary) = run_to_text(RunOptions::default());
        let numbers = text.lines().map(|line| line.parse::<u64>().unwrap());
        assert!(numbers.eq(0..5000));
        let expected = RunSummary {
            read: 5000,
            done: 4500,
            failed: 500,
            ..RunSummary::default()
        };
        assert_eq!(summary, expected);
    }

    #[test]
    fn trees_come_in_the_same_order() {
        let work = |number: u64| WorkResult {
            trees: format!("{number}\n")
                .repeat((number % 3) as usize)
                .into_bytes(),
            ..numbered(number)
        };
        let (mut lines, mut trees) = (Vec::new(), Vec::new());
        let outputs = Outputs {
            lines: &mut lines,
            trees: &mut trees,
            written: &mut |_| Ok(()),
        };
        run(0..2000, work, RunOptions::default(), outputs, |_| ()).unwrap();
        let expected = (0..2000).map(|number| format!("{number}\n").repeat(number % 3));
        assert_eq!(
            String::from_utf8(trees).unwrap(),
            expected.collect::<String>()
        );
        assert_eq!(lines.split(|&byte| byte == b'\n').count(), 2001);
    }

    #[test]
    fn lines_in_any_order_are_all_there() {
        let (text, _) = run_to_text(RunOptions {
            order: OutputOrder::Finished,
            ..RunOptions::default()
        });
        let mut numbers: Vec<u64> = text.lines().map(|line| line.parse().unwrap()).collect();
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..5000));
    }

    #[test]
    fn a_run_ends_at_the_error_that_is_one_too_many() {
        let (text, summary) = run_to_text(RunOptions {
            max_errors: Some(2),
            flush: true,
            ..RunOptions::default()
        });
        assert_eq!(text.lines().last(), Some("19"));
        assert_eq!((summary.read, summary.failed), (20, 2));
    }

    #[test]
    fn a_tree_that_is_left_out_is_an_error_and_its_record_is_answered() {
        let work = |number: u64| WorkResult {
            text: b"answer\n".to_vec(),
            done: 1,
            trees_left_out: u64::from(number == 3),
            ..WorkResult::default()
        };
        let mut out = Vec::new();
        let options = RunOptions {
            max_errors: Some(1),
            ..RunOptions::default()
        };
        let summary = run_into(&mut out, 0..5000, work, options);
        let expected = RunSummary {
            read: 4,
            done: 4,
            trees_left_out: 1,
            ..RunSummary::default()
        };
        assert_eq!((summary, summary.errors()), (expected, 1));
    }

    #[test]
    fn a_closed_pipe_ends_a_run_quietly() {
        struct Closed;
        impl io::Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let endless = std::iter::repeat(1);
        let summary = run_into(&mut Closed, endless, numbered, RunOptions::default());
        assert!(summary.read > 0);
    }

    /// A record that waits until all others are worked on, and those before it are written.
    #[cfg(feature = "parallel")]
    #[test]
    fn a_slow_record_holds_up_one_worker() {
        for order in [OutputOrder::Input, OutputOrder::Finished] {
            for slow in [0, 500, 999] {
                let (text, summary) = run_with_slow(slow, order);
                let mut numbers: Vec<u64> =
                    text.lines().map(|line| line.parse().unwrap()).collect();
                if order == OutputOrder::Finished {
                    numbers.sort_unstable();
                }
                assert!(numbers.into_iter().eq(0..1000));
                assert_eq!(summary.read, 1000);
            }
        }
    }

    #[cfg(feature = "parallel")]
    fn run_with_slow(slow: u64, order: OutputOrder) -> (String, RunSummary) {
        /// What the slow record waits for.
        #[derive(Default)]
        struct Others {
            done: u64,
            text: Vec<u8>,
        }
        struct Written<'a>(&'a Mutex<Others>, &'a Condvar);
        impl io::Write for Written<'_> {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.lock().unwrap().text.extend(bytes);
                self.1.notify_one();
                Ok(bytes.len())
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }

        let (others, news) = (Mutex::new(Others::default()), Condvar::new());
        let lines = |text: &[u8]| text.lines().count() as u64;
        let work = |number: u64| {
            let mut others = others.lock().unwrap();
            if number == slow {
                while others.done < 999 || lines(&others.text) < slow {
                    others = news.wait(others).unwrap();
                }
            } else {
                others.done += 1;
                news.notify_one();
            }
            numbered(number)
        };
        let options = RunOptions {
            order,
            threads: NonZeroUsize::new(2),
            ..RunOptions::default()
        };
        let summary = run_into(&mut Written(&others, &news), 0..1000, work, options);
        let text = String::from_utf8(others.into_inner().unwrap().text).unwrap();
        (text, summary)
    }

    /// The reader is silent after three records; the run does not wait for it.
    #[test]
    fn a_run_that_is_to_end_does_not_wait_for_its_input() {
        let silent = || {
            let (sender, receiver) = channel();
            (0..3).for_each(|number| sender.send(number).unwrap());
            std::mem::forget(sender);
            receiver.into_iter()
        };
        let failing = |number: u64| WorkResult {
            failed: 1,
            ..numbered(number)
        };
        let at_first = RunOptions {
            max_errors: Some(1),
            ..RunOptions::default()
        };
        let summary = run_into(&mut io::sink(), silent(), failing, at_first);
        assert_eq!(summary.read, 1);
        let stop = AtomicBool::new(false);
        let stopping = |number| {
            stop.store(number == 2, Ordering::Relaxed);
            numbered(number)
        };
        let options = RunOptions {
            stop: Some(&stop),
            threads: NonZeroUsize::new(1),
            ..RunOptions::default()
        };
        let summary = run_into(&mut io::sink(), silent(), stopping, options);
        assert_eq!(summary.read, 3);
    }

    #[test]
    #[should_panic(expected = "a bug in the work")]
    fn a_panic_of_the_work_is_one_of_the_run() {
        let work = |number| {
            assert!(number < 100, "a bug in the work");
            numbered(number)
        };
        run_into(&mut io::sink(), 0.., work, RunOptions::default());
    }
}
