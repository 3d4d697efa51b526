use super::page::Page;
use super::phrases::printable;
use super::text_report::TextReport;
use crate::board::Color;
use crate::render::{BoardText, Glyphs};
use crate::rule::Rule;
use crate::study::BoardReport;

/// A position as a drawing between its heading and what else there is to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardDrawing<'a> {
    /// The position as it was read.
    pub report: &'a BoardReport,
    /// The drawing, with its marks.
    pub board: BoardText,
}

impl BoardDrawing<'_> {
    /// A drawing without marks.
    pub fn plain(report: &BoardReport, glyphs: Glyphs) -> BoardDrawing<'_> {
        BoardDrawing {
            report,
            board: BoardText::of(report, glyphs),
        }
    }
}

impl TextReport for BoardDrawing<'_> {
    fn write(&self, page: &mut Page) {
        let (report, lang) = (self.report, page.lang);
        page.heading(&report.header);
        page.lines(&headers(report));
        page.lines(&self.board.draw(page.style));
        page.ending(&report.header);
        let claims = report.claims.iter();
        let claims: Vec<String> = claims
            .map(|claim| format!("{} ({})", claim.point, claim.mark))
            .collect();
        if !claims.is_empty() {
            let points = claims.join(lang.text("list.comma"));
            page.line(lang.format("show.claims", &[("points", &points)]));
        }
    }
}

/// Header lines for what a reader of the drawing would not know or would take otherwise.
fn headers(report: &BoardReport) -> String {
    let head = &report.header;
    let read = report.read.as_ref();
    let is_own_name = read.is_none_or(|read| read.source != head.id);
    let by_count = match report.black.len().checked_sub(report.white.len()) {
        Some(0) => Some(Color::Black),
        Some(1) => Some(Color::White),
        _ => None,
    };
    let lines = [
        is_own_name.then(|| format!("# name: {}\n", printable(&head.id))),
        (head.rule != Rule::default_on(head.size)).then(|| format!("# rule: {}\n", head.rule)),
        (by_count != Some(head.to_move)).then(|| format!("# to move: {}\n", head.to_move)),
    ];
    lines.into_iter().flatten().collect()
}
