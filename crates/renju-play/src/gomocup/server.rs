//! The main loop of the Gomocup protocol: reads commands, runs searches and prints the answers.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use crate::input_lines::LineQueue;
use renju_core::geometry::Size;
use renju_core::limits::{Iteration, Observer, Progress, stop_if};
use renju_core::rule::Rule;
use renju_engine::eval::Evaluator;
use renju_engine::search::TranspositionTable;

use super::command::{GomocupCommand, LINE_BYTES};
use super::messages::messages;
use super::request::MoveRequest;
use super::session::{EngineOptions, Response, Session};

/// Answers a manager until it sends `END` or its lines end.
///
/// ```
/// use renju_play::gomocup::{EngineOptions, serve};
/// use renju_core::rule::Rule;
///
/// let options = EngineOptions { rule: Rule::Freestyle, table_bytes: 1 << 20, nodes: None, depth: Some(1), threads: 1 };
/// let shapes = renju_programs::find("shapes").unwrap();
/// let mut output = Vec::new();
/// serve(&b"START 15\nTAKEBACK 7,7\nEND\n"[..], &mut output, &*shapes, options)?;
/// assert_eq!(output, b"OK\nERROR 7,7 has no stone\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// `input` is read on a thread of its own, which lives until the input ends.
///
/// # Errors
///
/// If `output` takes no more.
pub fn serve<W: Write + Send>(
    input: impl Read + Send + 'static,
    output: W,
    evaluator: &dyn Evaluator,
    options: EngineOptions,
) -> io::Result<()> {
    let lines = LineQueue::new(input, LINE_BYTES, is_stop)?;
    let output = Mutex::new(output);
    let refused = OnceLock::new();
    let mut session = Session::new(options);
    let mut table = None;
    while let Some(input) = lines.next() {
        let printer = |request| Printer {
            request,
            output: &output,
            last_stop: &lines.last_stop,
            asked: input.number,
            last: Mutex::default(),
            refused: &refused,
        };
        let response = session.handle(&input.line);
        let is_move = matches!(response, Response::Move(_));
        let said = match response {
            Response::None => continue,
            Response::Quit => break,
            Response::Line(text) => vec![text],
            Response::Lines(texts) => texts,
            Response::Evaluate(question) => vec![question.answer(evaluator)],
            Response::Move(request) => {
                let table = table_of(&request, &mut table);
                let spent = input.since.elapsed();
                let point = request.best_move(evaluator, table, spent, &printer(&request));
                let answer = point.map_or_else(
                    || "ERROR no empty point is left".to_owned(),
                    |point| session.answer(point),
                );
                request.notice().into_iter().chain([answer]).collect()
            }
            Response::Swap(request) => {
                let table = table_of(&request.search, &mut table);
                let spent = input.since.elapsed();
                request.answer(evaluator, table, spent, &printer(&request.search))
            }
        };
        if refused.get().is_some() {
            break;
        }
        say(&output, &said)?;
        if is_move && let Some(request) = session.ponder() {
            let table = table_of(&request, &mut table);
            let waiting = Waiting {
                last_read: &lines.last_read,
                answered: input.number,
            };
            request.best_line(evaluator, table, Duration::ZERO, &waiting);
        }
    }
    refused.into_inner().map_or(Ok(()), Err)
}

/// Whether a line ends the search that an earlier one began.
fn is_stop(line: &str) -> bool {
    let command = GomocupCommand::parse(line);
    matches!(command, Ok(GomocupCommand::Stop | GomocupCommand::End))
}

/// Searches share a table only if all of this is equal: its number, size and rule of the game, and
/// the bytes of the table.
type GameKey = (u32, Size, Rule, usize);

/// The table for a search: that of the last one if the two may share it.
fn table_of<'a>(
    request: &MoveRequest,
    last: &'a mut Option<(GameKey, TranspositionTable)>,
) -> &'a mut TranspositionTable {
    let (position, bytes) = (&request.position, request.table_bytes);
    let game = (
        request.table_number,
        position.board().size(),
        position.rule(),
        bytes,
    );
    // The old one goes before there is a new one.
    last.take_if(|(of, _)| *of != game);
    let (_, table) = last.get_or_insert_with(|| (game, TranspositionTable::new(bytes)));
    table
}

