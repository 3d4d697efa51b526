use std::io;

use super::{finished, heading, names};
use crate::render::{Label, Style};
use crate::study::SearchReport;

pub(super) fn write(
    report: &SearchReport,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let lang = style.lang;
    writeln!(out, "{}", heading(&report.head, report.stones, style))?;
    write!(out, "{}", finished(report.outcome.as_ref(), style))?;
    let Some(how) = report.how else {
        return Ok(());
    };
    let line = report.lines.first();
    let first = line.and_then(|line| line.moves.first()).copied();
    let plays = lang.plays(&report.evaluator, first);
    writeln!(
        out,
        "{}, {}",
        style.paint(Label::Focus, &plays),
        lang.how(how)
    )?;
    if let Some(score) = line.and_then(|line| line.score) {
        writeln!(
            out,
            "{}",
            lang.line_value(score.view, score.points, report.depth, report.nodes)
        )?;
    }
    if let Some(line) = line.filter(|line| line.moves.len() > 1) {
        writeln!(out, "{} {}", lang.line_word(), names(&line.moves, " "))?;
    }
    Ok(())
}
