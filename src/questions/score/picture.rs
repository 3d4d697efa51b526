//! The boards of an evaluator's values: the best points of a side.

use super::columns;
use super::heat::add_ranks;
use crate::board::Color;
use crate::questions::{Presentation, ScoreReport};
use crate::render::Lang;
use crate::render::picture::BoardPicture;
use crate::render::printable::printable;
use crate::report_header::ReportHeader;

impl Presentation for ScoreReport {
    fn header(&self) -> &ReportHeader {
        &self.header
    }

    fn picture(&self) -> BoardPicture {
        picture(self)
    }

    fn boards(&self, lang: Lang) -> Vec<BoardPicture> {
        boards(self, lang)
    }

    fn columns(&self) -> &'static [&'static str] {
        columns::SCORE_COLUMNS
    }

    fn rows(&self) -> Vec<Vec<String>> {
        columns::rows(self)
    }
}

/// The values to the side to move, or to the one side that was asked for.
pub(super) fn picture(report: &ScoreReport) -> BoardPicture {
    let mut picture = BoardPicture::of_board(&report.header.board);
    let side = report.header.to_move.unwrap_or(Color::Black);
    let points = &report.points;
    if let Some(points) = points[side].as_ref().or(points[!side].as_ref()) {
        add_ranks(&mut picture, points);
    }
    picture
}

/// A board for each side that was asked for.
pub(super) fn boards(report: &ScoreReport, lang: Lang) -> Vec<BoardPicture> {
    let evaluator = printable(&report.evaluator);
    let boards = Color::BOTH.into_iter().filter_map(|side| {
        let points = report.points[side].as_ref()?;
        let mut picture = BoardPicture::of_board(&report.header.board);
        add_ranks(&mut picture, points);
        let title = lang.format("score.points", &[("color", &lang.word(side))]);
        picture.caption = Some(format!("{evaluator}{}{title}", lang.text("list.colon")));
        Some(picture)
    });
    let boards: Vec<BoardPicture> = boards.collect();
    if boards.is_empty() {
        let caption = lang.text("score.no_points");
        let caption = format!("{evaluator}{}{caption}", lang.text("list.colon"));
        return vec![BoardPicture {
            caption: Some(caption),
            ..BoardPicture::of_board(&report.header.board)
        }];
    }
    boards
}