/// Ends a search on the opponent's time when the next line comes.
struct Waiting<'a> {
    last_read: &'a AtomicU64,
    /// The number of the line that was answered last.
    answered: u64,
}

impl Observer for Waiting<'_> {
    fn progress(&self, _: &Progress) -> ControlFlow<()> {
        stop_if(self.last_read.load(Ordering::Relaxed) > self.answered)
    }
}

/// Prints what each new iteration of a search tells, and ends the search at a `STOP`, or when
/// there is no reader left.
struct Printer<'a, W> {
    request: &'a MoveRequest,
    output: &'a Mutex<W>,
    last_stop: &'a AtomicU64,
    /// The number of the line that asked for the search.
    asked: u64,
    last: Mutex<Iteration>,
    /// Why the output takes no more, which ends the search and the session.
    refused: &'a OnceLock<io::Error>,
}

impl<W: Write + Send> Observer for Printer<'_, W> {
    fn iteration(&self, iteration: &Iteration) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if (last.depth, &last.lines) == (iteration.depth, &iteration.lines) {
            return;
        }
        if let Err(error) = say(self.output, &messages(self.request, iteration)) {
            let _ = self.refused.set(error);
        }
        *last = iteration.clone();
    }

    fn progress(&self, _: &Progress) -> ControlFlow<()> {
        let is_stopped = self.last_stop.load(Ordering::Relaxed) > self.asked;
        stop_if(is_stopped || self.refused.get().is_some())
    }
}

fn say<W: Write>(output: &Mutex<W>, lines: &[String]) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    for line in lines {
        writeln!(output, "{line}")?;
    }
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: EngineOptions = EngineOptions {
        rule: Rule::Freestyle,
        table_bytes: 1 << 20,
        nodes: Some(100),
        depth: Some(1),
        threads: 1,
    };

    #[test]
    fn a_search_ends_with_stop_and_with_end() {
        for line in ["STOP", "yxstop", "END", " end "] {
            assert!(is_stop(line), "{line}");
        }
        for line in ["", "BEGIN", "STOP!", "ENDLESS", "TURN 1,1"] {
            assert!(!is_stop(line), "{line}");
        }
    }

    #[test]
    fn a_session_ends_with_its_input_or_with_end() {
        for (input, answers) in [
            (&b"START 15\nTURN 7,7\n"[..], 1),
            (b"START 15\nTURN 7,7", 1),
            (b"START 15\r\nEND\r\nTURN 7,7\r\n", 0),
            // On a pipe all of it is there at once: what comes before the end is answered.
            (b"START 15\nBEGIN\nTURN 0,0\nTURN 0,1\nEND\n", 3),
        ] {
            let mut output = Vec::new();
            let evaluator = renju_programs::all().next().unwrap();
            serve(input, &mut output, &*evaluator, OPTIONS).unwrap();
            let said = String::from_utf8(output).unwrap();
            let mut lines = said.lines();
            assert_eq!(lines.next(), Some("OK"));
            let moves = lines.filter(|line| !line.starts_with("MESSAGE"));
            assert_eq!(moves.count(), answers, "{said}");
        }
    }

    /// Lines that come one at a time, each some time after the one before.
    struct Slow(std::vec::IntoIter<&'static str>);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let line = self.0.next().unwrap_or_default();
            std::thread::sleep(Duration::from_millis(40));
            buffer[..line.len()].copy_from_slice(line.as_bytes());
            Ok(line.len())
        }
    }

    /// Nothing limits a search on the opponent's time but the next line, or the end of all lines.
    #[test]
    fn a_search_on_the_opponents_time_ends_with_the_next_line() {
        for last in ["END\n", ""] {
            let input = vec![
                "START 15\n",
                "INFO pondering 1\n",
                "TURN 7,7\n",
                "TURN 0,0\n",
                last,
            ];
            let mut output = Vec::new();
            let shapes = renju_programs::find("shapes").unwrap();
            let options = EngineOptions {
                depth: None,
                ..OPTIONS
            };
            serve(Slow(input.into_iter()), &mut output, &*shapes, options).unwrap();
            let said = String::from_utf8(output).unwrap();
            let moves = said.lines().filter(|line| line.split(',').count() == 2);
            assert_eq!(moves.count(), 2, "{said}");
        }
    }
}
