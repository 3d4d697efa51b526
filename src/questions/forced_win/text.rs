//! VCF and VCT answers as text: the line, the tree of replies, and checks of a given tree.

use crate::limits::{Limits, StopReason};
use crate::pattern::Shape;
use crate::questions::{
    AnsweredReplies, Continuation, ForcedLine, ForcedWinReport, MoveOrPass, Threat, ThreatOutcome,
    WinCheckReport, WinStep,
};
use crate::render::page::{Page, TextReport};
use crate::render::printable::printable;
use crate::render::wording::{joined, nodes, plies, undecided};
use crate::render::{Label, Lang, Style};
use crate::threat::{Attack, Scope};

/// Moves shown of what a quiet move threatens.
const SHOWN: usize = 5;

impl TextReport for ForcedWinReport {
    fn write(&self, page: &mut Page) {
        page.ending(&self.header);
        if self.passed {
            page.assumed_pass(&self.header, self.attacker);
        }
        match self.outcome {
            ThreatOutcome::Win => write_win(self, page),
            ThreatOutcome::None => write_none(self, page),
            ThreatOutcome::Unknown => write_unknown(self, page),
        }
    }
}

/// `VCF` or `VCT`
fn attack(report: &ForcedWinReport) -> String {
    report.options.attack.name().to_uppercase()
}

/// ` (63 nodes)`
fn spent(report: &ForcedWinReport, lang: Lang) -> String {
    lang.format("threats.spent", &[("nodes", &nodes(report.nodes, lang))])
}

fn write_win(report: &ForcedWinReport, page: &mut Page) {
    let lang = page.lang;
    let win = page.style.paint(Label::Good, &win(report, lang));
    if report.line.is_empty() {
        return page.line(win);
    }
    page.line(format_args!(
        "{win}{}{}",
        lang.text("list.colon"),
        joined(&report.line, " ")
    ));
    if report.shortest {
        page.say("threats.shortest", &[("attack", &attack(report))]);
    }
    if let Some(count) = report
        .defences
        .filter(|&count| count > 0 && report.options.attack == Attack::Vct)
    {
        page.line(lang.count("threats.replies", count as u64, &[]));
    }
}

/// `win in 9 plies (black)`
pub(super) fn win(report: &ForcedWinReport, lang: Lang) -> String {
    let plies = plies(report.line.len() as u64, lang);
    let color = lang.word(report.attacker);
    lang.format("threats.win", &[("plies", &plies), ("color", &color)])
}

fn write_none(report: &ForcedWinReport, page: &mut Page) {
    let lang = page.lang;
    let none = lang.format(
        "threats.none",
        &[
            ("attack", &attack(report)),
            ("color", &lang.word(report.attacker)),
        ],
    );
    let (tried, spent) = match report.scope {
        None | Some(Scope::GameOver) => ("threats.game_over", String::new()),
        Some(Scope::Fours) => ("threats.fours", spent(report, lang)),
        Some(Scope::Threats) => ("threats.threats", spent(report, lang)),
    };
    let none = page.style.paint(Label::Bad, &none);
    page.line(format_args!(
        "{none}{}{}{spent}",
        lang.text("list.colon"),
        lang.text(tried)
    ));
}

/// `undecided: 2 s were not enough (1.1 M nodes)`
fn write_unknown(report: &ForcedWinReport, page: &mut Page) {
    let Some(stop) = report.stop else { return };
    let why = undecided(stop, report.limits, report.options.max_plies, page.lang);
    // The number of nodes is the limit then.
    let spent = match stop {
        StopReason::Nodes => String::new(),
        _ => spent(report, page.lang),
    };
    page.line(why + &spent);
}

/// The moves of a win as an indented list, each below the one it follows.
pub fn win_steps_text(steps: &[WinStep], style: Style) -> String {
    let mut page = Page::new(style);
    for step in steps {
        write_step(step, &mut page);
    }
    page.into_text()
}

fn write_step(step: &WinStep, page: &mut Page) {
    let (style, lang) = (page.style, page.lang);
    // A deep tree on a narrow terminal would have no room for its words.
    let deepest = style.width.map_or(usize::MAX, |width| width / 2);
    let indent = " ".repeat((2 * step.depth + 2).min(deepest));
    let answers = match &step.answers {
        AnsweredReplies::None => None,
        AnsweredReplies::Named(points) => Some(joined(points, " ")),
        AnsweredReplies::AllOthers => Some(lang.text("threats.any_other").to_owned()),
    };
    let answers =
        answers.map(|answers| style.paint(Label::Faint, &(answers + lang.text("list.colon"))));
    let continuation = match step.continuation {
        Continuation::Shown => None,
        Continuation::Repeated => Some(lang.text("threats.shown_above").to_owned()),
        Continuation::Hidden(count) => {
            let replies = lang.count("unit.replies", count as u64, &[]);
            Some(lang.format("threats.hidden", &[("replies", &replies)]))
        }
    };
    let line = format!(
        "{indent}{}{}  {}{}",
        answers.unwrap_or_default(),
        style.paint(Label::Focus, &step.attack.to_string()),
        threat(&step.threat, lang),
        continuation.map_or_else(String::new, |text| lang.text("list.semicolon").to_owned()
            + &text)
    );
    page.line(line.trim_end());
}

