//! The boards of a threat: its line, and the moves that stop it.

use super::columns;
use crate::questions::forced_win::picture::line_points;
use crate::questions::forced_win::text::forced_line;
use crate::questions::{DefenceReport, DefenceVerdict, Presentation};
use crate::render::legend::Notation;
use crate::render::picture::{BoardPicture, Mark};
use crate::render::{Lang, Legend};
use crate::report_header::ReportHeader;

impl Presentation for DefenceReport {
    fn header(&self) -> &ReportHeader {
        &self.header
    }

    /// The threatened line as numbered stones, and the moves that hold as small stones of the defender.
    fn picture(&self) -> BoardPicture {
        let mut picture = BoardPicture::of_board(&self.header.board);
        if let Some(threat) = &self.threat {
            picture.add_line(!self.defender, line_points(&threat.line[..1]));
        }
        for held in self.holding() {
            picture.mark(held.point, Mark::Reply(self.defender));
        }
        for open in self.of(DefenceVerdict::Undecided) {
            picture.mark(open.point, Mark::Label("?".to_owned()));
        }
        picture
    }

    /// The answer on one board, and the threatened line on another.
    fn boards(&self, lang: Lang) -> Vec<BoardPicture> {
        let mut first = self.picture();
        let Some(threat) = &self.threat else {
            return vec![first];
        };
        let count = self.holding().count();
        first.caption = Some(lang.count("defences.hold", count as u64, &[]));
        let mut line = BoardPicture::of_board(&self.header.board);
        line.add_line(!self.defender, line_points(&threat.line));
        line.caption = Some(forced_line(threat, lang));
        vec![first, line]
    }

    fn explain(&self, legend: &mut Legend) {
        legend.add_if(self.threat.is_some(), Notation::Line);
    }

    fn columns(&self) -> &'static [&'static str] {
        columns::THREATS_COLUMNS
    }

    fn rows(&self) -> Vec<Vec<String>> {
        columns::rows(self)
    }
}
