use std::io;

use crate::position::{End, Outcome};
use crate::render::BoardText;
use crate::study::BoardReport;

use super::{Style, heading, names};

/// The heading and whatever else there is to say of a board, without the drawing.
pub(super) fn write(report: &BoardReport, style: Style, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(
        out,
        "{}",
        heading(
            &report.head,
            (report.black.len(), report.white.len()),
            style
        )
    )?;
    let board = BoardText::of(report, crate::render::Glyphs::Ascii, Vec::new());
    write!(out, "{}", board.draw(style))?;
    write_remarks(report, style, out)
}

fn write_remarks(report: &BoardReport, style: Style, out: &mut dyn io::Write) -> io::Result<()> {
    if let Some(outcome) = &report.outcome {
        writeln!(out, "{}", outcome_text(outcome, style))?;
    }
    if !report.claims.is_empty() {
        let claims: Vec<String> = report
            .claims
            .iter()
            .map(|claim| format!("{} ({})", claim.point, claim.mark))
            .collect();
        writeln!(
            out,
            "{}",
            style.lang.claims(&claims.join(style.lang.comma()))
        )?;
    }
    Ok(())
}

fn outcome_text(outcome: &Outcome, style: Style) -> String {
    let points = names(&outcome.points, " ");
    let how = match outcome.by {
        End::Five => style.lang.by_five(&points),
        End::Forbidden => style.lang.by_forbidden(&points),
        End::FullBoard => String::new(),
    };
    style.lang.game_over(outcome.winner, &how)
}
