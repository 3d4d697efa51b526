//! What is threatened and what stops it, as text.

use crate::geometry::Point;
use crate::questions::forced_win::text::{forced_line, left_open, tried};
use crate::questions::{DefenceMeans, DefenceMove, DefenceReport, DefenceVerdict, ThreatOutcome};
use crate::render::Label;
use crate::render::page::{Page, TextReport};
use crate::render::wording::joined;

/// Losing moves that are shown with their line.
const SHOWN_LOSSES: usize = 3;

impl TextReport for DefenceReport {
    fn write(&self, page: &mut Page) {
        page.ending(&self.header);
        let lang = page.lang;
        let attacker = lang.player(!self.defender);
        match (&self.threat, self.outcome) {
            (Some(threat), _) => {
                let said = lang.format("defences.threat", &[("player", &attacker)]);
                let said = page.style.paint(Label::Bad, &said);
                page.line(said + &forced_line(threat, lang));
                write_moves(self, page);
            }
            (None, ThreatOutcome::Unknown) => {
                page.line(left_open(self.stop, self.limits, lang));
            }
            (None, _) => {
                let none = lang.format("defences.none", &[("player", &attacker)]);
                let none = page.style.paint(Label::Good, &none);
                let tried = tried(self.scope, self.nodes, lang);
                page.line(format_args!("{none}{}{tried}", lang.text("list.colon")));
            }
        }
    }
}

fn write_moves(report: &DefenceReport, page: &mut Page) {
    let lang = page.lang;
    if let Some(win) = &report.own_win {
        let player = lang.player(report.defender);
        let first = lang.format("defences.own_win", &[("player", &player)]);
        page.line(page.style.paint(Label::Good, &first) + &forced_line(win, lang));
    }
    for (means, key) in [
        (DefenceMeans::Win, "defences.wins"),
        (DefenceMeans::Defence, "defences.holds"),
        (DefenceMeans::Four, "defences.gains_time"),
    ] {
        let points = points(report.holding().filter(|held| held.means == Some(means)));
        if !points.is_empty() {
            let said = lang.count(key, points.len() as u64, &[]);
            let said = page.style.paint(Label::Good, &said);
            let points = joined(&points, " ");
            page.line(format_args!("{said}{}{points}", lang.text("list.colon")));
        }
    }
    let open = points(report.of(DefenceVerdict::Undecided));
    if !open.is_empty() {
        let why = left_open(report.stop, report.limits, lang);
        page.line(format_args!(
            "{why}{}{}",
            lang.text("list.colon"),
            joined(&open, " ")
        ));
    }
    write_losses(report, page);
}

/// How many moves lose, and those that hold out longest.
fn write_losses(report: &DefenceReport, page: &mut Page) {
    let lang = page.lang;
    if report.header.must_pass {
        return page.line(
            page.style
                .paint(Label::Bad, lang.text("defences.pass_loses")),
        );
    }
    let mut losses: Vec<_> = report.of(DefenceVerdict::Loses).collect();
    if losses.is_empty() {
        return;
    }
    let are_all = losses.len() == report.moves.len();
    let key = if are_all {
        "defences.all_lose"
    } else {
        "defences.lose"
    };
    let count = lang.count(key, losses.len() as u64, &[]);
    page.line(page.style.paint(Label::Bad, &count) + lang.text("list.colon"));
    let length = |loss: &&DefenceMove| loss.win.as_ref().map_or(0, |win| win.plies);
    losses.sort_by_key(|loss| std::cmp::Reverse(length(loss)));
    for loss in losses.iter().take(SHOWN_LOSSES) {
        if let Some(win) = &loss.win {
            let line = joined(&win.line, " ");
            page.line(format_args!(
                "  {}{}{line}",
                loss.point,
                lang.text("list.colon")
            ));
        }
    }
}

fn points<'a>(moves: impl Iterator<Item = &'a DefenceMove>) -> Vec<Point> {
    moves.map(|held| held.point).collect()
}
