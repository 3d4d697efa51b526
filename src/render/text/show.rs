use std::io;

use crate::position::{End, Outcome};
use crate::render::{BoardText, Glyphs};
use crate::study::BoardReport;

use super::{Style, heading, names};

pub(super) fn write(report: &BoardReport, style: Style, out: &mut dyn io::Write) -> io::Result<()> {
    let board = BoardText::of(report, Glyphs::Ascii);
    out.write_all(write_board(report, &board, style).as_bytes())
}

/// A report as text: the heading, the board as drawn, and what else there is to say.
pub fn write_board(report: &BoardReport, board: &BoardText, style: Style) -> String {
    let stones = (report.black.len(), report.white.len());
    let mut text = format!(
        "{}\n{}",
        heading(&report.head, stones, style),
        board.draw(style)
    );
    for remark in remarks(report, style) {
        text += &remark;
        text += "\n";
    }
    text
}

fn remarks(report: &BoardReport, style: Style) -> Vec<String> {
    let claims: Vec<String> = report
        .claims
        .iter()
        .map(|claim| format!("{} ({})", claim.point, claim.mark))
        .collect();
    let claimed = (!claims.is_empty()).then(|| style.lang.claims(&claims.join(style.lang.comma())));
    let outcome = report
        .outcome
        .as_ref()
        .map(|outcome| outcome_text(outcome, style));
    outcome.into_iter().chain(claimed).collect()
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
