//! Errors and notes on stderr: what is wrong, where, and how to fix it.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use super::GlobalArgs;
use super::error::CliError;
use crate::batch::RecordError;
use crate::notation::ParseError;

/// Prints a line on stderr; where nothing listens there, or no room is left, it is not heard.
pub(super) fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Prints why a command ends. A closed pipe is not worth a message.
pub(super) fn print(error: &CliError) {
    match error {
        CliError::Usage(error) => say(without_place(error, Severity::Error, None)),
        CliError::Input(record) => say(text(record, Severity::Error, &Renderer::plain())),
        CliError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        CliError::Output(error) => say(format_args!("error: the output: {error}")),
    }
}

/// Prints what is wrong with a record.
pub(super) fn print_record(record: &RecordError, global: &GlobalArgs) {
    say(text(record, Severity::Error, &renderer(global)));
}

/// Prints what may be wrong with a record, unless `--quiet`.
pub(super) fn warn(record: &RecordError, global: &GlobalArgs) {
    if !global.output.quiet {
        say(text(record, Severity::Warning, &renderer(global)));
    }
}

fn renderer(global: &GlobalArgs) -> Renderer {
    if global.style().color && io::stderr().is_terminal() {
        Renderer::styled()
    } else {
        Renderer::plain()
    }
}

/// Whether a record was read all the same.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Severity {
    Error,
    Warning,
}

impl Severity {
    const fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }

    const fn level(self) -> Level<'static> {
        match self {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        }
    }
}

/// Prints a note, unless `--quiet`.
pub(super) fn note(message: &str, global: &GlobalArgs) {
    if !global.output.quiet {
        say(format_args!("note: {message}"));
    }
}

fn text(record: &RecordError, severity: Severity, renderer: &Renderer) -> String {
    let RecordError { place, error, .. } = record;
    match (&error.excerpt, error.column) {
        (Some(_), Some(column)) => with_snippet(&place.source, error, column, (severity, renderer)),
        (_, column) => {
            let line = error
                .line
                .filter(|_| place.number.is_some() || column.is_some());
            let place = line.map_or(place.to_string(), |line| format!("{}:{line}", place.source));
            without_place(error, severity, Some(&place))
        }
    }
}

fn without_place(error: &ParseError, severity: Severity, place: Option<&str>) -> String {
    let place = place.map_or(String::new(), |place| format!("\n --> {place}"));
    let hint = error.hint.as_ref();
    let hint = hint.map_or(String::new(), |hint| format!("\n  = help: {hint}"));
    format!("{}: {}{place}{hint}", severity.name(), error.message)
}

fn with_snippet(
    file: &str,
    error: &ParseError,
    column: u32,
    (severity, renderer): (Severity, &Renderer),
) -> String {
    let excerpt = error.excerpt.as_deref();
    let (shown, start) = excerpt.map_or(("", 1), |excerpt| {
        (excerpt.text.as_str(), excerpt.column.unwrap_or(1))
    });
    let span = bytes(shown, start as usize - 1, error.width.max(1) as usize);
    let line = error.line.unwrap_or(1) as usize;
    let snippet = Snippet::source(shown)
        .line_start(line)
        .annotation(AnnotationKind::Primary.span(span).label(error.label));
    // An excerpt of a long line has its own columns; the place is the column in the file.
    let origin = Origin::path(file).line(line).char_column(column as usize);
    let title = severity.level().primary_title(error.message.as_str());
    let mut group = title.element(origin).element(snippet);
    if let Some(hint) = &error.hint {
        group = group.element(Level::HELP.message(hint.as_str()));
    }
    // The renderer announces a snippet without a path by a line of three colons.
    let text = renderer.render(&[group]);
    let lines: Vec<&str> = text.lines().filter(|line| line.trim() != ":::").collect();
    lines.join("\n")
}

/// The bytes of `count` characters from character `start` on; at the end of the text, an empty
/// range there.
fn bytes(text: &str, start: usize, count: usize) -> Range<usize> {
    let byte = |character: usize| {
        let mut characters = text.char_indices();
        characters
            .nth(character)
            .map_or(text.len(), |(byte, _)| byte)
    };
    byte(start)..byte(start + count)
}
