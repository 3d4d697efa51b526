//! The boards of an evaluator's values: the best points of a side.

use super::columns;
use crate::board::Color;
use crate::geometry::Point;
use crate::questions::{Presentation, ScoreReport, ScoredPoints};
use crate::render::Lang;
use crate::render::picture::{BoardPicture, Mark};
use crate::render::printable::printable;
use crate::report_header::ReportHeader;

/// Points whose rank is written on a picture of scores.
pub(crate) const RANKED: usize = 5;
/// Points that have a disc there.
const WARM: usize = 20;

impl Presentation for ScoreReport {
    fn header(&self) -> &ReportHeader {
        &self.header
    }

    /// The values to the side to move, or to the one side that was asked for.
    fn picture(&self) -> BoardPicture {
        let mut picture = BoardPicture::of_board(&self.header.board);
        let side = self.header.to_move.unwrap_or(Color::Black);
        let points = &self.points;
        if let Some(points) = points[side].as_ref().or(points[!side].as_ref()) {
            add_ranks(&mut picture, points);
        }
        picture
    }

    /// A board for each side that was asked for.
    fn boards(&self, lang: Lang) -> Vec<BoardPicture> {
        let evaluator = printable(&self.evaluator);
        let boards = Color::BOTH.into_iter().filter_map(|side| {
            let points = self.points[side].as_ref()?;
            let mut picture = BoardPicture::of_board(&self.header.board);
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
                ..BoardPicture::of_board(&self.header.board)
            }];
        }
        boards
    }

    fn columns(&self) -> &'static [&'static str] {
        columns::SCORE_COLUMNS
    }

    fn rows(&self) -> Vec<Vec<String>> {
        columns::rows(self)
    }
}

/// Adds a disc for each of the best points, the first ones with their ranks.
pub(crate) fn add_ranks(picture: &mut BoardPicture, points: &ScoredPoints) {
    add_discs(picture, points.0.iter().map(|at| (at.point, at.rank)));
    for at in points.0.iter().take(RANKED) {
        picture.mark(at.point, Mark::Label(at.rank.to_string()));
    }
}

/// Adds a disc for each point that has one of the first ranks. By rank, since one value that is far
/// above the others would leave them no disc.
pub(crate) fn add_discs(picture: &mut BoardPicture, ranks: impl Iterator<Item = (Point, usize)>) {
    let warmest = ranks.filter(|(_, rank)| *rank <= WARM);
    let warmth = warmest.map(|(point, rank)| (point, (WARM + 1 - rank) as i64));
    picture.add_heat(&warmth.collect::<Vec<_>>());
}
