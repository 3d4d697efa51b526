//! What people see of a search while it runs, and how Ctrl-C ends it.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, MultiProgress, ProgressBar, ProgressStyle};

use super::output::{Extras, Output, json_line};
use crate::limits::{Iteration, Observer, PrincipalVariation, Progress};
use crate::render::{Style, search_heading, search_iteration, search_lines};
use crate::study::{Report, SearchReport};

/// Milliseconds before the first drawing: a shorter search needs none.
const FIRST_DRAWING: u64 = 500;

/// Milliseconds between two drawings.
const PAUSE: u64 = 100;

/// Observes searches and solvers: draws their progress on stderr while that is a terminal,
/// writes the iterations of a search if asked to, and ends the work once the stop flag is set.
pub(super) struct TerminalObserver<'a> {
    stop: &'a AtomicBool,
    started: Instant,
    /// Milliseconds from `started` to the next drawing; the maximum if nothing is drawn.
    next_drawing: AtomicU64,
    screen: Mutex<Screen>,
    iterations: Option<IterationReports<'a>>,
}

impl<'a> TerminalObserver<'a> {
    /// An observer that draws if `is_drawn` and stderr is a terminal.
    pub(super) fn new(stop: &'a AtomicBool, is_drawn: bool) -> TerminalObserver<'a> {
        let is_seen = is_drawn && io::stderr().is_terminal();
        let next = if is_seen { FIRST_DRAWING } else { u64::MAX };
        TerminalObserver {
            stop,
            started: Instant::now(),
            next_drawing: AtomicU64::new(next),
            screen: Mutex::default(),
            iterations: None,
        }
    }

    /// Draws the lines of play of each iteration, too, and writes it to `output` if there is one.
    pub(super) fn with_iterations(self, iterations: IterationReports<'a>) -> TerminalObserver<'a> {
        TerminalObserver {
            iterations: Some(iterations),
            ..self
        }
    }

    /// Clears the screen.
    ///
    /// # Errors
    ///
    /// If an iteration could not be written; the search was ended then.
    pub(super) fn finish(self) -> io::Result<()> {
        let screen = self
            .screen
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        screen.clear();
        self.iterations.map_or(Ok(()), IterationReports::finish)
    }

    fn draw(&self, progress: &Progress) {
        let next = self.next_drawing.load(Ordering::Relaxed);
        if next == u64::MAX {
            return;
        }
        let elapsed = self.started.elapsed();
        let now = elapsed.as_millis() as u64;
        if now >= next
            && let Ok(mut screen) = self.screen.try_lock()
        {
            self.next_drawing.store(now + PAUSE, Ordering::Relaxed);
            screen.draw(progress, elapsed);
        }
    }
}

impl Observer for TerminalObserver<'_> {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        self.draw(progress);
        match &self.iterations {
            Some(iterations) if iterations.has_failed() => ControlFlow::Break(()),
            _ => self.stop.progress(progress),
        }
    }

    fn iteration(&self, iteration: &Iteration) {
        let is_drawn = self.next_drawing.load(Ordering::Relaxed) != u64::MAX;
        let Some(iterations) = &self.iterations else {
            return;
        };
        if !is_drawn && iterations.output.is_none() {
            return;
        }
        let report = (iterations.report)(iteration);
        if let Ok(mut screen) = self.screen.lock() {
            screen.depths = format!(
                ", depth {}, selective depth {}",
                iteration.depth, iteration.selective_depth
            );
            screen.lines = search_lines(&report, iterations.style);
        }
        iterations.write(iteration, report);
    }
}

/// What is on the screen: a line with numbers, and one for each line of play.
#[derive(Default)]
struct Screen {
    bars: MultiProgress,
    rows: Vec<ProgressBar>,
    depths: String,
    lines: Vec<String>,
}

impl Screen {
    fn draw(&mut self, progress: &Progress, elapsed: Duration) {
        let numbers = numbers(progress, elapsed) + &self.depths;
        let texts = std::iter::once(&numbers).chain(&self.lines);
        for (row, text) in texts.enumerate() {
            if row == self.rows.len() {
                let template = if row == 0 {
                    "{spinner} {elapsed}, {wide_msg}"
                } else {
                    "{wide_msg}"
                };
                let bar = spinner(template).with_elapsed(elapsed);
                self.rows.push(self.bars.add(bar));
            }
            self.rows[row].set_message(text.clone());
        }
        self.rows[0].tick();
    }

