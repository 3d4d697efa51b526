//! The boards of a search: a line of play on each.

use super::columns;
use super::text::search_lines;
use crate::board::Color;
use crate::questions::forced_win::picture::line_points;
use crate::questions::{MoveOrPass, Presentation, SearchReport};
use crate::render::legend::Notation;
use crate::render::picture::BoardPicture;
use crate::render::{Lang, Legend, Style};
use crate::report_header::ReportHeader;

impl Presentation for SearchReport {
    fn header(&self) -> &ReportHeader {
        &self.header
    }

    /// The best line as numbered stones.
    fn picture(&self) -> BoardPicture {
        let mut all = self.boards(Lang::ENGLISH);
        BoardPicture {
            caption: None,
            ..all.swap_remove(0)
        }
    }

    /// A board for each line; the position where there is none.
    fn boards(&self, lang: Lang) -> Vec<BoardPicture> {
        let position = || BoardPicture::of_board(&self.header.board);
        let said = search_lines(self, Style::plain(lang));
        let board = |(line, said): (&[MoveOrPass], String)| {
            let mut picture = position();
            picture.add_line(
                self.header.to_move.unwrap_or(Color::Black),
                line_points(line),
            );
            picture.caption = Some(said);
            picture
        };
        let lines = self.lines.iter().map(|line| &line.moves[..]);
        let boards: Vec<BoardPicture> = lines.zip(said).map(board).collect();
        if boards.is_empty() {
            vec![position()]
        } else {
            boards
        }
    }

    fn explain(&self, legend: &mut Legend) {
        let has_line = self.lines.iter().any(|line| line.moves.len() > 1);
        legend.add_if(has_line, Notation::Line);
    }

    fn columns(&self) -> &'static [&'static str] {
        columns::SEARCH_COLUMNS
    }

    fn rows(&self) -> Vec<Vec<String>> {
        columns::rows(self)
    }
}
