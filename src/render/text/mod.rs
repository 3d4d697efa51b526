//! Reports as sentences and tables.

mod forbidden;
mod patterns;
mod show;

use std::io;

use unicode_width::UnicodeWidthStr;

use crate::geometry::{Direction, Point};
use crate::study::{Head, Report};

use super::{Label, Style};

pub use show::write_board;

pub(super) fn write(report: &Report, style: Style, out: &mut dyn io::Write) -> io::Result<()> {
    match report {
        Report::Board(report) => show::write(report, style, out),
        Report::Forbidden(report) => forbidden::write(report, style, out),
        Report::Verdict(report) => forbidden::write_verdict(report, style, out),
        Report::Patterns(report) => patterns::write(report, style, out),
    }
}

/// `double-three.txt: renju 15x15, black to move, 4 black, 4 white`.
fn heading(head: &Head, stones: (usize, usize), style: Style) -> String {
    let name = style.paint(Label::Heading, &head.id);
    let size = head.size.to_string();
    format!(
        "{name}: {}",
        style.lang.head(head.rule, &size, head.to_move, stones)
    )
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

fn names(points: &[Point], separator: &str) -> String {
    points
        .iter()
        .map(Point::to_string)
        .collect::<Vec<_>>()
        .join(separator)
}
