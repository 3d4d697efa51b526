use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use serde::Serialize;

/// Records that wait between the reader and the workers, and in one portion of work.
const PORTION: usize = 512;

/// After a portion that took longer the next one is as small as can be, so that what is finished
/// does not wait to be written for what is not.
const SLOW: Duration = Duration::from_millis(100);

/// What became of one record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WorkResult {
    /// The lines to write, each with its line break; empty if the record was left out.
    pub text: Vec<u8>,
    /// What goes to [`Outputs::trees`], in whole lines.
    pub trees: Vec<u8>,
    /// Answers among the lines of `text`.
    pub done: u64,
    /// Errors among them.
    pub failed: u64,
}

/// Where lines go.
pub struct Outputs<'a> {
    /// The answers, a line each.
    pub lines: &'a mut (dyn io::Write + Send),
    /// What some answers bring besides, in the same order.
    pub trees: &'a mut (dyn io::Write + Send),
}

/// In which order lines are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    /// As the records came.
    Input,
    /// As they were finished.
    Finished,
}

/// When to stop early, and how soon to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RunOptions {
    /// Errors after which the run ends; `None` for never.
    pub errors: Option<u64>,
    /// Whether every line is written as soon as it is there, rather than a portion at a time.
    pub at_once: bool,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Records read.
    pub read: u64,
    /// Answers written.
    pub done: u64,
    /// Errors written.
    pub failed: u64,
    /// Records left out: of other shards, or answered by a former run.
    pub skipped: u64,
}

impl Tally {
    fn add(&mut self, done: &WorkResult) {
        self.read += 1;
        self.done += done.done;
        self.failed += done.failed;
        self.skipped += u64::from(done.done + done.failed == 0);
    }
}

/// Works on records and writes the lines that come of them.
///
/// Reading, working and writing go on at the same time. At most a few portions of records are in
/// memory; a portion is whatever has been read by the time the workers are free, so that a slow
/// input is answered line by line. `seen` is told of the tally after each portion.
///
/// # Errors
///
/// What an output refuses with. A closed pipe is no error: the run ends, and the tally tells how
/// far it came.
pub fn run<T: Send>(
    records: impl Iterator<Item = T> + Send,
    job: impl Fn(T) -> WorkResult + Sync,
    order: Order,
    limits: RunOptions,
    mut outputs: Outputs<'_>,
    seen: impl Fn(&Tally),
) -> io::Result<Tally> {
    std::thread::scope(|threads| {
        let (to_workers, from_reader) = sync_channel(PORTION);
        let (to_writer, from_workers) = sync_channel::<Portion>(2);
        threads.spawn(move || feed(records, &to_workers));
        let writer = threads.spawn(move || outputs.write_all(&from_workers));
        let tally = work(&from_reader, &to_writer, &job, order, limits, &seen);
        drop((from_reader, to_writer));
        let written = writer
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        written.map(|()| tally)
    })
}

fn feed<T>(records: impl Iterator<Item = T>, to_workers: &SyncSender<T>) {
    for record in records {
        if to_workers.send(record).is_err() {
            return; // Nobody wants more.
        }
    }
}

/// What came of a portion of records.
#[derive(Default)]
struct Portion {
    text: Vec<u8>,
    trees: Vec<u8>,
}

impl Outputs<'_> {
    fn write_all(&mut self, from_workers: &Receiver<Portion>) -> io::Result<()> {
        for portion in from_workers {
            match self.write(&portion) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
                written => written?,
            }
        }
        Ok(())
    }

    /// Writes the trees first: whoever sees an answer finds the rest there.
    fn write(&mut self, portion: &Portion) -> io::Result<()> {
        self.trees.write_all(&portion.trees)?;
        self.trees.flush()?;
        self.lines.write_all(&portion.text)?;
        self.lines.flush()
    }
}

