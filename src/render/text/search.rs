use std::io;

use super::{finished, heading, names};
use crate::eval::How;
use crate::limits::Value;
use crate::render::{Label, Style};
use crate::study::{Line, Played, SearchReport};

pub(super) fn write(
    report: &SearchReport,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    // Where iterations were told, the heading stands above them.
    if report.is_final.is_none() {
        write_heading(report, style, out)?;
    }
    if report.outcome.is_some() {
        return Ok(());
    }
    match report.how {
        Some(how) => write_choice(report, how, style, out),
        None => write_answer(report, style, out),
    }
}

/// Writes what there is to say before a search.
pub(in crate::render) fn write_heading(
    report: &SearchReport,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    writeln!(out, "{}", heading(&report.head, report.stones, style))?;
    write!(out, "{}", finished(report.outcome.as_ref(), style))
}

/// Writes an iteration in a line for each of its lines of play.
pub(in crate::render) fn write_iteration(
    report: &SearchReport,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let lang = style.lang;
    let depths = lang.depths(report.depth, report.selective_depth);
    let how_far = format!("{depths}{}{}", lang.comma(), lang.nodes(report.nodes));
    let how_far = style.paint(Label::Faint, &how_far);
    for text in line_texts(report, style) {
        writeln!(out, "{how_far}{}{text}", lang.semicolon())?;
    }
    Ok(())
}

/// The lines of an answer as text, numbered if there are several.
pub(in crate::render) fn line_texts(report: &SearchReport, style: Style) -> Vec<String> {
    let is_one = report.lines.len() == 1;
    let numbered = |(number, line): (usize, &Line)| {
        let text = line_text(line, style);
        if is_one {
            text
        } else {
            format!("{number}. {text}")
        }
    };
    (1..).zip(&report.lines).map(numbered).collect()
}

/// `+165 for black (heuristic): H8 I9 G7`
fn line_text(line: &Line, style: Style) -> String {
    let lang = style.lang;
    let moves = names(&line.moves, " ");
    let Some(score) = line.score else {
        return moves;
    };
    let label = match score.value {
        Value::Points(_) => Label::Focus,
        Value::WinIn(_) => Label::Good,
        Value::LossIn(_) => Label::Bad,
    };
    let value = style.paint(label, &lang.value(score.view, score.value));
    format!("{value}{}{moves}", lang.colon())
}

fn write_answer(report: &SearchReport, style: Style, out: &mut dyn io::Write) -> io::Result<()> {
    let lang = style.lang;
    for text in line_texts(report, style) {
        writeln!(out, "{text}")?;
    }
    if report.lines.is_empty() {
        writeln!(out, "{}", lang.no_line())?;
    }
    let ended = report.stop.map_or(String::new(), |stop| {
        format!("{}{}", lang.semicolon(), lang.search_stop(stop))
    });
    let depths = lang.depths(report.depth, report.selective_depth);
    let spent = lang.spent(report.nodes, report.elapsed);
    writeln!(out, "{depths}{}{spent}{ended}", lang.comma())?;
    let is_opinion = |line: &Line| {
        line.score
            .is_some_and(|score| matches!(score.value, Value::Points(_)))
    };
    if report.lines.iter().any(is_opinion) {
        let unit = lang.unit_of(&report.evaluator, &report.unit);
        writeln!(out, "{}", style.paint(Label::Faint, &unit))?;
    }
    Ok(())
}

/// What a published program chooses.
fn write_choice(
    report: &SearchReport,
    how: How,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let lang = style.lang;
    let line = report.lines.first();
    let first = line.and_then(|line| line.moves.first());
    let first = first.and_then(|first| match first {
        Played::At(point) => Some(*point),
        Played::Pass => None,
    });
    let plays = lang.plays(&report.evaluator, first);
    let plays = style.paint(Label::Focus, &plays);
    writeln!(out, "{plays}, {}", lang.how(how))?;
    if let Some(score) = line.and_then(|line| line.score)
        && let Value::Points(points) = score.value
    {
        let value = lang.line_value(score.view, points, report.depth, report.nodes);
        writeln!(out, "{value}")?;
    }
    if let Some(line) = line.filter(|line| line.moves.len() > 1) {
        writeln!(out, "{} {}", lang.line_word(), names(&line.moves, " "))?;
    }
    Ok(())
}
