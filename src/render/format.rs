//! Output of a report as text or as a JSON line, and the text form of every `Report`.

use std::io;

use serde::Serialize;

use super::{BoardView, Page, ScoreText, Style, TextReport, text};
use crate::study::Report;

/// The form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Sentences and tables for people.
    Text,
    /// One JSON object on a line.
    Json,
}

/// Writes a report.
///
/// # Errors
///
/// If `out` cannot be written.
pub fn render(
    report: &(impl TextReport + Serialize),
    format: Format,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    match format {
        Format::Text => out.write_all(text(report, style).as_bytes()),
        Format::Json => {
            serde_json::to_writer(&mut *out, report)?;
            out.write_all(b"\n")
        }
    }
}

impl TextReport for Report {
    fn write(&self, page: &mut Page) {
        match self {
            Report::Board(report) => BoardView::plain(report).write(page),
            Report::Forbidden(report) => report.write(page),
            Report::Verdict(report) => report.write(page),
            Report::Patterns(report) => report.write(page),
            Report::Score(report) => ScoreText::of_mover(report).write(page),
            Report::Comparison(report) => report.write(page),
            Report::Search(report) => report.write(page),
            Report::ForcedWin(report) => report.write(page),
            Report::Defences(report) => report.write(page),
            Report::WinningMoves(report) => report.write(page),
            Report::GameMove(report) => report.write(page),
            Report::GameSummary(report) => report.write(page),
            Report::WinCheck(report) => report.write(page),
        }
    }
}
