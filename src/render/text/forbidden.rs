use std::io;

use crate::forbidden::{Extension, ExtensionResult, Four, Proof, Three};
use crate::geometry::Point;
use crate::rule::{Rule, Run};
use crate::study::{ForbiddenReport, VerdictName, VerdictReport};

use super::{Label, Style, along, finished, heading, pad, span};

/// Columns of the name of a line, such as `column H`.
const LINE_WIDTH: usize = 10;

pub(super) fn write(
    report: &ForbiddenReport,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    if let Some(count) = report.count {
        return writeln!(out, "{count}");
    }
    writeln!(out, "{}", heading(&report.head, report.stones, style))?;
    write!(out, "{}", finished(report.outcome.as_ref(), style))?;
    if report.head.rule != Rule::Renju {
        return writeln!(out, "{}", style.lang.nothing_is_forbidden());
    }
    writeln!(
        out,
        "{}",
        style.lang.forbidden_count(report.forbidden.len())
    )?;
    for found in &report.forbidden {
        let kinds = style.paint(Label::Bad, &style.lang.kinds(&found.kinds));
        writeln!(
            out,
            "  {}  {kinds}",
            style.paint(Label::Focus, &found.point.to_string())
        )?;
        write_proof(found.point, found.proof.as_ref(), 6, style, out)?;
    }
    let Some(near_misses) = &report.near_misses else {
        return Ok(());
    };
    writeln!(
        out,
        "{}{}{}",
        style.lang.look_alikes(),
        style.lang.colon(),
        near_misses.len()
    )?;
    for near in near_misses {
        let reasons: Vec<&str> = near
            .reasons
            .iter()
            .map(|&reason| style.lang.reason(reason))
            .collect();
        let reasons = reasons.join(style.lang.comma());
        let verdict = if near.five.is_some() {
            style.lang.wins()
        } else {
            style.lang.allowed()
        };
        let verdict = style.paint(Label::Good, verdict);
        let point = style.paint(Label::Focus, &near.point.to_string());
        writeln!(out, "  {point}  {verdict}{}{reasons}", style.lang.colon())?;
        write_five(near.point, near.five.as_ref(), 6, style, out)?;
        write_proof(near.point, near.proof.as_ref(), 6, style, out)?;
    }
    Ok(())
}

pub(super) fn write_verdict(
    report: &VerdictReport,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let point = style.paint(Label::Focus, &report.point.to_string());
    writeln!(out, "{point}  {}", summary(report, style))?;
    write_five(report.point, report.five.as_ref(), 6, style, out)?;
    write_proof(report.point, report.proof.as_ref(), 6, style, out)
}

fn summary(report: &VerdictReport, style: Style) -> String {
    let lang = style.lang;
    match report.verdict {
        VerdictName::Forbidden => style.paint(Label::Bad, &lang.kinds(&report.kinds)),
        VerdictName::Wins => style.paint(Label::Good, lang.wins()),
        VerdictName::Allowed => {
            let allowed = style.paint(Label::Good, lang.allowed());
            match report
                .proof
                .as_ref()
                .and_then(|proof| because(proof, style))
            {
                _ if report.head.rule != Rule::Renju => {
                    format!("{allowed}{}{}", lang.colon(), lang.nothing_is_forbidden())
                }
                Some(because) => format!("{allowed}{}{because}", lang.colon()),
                None => allowed,
            }
        }
    }
}

fn because(proof: &Proof, style: Style) -> Option<&'static str> {
    let real = proof.threes.iter().filter(|three| three.real).count();
    style
        .lang
        .allowed_because(proof.fours.len(), proof.threes.len(), real)
}

fn write_five(
    point: Point,
    five: Option<&Run>,
    indent: usize,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let Some(five) = five else { return Ok(()) };
    let (line, stones) = line_and_stones(five, point, style);
    let five = style.lang.shape(crate::pattern::Shape::Five);
    writeln!(
        out,
        "{:indent$}{} {stones}   {five}",
        "",
        pad(&line, LINE_WIDTH)
    )
}

/// A line of the text for each row, four and three, nested verdicts indented below theirs.
fn write_proof(
    point: Point,
    proof: Option<&Proof>,
    indent: usize,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let Some(proof) = proof else { return Ok(()) };
    let lines = lines_of(point, proof, style);
    let width = lines
        .iter()
        .map(|line| line.stones.len())
        .max()
        .unwrap_or(0);
    for line in lines {
        let (name, stones) = (pad(&line.name, LINE_WIDTH), pad(&line.stones, width));
        writeln!(out, "{:indent$}{name} {stones}   {}", "", line.text)?;
        for (at, nested) in line.nested {
            let refused = style.lang.forbidden_after(at, point, &nested.kinds());
            writeln!(out, "{:1$}{refused}", "", indent + 4)?;
            write_proof(at, Some(nested), indent + 8, style, out)?;
        }
    }
    Ok(())
}

