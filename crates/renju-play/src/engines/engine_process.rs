//! The child process of an engine: its command line, and its output under limits of time and size.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel,
};
use std::time::{Duration, Instant};
use std::{io, thread};

use renju_engine::eval::{Failure, FailureKind};
use renju_formats::{excerpt, io_words};
use renju_system::threads;

use super::engine_settings::EngineSettings;
use super::engine_spec::{CommandLine, EngineProtocol};
use super::error_lines::ErrorLines;
use super::group::{ChildExit, Process};

/// The bytes that a line of an engine may have, and that the lines before its answer may have.
pub(super) const OUTPUT_LIMIT: usize = 1 << 20;
/// Lines that are read ahead; an engine that prints more has to wait.
const LINES_AHEAD: usize = 2;
/// Lines that were no answer of which a failure tells.
const PASSED_OVER: usize = 3;
/// How long an engine that closed its output may take to end and tell its exit status.
const EXIT_GRACE: Duration = Duration::from_millis(500);
/// How often the end of a process is looked for.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// An engine that runs. Lines are written and read on threads of its own, so that no pipe can
/// block the caller. Dropped, it is killed with all it has started.
#[derive(Debug)]
pub(super) struct EngineProcess {
    process: Process,
    input: Sender<String>,
    output: Receiver<OutputLine>,
    errors: Option<ErrorLines>,
    /// The last lines that were no answer: a greeting, or the words of another protocol.
    passed_over: VecDeque<String>,
}

/// What an engine prints.
#[derive(Debug)]
enum OutputLine {
    Line(String),
    /// A line that is longer than any answer; nothing after it is read.
    Endless,
}

/// What an engine may take for one answer.
#[derive(Debug)]
pub(super) struct AnswerLimits {
    time: Duration,
    /// The part of the time that is for the start.
    start: Duration,
    since: Instant,
    printed: usize,
}

impl AnswerLimits {
    /// Limits that begin now: `time` and [`OUTPUT_LIMIT`].
    pub(super) fn new(time: Duration) -> AnswerLimits {
        AnswerLimits {
            time,
            start: Duration::ZERO,
            since: Instant::now(),
            printed: 0,
        }
    }

    /// The limits of a first answer, which comes after a start.
    pub(super) fn with_start(self, start: Duration) -> AnswerLimits {
        AnswerLimits {
            time: self.time.saturating_add(start),
            start,
            ..self
        }
    }

    /// The time since they began.
    pub(super) fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }

    fn time_left(&self) -> Duration {
        self.time.saturating_sub(self.elapsed())
    }

    /// `no answer within 5 s`
    fn no_answer(&self) -> String {
        let time = in_words(self.time);
        if self.start.is_zero() {
            format!("no answer within {time}")
        } else {
            let start = in_words(self.start);
            format!("no answer within {time}, of which {start} are for the start")
        }
    }
}

impl EngineProcess {
    pub(super) fn start(
        words: &CommandLine,
        options: EngineSettings,
    ) -> Result<EngineProcess, Failure> {
        EngineProcess::try_start(words, options).map_err(|error| {
            let why = io_words(&error);
            let message = format!("cannot start \"{}\": {why}", excerpt(&words.program));
            Failure::new(FailureKind::NotStarted, message)
        })
    }

    fn try_start(words: &CommandLine, options: EngineSettings) -> io::Result<EngineProcess> {
        let mut process = Process::start(piped(words, options.shows_stderr))?;
        let pipes = process.child.stdin.take().zip(process.child.stdout.take());
        let (stdin, stdout) = pipes.expect("both are piped");
        let (input, to_write) = channel();
        let (to_read, output) = sync_channel(LINES_AHEAD);
        let errors = process.child.stderr.take().map(ErrorLines::read);
        threads::start("engine input", move || write_all(stdin, &to_write))?;
        threads::start("engine output", move || read_lines(stdout, &to_read))?;
        Ok(EngineProcess {
            process,
            input,
            output,
            errors: errors.transpose()?,
            passed_over: VecDeque::new(),
        })
    }

    /// A failure of this engine, with what it printed instead of an answer and the last lines of its
    /// standard error.
    pub(super) fn explain(&mut self, failure: Failure) -> Failure {
        let has_ended = self.process.exit().is_some();
        let errors = self.errors.as_ref();
        let printed = self.passed_over.iter();
        let printed = printed.map(|line| format!("\"{}\"", excerpt(line)));
        let printed = printed.collect::<Vec<_>>().join(", ");
        let message = if printed.is_empty() {
            failure.message
        } else {
            format!("{}; it says {printed}", failure.message)
        };
        Failure {
            message,
            stderr: errors.map_or(Vec::new(), |errors| errors.last(has_ended)),
            ..failure
        }
    }

    /// A failure before its first answer, told likewise, with the other protocol than `asked` if it may
    /// speak that.
    pub(super) fn explain_first(&mut self, failure: Failure, asked: EngineProtocol) -> Failure {
        let is_odd = !self.passed_over.is_empty() || failure.kind == FailureKind::Crashed;
        let failure = self.explain(failure);
        if !is_odd {
            return failure;
        }
        let (this, other) = (asked.adverb(), asked.other());
        Failure {
            message: format!(
                "{} (it was asked {this}; {other}:CMD asks {})",
                failure.message,
                other.adverb()
            ),
            ..failure
        }
    }

