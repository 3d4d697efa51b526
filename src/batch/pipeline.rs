use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use serde::Serialize;

/// Records that wait between the reader and the workers, and in one portion of work.
const PORTION: usize = 512;

/// After a portion that took longer the next one is as small as possible, so that finished lines
/// do not wait for slow ones.
const SLOW: Duration = Duration::from_millis(100);

/// What the work on one record, or on a portion of them, gives.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WorkResult {
    /// The lines to write, each with its line break; empty if the record was skipped.
    pub text: Vec<u8>,
    /// Whole lines for [`Outputs::trees`].
    pub trees: Vec<u8>,
    /// How many lines of `text` are answers.
    pub done: u64,
    /// How many are errors.
    pub failed: u64,
    /// How many of the answers have a tree that could not be written.
    pub trees_left_out: u64,
}

/// Where the lines of a run are written.
pub struct Outputs<'a> {
    /// Takes the answers, one line each.
    pub lines: &'a mut (dyn io::Write + Send),
    /// Takes the proof trees of the answers that have one, in the same order.
    pub trees: &'a mut (dyn io::Write + Send),
}

/// The order in which lines are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum OutputOrder {
    /// As the records were read.
    #[default]
    Input,
    /// As the workers finish them.
    Finished,
}

/// When a run writes, and when it stops early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RunOptions {
    /// In which order lines are written.
    pub order: OutputOrder,
    /// Errors after which the run ends; `None` for no limit.
    pub max_errors: Option<u64>,
    /// Whether each line is written as soon as it is finished, not a portion at a time.
    pub flush: bool,
}

/// What a run has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct RunSummary {
    /// Records that were read.
    pub read: u64,
    /// Answers that were written.
    pub done: u64,
    /// Errors that were written.
    pub failed: u64,
    /// Records skipped: of other shards, or answered by an earlier run.
    pub skipped: u64,
    /// Answers whose tree could not be written; in JSON only if there are any.
    #[serde(skip_serializing_if = "is_zero")]
    pub trees_left_out: u64,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl RunSummary {
    /// Whatever went wrong: records that failed, and trees that could not be written.
    pub const fn errors(&self) -> u64 {
        self.failed + self.trees_left_out
    }

    fn add(&mut self, result: &WorkResult) {
        self.read += 1;
        self.done += result.done;
        self.failed += result.failed;
        self.trees_left_out += result.trees_left_out;
        self.skipped += u64::from(result.done + result.failed == 0);
    }
}

/// Works on records and writes the resulting lines.
///
/// Reading, working and writing overlap. At most a few portions of records are in memory; a
/// portion is whatever has been read by the time the workers are free, so that a slow input is
/// answered line by line. `progress` gets the summary after each portion.
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
/// let outputs = Outputs { lines: &mut lines, trees: &mut std::io::sink() };
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
pub fn run<T: Send>(
    records: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> WorkResult + Sync,
    options: RunOptions,
    mut outputs: Outputs<'_>,
    progress: impl Fn(&RunSummary),
) -> io::Result<RunSummary> {
    std::thread::scope(|threads| {
        let (to_workers, from_reader) = sync_channel(PORTION);
        let (to_writer, from_workers) = sync_channel(2);
        threads.spawn(move || {
            for record in records {
                if to_workers.send(record).is_err() {
                    return; // The run has ended.
                }
            }
        });
        let writer = threads.spawn(move || outputs.write_all(&from_workers));
        let summary = work_on_portions(&from_reader, &to_writer, &work, options, &progress);
        drop((from_reader, to_writer));
        let written = writer
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        written.map(|()| summary)
    })
}

