//! Threads of the analysis engine: one reads lines, some search, one writes the answers.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::thread;

use crate::input_lines::LineReader;
use crate::limits::NoObserver;
use crate::threads;

use super::backlog::Backlog;
use super::evaluators::SessionEvaluators;
use super::options::AnalysisOptions;
use super::request::{AnalysisRequest, LINE_BYTES};
use super::tables::AnalysisTables;

/// Answers the queries of a client until its lines end and all of them are answered.
///
/// ```
/// use renju::analysis::{AnalysisOptions, serve};
/// use renju::notation::Letters;
///
/// let options = AnalysisOptions { rule: None, letters: Letters::All, table_bytes: 1 << 20, nodes: Some(100), depth: None, threads: 1 };
/// let shapes = renju::systems::find("shapes").unwrap().into();
/// let mut output = Vec::new();
/// serve(&br#"{"id":"a","action":"query_version"}"#[..], &mut output, &shapes, options)?;
/// assert!(output.starts_with(br#"{"action":"query_version","#));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// `input` is read on a thread of its own, which lives until the input ends.
///
/// # Errors
///
/// If `output` takes no more, or the system has no thread to give. All searches are ended then.
pub fn serve<W: Write>(
    input: impl Read + Send + 'static,
    mut output: W,
    evaluators: &SessionEvaluators,
    options: AnalysisOptions,
) -> io::Result<()> {
    let backlog = Arc::new(Backlog::new(options));
    let reading = Arc::clone(&backlog);
    threads::start("input", move || read(input, &reading, &options))?;
    thread::scope(|scope| {
        // However this thread leaves, those that search end.
        let _end = EndOf(&backlog);
        let work = |_| {
            || {
                let _end = EndOnPanic(&backlog);
                search(&backlog, evaluators, &options);
            }
        };
        threads::start_some(scope, "search", options.threads, work)?;
        while let Some(lines) = backlog.next_lines() {
            output.write_all(lines.as_bytes())?;
            output.flush()?;
        }
        Ok(())
    })
}

/// Reads lines until there are no more, or none are wanted.
fn read(input: impl Read, backlog: &Backlog, options: &AnalysisOptions) {
    let mut lines = LineReader::new(input, LINE_BYTES);
    while let Some(line) = lines.next_line() {
        if !backlog.take(AnalysisRequest::read(line, options)) {
            return;
        }
    }
    backlog.end_input();
}

/// Answers one turn after the other.
fn search(backlog: &Backlog, evaluators: &SessionEvaluators, options: &AnalysisOptions) {
    let mut tables = AnalysisTables::new(options.table_bytes);
    while let Some(task) = backlog.next_task() {
        let during = |line: String| backlog.say_during(&line);
        let answer = task.answer(evaluators, &mut tables, &during, &NoObserver);
        backlog.answer(&task, &answer.to_line());
    }
}

/// Ends the session.
struct EndOf<'a>(&'a Backlog);

impl Drop for EndOf<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Ends the session if its thread panics, so that no other waits for it.
struct EndOnPanic<'a>(&'a Backlog);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end();
        }
    }
}
