//! Forbidden points as text: kinds, near misses, and proofs indented by their nesting.

use unicode_width::UnicodeWidthStr;

use crate::board::Color;
use crate::forbidden::{Extension, ExtensionResult, ForbiddenReason, Four, Obstacle, Proof, Three};
use crate::geometry::{Direction, Point};
use crate::pattern::Shape;
use crate::questions::{
    AsPlayed, ForbiddenMove, ForbiddenPoint, ForbiddenReport, NearMiss, VerdictName, VerdictReport,
};
use crate::render::page::{Page, TextReport};
use crate::render::wording::{along, joined, kinds, kinds_proved, line_name, row_with, words};
use crate::render::{Label, Lang, Style};
use crate::rule::{Rule, Run};

/// Columns of the name of a line, such as `column H`.
const LINE_WIDTH: usize = 10;

/// Columns before a line of a proof, and between the levels of nested ones.
const INDENT: usize = 6;
const NESTED: usize = 8;

impl TextReport for ForbiddenReport {
    fn write(&self, page: &mut Page) {
        let lang = page.lang;
        if let Some(count) = self.count {
            return match self.undecided.len() {
                0 => page.line(count),
                open => page
                    .line(lang.format("forbidden.at_least", &[("count", &count), ("open", &open)])),
            };
        }
        page.heading(&self.header);
        page.ending(&self.header);
        for played in &self.played {
            write_forbidden_move(played, page);
        }
        if self.header.rule != Rule::Renju {
            return page.line(nothing_forbidden(self.header.rule, lang));
        }
        page.line(match self.forbidden.len() {
            0 => lang.text("forbidden.none").to_owned(),
            count => lang.format("forbidden.count", &[("count", &count)]),
        });
        for found in &self.forbidden {
            write_forbidden(found, page);
        }
        if let Some(near_misses) = &self.near_misses {
            page.say("forbidden.near_misses", &[("count", &near_misses.len())]);
            for near in near_misses {
                write_near_miss(near, page);
            }
        }
        if self.truncated {
            page.line(truncated(self, lang));
        }
    }
}

impl TextReport for VerdictReport {
    fn write(&self, page: &mut Page) {
        let point = page.style.paint(Label::Focus, &self.point.to_string());
        page.line(format_args!("{point}  {}", verdict(self, page.style)));
        if let Some(as_played) = self.as_played {
            page.line(format_args!(
                "{:INDENT$}{}",
                "",
                judged_on(as_played, page.lang)
            ));
        }
        write_five(self.point, self.five.as_ref(), page);
        write_proof(self.point, self.proof.as_ref(), INDENT, page);
        if self.header.to_move == Some(Color::White) && self.as_played.is_none() {
            page.say("forbidden.white_to_move", &[]);
        }
        if self.truncated && self.verdict != VerdictName::Unknown {
            page.line(page.lang.text("forbidden.proofs_cut"));
        }
    }
}

/// Why a point is forbidden, in the words of its kinds.
pub fn forbidden_kinds(report: &VerdictReport, lang: Lang) -> String {
    kinds_proved(&report.kinds, report.proof.as_ref(), lang)
}

pub(super) fn nothing_forbidden(rule: Rule, lang: Lang) -> String {
    lang.format("forbidden.no_such_rule", &[("rule", &lang.word(rule))])
}

/// What is missing because the limit of judgements was reached.
fn truncated(report: &ForbiddenReport, lang: Lang) -> String {
    if report.undecided.is_empty() {
        return lang.text("forbidden.proofs_cut").to_owned();
    }
    let points = joined(&report.undecided, " ");
    lang.format("forbidden.undecided", &[("points", &points)])
}

fn write_forbidden(found: &ForbiddenPoint, page: &mut Page) {
    let point = page.style.paint(Label::Focus, &found.point.to_string());
    let kinds = kinds_proved(&found.kinds, found.proof.as_ref(), page.lang);
    let kinds = page.style.paint(Label::Bad, &kinds);
    page.line(format_args!("  {point}  {kinds}"));
    write_proof(found.point, found.proof.as_ref(), INDENT, page);
}

/// A forbidden move of the game with its proof, on the board before it.
fn write_forbidden_move(played: &ForbiddenMove, page: &mut Page) {
    page.line(match played.number {
        Some(number) => page
            .lang
            .format("forbidden.move_was", &[("number", &number)]),
        None => page.lang.text("forbidden.last_was").to_owned(),
    });
    write_forbidden(&played.found, page);
}

/// On which board a stone that stands was judged.
pub(super) fn judged_on(as_played: AsPlayed, lang: Lang) -> String {
    match as_played.number {
        Some(number) => lang.format("forbidden.before_move", &[("number", &number)]),
        None => lang.text("forbidden.stone_lifted").to_owned(),
    }
}

