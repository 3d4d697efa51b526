//! The first moves of forced wins as text, and as boards.

use super::picture::line_points;
use super::text::{left_open, tried};
use crate::geometry::Point;
use crate::questions::{Presentation, ThreatOutcome, WinningMovesReport};
use crate::render::legend::Notation;
use crate::render::picture::{BoardPicture, Mark, MarkStyle};
use crate::render::wording::{joined, plies};
use crate::render::{Label, Lang, Legend, Page, TextReport};
use crate::report_header::ReportHeader;

impl Presentation for WinningMovesReport {
    fn header(&self) -> &ReportHeader {
        &self.header
    }

    /// The winning moves, each with the length of its win; `?` where a limit left it open.
    fn picture(&self) -> BoardPicture {
        let mut picture = BoardPicture::of_board(&self.header.board);
        for winning in &self.moves {
            picture.mark(winning.point, Mark::Dot(MarkStyle::Five));
            picture.mark(winning.point, Mark::Label(winning.plies.to_string()));
        }
        for &point in &self.undecided {
            picture.mark(point, Mark::Label("?".to_owned()));
        }
        picture
    }

    /// The winning moves on one board, and the line of each on another.
    fn boards(&self, lang: Lang) -> Vec<BoardPicture> {
        let all = BoardPicture {
            caption: Some(lang.count("winning_moves.count", self.moves.len() as u64, &[])),
            ..self.picture()
        };
        let lines = self.moves.iter().map(|winning| {
            let mut picture = BoardPicture::of_board(&self.header.board);
            picture.add_line(self.attacker, line_points(&winning.line));
            let length = plies(winning.plies as u64, lang);
            picture.caption = Some(format!(
                "{}{}{length}",
                winning.point,
                lang.text("list.colon")
            ));
            picture
        });
        [all].into_iter().chain(lines).collect()
    }

    fn explain(&self, legend: &mut Legend) {
        legend.add_if(!self.moves.is_empty(), Notation::Line);
    }
}

impl WinningMovesReport {
    /// What is known of one move that was asked about.
    fn write_asked(&self, point: Point, page: &mut Page) {
        let lang = page.lang;
        let attack = self.attack.name().to_uppercase();
        let colon = lang.text("list.colon");
        let found = self.moves.iter().find(|winning| winning.point == point);
        if let Some(winning) = found {
            let length = plies(winning.plies as u64, lang);
            let values: [(&str, &dyn std::fmt::Display); 2] =
                [("point", &point), ("length", &length)];
            let said = lang.format("winning_moves.wins", &values);
            let said = page.style.paint(Label::Good, &said);
            return page.line(format_args!("{said}{colon}{}", joined(&winning.line, " ")));
        }
        if self.undecided.contains(&point) {
            let why = left_open(self.stop, self.limits, lang);
            return page.line(format_args!("{point}{colon}{why}"));
        }
        let values: [(&str, &dyn std::fmt::Display); 2] = [("point", &point), ("attack", &attack)];
        page.line(
            page.style
                .paint(Label::Bad, &lang.format("winning_moves.none", &values)),
        );
    }
}

impl TextReport for WinningMovesReport {
    fn write(&self, page: &mut Page) {
        page.ending(&self.header);
        let lang = page.lang;
        if self.passed {
            page.assumed_pass(&self.header, self.attacker);
        }
        let attack = self.attack.name().to_uppercase();
        let values: [(&str, &dyn std::fmt::Display); 2] =
            [("attack", &attack), ("color", &lang.word(self.attacker))];
        for &point in &self.asked {
            self.write_asked(point, page);
        }
        if !self.asked.is_empty() {
            return;
        }
        if self.moves.is_empty() && self.undecided.is_empty() {
            let key = match self.outcome {
                ThreatOutcome::Win => return,
                _ => "threats.none",
            };
            let none = page.style.paint(Label::Bad, &lang.format(key, &values));
            let tried = tried(self.scope, self.nodes, lang);
            return page.line(format_args!("{none}{}{tried}", lang.text("list.colon")));
        }
        if !self.moves.is_empty() {
            let key = if self.only.is_some() {
                "winning_moves.only"
            } else {
                "winning_moves.several"
            };
            let said = lang.count(key, self.moves.len() as u64, &values);
            page.line(page.style.paint(Label::Good, &said));
            let rows = self.moves.iter().map(|winning| {
                let length = plies(winning.plies as u64, lang);
                [
                    format!("  {}", winning.point),
                    length,
                    joined(&winning.line, " "),
                ]
            });
            page.table(&[], rows, &[1]);
        }
        if !self.undecided.is_empty() {
            let points = joined(&self.undecided, " ");
            let why = left_open(self.stop, self.limits, lang);
            page.line(format_args!("{why}{}{points}", lang.text("list.colon")));
        }
    }
}
