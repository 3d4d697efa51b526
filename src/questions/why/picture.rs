//! The board of two points: what of their terms makes the difference, or the stones that do.

use super::columns;
use crate::eval::Worth;
use crate::geometry::Point;
use crate::questions::score::text::brief;
use crate::questions::{Presentation, WhyReport};
use crate::render::Lang;
use crate::render::picture::{BoardPicture, Mark, MarkStyle};
use crate::render::printable::printable;
use crate::report_header::ReportHeader;

/// Terms whose stones are marked, the greatest ones.
const MARKED: usize = 6;

impl Presentation for WhyReport {
    fn header(&self) -> &ReportHeader {
        &self.header
    }

    /// Both points by their letters; stones that speak for A green, for B red. By occlusion each
    /// stone has the change.
    fn picture(&self) -> BoardPicture {
        let mut picture = BoardPicture::of_board(&self.header.board);
        let letters = ["A", "B"].into_iter();
        let letters = letters.take(if self.other.is_some() { 1 } else { 2 });
        for (at, letter) in self.points.iter().zip(letters) {
            picture.mark(at.point, Mark::Label(letter.to_owned()));
        }
        for other in self.others.iter().take(MARKED) {
            let rank = other.at.rank.unwrap_or_default().to_string();
            picture.mark(other.at.point, Mark::Label(rank));
        }
        for (stone, change) in &self.occlusion.0 {
            picture.mark(*stone, Mark::Label(brief(change.get())));
        }
        for term in self.terms.iter().take(MARKED) {
            let style = match term.difference {
                more if more > Worth::default() => MarkStyle::Five,
                _ => MarkStyle::Bad,
            };
            for &stone in self.on_board(&term.stones) {
                picture.mark(stone, Mark::Dot(style));
            }
        }
        picture
    }

    fn boards(&self, lang: Lang) -> Vec<BoardPicture> {
        let key = match (
            &self.other,
            self.others.is_empty(),
            self.occlusion.is_empty(),
        ) {
            (Some(_), ..) => "why.drawn_shares",
            (None, false, _) => "why.drawn_others",
            (None, true, true) => "why.drawn_terms",
            (None, true, false) => "why.drawn_occlusion",
        };
        let caption = [
            &*printable(&self.sentence(lang)),
            lang.text("list.semicolon"),
            lang.text(key),
        ]
        .concat();
        vec![BoardPicture {
            caption: Some(caption),
            ..self.picture()
        }]
    }

    fn columns(&self) -> &'static [&'static str] {
        columns::WHY_COLUMNS
    }

    fn rows(&self) -> Vec<Vec<String>> {
        columns::rows(self)
    }
}

impl WhyReport {
    fn on_board<'a>(&self, points: &'a [Point]) -> impl Iterator<Item = &'a Point> {
        let board = &self.header.board;
        points.iter().filter(|point| board.stone(**point).is_some())
    }
}