fn write_near_miss(near: &NearMiss, page: &mut Page) {
    let point = page.style.paint(Label::Focus, &near.point.to_string());
    page.line(format_args!("  {point}  {}", near_miss(near, page.style)));
    write_five(near.point, near.five.as_ref(), page);
    write_proof(near.point, near.proof.as_ref(), INDENT, page);
}

/// `allowed: not all its threes are real`
pub(super) fn near_miss(near: &NearMiss, style: Style) -> String {
    let lang = style.lang;
    let verdict = if near.five.is_some() {
        lang.text("forbidden.wins")
    } else {
        lang.text("forbidden.allowed")
    };
    let reasons = words(&near.reasons, lang.text("list.comma"), lang);
    let verdict = style.paint(Label::Good, verdict);
    format!("{verdict}{}{reasons}", lang.text("list.colon"))
}

/// `double-three`, or `allowed: only one three`
pub(super) fn verdict(report: &VerdictReport, style: Style) -> String {
    let lang = style.lang;
    let because = match report.verdict {
        VerdictName::Forbidden => return style.paint(Label::Bad, &forbidden_kinds(report, lang)),
        VerdictName::Wins => return style.paint(Label::Good, lang.text("forbidden.wins")),
        VerdictName::Unknown => return lang.text("forbidden.unknown").to_owned(),
        VerdictName::Allowed if report.header.rule != Rule::Renju => {
            Some(nothing_forbidden(report.header.rule, lang))
        }
        VerdictName::Allowed => report
            .proof
            .as_ref()
            .and_then(|proof| why_allowed(proof, lang)),
    };
    let allowed = style.paint(Label::Good, lang.text("forbidden.allowed"));
    because.map_or(allowed.clone(), |because| {
        format!("{allowed}{}{because}", lang.text("list.colon"))
    })
}

/// Why a point that is not forbidden is not, if it makes several fours or threes.
fn why_allowed(proof: &Proof, lang: Lang) -> Option<String> {
    let real = proof.threes.iter().filter(|three| three.real).count();
    let key = match (proof.fours.len(), proof.threes.len(), real) {
        (1, _, 1) => "forbidden.four_three",
        (0, 2.., 1) => "forbidden.one_three",
        (_, 2.., 0) => "forbidden.no_real_three",
        _ => return None,
    };
    Some(lang.text(key).to_owned())
}

fn write_five(point: Point, five: Option<&Run>, page: &mut Page) {
    if let Some(five) = five {
        let name = pad(&line_name(five.direction, point, page.lang), LINE_WIDTH);
        let (stones, word) = (stones_of(five, point), page.lang.word(Shape::Five));
        page.line(format_args!("{:INDENT$}{name} {stones}   {word}", ""));
    }
}

fn write_proof(point: Point, proof: Option<&Proof>, indent: usize, page: &mut Page) {
    let Some(proof) = proof else { return };
    let lines = proof_lines(point, proof, page);
    let width = lines.iter().map(|line| line.stones.len()).max();
    for line in lines {
        let (name, stones) = (
            pad(&line.name, LINE_WIDTH),
            pad(&line.stones, width.unwrap_or(0)),
        );
        page.line(format_args!(
            "{:indent$}{name} {stones}   {}",
            "", line.text
        ));
        for (at, because) in line.nested {
            let refused = refused(at, point, because, page.lang);
            page.line(format_args!("{:1$}{refused}", "", indent + NESTED / 2));
            write_proof(at, because.proof.as_ref(), indent + NESTED, page);
        }
    }
}

/// `L13 is forbidden after K12 (double-four)`, and where to look for the reasons if not below.
fn refused(at: Point, after: Point, because: &ForbiddenReason, lang: Lang) -> String {
    let kinds = kinds(&because.kinds, lang);
    let refused = forbidden_after(at, &after.to_string(), &kinds, lang);
    match because.see.as_deref() {
        Some([before @ .., _]) => {
            let before = joined(before, " ");
            lang.format(
                "forbidden.see",
                &[("refused", &refused), ("after", &before)],
            )
        }
        _ => refused,
    }
}

/// What the text says of one line of the board.
struct ProofLine<'a> {
    name: String,
    stones: String,
    text: String,
    nested: Vec<(Point, &'a ForbiddenReason)>,
}

fn proof_lines<'a>(point: Point, proof: &'a Proof, page: &Page) -> Vec<ProofLine<'a>> {
    let lang = page.lang;
    let line = |run: &Run, text: String, nested: Vec<(Point, &'a ForbiddenReason)>| ProofLine {
        name: line_name(run.direction, point, lang),
        stones: stones_of(run, point),
        text,
        nested,
    };
    let overline = |run: &Run| {
        let text = lang.format("forbidden.row_of", &[("count", &run.stones.len())]);
        line(run, text, Vec::new())
    };
    let four = |four: &Four| {
        let text = makes("forbidden.five_at", &four.run, &four.fives_at, lang);
        line(&four.run, text, Vec::new())
    };
    let three = |three: &'a Three| {
        let nested = three.extensions.iter().filter_map(nested_verdict).collect();
        line(&three.run, three_text(point, three, page), nested)
    };
    let (real, false_threes): (Vec<&Three>, Vec<&Three>) =
        proof.threes.iter().partition(|three| three.real);
    let threes = real.into_iter().chain(false_threes).map(three);
    let overlines = proof.overlines.iter().map(overline);
    let fours = proof.fours.iter().map(four);
    overlines.chain(fours).chain(threes).collect()
}

