use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use crate::batch::Tally;
use crate::limits;

/// How far a batch has come, drawn on stderr while that is a terminal.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// A display that shows nothing if `is_quiet`, or if nobody would see it.
    pub(super) fn new(is_quiet: bool) -> Progress {
        if is_quiet || !std::io::stderr().is_terminal() {
            return Progress(ProgressBar::hidden());
        }
        let bar = ProgressBar::new_spinner();
        if let Ok(style) =
            ProgressStyle::with_template("{spinner} {human_pos} records, {per_sec}, {elapsed}{msg}")
        {
            bar.set_style(style);
        }
        Progress(bar)
    }

    /// Takes note of the records done so far.
    pub(super) fn show(&self, tally: &Tally) {
        self.0.set_position(tally.read);
        if tally.failed > 0 {
            self.0.set_message(format!(", {} failed", tally.failed));
        }
    }

    /// Takes the display away.
    pub(super) fn end(&self) {
        self.0.finish_and_clear();
    }
}

/// How far a search has come, drawn on stderr while that is a terminal, from the first second on.
pub(super) struct Thinking {
    bar: ProgressBar,
    since: Instant,
    /// Milliseconds from `since` to the next time of drawing.
    next: AtomicU64,
}

impl Thinking {
    /// What is over before is not worth a display.
    const FIRST: u64 = 1_000;

    /// Milliseconds between two drawings.
    const PAUSE: u64 = 100;

    /// A display that shows nothing if `is_quiet`, or if nobody would see it.
    pub(super) fn new(is_quiet: bool) -> Thinking {
        let is_seen = !is_quiet && std::io::stderr().is_terminal();
        let bar = if is_seen {
            ProgressBar::new_spinner()
        } else {
            ProgressBar::hidden()
        };
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed}, {msg}") {
            bar.set_style(style);
        }
        let next = if is_seen { Thinking::FIRST } else { u64::MAX };
        Thinking {
            bar,
            since: Instant::now(),
            next: AtomicU64::new(next),
        }
    }

    /// Takes note of what has been spent.
    pub(super) fn show(&self, spent: &limits::Progress) {
        let next = self.next.load(Ordering::Relaxed);
        if next == u64::MAX {
            return;
        }
        let elapsed = self.since.elapsed();
        let now = elapsed.as_millis() as u64;
        if now >= next {
            self.next.store(now + Thinking::PAUSE, Ordering::Relaxed);
            self.bar.set_message(spent_text(spent, elapsed));
            self.bar.tick();
        }
    }

    /// Takes the display away.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// `1,200,000 nodes, 350,000 a second, proof 12, disproof 340`
fn spent_text(spent: &limits::Progress, elapsed: Duration) -> String {
    let rate = u128::from(spent.nodes) * 1000 / elapsed.as_millis().max(1);
    let nodes = HumanCount(spent.nodes);
    let rate = HumanCount(rate as u64);
    let numbers = [("proof", spent.proof), ("disproof", spent.disproof)];
    let numbers = numbers
        .iter()
        .filter_map(|(name, number)| Some(format!(", {name} {}", (*number)?)));
    let numbers: String = numbers.collect();
    format!("{nodes} nodes, {rate} a second{numbers}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_spent_is_told_with_its_rate() {
        let spent = limits::Progress {
            nodes: 1_200_000,
            proof: Some(12),
            disproof: Some(340),
        };
        assert_eq!(
            spent_text(&spent, Duration::from_secs(2)),
            "1,200,000 nodes, 600,000 a second, proof 12, disproof 340"
        );
    }
}
