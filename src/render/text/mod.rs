//! Reports as sentences and tables.

mod bench;
mod card;
mod compare;
mod forbidden;
mod patterns;
mod score;
mod search;
mod show;
mod threats;
mod win_check;

use std::io;

use comfy_table::{Table, presets};
use unicode_width::UnicodeWidthStr;

use crate::geometry::{Direction, Point};
use crate::position::Outcome;
use crate::study::{Head, Report};

use super::{Label, ScoreText, Style};

pub use show::write_board;

pub(super) fn write(report: &Report, style: Style, out: &mut dyn io::Write) -> io::Result<()> {
    match report {
        Report::Board(report) => show::write(report, style, out),
        Report::Forbidden(report) => forbidden::write(report, style, out),
        Report::Verdict(report) => forbidden::write_verdict(report, style, out),
        Report::Patterns(report) => patterns::write(report, style, out),
        Report::Score(report) => {
            let how = ScoreText {
                of: Some(report.head.to_move),
                is_grid: false,
                limit: usize::MAX,
                explains_board: true,
                explained: usize::MAX,
            };
            score::write(report, how, style, out)
        }
        Report::Comparison(report) => compare::write(report, style, out),
        Report::Search(report) => search::write(report, style, out),
        Report::Threats(report) => threats::write(report, style, out),
        Report::WinCheck(report) => win_check::write(report, style, out),
    }
}

pub(in crate::render) use bench::write_bench;
pub(in crate::render) use card::{write_card, write_cards};
pub(in crate::render) use compare::write_summary;
pub(in crate::render) use score::write as write_score;
pub(in crate::render) use search::{
    line_texts as search_lines, write_heading as write_search_heading,
    write_iteration as write_search_iteration,
};
pub(in crate::render) use threats::write_win_steps;

/// `double-three.txt: renju 15x15, black to move, 4 black, 4 white`.
fn heading(head: &Head, stones: (usize, usize), style: Style) -> String {
    let name = style.paint(Label::Heading, &printable(&head.id));
    let size = head.size.to_string();
    format!(
        "{name}: {}",
        style.lang.head(head.rule, &size, head.to_move, stones)
    )
}

/// What there is to say of a game that is over, as a line of its own.
fn finished(outcome: Option<&Outcome>, style: Style) -> String {
    outcome.map_or(String::new(), |outcome| {
        format!("{}\n", show::outcome_text(outcome, style))
    })
}

/// A table without lines.
fn bare_table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table
}

/// A table without the blanks that fill up its lines.
fn write_table(table: &Table, out: &mut dyn io::Write) -> io::Result<()> {
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// A name of the input without control characters, which could do anything to a terminal.
fn printable(name: &str) -> String {
    name.chars()
        .map(|sign| {
            if sign.is_control() {
                char::REPLACEMENT_CHARACTER
            } else {
                sign
            }
        })
        .collect()
}

/// The text with blanks behind it, as wide as `width` columns of a terminal.
fn pad(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(blanks))
}

/// Stones in the order of their line, not in reading order.
fn along(direction: Direction, stones: &[Point]) -> Vec<Point> {
    let mut stones = stones.to_vec();
    if direction == Direction::Falling {
        stones.reverse();
    }
    stones
}

/// The first and the last of the stones of a line: `E8-H8`.
fn span(direction: Direction, stones: &[Point]) -> String {
    match along(direction, stones)[..] {
        [first, .., last] => format!("{first}-{last}"),
        [only] => only.to_string(),
        [] => String::new(),
    }
}

fn names(points: &[impl ToString], separator: &str) -> String {
    points
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(separator)
}
