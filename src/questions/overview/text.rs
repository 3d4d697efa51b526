//! What a position is as text: a line for each thing that there is to say.

use std::fmt::Display;

use crate::limits::StopReason;
use crate::position::{GameInfo, NamedOpening};
use crate::questions::forced_win::text::beginning;
use crate::questions::search::text::line_of_play;
use crate::questions::{OverviewReport, Presentation, ThreatOutcome};
use crate::render::legend::Notation;
use crate::render::picture::BoardPicture;
use crate::render::printable::printable;
use crate::render::wording::{joined, kinds, nodes, plies};
use crate::render::{Lang, Legend, Page, TextReport};
use crate::report_header::ReportHeader;

impl Presentation for OverviewReport {
    fn header(&self) -> &ReportHeader {
        &self.header
    }

    fn picture(&self) -> BoardPicture {
        let forbidden = self.forbidden.iter();
        BoardPicture {
            forbidden: forbidden
                .map(|found| (found.point, found.kinds.clone()))
                .collect(),
            ..BoardPicture::of_board(&self.header.board)
        }
    }

    fn explain(&self, legend: &mut Legend) {
        legend.add_if(self.best.is_some(), Notation::Line);
    }
}

impl TextReport for OverviewReport {
    fn write(&self, page: &mut Page) {
        page.heading(&self.header);
        let lang = page.lang;
        let info = self.info.as_ref();
        let is_named = |info: &GameInfo| {
            [&info.black_player, &info.white_player]
                .iter()
                .any(|name| name.is_some())
        };
        if let Some(info) = info.filter(|info| is_named(info)) {
            let named = [("black", &info.black_player), ("white", &info.white_player)];
            let named = named.map(|(color, name)| {
                let name = name.as_deref().unwrap_or("?");
                (color, printable(name))
            });
            let values = named
                .each_ref()
                .map(|(color, name)| (*color, name as &dyn Display));
            page.say("overview.players", &values);
        }
        if let Some(moves) = self.moves.filter(|&moves| moves > 0) {
            page.line(lang.count("overview.moves", moves as u64, &[]));
        }
        if let Some(opening) = &self.opening {
            page.say(
                "overview.opening",
                &[("opening", &opening_name(opening, lang))],
            );
        }
        page.ending(&self.header);
        if self.outcome.is_none() {
            self.write_position(page);
        }
        let key = match (&self.outcome, self.moves) {
            (Some(_), Some(1..)) => "overview.next_game",
            (Some(_), _) => return,
            (None, _) => "overview.next",
        };
        page.say(key, &[]);
    }
}

impl OverviewReport {
    /// What there is to say of a game that goes on.
    fn write_position(&self, page: &mut Page) {
        let lang = page.lang;
        if !self.forbidden.is_empty() {
            let forbidden = self.forbidden.iter();
            let points =
                forbidden.map(|found| format!("{} {}", found.point, kinds(&found.kinds, lang)));
            let points: Vec<String> = points.collect();
            let points = joined(&points, lang.text("list.comma"));
            page.say("overview.forbidden", &[("points", &points)]);
        }
        match (self.threat, &self.threatened) {
            (_, Some(win)) => {
                let (length, line) = (plies(win.plies as u64, lang), beginning(&win.line));
                let values: [(&str, &dyn Display); 2] = [("length", &length), ("line", &line)];
                page.say("overview.threatened", &values);
            }
            (Some(ThreatOutcome::Unknown), _) => page.say("overview.threat_unknown", &[]),
            (Some(_), _) => page.say("overview.no_threat", &[]),
            (None, _) => page.say("overview.side_open", &[]),
        }
        if self.nodes > 0 {
            match &self.best {
                Some(best) => {
                    let line = line_of_play(best, page.style);
                    page.say("overview.best", &[("line", &line)]);
                }
                None => page.say("overview.no_best", &[]),
            }
            let key = match self.stop {
                Some(StopReason::Time | StopReason::Nodes) => "overview.stopped",
                Some(StopReason::Interrupted) => "overview.interrupted",
                _ => "overview.searched",
            };
            page.say(key, &[("nodes", &nodes(self.nodes, lang))]);
        }
    }
}

/// An opening by its number and names: `4D Kagetsu (花月)`.
pub(in crate::questions) fn opening_name(opening: &NamedOpening, lang: Lang) -> String {
    let local = if lang.name() == "zh" {
        opening.zh
    } else {
        opening.ja
    };
    let values: [(&str, &dyn Display); 3] = [
        ("number", &opening.number),
        ("name", &opening.name),
        ("local", &local),
    ];
    lang.format("overview.opening_name", &values)
}
