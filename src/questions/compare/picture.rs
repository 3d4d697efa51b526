//! The boards of evaluators: the points that are compared, with their ranks.

use super::columns;
use crate::geometry::Point;
use crate::questions::score::picture::add_discs;
use crate::questions::{ComparedPoint, ComparisonReport, Presentation};
use crate::render::Lang;
use crate::render::picture::{BoardPicture, Mark};
use crate::render::printable::printable;
use crate::report_header::ReportHeader;

impl Presentation for ComparisonReport {
    fn header(&self) -> &ReportHeader {
        &self.header
    }

    fn picture(&self) -> BoardPicture {
        picture(self, &self.reference)
    }

    fn boards(&self, lang: Lang) -> Vec<BoardPicture> {
        boards(self, lang)
    }

    fn columns(&self) -> &'static [&'static str] {
        columns::COMPARE_COLUMNS
    }

    fn rows(&self) -> Vec<Vec<String>> {
        columns::rows(self)
    }
}

/// The points of the table with the rank that each has with this evaluator; its own top on discs.
fn picture(report: &ComparisonReport, name: &str) -> BoardPicture {
    let mut picture = BoardPicture::of_board(&report.header.board);
    let rank = |compared: &ComparedPoint| {
        let rank = compared.ranks.get(name).copied().flatten();
        Some((compared.point, rank?))
    };
    let ranks: Vec<(Point, usize)> = report.shown().filter_map(rank).collect();
    add_discs(&mut picture, ranks.iter().copied());
    for (point, rank) in ranks {
        picture.mark(point, Mark::Label(rank.to_string()));
    }
    picture
}

/// A board for each evaluator.
fn boards(report: &ComparisonReport, lang: Lang) -> Vec<BoardPicture> {
    let board = |name: &String| {
        let mut failures = report.failed.0.iter();
        let failed = failures.find(|(other, _)| other == name);
        let caption = match failed {
            None => lang.format("compare.picture", &[("name", &printable(name))]),
            Some((name, failed)) => {
                let (name, reason) = (printable(name), printable(&failed.message));
                lang.format("compare.no_answer", &[("name", &name), ("reason", &reason)])
            }
        };
        BoardPicture {
            caption: Some(caption),
            ..picture(report, name)
        }
    };
    report.evaluators.iter().map(board).collect()
}
