//! Who wins by force, what is threatened and what stops it, as text in the order of a player's questions.

use std::collections::BTreeMap;

use crate::geometry::Point;
use crate::limits::StopReason;
use crate::questions::forced_win::text::{forced_line, left_open, tried};
use crate::questions::{
    DefenceMeans, DefenceMove, DefenceReport, DefenceVerdict, MoveOrPass, ThreatOutcome,
};
use crate::render::Label;
use crate::render::page::{Page, TextReport};
use crate::render::wording::{joined, plies};

/// Points of a group that are named; of a greater one they are counted.
const NAMED_POINTS: usize = 12;

/// Groups of losing moves that are shown.
const SHOWN_GROUPS: usize = 5;

impl TextReport for DefenceReport {
    fn write(&self, page: &mut Page) {
        page.ending(&self.header);
        write_own_win(self, page);
        let lang = page.lang;
        let attacker = lang.player(!self.defender);
        let said = |key| lang.format(key, &[("player", &attacker)]);
        match (&self.threat, self.outcome) {
            (Some(threat), _) => {
                let said = page.style.paint(Label::Bad, &said("defences.threat"));
                page.line(said + &forced_line(threat, lang));
                write_moves(self, page);
            }
            (None, ThreatOutcome::Unknown) => {
                page.line(said("defences.open_threat") + &left_open(self.stop, self.limits, lang));
            }
            (None, _) => {
                let none = page.style.paint(Label::Good, &said("defences.none"));
                let tried = tried(self.scope, self.nodes, lang);
                page.line(format_args!("{none}{}{tried}", lang.text("list.colon")));
            }
        }
        write_way_out(self, page);
    }
}

/// `Black wins: VCT, 9 plies: ..`, or that this is not known.
fn write_own_win(report: &DefenceReport, page: &mut Page) {
    let lang = page.lang;
    let defender = lang.player(report.defender);
    let said = |key| lang.format(key, &[("player", &defender)]);
    if let Some(win) = &report.own_win {
        let said = page.style.paint(Label::Good, &said("defences.own_win"));
        page.line(said + &forced_line(win, lang));
    } else if report.own_outcome == Some(ThreatOutcome::Unknown) {
        let why = left_open(report.stop, report.limits, lang);
        page.line(said("defences.open_own_win") + &why);
    }
}

fn write_moves(report: &DefenceReport, page: &mut Page) {
    let lang = page.lang;
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
    write_losses(report, page);
    let open = points(report.of(DefenceVerdict::Undecided));
    if !open.is_empty() {
        let why = left_open(report.stop, report.limits, lang);
        let count = lang.count("defences.moves", open.len() as u64, &[]);
        let colon = lang.text("list.colon");
        page.line(match open.len() {
            ..=NAMED_POINTS => format!("{why}{colon}{}", joined(&open, " ")),
            _ => format!("{why}{colon}{count}"),
        });
    }
}

/// How to have decided what a limit has left open, if it has.
fn write_way_out(report: &DefenceReport, page: &mut Page) {
    match report.stop {
        Some(StopReason::Time) => page.say("defences.more_time", &[]),
        Some(StopReason::Nodes) => page.say("defences.more_nodes", &[]),
        _ => {}
    }
}

/// How many moves lose, and by which answer.
fn write_losses(report: &DefenceReport, page: &mut Page) {
    let lang = page.lang;
    if report.header.must_pass {
        return page.line(
            page.style
                .paint(Label::Bad, lang.text("defences.pass_loses")),
        );
    }
    let mut groups: BTreeMap<Option<Point>, Vec<&DefenceMove>> = BTreeMap::new();
    for loss in report.of(DefenceVerdict::Loses) {
        let answer = loss.win.as_ref().and_then(|win| win.line.first());
        let answer = match answer {
            Some(MoveOrPass::At(point)) => Some(*point),
            _ => None,
        };
        groups.entry(answer).or_default().push(loss);
    }
    let count = groups.values().map(Vec::len).sum::<usize>();
    if count == 0 {
        return;
    }
    let are_all = count == report.moves.len();
    let key = if are_all {
        "defences.all_lose"
    } else {
        "defences.lose"
    };
    let count = lang.count(key, count as u64, &[]);
    page.line(page.style.paint(Label::Bad, &count) + lang.text("list.colon").trim_end());
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, losses)| std::cmp::Reverse(losses.len()));
    for (answer, losses) in groups.iter().take(SHOWN_GROUPS) {
        page.line(format!("  {}", group((*answer).into(), losses, page)));
    }
    if let Some(left) = groups.get(SHOWN_GROUPS..).filter(|left| !left.is_empty()) {
        let left = points(left.iter().flat_map(|(_, losses)| losses.iter().copied()));
        let more = lang.count("defences.more_losses", left.len() as u64, &[]);
        page.line(format!("  {more}"));
    }
}

/// `to A4, in 3 plies: 190 moves`, `to H11, in up to 15 plies: E4 G6 I4`
fn group(answer: MoveOrPass, losses: &[&DefenceMove], page: &Page) -> String {
    let lang = page.lang;
    let lengths = || {
        losses
            .iter()
            .filter_map(|loss| Some(loss.win.as_ref()?.plies))
    };
    let longest = lengths().max().unwrap_or_default();
    let key = match lengths().min() {
        Some(shortest) if shortest < longest => "defences.loses_to_within",
        _ => "defences.loses_to",
    };
    let values: [(&str, &dyn std::fmt::Display); 2] =
        [("answer", &answer), ("plies", &plies(longest as u64, lang))];
    let lost = match losses.len() {
        ..=NAMED_POINTS => joined(&points(losses.iter().copied()), " "),
        count => lang.count("defences.moves", count as u64, &[]),
    };
    lang.format(key, &values) + lang.text("list.colon") + &lost
}

fn points<'a>(moves: impl Iterator<Item = &'a DefenceMove>) -> Vec<Point> {
    moves.map(|held| held.point).collect()
}