/// What the text says of one line of the board.
struct ProofLine<'a> {
    name: String,
    stones: String,
    text: String,
    nested: Vec<(Point, &'a Proof)>,
}

fn lines_of<'a>(point: Point, proof: &'a Proof, style: Style) -> Vec<ProofLine<'a>> {
    let line = |run: &Run, text: String, nested: Vec<(Point, &'a Proof)>| {
        let (name, stones) = line_and_stones(run, point, style);
        ProofLine {
            name,
            stones,
            text,
            nested,
        }
    };
    let overline = |run: &Run| line(run, style.lang.row_of(run.stones.len()), Vec::new());
    let four = |four: &Four| line(&four.run, four_text(four, style), Vec::new());
    let three = |three: &'a Three| {
        line(
            &three.run,
            three_text(point, three, style),
            nested_proofs(three),
        )
    };
    let (real, false_threes): (Vec<&Three>, Vec<&Three>) =
        proof.threes.iter().partition(|three| three.real);
    let overlines = proof.overlines.iter().map(overline);
    let fours = proof.fours.iter().map(four);
    overlines
        .chain(fours)
        .chain(real.into_iter().chain(false_threes).map(three))
        .collect()
}

/// `row 8` and `F8 G8 [H8]`.
fn line_and_stones(run: &Run, point: Point, style: Style) -> (String, String) {
    let stone = |&stone: &Point| {
        if stone == point {
            format!("[{stone}]")
        } else {
            stone.to_string()
        }
    };
    let stones: Vec<String> = along(run.direction, &run.stones)
        .iter()
        .map(stone)
        .collect();
    (style.lang.line(run.direction, point), stones.join(" "))
}

fn four_text(four: &Four, style: Style) -> String {
    let fives: Vec<String> = along(four.run.direction, &four.fives_at)
        .iter()
        .map(|&at| with_span(at, &four.run))
        .collect();
    style.lang.five_at(&fives.join(style.lang.or()))
}

fn three_text(point: Point, three: &Three, style: Style) -> String {
    let lang = style.lang;
    if three.real {
        let extends = |extension: &&Extension| extension.outcome == ExtensionResult::StraightFour;
        let at: Vec<Point> = three
            .extensions
            .iter()
            .filter(extends)
            .map(|extension| extension.at)
            .collect();
        let fours: Vec<String> = along(three.run.direction, &at)
            .iter()
            .map(|&at| with_span(at, &three.run))
            .collect();
        return lang.straight_four_at(&fours.join(lang.or()));
    }
    let is_plain =
        |extension: &&Extension| matches!(extension.outcome, ExtensionResult::NotStraight { .. });
    let (plain, telling): (Vec<&Extension>, Vec<&Extension>) =
        three.extensions.iter().partition(is_plain);
    let forbidden_by: Vec<String> = telling
        .into_iter()
        .chain(plain)
        .map(|refused| forbids(point, refused, style))
        .collect();
    let because = forbidden_by.join(lang.semicolon());
    format!(
        "{}{}{because}",
        style.paint(Label::Bad, lang.not_a_three()),
        lang.colon()
    )
}

/// Why a point does not make a straight four, or may not.
fn forbids(point: Point, extension: &Extension, style: Style) -> String {
    let (lang, at) = (style.lang, extension.at);
    match &extension.outcome {
        ExtensionResult::StraightFour => lang.straight_four_at(&at.to_string()),
        ExtensionResult::Forbidden { because } => lang.forbidden_after(at, point, &because.kinds),
        ExtensionResult::MakesFive { five } => {
            lang.makes_a_five(at, &span(five.direction, &five.stones))
        }
        ExtensionResult::NotStraight { obstacles } => {
            let obstacles: Vec<String> = obstacles
                .iter()
                .map(|obstacle| lang.obstacle(obstacle.end, obstacle.what))
                .collect();
            format!(
                "{}{}{}",
                lang.no_straight_four(at),
                lang.comma(),
                obstacles.join(lang.comma())
            )
        }
    }
}

fn nested_proofs(three: &Three) -> Vec<(Point, &Proof)> {
    three.extensions.iter().filter_map(nested_proof).collect()
}

fn nested_proof(extension: &Extension) -> Option<(Point, &Proof)> {
    match &extension.outcome {
        ExtensionResult::Forbidden { because } => Some((extension.at, because.proof.as_ref()?)),
        _ => None,
    }
}

/// The point with the ends of the row that it makes: `E8 (E8-H8)`.
fn with_span(at: Point, run: &Run) -> String {
    let stones = run.stones.iter().copied().chain([at]).collect();
    let row = Run::new(run.direction, stones);
    format!("{at} ({})", span(run.direction, &row.stones))
}
