use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

use crate::batch::Tally;

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
