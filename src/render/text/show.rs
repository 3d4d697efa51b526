use std::io;

use crate::board::Color;
use crate::position::{GameEnd, Outcome};
use crate::render::{BoardText, Glyphs};
use crate::rule::Rule;
use crate::study::BoardReport;

use super::{Style, heading, names, printable};

pub(super) fn write(report: &BoardReport, style: Style, out: &mut dyn io::Write) -> io::Result<()> {
    let board = BoardText::of(report, Glyphs::Ascii);
    out.write_all(write_board(report, &board, style).as_bytes())
}

/// A report as text: the heading, the board as drawn, and what else there is to say.
pub fn write_board(report: &BoardReport, board: &BoardText, style: Style) -> String {
    let stones = (report.black.len(), report.white.len());
    let mut text = format!(
        "{}\n{}{}",
        heading(&report.head, stones, style),
        headers(report),
        board.draw(style)
    );
    for remark in remarks(report, style) {
        text += &remark;
        text += "\n";
    }
    text
}

/// Header lines for what a reader of the drawing would not know or would take otherwise.
fn headers(report: &BoardReport) -> String {
    let head = &report.head;
    let is_own_name = report
        .read
        .as_ref()
        .is_none_or(|read| read.source != head.id);
    let (black, white) = (report.black.len(), report.white.len());
    let by_count = match black.checked_sub(white) {
        Some(0) => Some(Color::Black),
        Some(1) => Some(Color::White),
        _ => None,
    };
    let lines = [
        is_own_name.then(|| format!("# name: {}\n", printable(&head.id))),
        (head.rule != Rule::default_on(head.size)).then(|| format!("# rule: {}\n", head.rule)),
        (by_count != Some(head.to_move)).then(|| format!("# to move: {}\n", head.to_move)),
    ];
    lines.into_iter().flatten().collect()
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

pub(super) fn outcome_text(outcome: &Outcome, style: Style) -> String {
    let points = names(&outcome.points, " ");
    let how = match outcome.by {
        GameEnd::Five => style.lang.by_five(&points),
        GameEnd::Forbidden => style.lang.by_forbidden(&points),
        GameEnd::FullBoard => String::new(),
    };
    style.lang.game_over(outcome.winner, &how)
}