    fn clear(&self) {
        for row in self.rows.iter().rev() {
            row.finish_and_clear();
        }
        // A screen that cannot be cleared is not worth an error.
        let _ = self.bars.clear();
    }
}

/// A spinner whose text follows `template`.
pub(super) fn spinner(template: &str) -> ProgressBar {
    let spinner = ProgressBar::new_spinner();
    match ProgressStyle::with_template(template) {
        Ok(style) => spinner.with_style(style),
        Err(_) => spinner,
    }
}

/// `1,200,000 nodes, 350,000 a second, proof 12, disproof 340`
fn numbers(progress: &Progress, elapsed: Duration) -> String {
    let rate = u128::from(progress.nodes) * 1000 / elapsed.as_millis().max(1);
    let named = [("proof", progress.proof), ("disproof", progress.disproof)];
    let proof: String = named
        .iter()
        .filter_map(|(name, number)| Some(format!(", {name} {}", (*number)?)))
        .collect();
    let (nodes, rate) = (HumanCount(progress.nodes), HumanCount(rate as u64));
    format!("{nodes} nodes, {rate} a second{proof}")
}

/// The iterations of a search as reports: drawn, and written if there is an output.
pub(super) struct IterationReports<'a> {
    report: &'a (dyn Fn(&Iteration) -> SearchReport + Sync),
    style: Style,
    output: Option<Mutex<IterationWriter<'a>>>,
}

struct IterationWriter<'a> {
    output: &'a mut Output,
    last: Option<(u16, Vec<PrincipalVariation>)>,
    written: io::Result<()>,
}

impl<'a> IterationReports<'a> {
    /// Iterations that are only drawn.
    pub(super) fn drawn(
        report: &'a (dyn Fn(&Iteration) -> SearchReport + Sync),
        style: Style,
    ) -> IterationReports<'a> {
        IterationReports {
            report,
            style,
            output: None,
        }
    }

    /// Iterations that are written, too, below a heading.
    pub(super) fn written(self, output: &'a mut Output) -> io::Result<IterationReports<'a>> {
        if !output.is_json() {
            let nothing = (self.report)(&Iteration::default());
            let heading = search_heading(&nothing, output.style);
            output.out.write_all(heading.as_bytes())?;
        }
        let writer = IterationWriter {
            output,
            last: None,
            written: Ok(()),
        };
        Ok(IterationReports {
            output: Some(Mutex::new(writer)),
            ..self
        })
    }

    fn has_failed(&self) -> bool {
        let writer = self
            .output
            .as_ref()
            .and_then(|writer| writer.try_lock().ok());
        writer.is_some_and(|writer| writer.written.is_err())
    }

    fn write(&self, iteration: &Iteration, report: SearchReport) {
        if let Some(Ok(mut writer)) = self.output.as_ref().map(Mutex::lock) {
            writer.write(iteration, report);
        }
    }

    fn finish(self) -> io::Result<()> {
        let writer = self.output.and_then(|writer| writer.into_inner().ok());
        writer.map_or(Ok(()), |writer| writer.written)
    }
}

impl IterationWriter<'_> {
    /// Writes an iteration unless it repeats the one before.
    fn write(&mut self, iteration: &Iteration, report: SearchReport) {
        let known = (iteration.depth, iteration.lines.clone());
        let is_new = !iteration.lines.is_empty() && self.last.as_ref() != Some(&known);
        if !is_new || self.written.is_err() {
            return;
        }
        self.last = Some(known);
        let output = &mut *self.output;
        let written = if output.is_json() {
            let report = Report::Search(Box::new(report));
            output.out.write_all(&json_line(&report, Extras::default()))
        } else {
            let iteration = search_iteration(&report, output.style);
            output.out.write_all(iteration.as_bytes())
        };
        self.written = written.and_then(|()| output.out.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_shown_with_its_rate() {
        let progress = Progress {
            nodes: 1_200_000,
            proof: Some(12),
            disproof: Some(340),
        };
        assert_eq!(
            numbers(&progress, Duration::from_secs(2)),
            "1,200,000 nodes, 600,000 a second, proof 12, disproof 340"
        );
    }

    #[test]
    fn the_stop_flag_ends_the_work() {
        let stop = AtomicBool::new(false);
        let observer = TerminalObserver::new(&stop, false);
        let ends = || observer.progress(&Progress::default()).is_break();
        assert!(!ends());
        stop.store(true, Ordering::Relaxed);
        assert!(ends());
    }
}
