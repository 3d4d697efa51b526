//! What people see of a search while it runs.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use super::GlobalArgs;
use super::answer_lines::json_line;
use super::output::Output;
use super::watch::WatchedFiles;
use renju::limits::{Iteration, Observer, PrincipalVariation, Progress};
use renju::questions::{SearchReport, search_heading, search_iteration, search_lines};
use renju::render::Lang;

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
    iterations: Option<Mutex<Iterations<'a>>>,
    watch: Option<&'a WatchedFiles<'a>>,
}

impl<'a> TerminalObserver<'a> {
    /// An observer that draws nothing.
    pub(super) fn hidden(stop: &'a AtomicBool) -> TerminalObserver<'a> {
        let words = ProgressWords {
            lang: Lang::ENGLISH,
            is_verbose: false,
        };
        TerminalObserver {
            stop,
            started: Instant::now(),
            next_drawing: AtomicU64::new(u64::MAX),
            screen: Mutex::new(Screen {
                row: None,
                words,
                best: None,
            }),
            iterations: None,
            watch: None,
        }
    }

    /// Ends the work, too, once a watched file has changed.
    pub(super) fn ended_by(self, watch: Option<&'a WatchedFiles<'a>>) -> TerminalObserver<'a> {
        TerminalObserver { watch, ..self }
    }