impl Outputs<'_> {
    fn write_all(&mut self, from_workers: &Receiver<WorkResult>) -> io::Result<()> {
        for portion in from_workers {
            match self.write(&portion) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
                written => written?,
            }
        }
        Ok(())
    }

    /// Writes the trees first: once an answer is there, its tree is too.
    fn write(&mut self, portion: &WorkResult) -> io::Result<()> {
        self.trees.write_all(&portion.trees)?;
        self.trees.flush()?;
        self.lines.write_all(&portion.text)?;
        self.lines.flush()
    }
}

fn work_on_portions<T: Send>(
    from_reader: &Receiver<T>,
    to_writer: &SyncSender<WorkResult>,
    work: &(impl Fn(T) -> WorkResult + Sync),
    options: RunOptions,
    progress: &impl Fn(&RunSummary),
) -> RunSummary {
    let mut summary = RunSummary::default();
    let mut most = workers();
    while let Ok(first) = from_reader.recv() {
        let since = Instant::now();
        let rest = from_reader.try_iter().take(most - 1);
        let records: Vec<T> = std::iter::once(first).chain(rest).collect();
        let mut portion = WorkResult::default();
        let mut is_over = false;
        for result in each(records, work, options.order) {
            summary.add(&result);
            portion.text.extend(result.text);
            portion.trees.extend(result.trees);
            is_over = options
                .max_errors
                .is_some_and(|most| summary.errors() >= most);
            if is_over {
                break;
            }
        }
        progress(&summary);
        most = if options.flush || since.elapsed() > SLOW {
            workers()
        } else {
            PORTION.min(2 * most)
        };
        let is_written = portion.text.is_empty() || to_writer.send(portion).is_ok();
        if is_over || !is_written {
            break;
        }
    }
    summary
}

#[cfg(feature = "parallel")]
fn each<T: Send>(
    records: Vec<T>,
    work: &(impl Fn(T) -> WorkResult + Sync),
    order: OutputOrder,
) -> Vec<WorkResult> {
    use std::sync::{Mutex, PoisonError};

    use rayon::prelude::*;

    match order {
        OutputOrder::Input => records.into_par_iter().map(work).collect(),
        OutputOrder::Finished => {
            let finished = Mutex::new(Vec::with_capacity(records.len()));
            let lock = || finished.lock().unwrap_or_else(PoisonError::into_inner);
            let work_and_push = |record| {
                let result = work(record);
                lock().push(result);
            };
            records.into_par_iter().for_each(work_and_push);
            std::mem::take(&mut *lock())
        }
    }
}

/// The number of worker threads.
#[cfg(feature = "parallel")]
fn workers() -> usize {
    rayon::current_num_threads()
}

#[cfg(not(feature = "parallel"))]
fn workers() -> usize {
    1
}

#[cfg(not(feature = "parallel"))]
fn each<T: Send>(
    records: Vec<T>,
    work: &(impl Fn(T) -> WorkResult + Sync),
    _: OutputOrder,
) -> Vec<WorkResult> {
    records.into_iter().map(work).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(number: u64) -> WorkResult {
        let failed = u64::from(number % 10 == 9);
        WorkResult {
            text: format!("{number}\n").into_bytes(),
            done: 1 - failed,
            failed,
            ..WorkResult::default()
        }
    }

    fn run_to_text(options: RunOptions) -> (String, RunSummary) {
        let mut out = Vec::new();
        let outputs = Outputs {
            lines: &mut out,
            trees: &mut io::sink(),
        };
        let summary = run(0..5000, numbered, options, outputs, |_| ()).unwrap();
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
        let outputs = Outputs {
            lines: &mut out,
            trees: &mut io::sink(),
        };
        let options = RunOptions {
            max_errors: Some(1),
            ..RunOptions::default()
        };
        let summary = run(0..5000, work, options, outputs, |_| ()).unwrap();
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
        let outputs = Outputs {
            lines: &mut Closed,
            trees: &mut io::sink(),
        };
        let endless = std::iter::repeat(1);
        let summary = run(endless, numbered, RunOptions::default(), outputs, |_| ()).unwrap();
        assert!(summary.read > 0);
    }
}
