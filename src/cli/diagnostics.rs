//! What was wrong, where, and the way out, on stderr.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use crate::batch::RecordError;

use super::{Exit, GlobalArgs};

/// Tells of wrong usage.
pub(super) fn usage(message: &str) -> Exit {
    eprintln!("error: {message}");
    Exit::Usage
}

/// Tells of a record that could not be read.
pub(super) fn record(error: &RecordError, global: &GlobalArgs) {
    eprintln!("{}", text(error, &renderer(global)));
}

fn renderer(global: &GlobalArgs) -> Renderer {
    use std::io::IsTerminal;
    if global.style().color && std::io::stderr().is_terminal() {
        Renderer::styled()
    } else {
        Renderer::plain()
    }
}

fn text(record: &RecordError, renderer: &Renderer) -> String {
    let error = &record.error;
    let source = record.place.to_string();
    let file = record.place.source.as_str();
    let title = Level::ERROR.primary_title(error.message.as_str());
    let Some(excerpt) = error.excerpt.as_ref().filter(|_| error.column.is_some()) else {
        let place = error
            .line
            .filter(|_| record.place.number.is_some() || error.column.is_some());
        let place = place.map_or(source, |line| format!("{file}:{line}"));
        let hint = error
            .hint
            .as_ref()
            .map_or(String::new(), |hint| format!("\n  = help: {hint}"));
        return format!("error: {}\n --> {place}{hint}", error.message);
    };
    let start = excerpt.column.unwrap_or(1).saturating_sub(1) as usize;
    let span = bytes(&excerpt.text, start, error.width.max(1) as usize);
    let line = error.line.unwrap_or(1) as usize;
    let column = error.column.unwrap_or(1) as usize;
    let snippet = Snippet::source(excerpt.text.as_str())
        .line_start(line)
        .annotation(AnnotationKind::Primary.span(span).label(error.label));
    // The excerpt of a long line has columns of its own; the place is that in the file.
    let origin = Origin::path(file).line(line).char_column(column);
    let mut group = title.element(origin).element(snippet);
    if let Some(hint) = &error.hint {
        group = group.element(Level::HELP.message(hint.as_str()));
    }
    // A snippet without a path of its own is announced by an empty one.
    let text = renderer.render(&[group]);
    let lines: Vec<&str> = text.lines().filter(|line| line.trim() != ":::").collect();
    lines.join("\n")
}

/// What is wrong with a file, with the place.
pub(super) fn in_file(path: &str, text: &str, message: &str, span: Option<Range<usize>>) -> String {
    let title = Level::ERROR.primary_title(message);
    let Some(span) = span else {
        return format!("error: {message}\n --> {path}");
    };
    let snippet = Snippet::source(text)
        .path(path)
        .annotation(AnnotationKind::Primary.span(span));
    Renderer::plain().render(&[title.element(snippet)])
}

/// The bytes of so many characters from `start` on; at the end of the text, of the one place behind it.
fn bytes(text: &str, start: usize, count: usize) -> std::ops::Range<usize> {
    let at = |character: usize| {
        text.char_indices()
            .nth(character)
            .map_or(text.len(), |(byte, _)| byte)
    };
    at(start)..at(start + count)
}
