//! The boards of a forced win: its line in steps.

use super::columns;
use super::text::{threat, win};
use crate::geometry::Point;
use crate::questions::{
    ForcedWinReport, LineStep, MoveOrPass, Presentation, ThreatOutcome, WinCheckReport,
};
use crate::render::legend::Notation;
use crate::render::page::text;
use crate::render::picture::{BoardPicture, Mark, MarkStyle};
use crate::render::{Lang, Legend, Style};
use crate::report_header::ReportHeader;

/// Boards that a won line is shown on.
const STEPS: usize = 9;

impl Presentation for ForcedWinReport {
    fn header(&self) -> &ReportHeader {
        &self.header
    }

    /// The line of the win as numbered stones.
    fn picture(&self) -> BoardPicture {
        let mut picture = BoardPicture::of_board(&self.header.board);
        picture.add_line(self.attacker, line_points(&self.line));
        picture
    }

    /// The line in steps, with the replies that the win answers; the position where there is no win.
    fn boards(&self, lang: Lang) -> Vec<BoardPicture> {
        if self.outcome != ThreatOutcome::Win || self.steps.is_empty() {
            let said = text(self, Style::plain(lang));
            return vec![BoardPicture {
                caption: Some(
                    said.lines()
                        .collect::<Vec<_>>()
                        .join(lang.text("list.semicolon")),
                ),
                ..self.picture()
            }];
        }
        let on_each = self.steps.len().div_ceil(STEPS);
        let count = self.steps.len();
        let shown = (1..=count).filter(|number| number.is_multiple_of(on_each) || *number == count);
        let mut steps: Vec<BoardPicture> =
            shown.map(|number| step_board(self, number, lang)).collect();
        if let Some(first) = steps.first_mut()
            && let Some(caption) = &mut first.caption
        {
            *caption = win(self, lang) + lang.text("list.semicolon") + caption;
        }
        steps
    }

    fn explain(&self, legend: &mut Legend) {
        legend.add_if(self.line.len() > 1, Notation::Line);
    }

    fn columns(&self) -> &'static [&'static str] {
        columns::FORCED_WIN_COLUMNS
    }

    fn rows(&self) -> Vec<Vec<String>> {
        columns::rows(self)
    }
}

impl Presentation for WinCheckReport {
    fn header(&self) -> &ReportHeader {
        &self.header
    }
}

/// The board after the attacker's move of this number, from 1.
fn step_board(report: &ForcedWinReport, number: usize, lang: Lang) -> BoardPicture {
    let LineStep {
        attack,
        threat: threatened,
        fives,
        answered,
        ..
    } = &report.steps[number - 1];
    let mut picture = BoardPicture::of_board(&report.header.board);
    let plies = 2 * number - 1;
    picture.add_line(report.attacker, line_points(&report.line[..plies]));
    picture.last = Some(*attack);
    for five in fives {
        picture.mark_run(five, MarkStyle::Five);
    }
    for &reply in answered {
        picture.mark(reply, Mark::Reply(!report.attacker));
    }
    let threat = threat(threatened, lang);
    picture.caption = Some(format!(
        "{plies}. {attack}{}{threat}",
        lang.text("list.colon")
    ));
    picture
}

/// The points of a line; `None` is a pass.
pub(crate) fn line_points(moves: &[MoveOrPass]) -> impl Iterator<Item = Option<Point>> {
    moves.iter().map(|played| match *played {
        MoveOrPass::At(point) => Some(point),
        MoveOrPass::Pass => None,
    })
}
