use std::io::{BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;

use super::command::GomocupCommand;

/// Bytes of a line; what is longer is taken for several.
const LINE_BYTES: u64 = 4096;

/// The lines of the manager, read on a thread of their own: nothing is lost while a search runs,
/// and a search can be told to end.
pub(super) struct InputLines {
    lines: Receiver<Input>,
    last_stop: Arc<AtomicU64>,
}

/// A line, and when it came.
pub(super) struct Input {
    pub(super) line: String,
    pub(super) since: Instant,
    number: u64,
}

/// Tells a search, begun by one line, when a later line stops it.
#[derive(Clone)]
pub(super) struct StopSignal {
    last: Arc<AtomicU64>,
    asked: u64,
}

impl InputLines {
    pub(super) fn of(input: impl Read + Send + 'static) -> InputLines {
        let (sender, lines) = channel();
        let last_stop = Arc::new(AtomicU64::new(0));
        let stop = Arc::clone(&last_stop);
        thread::spawn(move || read(input, &sender, &stop));
        InputLines { lines, last_stop }
    }

    /// The next line; `None` when there are no more.
    pub(super) fn next(&self) -> Option<Input> {
        self.lines.recv().ok()
    }

    /// The signal of a `STOP` that comes after `input`.
    pub(super) fn stop_signal_after(&self, input: &Input) -> StopSignal {
        StopSignal {
            last: Arc::clone(&self.last_stop),
            asked: input.number,
        }
    }
}

impl StopSignal {
    pub(super) fn is_set(&self) -> bool {
        self.last.load(Ordering::Relaxed) > self.asked
    }
}

fn read(input: impl Read, lines: &Sender<Input>, last_stop: &AtomicU64) {
    let mut input = BufReader::new(input);
    for number in 1.. {
        let mut bytes = Vec::new();
        match input
            .by_ref()
            .take(LINE_BYTES)
            .read_until(b'\n', &mut bytes)
        {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let input = Input {
            line: String::from_utf8_lossy(&bytes).into_owned(),
            since: Instant::now(),
            number,
        };
        if GomocupCommand::parse(&input.line) == Ok(GomocupCommand::Stop) {
            last_stop.store(number, Ordering::Relaxed);
        }
        if lines.send(input).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_ends_only_what_was_asked_before() {
        let lines = InputLines::of(&b"BEGIN\r\nSTOP\nTURN 1,1"[..]);
        let all: Vec<Input> = std::iter::from_fn(|| lines.next()).collect();
        let ends: Vec<bool> = all
            .iter()
            .map(|input| lines.stop_signal_after(input).is_set())
            .collect();
        assert_eq!(ends, [true, false, false]);
        assert_eq!(all[2].line, "TURN 1,1");
    }

    #[test]
    fn long_lines_and_foreign_bytes_are_taken() {
        let text: Vec<u8> = [vec![0xff; 5000], b"\nEND\n".to_vec()].concat();
        let lines = InputLines::of(std::io::Cursor::new(text));
        let all: Vec<String> = std::iter::from_fn(|| Some(lines.next()?.line)).collect();
        assert_eq!(all.len(), 3);
        assert_eq!(all[2], "END\n");
    }
}
