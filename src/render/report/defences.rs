//! What is threatened and what stops it, and the first moves of forced wins.

use super::line_boards::line_points;
use super::page::{Page, TextReport};
use super::phrases::{forced_line, joined, nodes, plies, undecided};
use crate::geometry::Point;
use crate::limits::{Limits, StopReason};
use crate::render::picture::{BoardPicture, Mark, MarkStyle};
use crate::render::{Label, Lang};
use crate::study::{
    DefenceMeans, DefenceMove, DefenceReport, DefenceVerdict, ThreatOutcome, WinningMovesReport,
};
use crate::threat::Scope;

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

/// `every continuous four was tried (63 nodes)`
fn tried(scope: Option<Scope>, visited: u64, lang: Lang) -> String {
    let key = match scope {
        None | Some(Scope::GameOver) => return lang.text("threats.game_over").to_owned(),
        Some(Scope::Fours) => "threats.fours",
        Some(Scope::Threats) => "threats.threats",
    };
    let spent = lang.format("threats.spent", &[("nodes", &nodes(visited, lang))]);
    lang.text(key).to_owned() + &spent
}

fn left_open(stop: Option<StopReason>, limits: Limits, lang: Lang) -> String {
    undecided(stop.unwrap_or(StopReason::Unverified), limits, None, lang)
}

/// The threatened line as numbered stones, and the moves that hold as small stones of the defender.
pub(super) fn defences(report: &DefenceReport) -> BoardPicture {
    let mut picture = BoardPicture::of_board(&report.header.board);
    if let Some(threat) = &report.threat {
        picture.add_line(!report.defender, line_points(&threat.line[..1]));
    }
    for held in report.holding() {
        picture.mark(held.point, Mark::Reply(report.defender));
    }
    for open in report.of(DefenceVerdict::Undecided) {
        picture.mark(open.point, Mark::Label("?".to_owned()));
    }
    picture
}

/// The answer on one board, and the threatened line on another.
pub(super) fn defence_boards(report: &DefenceReport, lang: Lang) -> Vec<BoardPicture> {
    let mut first = defences(report);
    let Some(threat) = &report.threat else {
        return vec![first];
    };
    let count = report.holding().count();
    first.caption = Some(lang.count("defences.hold", count as u64, &[]));
    let mut line = BoardPicture::of_board(&report.header.board);
    line.add_line(!report.defender, line_points(&threat.line));
    line.caption = Some(forced_line(threat, lang));
    vec![first, line]
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

/// The winning moves, each with the length of its win; `?` where a limit left it open.
pub(super) fn winning_moves(report: &WinningMovesReport) -> BoardPicture {
    let mut picture = BoardPicture::of_board(&report.header.board);
    for winning in &report.moves {
        picture.mark(winning.point, Mark::Dot(MarkStyle::Five));
        picture.mark(winning.point, Mark::Label(winning.plies.to_string()));
    }
    for &point in &report.undecided {
        picture.mark(point, Mark::Label("?".to_owned()));
    }
    picture
}

/// The winning moves on one board, and the line of each on another.
pub(super) fn winning_boards(report: &WinningMovesReport, lang: Lang) -> Vec<BoardPicture> {
    let all = BoardPicture {
        caption: Some(lang.count("winning_moves.count", report.moves.len() as u64, &[])),
        ..winning_moves(report)
    };
    let lines = report.moves.iter().map(|winning| {
        let mut picture = BoardPicture::of_board(&report.header.board);
        picture.add_line(report.attacker, line_points(&winning.line));
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
