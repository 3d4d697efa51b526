use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, MultiProgress, ProgressBar, ProgressStyle};

use crate::render::{Style, search_lines};
use crate::study::SearchReport;

/// Milliseconds before the first drawing: what is over by then is not worth one.
const FIRST: u64 = 300;

/// Milliseconds between two drawings.
const PAUSE: u64 = 100;

/// How far a search has come and its lines so far, drawn on stderr while that is a terminal.
pub(super) struct Display {
    style: Style,
    since: Instant,
    /// Milliseconds from `since` to the next time of drawing.
    next: AtomicU64,
    drawn: Mutex<Drawn>,
}

/// What is on the screen: a line with the numbers, and one for each line of play.
struct Drawn {
    screen: MultiProgress,
    bars: Vec<ProgressBar>,
    /// What has come since the last drawing.
    news: Option<Vec<String>>,
}

impl Display {
    /// A display that shows nothing unless it is wanted and somebody sees it.
    pub(super) fn new(is_wanted: bool, style: Style) -> Display {
        let is_seen = is_wanted && std::io::stderr().is_terminal();
        Display {
            style,
            since: Instant::now(),
            next: AtomicU64::new(if is_seen { FIRST } else { u64::MAX }),
            drawn: Mutex::new(Drawn {
                screen: MultiProgress::new(),
                bars: Vec::new(),
                news: None,
            }),
        }
    }

    /// Whether anybody sees it.
    pub(super) fn is_shown(&self) -> bool {
        self.next.load(Ordering::Relaxed) != u64::MAX
    }

    /// Takes note of an iteration.
    pub(super) fn show(&self, report: &SearchReport) {
        let mut texts = vec![numbers(report)];
        texts.extend(search_lines(report, self.style));
        if let Ok(mut drawn) = self.drawn.lock() {
            drawn.news = Some(texts);
        }
    }

    /// Draws what is known if it is time to.
    pub(super) fn look(&self) {
        let next = self.next.load(Ordering::Relaxed);
        if next == u64::MAX {
            return;
        }
        let now = self.since.elapsed().as_millis() as u64;
        if now >= next
            && let Ok(mut drawn) = self.drawn.try_lock()
        {
            self.next.store(now + PAUSE, Ordering::Relaxed);
            drawn.draw(self.since.elapsed());
        }
    }

    /// Takes everything away.
    pub(super) fn end(&self) {
        if let Ok(drawn) = self.drawn.lock() {
            for bar in drawn.bars.iter().rev() {
                bar.finish_and_clear();
            }
            // A screen that cannot be cleared is nobody's.
            let _ = drawn.screen.clear();
        }
        self.next.store(u64::MAX, Ordering::Relaxed);
    }
}

impl Drawn {
    fn draw(&mut self, elapsed: Duration) {
        let news = self.news.take().unwrap_or_default();
        while self.bars.len() < news.len().max(1) {
            let bar = if self.bars.is_empty() {
                ProgressBar::new_spinner().with_elapsed(elapsed)
            } else {
                ProgressBar::new_spinner()
            };
            let template = if self.bars.is_empty() {
                "{spinner} {elapsed}{wide_msg}"
            } else {
                "{wide_msg}"
            };
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            self.bars.push(self.screen.add(bar));
        }
        for (bar, text) in self.bars.iter().zip(news) {
            bar.set_message(text);
        }
        self.bars[0].tick();
    }
}

/// `, depth 12, selective depth 25, 350,000 nodes a second`
fn numbers(report: &SearchReport) -> String {
    let rate = u128::from(report.nodes) * 1000 / report.elapsed.as_millis().max(1);
    format!(
        ", depth {}, selective depth {}, {} nodes a second",
        report.depth,
        report.selective_depth.unwrap_or(report.depth),
        HumanCount(rate as u64)
    )
}
