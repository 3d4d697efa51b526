//! Reports turned into bytes: text for people, JSON for programs, pictures.
//!
//! Nothing here computes what a report lacks. Words are chosen in `words`, colours in `style`,
//! and nowhere else.

mod board;
pub mod picture;
mod style;
mod text;
mod words;

use std::io;

use crate::board::Color;
use crate::eval::EvaluatorInfo;
use crate::study::{BenchReport, ComparisonSummary, Report, SearchReport, WinStep};

pub use board::{BoardText, Glyphs, MarkedPoint};
pub use style::{Heat, Label, Style};
pub use text::write_board;
pub use words::{Lang, ParseLangError};

/// The form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Sentences and tables.
    Text,
    /// One JSON object on a line.
    Json,
}

/// What the text of a score tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoreText {
    /// The sides whose view is told: the one, or both.
    pub of: Option<Color>,
    /// Whether the values are told as a board of numbers instead of a list.
    pub is_grid: bool,
    /// How many points a list has at most.
    pub limit: usize,
    /// Whether the terms of the board are told, if there are terms at all.
    pub explains_board: bool,
    /// Of how many points the terms are told at most.
    pub explained: usize,
}

impl ScoreText {
    fn sides(self) -> impl Iterator<Item = Color> {
        let is_told = move |side: &Color| self.of.is_none_or(|of| of == *side);
        Color::BOTH.into_iter().filter(is_told)
    }
}

/// Writes a score as text.
///
/// # Errors
///
/// Whatever `out` refuses with.
pub fn write_score(
    report: &crate::study::ScoreReport,
    how: ScoreText,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    text::write_score(report, how, style, out)
}

/// Writes a line about each of these evaluators.
///
/// # Errors
///
/// Whatever `out` refuses with.
pub fn write_cards(
    cards: &[&EvaluatorInfo],
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    text::write_cards(cards, style, out)
}

/// Writes everything about an evaluator.
///
/// # Errors
///
/// Whatever `out` refuses with.
pub fn write_card(card: &EvaluatorInfo, style: Style, out: &mut dyn io::Write) -> io::Result<()> {
    text::write_card(card, style, out)
}

/// Writes the moves of a forced win as an indented list.
///
/// # Errors
///
/// Whatever `out` refuses with.
pub fn write_win_steps(steps: &[WinStep], style: Style, out: &mut dyn io::Write) -> io::Result<()> {
    text::write_win_steps(steps, style, out)
}

/// Writes the heading of a search whose iterations are told.
///
/// # Errors
///
/// Whatever `out` refuses with.
pub fn write_search_heading(
    report: &SearchReport,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    text::write_search_heading(report, style, out)
}

/// Writes an iteration of a search, a text line for each of its lines of play.
///
/// # Errors
///
/// Whatever `out` refuses with.
pub fn write_search_iteration(
    report: &SearchReport,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    text::write_search_iteration(report, style, out)
}

/// The lines of play of a search, each as a line of text.
pub fn search_lines(report: &SearchReport, style: Style) -> Vec<String> {
    text::search_lines(report, style)
}

/// Writes what a machine can do.
///
/// # Errors
///
/// Whatever `out` refuses with.
pub fn render_bench(
    report: &BenchReport,
    format: Format,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    match format {
        Format::Text => text::write_bench(report, style, out),
        Format::Json => {
            serde_json::to_writer(&mut *out, report)?;
            out.write_all(b"\n")
        }
    }
}

/// Writes what a comparison of many positions comes to.
///
/// # Errors
///
/// Whatever `out` refuses with.
pub fn render_summary(
    summary: &ComparisonSummary,
    format: Format,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    match format {
        Format::Text => text::write_summary(summary, style, out),
        Format::Json => {
            serde_json::to_writer(&mut *out, summary)?;
            out.write_all(b"\n")
        }
    }
}

/// Writes a report.
///
/// # Errors
///
/// Whatever `out` refuses with.
pub fn render(
    report: &Report,
    format: Format,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    match format {
        Format::Text => text::write(report, style, out),
        Format::Json => {
            serde_json::to_writer(&mut *out, report)?;
            out.write_all(b"\n")
        }
    }
}
