//! Queue of input lines, read on its own thread so that a command can stop a running search.

use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use super::line_reader::LineReader;
use renju_system::threads;

/// The lines of a manager, read on a thread of their own, which lives until the input ends.
pub struct LineQueue {
    lines: Receiver<QueuedLine>,
    /// The number of the last line; the greatest number once there are no more.
    pub(crate) last_read: Arc<AtomicU64>,
    /// The number of the last line that ends what an earlier one began; 0 before the first.
    pub(crate) last_stop: Arc<AtomicU64>,
    /// When the first such line was read.
    #[cfg_attr(
        not(feature = "engines"),
        allow(
            dead_code,
            reason = "asked by the protocol of published programs alone"
        )
    )]
    pub(crate) first_stop: Arc<OnceLock<Instant>>,
}

/// A line, and when it came.
pub(crate) struct QueuedLine {
    /// The line as text, with a sign of its own for bytes that are none.
    pub(crate) line: String,
    /// When it was read.
    pub(crate) since: Instant,
    /// Lines are counted from 1.
    pub(crate) number: u64,
}

impl LineQueue {
    /// Lines of at most `most` bytes; `is_stop` says which of them end what an earlier one began.
    ///
    /// # Errors
    ///
    /// If the system has no thread to give.
    pub(crate) fn new(
        input: impl Read + Send + 'static,
        most: usize,
        is_stop: fn(&str) -> bool,
    ) -> io::Result<LineQueue> {
        let (sender, lines) = channel();
        let [last_read, last_stop] = [0, 0].map(|from| Arc::new(AtomicU64::new(from)));
        let first_stop = Arc::new(OnceLock::new());
        let stops = (Arc::clone(&last_stop), Arc::clone(&first_stop));
        let reached = Arc::clone(&last_read);
        let input = LineReader::new(input, most);
        threads::start("input", move || {
            read(input, &sender, is_stop, &reached, &stops);
            reached.store(u64::MAX, Ordering::Relaxed);
        })?;
        Ok(LineQueue {
            lines,
            last_read,
            last_stop,
            first_stop,
        })
    }

    /// The next line; `None` when there are no more.
    pub(crate) fn next(&self) -> Option<QueuedLine> {
        self.lines.recv().ok()
    }
}

fn read(
    mut input: LineReader<impl Read>,
    lines: &Sender<QueuedLine>,
    is_stop: fn(&str) -> bool,
    last_read: &AtomicU64,
    (last_stop, first_stop): &(Arc<AtomicU64>, Arc<OnceLock<Instant>>),
) {
    for number in 1.. {
        let Some(bytes) = input.next_line() else {
            return;
        };
        let line = String::from_utf8_lossy(bytes).into_owned();
        let since = Instant::now();
        if is_stop(&line) {
            first_stop.get_or_init(|| since);
            last_stop.store(number, Ordering::Relaxed);
        }
        last_read.store(number, Ordering::Relaxed);
        let line = QueuedLine {
            line,
            since,
            number,
        };
        if lines.send(line).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_stop_is_known_before_its_turn_comes() {
        let text = "BEGIN\nSTOP\nTURN 1,1\n\u{e9}";
        let input = std::io::Cursor::new(text.as_bytes());
        let lines = LineQueue::new(input, 20, |line| line == "STOP").unwrap();
        let all: Vec<QueuedLine> = std::iter::from_fn(|| lines.next()).collect();
        let numbers: Vec<u64> = all.iter().map(|line| line.number).collect();
        assert_eq!(numbers, [1, 2, 3, 4]);
        assert_eq!(lines.last_stop.load(Ordering::Relaxed), 2);
        assert_eq!(lines.first_stop.get(), Some(&all[1].since));
        while lines.last_read.load(Ordering::Relaxed) != u64::MAX {
            std::thread::yield_now();
        }
        assert_eq!(
            (all[2].line.as_str(), all[3].line.as_str()),
            ("TURN 1,1", "\u{e9}")
        );
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        let input = std::io::Cursor::new([&b"\0\0\n"[..], &[0xff; 3], b"\nEND"].concat());
        let lines = LineQueue::new(input, 20, |_| false).unwrap();
        let all: Vec<String> = std::iter::from_fn(|| Some(lines.next()?.line)).collect();
        assert_eq!(all, ["\0\0", "\u{fffd}\u{fffd}\u{fffd}", "END"]);
    }
}
