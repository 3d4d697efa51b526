//! A position as text or picture, with move numbers, forbidden points, and ranks on its board.

use crate::questions::Presentation;
use crate::questions::overview::text::opening_name;
use crate::report_header::ReportHeader;
use std::fmt::Display;
use std::ops::RangeInclusive;

use crate::board::Color;
use crate::geometry::Point;
use crate::questions::score::picture::{RANKED, add_ranks};
use crate::questions::{BoardReport, ForbiddenPoint, ScoreReport, ScoredPoints};
use crate::render::page::{Page, TextReport};
use crate::render::picture::{BoardPicture, Mark};
use crate::render::printable::printable;
use crate::render::{BoardText, Glyphs, Lang};
use crate::rule::Rule;

impl Presentation for BoardReport {
    fn header(&self) -> &ReportHeader {
        &self.header
    }

    fn picture(&self) -> BoardPicture {
        BoardView::plain(self).picture()
    }
}

impl TextReport for BoardReport {
    fn write(&self, page: &mut Page) {
        BoardView::plain(self).write(page);
    }
}

/// A position as it is shown, with what is marked on its board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BoardView<'a> {
    /// The position as it was read.
    pub report: &'a BoardReport,
    /// Points to mark as forbidden.
    pub forbidden: &'a [ForbiddenPoint],
    /// Values whose best points are marked with their ranks.
    pub scores: Option<&'a ScoreReport>,
    /// The numbers of the moves that have them on their stones, where their order is known.
    pub numbered: Option<&'a RangeInclusive<u16>>,
    /// What the user writes on points.
    pub labels: &'a [(Point, String)],
    /// Whether the last move is pointed out.
    pub marks_last: bool,
    /// The characters of the text; a picture needs none.
    pub glyphs: Glyphs,
}

impl<'a> BoardView<'a> {
    /// The board without marks.
    pub const fn plain(report: &'a BoardReport) -> BoardView<'a> {
        BoardView {
            report,
            forbidden: &[],
            scores: None,
            numbered: None,
            labels: &[],
            marks_last: false,
            glyphs: Glyphs::Ascii,
        }
    }

    /// The board as a picture, to be drawn as SVG or PNG.
    pub fn picture(&self) -> BoardPicture {
        let forbidden = self.forbidden.iter();
        let mut picture = BoardPicture {
            numbers: self.numbers().collect(),
            last: self.last(),
            forbidden: forbidden
                .map(|found| (found.point, found.kinds.clone()))
                .collect(),
            marks: self
                .report
                .marks
                .iter()
                .map(|mark| (mark.point, Mark::Label(mark.mark.to_string())))
                .collect(),
            ..BoardPicture::of_board(&self.report.header.board)
        };
        if let Some((_, points)) = self.ranked() {
            add_ranks(&mut picture, points);
        }
        for (point, label) in self.labels {
            picture.label(*point, label.clone());
        }
        picture
    }

    /// The picture with what its numbers and discs mean below it.
    pub fn captioned(&self, lang: Lang) -> BoardPicture {
        BoardPicture {
            caption: self.scored(lang),
            ..self.picture()
        }
    }

    /// The side whose points are ranked, and these.
    fn ranked(&self) -> Option<(Color, &'a ScoredPoints)> {
        let points = &self.scores?.points;
        let side = Color::BOTH
            .into_iter()
            .find(|&side| points[side].is_some())?;
        Some((side, points[side].as_ref()?))
    }

    /// `1 to 5: the best points for black, by shapes`
    fn scored(&self, lang: Lang) -> Option<String> {
        let evaluator = printable(&self.scores?.evaluator);
        Some(match self.ranked() {
            Some((side, points)) => {
                let values: [(&str, &dyn Display); 3] = [
                    ("count", &points.0.len().min(RANKED)),
                    ("color", &lang.word(side)),
                    ("evaluator", &evaluator),
                ];
                lang.format("show.scores", &values)
            }
            None => format!(
                "{evaluator}{}{}",
                lang.text("list.colon"),
                lang.text("score.no_points")
            ),
        })
    }

    fn numbers(&self) -> impl Iterator<Item = (Point, u16)> {
        let numbers = self.report.numbers.iter().copied();
        numbers.filter(|(_, number)| self.numbered.is_some_and(|range| range.contains(number)))
    }

    fn last(&self) -> Option<Point> {
        self.report.last.filter(|_| self.marks_last)
    }
}

impl TextReport for BoardView<'_> {
    fn write(&self, page: &mut Page) {
        let (report, lang) = (self.report, page.lang);
        page.heading(&report.header);
        page.lines(&headers(report));
        page.lines(&BoardText::of(&self.picture(), self.glyphs).draw(page.style));
        if let Some(scored) = self.scored(lang) {
            page.line(scored);
        }
        if let Some(opening) = report.opening.as_ref().filter(|_| page.style.verbose) {
            page.say(
                "overview.opening",
                &[("opening", &opening_name(opening, lang))],
            );
        }
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
    let is_own_name = read.is_none_or(|read| *read.source != *head.id);
    let by_count = match report.black.len().checked_sub(report.white.len()) {
        Some(0) => Some(Color::Black),
        Some(1) => Some(Color::White),
        _ => None,
    };
    let lines = [
        is_own_name.then(|| format!("# name: {}\n", printable(&head.id))),
        (head.rule != Rule::default_on(head.size)).then(|| format!("# rule: {}\n", head.rule)),
        head.to_move
            .filter(|_| by_count != head.to_move)
            .map(|side| format!("# to move: {side}\n")),
    ];
    lines.into_iter().flatten().collect()
}
