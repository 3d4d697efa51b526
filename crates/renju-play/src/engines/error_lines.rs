//! Standard error of an engine: the last lines are kept, to explain why it failed.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::process::ChildStderr;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::{io, thread};

use renju_system::threads;

/// Lines of a standard error that are kept.
const KEPT: usize = 50;
/// Bytes of a line that are kept.
const LENGTH: u64 = 400;
/// How long an engine that ended may take to say why.
const GRACE: Duration = Duration::from_millis(200);

/// The last lines of a standard error, read on a thread of its own as they come.
#[derive(Debug)]
pub(super) struct ErrorLines {
    kept: Arc<Mutex<VecDeque<String>>>,
    reader: JoinHandle<()>,
}

impl ErrorLines {
    pub(super) fn read(stderr: ChildStderr) -> io::Result<ErrorLines> {
        let kept = Arc::<Mutex<VecDeque<String>>>::default();
        let filled = Arc::clone(&kept);
        let reader = threads::start("engine errors", move || keep_last(stderr, &filled))?;
        Ok(ErrorLines { kept, reader })
    }

    /// The lines kept so far; those of a child that has ended are waited for.
    pub(super) fn last(&self, has_ended: bool) -> Vec<String> {
        let since = Instant::now();
        while has_ended && !self.reader.is_finished() && since.elapsed() < GRACE {
            thread::sleep(Duration::from_millis(5));
        }
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().cloned().collect()
    }
}

fn keep_last(stderr: ChildStderr, kept: &Mutex<VecDeque<String>>) {
    let mut stderr = BufReader::new(stderr);
    let mut line = Vec::new();
    loop {
        line.clear();
        // What follows in a long line is another line.
        match stderr.by_ref().take(LENGTH).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&line).trim_end().to_owned();
        if text.is_empty() {
            continue;
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == KEPT {
            kept.pop_front();
        }
        kept.push_back(text);
    }
}