/// The first moves of a line, and whether there are more.
pub(crate) fn beginning(line: &[MoveOrPass]) -> String {
    let shown = joined(&line[..line.len().min(SHOWN)], " ");
    shown + if line.len() > SHOWN { " .." } else { "" }
}

/// `four and open three, five at I8`; empty for [`Threat::Unclear`]
pub(crate) fn threat(threat: &Threat, lang: Lang) -> String {
    let or = |points| joined(points, lang.text("list.or"));
    let five_at = |points| lang.format("forbidden.five_at", &[("points", &or(points))]);
    let made = |shapes: &[Shape], leads_to: String| match shapes {
        [] => leads_to,
        shapes => shapes_made(shapes, lang) + lang.text("list.comma") + &leads_to,
    };
    match threat {
        Threat::Five => lang.word(Shape::Five).to_owned(),
        Threat::Four {
            made: shapes,
            fives,
        } => made(shapes, five_at(fives)),
        Threat::Three {
            made: shapes,
            straight_fours,
        } => {
            let points = or(straight_fours);
            made(
                shapes,
                lang.format("forbidden.straight_four_at", &[("points", &points)]),
            )
        }
        Threat::Vcf { moves } => {
            let moves = beginning(moves);
            lang.format("threats.threatens", &[("moves", &moves)])
        }
        Threat::Unclear => String::new(),
    }
}

/// `four and open three`, `two open threes`
pub(crate) fn shapes_made(made: &[Shape], lang: Lang) -> String {
    let times = |same: &[Shape]| {
        let shape = lang.word(same[0]);
        match same.len() {
            1 => shape.to_owned(),
            2 => lang.format("shapes.two", &[("shape", &shape)]),
            count => lang.format("shapes.many", &[("count", &count), ("shape", &shape)]),
        }
    };
    let names: Vec<String> = made
        .chunk_by(|one, other| one == other)
        .map(times)
        .collect();
    names.join(lang.text("list.and"))
}

/// `a1: holds (9 plies, 12 replies)`, or what is wrong, or why that is not known.
impl TextReport for WinCheckReport {
    fn write(&self, page: &mut Page) {
        let (style, lang) = (page.style, page.lang);
        let id = style.paint(Label::Heading, &printable(&self.header.id));
        let colon = lang.text("list.colon");
        let answer = match (&self.flaw, self.stop) {
            (Some(error), _) => {
                let fails = style.paint(Label::Bad, lang.text("verify.fails"));
                format!("{fails}{colon}{}", lang.translate(&error.to_string()))
            }
            (None, Some(stop)) => undecided(stop, self.limits, None, lang),
            (None, None) if self.holds.is_none() => lang.text("verify.no_win").to_owned(),
            (None, None) => style.paint(Label::Good, &holds(self, lang)),
        };
        page.line(format_args!("{id}{colon}{answer}"));
    }
}

fn holds(report: &WinCheckReport, lang: Lang) -> String {
    let plies = plies(report.plies.unwrap_or(0), lang);
    let replies = lang.count("unit.replies", report.replies.unwrap_or(0), &[]);
    lang.format("verify.holds", &[("plies", &plies), ("replies", &replies)])
}

/// `VCF, 9 plies: G7 H8 ..`: a forced win, with all moves of its line.
pub(crate) fn forced_line(win: &ForcedLine, lang: Lang) -> String {
    format!(
        "{}{}{}{}{}",
        lang.word(win.kind),
        lang.text("list.comma"),
        plies(win.plies as u64, lang),
        lang.text("list.colon"),
        joined(&win.line, " ")
    )
}

/// `every continuous four was tried (63 nodes)`
pub(crate) fn tried(scope: Option<Scope>, visited: u64, lang: Lang) -> String {
    let key = match scope {
        None | Some(Scope::GameOver) => return lang.text("threats.game_over").to_owned(),
        Some(Scope::Fours) => "threats.fours",
        Some(Scope::Threats) => "threats.threats",
    };
    let spent = lang.format("threats.spent", &[("nodes", &nodes(visited, lang))]);
    lang.text(key).to_owned() + &spent
}

pub(crate) fn left_open(stop: Option<StopReason>, limits: Limits, lang: Lang) -> String {
    undecided(stop.unwrap_or(StopReason::Unverified), limits, None, lang)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_that_are_alike_are_counted() {
        let made = [Shape::Four, Shape::OpenThree, Shape::OpenThree];
        let text = shapes_made(&made, Lang::ENGLISH);
        assert_eq!(text, "four and two open threes");
    }
}