    /// Keeps a line that is no answer, for the case that none comes.
    pub(super) fn pass_over(&mut self, line: String) {
        if self.passed_over.len() == PASSED_OVER {
            self.passed_over.pop_front();
        }
        self.passed_over.push_back(line);
    }

    /// Closes its standard input: a program that waits for more learns that there is none.
    pub(super) fn close_input(&mut self) {
        self.input = channel().0;
    }

    /// Sends lines, with their line ends. Whether they arrive shows in the answer.
    pub(super) fn send(&self, lines: String) {
        let _ = self.input.send(lines);
    }

    /// The next line that is not blank, without blanks around it.
    pub(super) fn receive(&mut self, limits: &mut AnswerLimits) -> Result<String, Failure> {
        loop {
            match self.output.recv_timeout(limits.time_left()) {
                Ok(OutputLine::Line(line)) if limits.printed <= OUTPUT_LIMIT => {
                    limits.printed += line.len();
                    let line = line.trim();
                    if !line.is_empty() {
                        return Ok(line.to_owned());
                    }
                }
                Ok(_) => return Err(too_much_output()),
                Err(RecvTimeoutError::Timeout) => return Err(self.timeout(limits)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.closed()),
            }
        }
    }

    /// Whether it runs and has said nothing since its last answer: the next line is the next answer.
    pub(super) fn is_ready(&self) -> bool {
        for _ in 0..=LINES_AHEAD {
            match self.output.try_recv() {
                Ok(OutputLine::Line(line)) if line.trim().is_empty() => {}
                Ok(_) | Err(TryRecvError::Disconnected) => return false,
                Err(TryRecvError::Empty) => return true,
            }
        }
        false
    }

    /// Fails if it was killed or ended with an error; one that runs or ended with success is fine.
    pub(super) fn check_exit(&mut self) -> Result<(), Failure> {
        match self.wait(EXIT_GRACE) {
            None | Some(ChildExit::Status(0)) => Ok(()),
            Some(other) => Err(ended(other)),
        }
    }

    /// Sends its command to end, and waits `grace` before the child is killed.
    pub(super) fn quit(mut self, end_command: &str, grace: Duration) {
        self.send(end_command.to_owned());
        self.wait(grace);
    }

    /// Whether it ends by itself within a time.
    pub(super) fn ends_within(&mut self, time: Duration) -> bool {
        self.wait(time).is_some()
    }

    /// The number that the system knows it by.
    pub(super) fn id(&self) -> u32 {
        self.process.child.id()
    }

    fn wait(&mut self, time: Duration) -> Option<ChildExit> {
        let since = Instant::now();
        loop {
            let ended = self.process.exit();
            if ended.is_some() || since.elapsed() >= time {
                return ended;
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// The failure when the time is over.
    fn timeout(&mut self, limits: &AnswerLimits) -> Failure {
        let message = limits.no_answer();
        // What it started may hold its output open.
        let exit = self.process.exit();
        exit.map_or_else(|| Failure::new(FailureKind::Timeout, message), ended)
    }

    /// The failure when the output is closed.
    fn closed(&mut self) -> Failure {
        let message = "closed its output before it answered";
        let exit = self.wait(EXIT_GRACE);
        exit.map_or_else(|| Failure::new(FailureKind::Crashed, message), ended)
    }
}

/// The command of a program with pipes to and from us.
fn piped(words: &CommandLine, shows_stderr: bool) -> Command {
    let mut command = Command::new(&words.program);
    command
        .args(&words.arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(if shows_stderr {
            Stdio::inherit()
        } else {
            Stdio::piped()
        });
    command
}

fn write_all(mut input: ChildStdin, texts: &Receiver<String>) {
    for text in texts {
        let written = input.write_all(text.as_bytes());
        if written.and_then(|()| input.flush()).is_err() {
            return; // It has closed its input; its output tells why.
        }
    }
}

fn read_lines(output: ChildStdout, lines: &SyncSender<OutputLine>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let mut limited = output.by_ref().take(OUTPUT_LIMIT as u64 + 1);
        let printed = match limited.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(count) if count > OUTPUT_LIMIT => OutputLine::Endless,
            Ok(_) => OutputLine::Line(String::from_utf8_lossy(&line).into_owned()),
        };
        let is_last = matches!(printed, OutputLine::Endless);
        if lines.send(printed).is_err() || is_last {
            return;
        }
    }
}

/// What an engine printed, in words that follow its name: `says "hello"`.
pub(super) fn says(line: &str) -> String {
    format!("says \"{}\"", excerpt(line))
}

fn too_much_output() -> Failure {
    Failure::new(
        FailureKind::TooMuchOutput,
        "printed more than 1 MiB instead of an answer",
    )
}

fn ended(ended: ChildExit) -> Failure {
    let message = match ended {
        ChildExit::Status(status) => format!("ended with exit status {status} before it answered"),
        ChildExit::Signal(signal) => format!("was ended by signal {signal} before it answered"),
    };
    Failure::new(FailureKind::Crashed, message)
}

/// `5 s`, `300 ms`.
fn in_words(time: Duration) -> String {
    if time.subsec_nanos() == 0 {
        format!("{} s", time.as_secs())
    } else {
        format!("{} ms", time.as_millis())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_words() {
        assert_eq!(in_words(Duration::from_secs(5)), "5 s");
        assert_eq!(in_words(Duration::from_millis(1500)), "1500 ms");
    }
}
