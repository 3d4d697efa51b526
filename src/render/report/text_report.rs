use super::page::Page;
use super::score::ScoreText;
use super::show::BoardDrawing;
use crate::render::{Glyphs, Style};
use crate::study::Report;

/// A report that has a form for people.
pub trait TextReport {
    /// Writes the sentences and tables of the report.
    fn write(&self, page: &mut Page);
}

/// A report as sentences and tables, each line ended by a line break.
pub fn text(report: &impl TextReport, style: Style) -> String {
    let mut page = Page::new(style);
    report.write(&mut page);
    page.into_text()
}

impl TextReport for Report {
    fn write(&self, page: &mut Page) {
        match self {
            Report::Board(report) => BoardDrawing::plain(report, Glyphs::Ascii).write(page),
            Report::Forbidden(report) => report.write(page),
            Report::Verdict(report) => report.write(page),
            Report::Patterns(report) => report.write(page),
            Report::Score(report) => ScoreText::of_mover(report).write(page),
            Report::Comparison(report) => report.write(page),
            Report::Search(report) => report.write(page),
            Report::Threats(report) => report.write(page),
            Report::WinCheck(report) => report.write(page),
        }
    }
}
