use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::Error;

/// Time between two words about how far it is.
const PAUSE: Duration = Duration::from_secs(10);

/// Works on numbered pieces on several threads, and takes what comes of them in their order.
pub(super) fn in_order<T: Send>(
    threads: usize,
    numbers: Range<usize>,
    work: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), Error>,
) -> Result<(), Error> {
    let next = AtomicUsize::new(numbers.start);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end || sender.send((number, work(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut taken = numbers.start;
        for (number, made) in receiver {
            waiting.insert(number, made);
            while let Some(made) = waiting.remove(&taken) {
                take(made)?;
                taken += 1;
            }
        }
        Ok(())
    })
}

/// How far the work is, and how fast, on standard error.
pub(super) struct Progress {
    /// What the pieces are, such as `games`.
    unit: &'static str,
    numbers: Range<usize>,
    done: usize,
    started: Instant,
    told: Instant,
}

impl Progress {
    pub(super) fn new(unit: &'static str, numbers: Range<usize>) -> Progress {
        let (started, done) = (Instant::now(), numbers.start);
        Progress {
            unit,
            numbers,
            done,
            started,
            told: started,
        }
    }

    /// Counts a piece that is taken.
    pub(super) fn count(&mut self) {
        self.done += 1;
        let end = self.numbers.end;
        if self.told.elapsed() >= PAUSE || self.done == end {
            self.told = Instant::now();
            let minutes = self.started.elapsed().as_secs_f64() / 60.0;
            let rate = real(self.done - self.numbers.start) / minutes;
            eprintln!("{} of {end}, {rate:.0} {} a minute", self.done, self.unit);
        }
    }
}

pub(super) fn real(number: usize) -> f64 {
    f64::from(number as u32)
}