/// A fourth stone that is refused for reasons that are given.
fn nested_verdict(extension: &Extension) -> Option<(Point, &ForbiddenReason)> {
    match &extension.outcome {
        ExtensionResult::Forbidden { because } => {
            let is_told = because.proof.is_some() || because.see.is_some();
            is_told.then_some((extension.at, because))
        }
        _ => None,
    }
}

/// `F8 G8 [H8]`: the stones of a line, the one in question in brackets.
fn stones_of(run: &Run, point: Point) -> String {
    let stone = |stone: &Point| {
        if *stone == point {
            format!("[{stone}]")
        } else {
            stone.to_string()
        }
    };
    let stones: Vec<String> = along(run.direction, &run.stones)
        .iter()
        .map(stone)
        .collect();
    stones.join(" ")
}

/// `straight four at E8 (E8-H8) or I8 (F8-I8)`: what each of these points makes of a row.
fn makes(key: &'static str, run: &Run, at: &[Point], lang: Lang) -> String {
    let with_span = |&at: &Point| {
        let row = row_with(run, at);
        format!("{at} ({})", span(run.direction, &row.stones))
    };
    let points: Vec<String> = along(run.direction, at).iter().map(with_span).collect();
    lang.format(key, &[("points", &points.join(lang.text("list.or")))])
}

fn three_text(point: Point, three: &Three, page: &Page) -> String {
    let lang = page.lang;
    if three.real {
        let fours = three.extensions.iter();
        let fours = fours.filter(|extension| extension.outcome == ExtensionResult::StraightFour);
        let at: Vec<Point> = fours.map(|extension| extension.at).collect();
        return makes("forbidden.straight_four_at", &three.run, &at, lang);
    }
    let is_plain =
        |extension: &&Extension| matches!(extension.outcome, ExtensionResult::NotStraight { .. });
    let (plain, special): (Vec<&Extension>, Vec<&Extension>) =
        three.extensions.iter().partition(is_plain);
    let extensions = special.into_iter().chain(plain);
    let why: Vec<String> = extensions
        .map(|extension| why_not(point, extension, lang))
        .collect();
    let not_a_three = lang.text("forbidden.not_a_three");
    let not_a_three = page.style.paint(Label::Bad, not_a_three);
    let why = why.join(lang.text("list.semicolon"));
    format!("{not_a_three}{}{why}", lang.text("list.colon"))
}

/// Why a point does not make a straight four, or may not.
fn why_not(point: Point, extension: &Extension, lang: Lang) -> String {
    let at = extension.at;
    match &extension.outcome {
        ExtensionResult::StraightFour => {
            lang.format("forbidden.straight_four_at", &[("points", &at)])
        }
        ExtensionResult::Forbidden { because } => {
            forbidden_after(at, &point.to_string(), &kinds(&because.kinds, lang), lang)
        }
        ExtensionResult::MakesFive { five } => {
            let five = span(five.direction, &five.stones);
            lang.format("forbidden.makes_five", &[("at", &at), ("five", &five)])
        }
        ExtensionResult::NotStraight { obstacles } => {
            let none = lang.format("forbidden.no_straight_four", &[("at", &at)]);
            let obstacles = obstacles.iter().map(|&found| obstacle(found, lang));
            let reasons: Vec<String> = std::iter::once(none).chain(obstacles).collect();
            reasons.join(lang.text("list.comma"))
        }
    }
}

fn obstacle(obstacle: Obstacle, lang: Lang) -> String {
    let end = obstacle.end.map_or_else(String::new, |end| end.to_string());
    lang.word_with(obstacle.what, &[("end", &end)])
}

pub(super) fn forbidden_after(at: Point, after: &str, kinds: &str, lang: Lang) -> String {
    let values: [(&str, &dyn std::fmt::Display); 3] =
        [("at", &at), ("after", &after), ("kinds", &kinds)];
    lang.format("forbidden.forbidden_after", &values)
}

/// The first and the last of the stones of a line: `E8-H8`.
fn span(direction: Direction, stones: &[Point]) -> String {
    match along(direction, stones)[..] {
        [first, .., last] => format!("{first}-{last}"),
        ref few => joined(few, ""),
    }
}

/// The text with blanks behind it, as wide as `width` columns of a terminal.
fn pad(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(blanks))
}
