//! How far a run over many records is, drawn on a terminal.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

use super::GlobalArgs;
use super::observer::spinner;
use renju::batch::BytesRead;

/// The length of a bar.
const WHOLE: u64 = 10_000;

/// A bar with the share of the records that are answered and the time left, where their number can be
/// told, or a sign that something is done.
pub(super) struct RunBar {
    bar: ProgressBar,
    bytes: Option<BytesRead>,
    /// Records that an earlier run has answered.
    before: u64,
}

impl RunBar {
    /// Draws on stderr if that is a terminal and the answers go elsewhere.
    pub(super) fn new(global: &GlobalArgs, bytes: Option<BytesRead>, has_file: bool) -> RunBar {
        let is_alone = has_file || !io::stdout().is_terminal();
        let is_drawn = io::stderr().is_terminal() && is_alone && !global.output.quiet;
        let bar = match &bytes {
            _ if !is_drawn => ProgressBar::hidden(),
            Some(_) => {
                let bar = ProgressBar::new(WHOLE);
                match ProgressStyle::with_template("{bar:20} {percent} %, {msg}") {
                    Ok(style) => bar.with_style(style),
                    Err(_) => bar,
                }
            }
            None => spinner("{spinner} {msg}, {elapsed}"),
        };
        RunBar {
            bar,
            bytes,
            before: 0,
        }
    }

    /// The bar of a run that goes on behind this number of records.
    pub(super) fn behind(self, before: u64) -> RunBar {
        RunBar { before, ..self }
    }

    /// Shows how far the run is: how many records it has done, and how many of them failed. What is read
    /// ahead is not done.
    pub(super) fn show(&self, done: u64, failed: u64) {
        if self.bar.is_hidden() {
            return;
        }
        let elapsed = self.bar.elapsed();
        let rate = HumanCount(done * 1000 / elapsed.as_millis().max(1) as u64);
        let failed = match failed {
            0 => String::new(),
            _ => format!(", {} failed", HumanCount(failed)),
        };
        let records = if done == 1 { "record" } else { "records" };
        let mut message = format!("{} {records}, {rate}/s{failed}", HumanCount(done));
        if let Some(bytes) = &self.bytes {
            let place = self.before + done;
            let all = bytes.expected_records().max(place);
            let share = u128::from(place) * u128::from(WHOLE) / u128::from(all.max(1));
            self.bar.set_position(share as u64);
            if let Some(left) = time_left(elapsed, done, all - place) {
                message = format!("{message}, {} left", HumanDuration(left));
            }
        } else {
            self.bar.tick();
        }
        self.bar.set_message(message);
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// The time that the records left take if they take as long as those that are done.
fn time_left(elapsed: Duration, done: u64, left: u64) -> Option<Duration> {
    let nanoseconds = elapsed.as_nanos() * u128::from(left);
    let nanoseconds = nanoseconds.checked_div(u128::from(done))?;
    u64::try_from(nanoseconds).ok().map(Duration::from_nanos)
}

/// How far a run over the positions of one game is.
pub(super) struct PositionsBar(ProgressBar);

impl PositionsBar {
    /// Draws on stderr if that is a terminal.
    pub(super) fn new(global: &GlobalArgs, positions: usize) -> PositionsBar {
        if !io::stderr().is_terminal() || global.output.quiet {
            return PositionsBar(ProgressBar::hidden());
        }
        let bar = ProgressBar::new(positions as u64);
        let template = "{bar:20} {pos} of {len} positions, {eta} left";
        PositionsBar(match ProgressStyle::with_template(template) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        })
    }

    pub(super) fn step(&self) {
        self.0.inc(1);
    }

    pub(super) fn clear(&self) {
        self.0.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_that_of_the_records_that_are_left() {
        let second = Duration::from_secs(1);
        assert_eq!(time_left(10 * second, 5, 5), Some(10 * second));
        assert_eq!(time_left(10 * second, 100, 0), Some(Duration::ZERO));
        assert_eq!(time_left(10 * second, 0, 5), None, "nothing is known yet");
    }
}