fn work<T: Send>(
    from_reader: &Receiver<T>,
    to_writer: &SyncSender<Portion>,
    job: &(impl Fn(T) -> WorkResult + Sync),
    order: Order,
    limits: RunOptions,
    seen: &impl Fn(&Tally),
) -> Tally {
    let mut tally = Tally::default();
    let mut most = workers();
    while let Ok(first) = from_reader.recv() {
        let since = Instant::now();
        let rest = from_reader.try_iter().take(most - 1);
        let portion: Vec<T> = std::iter::once(first).chain(rest).collect();
        let mut finished = Portion::default();
        let mut is_over = false;
        for done in each(portion, job, order) {
            tally.add(&done);
            finished.text.extend_from_slice(&done.text);
            finished.trees.extend_from_slice(&done.trees);
            is_over = limits.errors.is_some_and(|errors| tally.failed >= errors);
            if is_over {
                break;
            }
        }
        seen(&tally);
        most = if limits.at_once || since.elapsed() > SLOW {
            workers()
        } else {
            PORTION.min(2 * most)
        };
        let is_empty = finished.text.is_empty();
        let is_wanted = is_empty || to_writer.send(finished).is_ok();
        if is_over || !is_wanted {
            break;
        }
    }
    tally
}

#[cfg(feature = "parallel")]
fn each<T: Send>(
    portion: Vec<T>,
    job: &(impl Fn(T) -> WorkResult + Sync),
    order: Order,
) -> Vec<WorkResult> {
    use std::sync::PoisonError;

    use rayon::prelude::*;

    match order {
        Order::Input => portion.into_par_iter().map(job).collect(),
        Order::Finished => {
            let finished = std::sync::Mutex::new(Vec::with_capacity(portion.len()));
            portion.into_par_iter().map(job).for_each(|done| {
                let mut finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
                finished.push(done);
            });
            finished
                .into_inner()
                .unwrap_or_else(PoisonError::into_inner)
        }
    }
}

/// The number of threads at work.
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
    portion: Vec<T>,
    job: &(impl Fn(T) -> WorkResult + Sync),
    _: Order,
) -> Vec<WorkResult> {
    portion.into_iter().map(job).collect()
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

    fn run_to_text(count: u64, order: Order, limits: RunOptions) -> (String, Tally) {
        let mut out = Vec::new();
        let outputs = Outputs {
            lines: &mut out,
            trees: &mut io::sink(),
        };
        let tally = run(0..count, numbered, order, limits, outputs, |_| ()).unwrap();
        (String::from_utf8(out).unwrap(), tally)
    }

    #[test]
    fn lines_come_in_the_order_of_the_input() {
        let (text, tally) = run_to_text(5000, Order::Input, RunOptions::default());
        let numbers = text.lines().map(|line| line.parse::<u64>().unwrap());
        assert!(numbers.eq(0..5000));
        assert_eq!(
            tally,
            Tally {
                read: 5000,
                done: 4500,
                failed: 500,
                skipped: 0
            }
        );
    }

    #[test]
    fn what_is_aside_comes_in_the_same_order() {
        let job = |number: u64| WorkResult {
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
        run(
            0..2000,
            job,
            Order::Input,
            RunOptions::default(),
            outputs,
            |_| (),
        )
        .unwrap();
        let expected = (0..2000).map(|number| format!("{number}\n").repeat(number % 3));
        assert_eq!(
            String::from_utf8(trees).unwrap(),
            expected.collect::<String>()
        );
        assert_eq!(lines.split(|&byte| byte == b'\n').count(), 2001);
    }

    #[test]
    fn lines_in_any_order_are_all_there() {
        let (text, _) = run_to_text(5000, Order::Finished, RunOptions::default());
        let mut numbers: Vec<u64> = text.lines().map(|line| line.parse().unwrap()).collect();
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..5000));
    }

    #[test]
    fn a_run_ends_at_the_error_that_is_one_too_many() {
        let (text, tally) = run_to_text(
            5000,
            Order::Input,
            RunOptions {
                errors: Some(2),
                at_once: true,
            },
        );
        assert_eq!(text.lines().last(), Some("19"));
        assert_eq!((tally.read, tally.failed), (20, 2));
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
        let tally = run(
            endless,
            numbered,
            Order::Input,
            RunOptions::default(),
            Outputs {
                lines: &mut Closed,
                trees: &mut io::sink(),
            },
            |_| (),
        )
        .unwrap();
        assert!(tally.read > 0);
    }
}
