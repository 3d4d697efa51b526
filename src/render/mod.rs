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

use crate::study::Report;

pub use board::{BoardText, Glyphs, MarkedPoint};
pub use style::{Label, Style};
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
