use super::page::Page;
use super::score::ScoreText;
use super::show::BoardView;
use super::text_report::TextReport;
use crate::study::Report;

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
            Report::Threats(report) => report.write(page),
            Report::WinCheck(report) => report.write(page),
        }
    }
}
