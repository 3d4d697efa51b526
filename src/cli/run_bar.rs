//! How far a run over many records is, drawn on a terminal.

use std::io::{self, IsTerminal};

use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use super::GlobalArgs;
use super::observer::spinner;
use renju::batch::BytesRead;

/// A bar with the share of the input that is read and the time left, where its length is known, or
/// a sign that something is done.
pub(super) struct RunBar {
    bar: ProgressBar,
    bytes: Option<BytesRead>,
}

impl RunBar {
    /// Draws on stderr if that is a terminal and the answers go elsewhere.
    pub(super) fn new(global: &GlobalArgs, bytes: Option<BytesRead>, has_file: bool) -> RunBar {
        let is_alone = has_file || !io::stdout().is_terminal();
        let is_drawn = io::stderr().is_terminal() && is_alone && !global.output.quiet;
        let bar = match &bytes {
            _ if !is_drawn => ProgressBar::hidden(),
            Some(bytes) => {
                let template = "{bar:20} {percent} %, {msg}, {eta} left";
                let bar = ProgressBar::new(bytes.all);
                match ProgressStyle::with_template(template) {
                    Ok(style) => bar.with_style(style),
                    Err(_) => bar,
                }
            }
            None => spinner("{spinner} {msg}, {elapsed}"),
        };
        RunBar { bar, bytes }
    }

    /// Shows how far the run is: how many records it has read, and how many of them failed.
    pub(super) fn show(&self, read: u64, failed: u64) {
        if self.bar.is_hidden() {
            return;
        }
        let milliseconds = self.bar.elapsed().as_millis().max(1) as u64;
        let rate = HumanCount(read * 1000 / milliseconds);
        let failed = match failed {
            0 => String::new(),
            _ => format!(", {} failed", HumanCount(failed)),
        };
        let records = if read == 1 { "record" } else { "records" };
        let read = HumanCount(read);
        self.bar
            .set_message(format!("{read} {records}, {rate}/s{failed}"));
        match &self.bytes {
            Some(bytes) => self.bar.set_position(bytes.read()),
            None => self.bar.tick(),
        }
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
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