    /// An observer that draws while stderr is a terminal, unless `--quiet`.
    pub(super) fn drawing(stop: &'a AtomicBool, global: &GlobalArgs) -> TerminalObserver<'a> {
        let mut observer = TerminalObserver::hidden(stop);
        if global.output.quiet || !io::stderr().is_terminal() {
            return observer;
        }
        observer.next_drawing = AtomicU64::new(FIRST_DRAWING);
        let screen = observer.screen.get_mut();
        screen.unwrap_or_else(PoisonError::into_inner).words = ProgressWords {
            lang: global.style().lang,
            is_verbose: global.output.verbose,
        };
        observer
    }

    /// Draws the lines of play of each iteration, too, and writes it if that is asked for.
    pub(super) fn with_iterations(self, iterations: Iterations<'a>) -> TerminalObserver<'a> {
        TerminalObserver {
            iterations: Some(Mutex::new(iterations)),
            ..self
        }
    }

    /// Clears the screen.
    ///
    /// # Errors
    ///
    /// If an iteration could not be written; the search was ended then.
    pub(super) fn finish(self) -> io::Result<()> {
        let screen = self.screen.into_inner();
        screen.unwrap_or_else(PoisonError::into_inner).clear();
        self.iterations.map_or(Ok(()), |iterations| {
            let iterations = iterations.into_inner();
            iterations.unwrap_or_else(PoisonError::into_inner).written
        })
    }

    fn is_drawn(&self) -> bool {
        self.next_drawing.load(Ordering::Relaxed) != u64::MAX
    }

    fn draw(&self, progress: &Progress) {
        if !self.is_drawn() {
            return;
        }
        let elapsed = self.started.elapsed();
        let now = elapsed.as_millis() as u64;
        if now >= self.next_drawing.load(Ordering::Relaxed)
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
        let iterations = self.iterations.as_ref().map(Mutex::try_lock);
        match iterations {
            Some(Ok(iterations)) if iterations.written.is_err() => ControlFlow::Break(()),
            _ if self.watch.is_some_and(WatchedFiles::has_changed) => ControlFlow::Break(()),
            _ => self.stop.progress(progress),
        }
    }

    fn iteration(&self, iteration: &Iteration) {
        let Some(Ok(mut iterations)) = self.iterations.as_ref().map(Mutex::lock) else {
            return;
        };
        if !self.is_drawn() && !iterations.is_written {
            return;
        }
        let report = (iterations.report)(iteration);
        if let Ok(mut screen) = self.screen.lock() {
            let lines = search_lines(&report, iterations.output.style);
            screen.best = lines.into_iter().next().map(|line| BestSoFar {
                depth: iteration.depth,
                selective_depth: iteration.selective_depth,
                line,
            });
        }
        if iterations.is_written {
            iterations.write(iteration, &report);
        }
    }
}

/// What is on the screen: one line, cut off where the terminal ends.
struct Screen {
    row: Option<ProgressBar>,
    words: ProgressWords,
    /// The best line of play of a search.
    best: Option<BestSoFar>,
}

impl Screen {
    fn draw(&mut self, progress: &Progress, elapsed: Duration) {
        let text = self.words.line(progress, elapsed, self.best.as_ref());
        let row = self
            .row
            .get_or_insert_with(|| spinner("{spinner} {wide_msg}"));
        row.set_message(text);
        row.tick();
    }

    fn clear(&self) {
        if let Some(row) = &self.row {
            row.finish_and_clear();
        }
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

/// How far a search has come.
struct BestSoFar {
    depth: u16,
    selective_depth: u16,
    line: String,
}

/// The words that progress is told in.
#[derive(Clone, Copy)]
struct ProgressWords {
    lang: Lang,
    is_verbose: bool,
}

impl ProgressWords {
    /// `3 s, 8 moves ahead; +165 for black: H8 I9 G7`, or `3 s, 1,200,000 positions tried`
    fn line(self, progress: &Progress, elapsed: Duration, best: Option<&BestSoFar>) -> String {
        let (lang, seconds) = (self.lang, elapsed.as_secs());
        let positions = HumanCount(progress.nodes);
        let tried: [(&str, &dyn Display); 2] = [("seconds", &seconds), ("positions", &positions)];
        let tried = lang.count("progress.tried", progress.nodes, &tried);
        let details = if self.is_verbose {
            details(progress, elapsed, best)
        } else {
            String::new()
        };
        let Some(best) = best else {
            return tried + &details;
        };
        let ahead: [(&str, &dyn Display); 2] = [("seconds", &seconds), ("depth", &best.depth)];
        let ahead = lang.count("progress.ahead", best.depth.into(), &ahead);
        format!(
            "{ahead}{details}{}{}",
            lang.text("list.semicolon"),
            best.line
        )
    }
}

/// `, 350,000 nodes a second, proof 12, disproof 340`, for those who know the algorithm.
fn details(progress: &Progress, elapsed: Duration, best: Option<&BestSoFar>) -> String {
    let rate = u128::from(progress.nodes) * 1000 / elapsed.as_millis().max(1);
    let rate = HumanCount(rate as u64);
    let selective = best.map(|best| u32::from(best.selective_depth));
    let named = [
        ("selective depth", selective),
        ("proof", progress.proof),
        ("disproof", progress.disproof),
    ];
    let named = named.iter();
    let named = named.filter_map(|(name, number)| Some(format!(", {name} {}", (*number)?)));
    format!(", {rate} nodes a second{}", named.collect::<String>())
}

/// The iterations of a search, drawn and written as reports.
pub(super) struct Iterations<'a> {
    report: &'a ReportFn<'a>,
    output: &'a mut Output,
    is_written: bool,
    last: Option<(u16, Vec<PrincipalVariation>)>,
    written: io::Result<()>,
}

/// Makes a report of an iteration.
type ReportFn<'a> = dyn Fn(&Iteration) -> SearchReport + Sync + 'a;

impl<'a> Iterations<'a> {
    /// Iterations that are drawn; if `is_written` they are also written, below a heading.
    pub(super) fn new(
        report: &'a ReportFn<'a>,
        output: &'a mut Output,
        is_written: bool,
    ) -> io::Result<Iterations<'a>> {
        if is_written && !output.is_json {
            let heading = search_heading(&report(&Iteration::default()), output.style);
            output.out.write_all(heading.as_bytes())?;
        }
        Ok(Iterations {
            report,
            output,
            is_written,
            last: None,
            written: Ok(()),
        })
    }

    /// Writes an iteration unless it repeats the one before.
    fn write(&mut self, iteration: &Iteration, report: &SearchReport) {
        let known = (iteration.depth, iteration.lines.clone());
        let is_new = !iteration.lines.is_empty() && self.last.as_ref() != Some(&known);
        if !is_new || self.written.is_err() {
            return;
        }
        self.last = Some(known);
        let bytes = if self.output.is_json {
            json_line(report)
        } else {
            search_iteration(report, self.output.style).into_bytes()
        };
        let out = &mut self.output.out;
        self.written = out.write_all(&bytes).and_then(|()| out.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_told_in_words() {
        let mut words = ProgressWords {
            lang: Lang::ENGLISH,
            is_verbose: false,
        };
        let progress = Progress {
            nodes: 1_200_000,
            proof: Some(12),
            disproof: Some(340),
        };
        let best = BestSoFar {
            depth: 8,
            selective_depth: 20,
            line: "+165 for black: H8 I9".to_owned(),
        };
        let elapsed = Duration::from_secs(2);
        let solver = words.line(&progress, elapsed, None);
        assert_eq!(solver, "2 s, 1,200,000 positions tried");
        let search = words.line(&progress, elapsed, Some(&best));
        assert_eq!(search, "2 s, 8 moves ahead; +165 for black: H8 I9");
        words.is_verbose = true;
        assert_eq!(
            words.line(&progress, elapsed, None),
            "2 s, 1,200,000 positions tried, 600,000 nodes a second, proof 12, disproof 340"
        );
    }

    #[test]
    fn the_stop_flag_ends_the_work() {
        let stop = AtomicBool::new(false);
        let observer = TerminalObserver::hidden(&stop);
        let ends = || observer.progress(&Progress::default()).is_break();
        assert!(!ends());
        stop.store(true, Ordering::Relaxed);
        assert!(ends());
    }
}
