//! The boards of shapes: those that stand, and what a stone on each point would make.

use super::{columns, map_text};
use crate::board::Color;
use crate::pattern::Shape;
use crate::questions::forced_win::text::shapes_made;
use crate::questions::{PatternReport, Presentation, ShapeMap};
use crate::render::legend::Notation;
use crate::render::picture::{BoardPicture, Mark};
use crate::render::{Lang, Legend};
use crate::report_header::ReportHeader;

impl Presentation for PatternReport {
    fn header(&self) -> &ReportHeader {
        &self.header
    }

    /// The shapes, or the map of the side to move.
    fn picture(&self) -> BoardPicture {
        let side = self.header.to_move.unwrap_or(Color::Black);
        let maps = self.map.as_ref();
        match maps.and_then(|maps| maps[side].as_ref().or(maps[!side].as_ref())) {
            Some(map) => with_map(self, map),
            None => with_shapes(self, |_| true),
        }
    }

    /// A board for the map of each side, if it was asked for; then one for each kind of shape that stands,
    /// the strongest first, with how many there are.
    fn boards(&self, lang: Lang) -> Vec<BoardPicture> {
        let shapes = || self.shapes.iter().flatten();
        let stands = |kind: &Shape| shapes().any(|standing| standing.shape == *kind);
        let kinds = Shape::STANDING.into_iter().filter(stands);
        let of_kinds = kinds.map(|kind| BoardPicture {
            caption: Some(shapes_of(self, kind, lang)),
            ..with_shapes(self, |shape| shape == kind)
        });
        let maps = Color::BOTH.into_iter().filter_map(|color| {
            let map = self.map.as_ref()?[color].as_ref()?;
            Some(BoardPicture {
                caption: Some(map_text::caption(map, color, lang)),
                ..with_map(self, map)
            })
        });
        let boards: Vec<BoardPicture> = maps.chain(of_kinds).collect();
        if boards.is_empty() {
            return vec![BoardPicture {
                caption: Some(lang.text("patterns.none").to_owned()),
                ..self.picture()
            }];
        }
        boards
    }

    fn explain(&self, legend: &mut Legend) {
        let shapes = || self.shapes.iter().flatten();
        let has_next = shapes().any(|standing| !standing.next.is_empty());
        legend.add_if(has_next, Notation::Next);
        legend.add_if(self.at.is_some(), Notation::Diagonals);
        legend.add_lines(shapes().map(|standing| standing.run.direction));
    }

    fn columns(&self) -> &'static [&'static str] {
        columns::PATTERN_COLUMNS
    }

    fn rows(&self) -> Vec<Vec<String>> {
        columns::rows(self)
    }
}

/// What a stone on each empty point would make.
fn with_map(report: &PatternReport, map: &ShapeMap) -> BoardPicture {
    let mut picture = BoardPicture::of_board(&report.header.board);
    map_text::add_to(&mut picture, map);
    picture
}

/// The shapes of some kinds, and the point that was asked about.
fn with_shapes(report: &PatternReport, is_shown: impl Fn(Shape) -> bool) -> BoardPicture {
    let mut picture = BoardPicture::of_board(&report.header.board);
    let shapes = report.shapes.iter().flatten();
    for standing in shapes.filter(|standing| is_shown(standing.shape)) {
        picture.mark_shape(standing.shape, &standing.run, &standing.next);
    }
    if let Some(at) = &report.at {
        picture.mark(at.point, Mark::Label("?".to_owned()));
    }
    picture
}

/// `black: two open threes; white: open three`
fn shapes_of(report: &PatternReport, kind: Shape, lang: Lang) -> String {
    let said = Color::BOTH.into_iter().filter_map(|color| {
        let shapes = report.shapes.iter().flatten();
        let shapes = shapes.filter(|standing| standing.shape == kind && standing.color == color);
        let count = shapes.count();
        let shapes = (count > 0).then(|| shapes_made(&vec![kind; count], lang))?;
        Some(lang.word(color).to_owned() + lang.text("list.colon") + &shapes)
    });
    said.collect::<Vec<String>>()
        .join(lang.text("list.semicolon"))
}
