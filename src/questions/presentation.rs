//! What every answer can be turned into, JSON apart: text, boards, rows of a table.

use crate::questions::Report;
use crate::render::picture::{BoardPicture, Sheet};
use crate::render::wording::outcome;
use crate::render::{Lang, Legend, Page, Style, TextReport};
use crate::report_header::ReportHeader;

/// Boards on a sheet.
const BOARDS: usize = 24;

/// An answer as it is shown: its sentences, and what else there is of it.
pub trait Presentation: TextReport {
    /// What all answers begin with.
    fn header(&self) -> &ReportHeader;

    /// The position with what the answer says of it, on one board.
    fn picture(&self) -> BoardPicture {
        BoardPicture::of_board(&self.header().board)
    }

    /// As many boards as the answer needs, each with its caption.
    fn boards(&self, _lang: Lang) -> Vec<BoardPicture> {
        vec![self.picture()]
    }

    /// Adds the notations of the text that a reader may not know.
    fn explain(&self, _legend: &mut Legend) {}

    /// Adds those of the board.
    fn explain_board(&self, _legend: &mut Legend) {}

    /// The columns that the answer has in a table, if it has any.
    fn columns(&self) -> &'static [&'static str] {
        &[]
    }

    /// The rows of the answer, each with a cell for each of these columns.
    fn rows(&self) -> Vec<Vec<String>> {
        Vec::new()
    }
}

impl Report {
    /// The answer as it is shown.
    pub fn presentation(&self) -> &dyn Presentation {
        match self {
            Report::Board(report) => &**report,
            Report::Overview(report) => &**report,
            Report::Forbidden(report) => report,
            Report::Verdict(report) => report,
            Report::Patterns(report) => report,
            Report::Score(report) => &**report,
            Report::Why(report) => &**report,
            Report::Comparison(report) => &**report,
            Report::Search(report) => &**report,
            Report::MinMax(report) => &**report,
            Report::ForcedWin(report) => &**report,
            Report::Defences(report) => &**report,
            Report::WinningMoves(report) => &**report,
            Report::GameMove(report) => &**report,
            Report::GameSummary(report) => &**report,
            Report::WinCheck(report) => report,
        }
    }
}

impl TextReport for Report {
    fn write(&self, page: &mut Page) {
        self.presentation().write(page);
    }
}

/// The position of a report with what the report says of it, on one board. A report that says
/// nothing of a position has its stones.
pub fn picture_of(report: &Report) -> BoardPicture {
    report.presentation().picture()
}

/// The boards of a report, as many as it needs, each with its caption.
pub fn sheet_of(report: &Report, lang: Lang) -> Sheet {
    let report = report.presentation();
    let header = report.header();
    let mut page = Page::new(Style::plain(lang));
    page.heading(header);
    let mut boards = limited(report.boards(lang), lang);
    if let (Some(first), Some(end)) = (boards.first_mut(), &header.outcome) {
        first.caption.get_or_insert_with(|| outcome(end, lang));
    }
    Sheet {
        boards,
        title: Some(page.into_text().trim_end().to_owned()),
        lang,
    }
}

/// The first boards; the last of them says how many are left out.
fn limited(mut boards: Vec<BoardPicture>, lang: Lang) -> Vec<BoardPicture> {
    let more = boards.len().saturating_sub(BOARDS);
    boards.truncate(BOARDS);
    if more > 0
        && let Some(last) = boards.last_mut()
    {
        let caption = last.caption.take().unwrap_or_default();
        let more = lang.count("picture.more", more as u64, &[]);
        last.caption = Some(caption + lang.text("list.semicolon") + &more);
    }
    boards
}
