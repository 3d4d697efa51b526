use std::io::{BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;

use super::command::{GomocupCommand, LINE_BYTES};

/// The lines of the manager, read on a thread of their own: nothing is lost while a search runs,
/// and a search can be told to end.
pub(super) struct InputLines {
    lines: Receiver<InputLine>,
    /// The number of the last `STOP` or `END`: it ends what an earlier line began.
    pub(super) last_stop: Arc<AtomicU64>,
}

/// A line, and when it came.
pub(super) struct InputLine {
    pub(super) line: String,
    pub(super) since: Instant,
    pub(super) number: u64,
}

impl InputLines {
    pub(super) fn new(input: impl Read + Send + 'static) -> InputLines {
        let (sender, lines) = channel();
        let last_stop = Arc::new(AtomicU64::new(0));
        let stop = Arc::clone(&last_stop);
        thread::spawn(move || read(input, &sender, &stop));
        InputLines { lines, last_stop }
    }

    /// The next line; `None` when there are no more.
    pub(super) fn next(&self) -> Option<InputLine> {
        self.lines.recv().ok()
    }
}

fn read(input: impl Read, lines: &Sender<InputLine>, last_stop: &AtomicU64) {
    let mut input = BufReader::new(input);
    for number in 1.. {
        let Some(bytes) = read_line(&mut input) else {
            return;
        };
        let line = String::from_utf8_lossy(&bytes).into_owned();
        if let Ok(GomocupCommand::Stop | GomocupCommand::End) = GomocupCommand::parse(&line) {
            last_stop.store(number, Ordering::Relaxed);
        }
        let since = Instant::now();
        let line = InputLine {
            line,
            since,
            number,
        };
        if lines.send(line).is_err() {
            return;
        }
    }
}

/// A line without its end, which is LF, CR, or both: an empty line more does no harm. Of one that
/// is too long no more is kept than shows that; `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let mut is_open = false;
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        if bytes.is_empty() {
            return is_open.then_some(line);
        }
        is_open = true;
        let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let length = end.unwrap_or(bytes.len());
        let room = LINE_BYTES + 1 - line.len();
        line.extend_from_slice(&bytes[..length.min(room)]);
        input.consume(length + usize::from(end.is_some()));
        if end.is_some() {
            return Some(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: impl Into<Vec<u8>>) -> Vec<String> {
        let lines = InputLines::new(std::io::Cursor::new(bytes.into()));
        std::iter::from_fn(|| Some(lines.next()?.line)).collect()
    }

    #[test]
    fn a_stop_ends_only_what_was_asked_before() {
        for stop in ["STOP", "yxstop", "END"] {
            let text = format!("BEGIN\n{stop}\nTURN 1,1");
            let lines = InputLines::new(std::io::Cursor::new(text.into_bytes()));
            let all: Vec<InputLine> = std::iter::from_fn(|| lines.next()).collect();
            let numbers: Vec<u64> = all.iter().map(|line| line.number).collect();
            assert_eq!(numbers, [1, 2, 3]);
            assert_eq!(lines.last_stop.load(Ordering::Relaxed), 2);
            assert_eq!(all[2].line, "TURN 1,1");
        }
    }

    #[test]
    fn lines_end_with_either_sign_or_with_the_input() {
        assert_eq!(all("A\r\nB\rC\nD"), ["A", "", "B", "C", "D"]);
        assert_eq!(all("\r"), [""]);
        assert!(all("").is_empty());
    }

    #[test]
    fn long_lines_and_foreign_bytes_are_taken() {
        let long = [vec![b'x'; 10 << 20], b"\nEND\n".to_vec()].concat();
        let read = all(long);
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].len(), LINE_BYTES + 1);
        assert_eq!(read[1], "END");
        let foreign = all([&b"\0\0\n"[..], &[0xff; 3], b"\nEND"].concat());
        assert_eq!(foreign, ["\0\0", "\u{fffd}\u{fffd}\u{fffd}", "END"]);
    }
}
