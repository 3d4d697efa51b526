//! Output of a report as text or as a JSON line.

use std::io;

use serde::Serialize;

use super::{Style, TextReport, text};

/// The form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Sentences and tables for people.
    Text,
    /// One JSON object on a line.
    Json,
}

/// Writes a report.
///
/// # Errors
///
/// If `out` cannot be written.
pub fn render(
    report: &(impl TextReport + Serialize),
    format: Format,
    style: Style,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    match format {
        Format::Text => out.write_all(text(report, style).as_bytes()),
        Format::Json => {
            serde_json::to_writer(&mut *out, report)?;
            out.write_all(b"\n")
        }
    }
}
