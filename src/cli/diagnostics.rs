//! Errors and notes on stderr: what is wrong, where, and how to fix it.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::ops::Range;
use std::sync::OnceLock;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use console::{Term, measure_text_width};

use super::GlobalArgs;
use super::arguments::columns_of_environment;
use super::error::CliError;
use renju::batch::RecordError;
use renju::notation::{ParseError, io_words};
use renju::render::{Lang, folded, printable};

/// The language of what is told, once it is known.
static LANG: OnceLock<Lang> = OnceLock::new();

/// Has everything told in a language; the first one counts.
pub(super) fn speak(lang: Lang) {
    let _ = LANG.set(lang);
}

fn lang() -> Lang {
    LANG.get().copied().unwrap_or_default()
}

/// A line of a message: what it is, such as `message.error`, and what it says, in the language.
fn headed(kind: &'static str, english: &str) -> String {
    let lang = lang();
    let head = lang.text(kind);
    format!(
        "{head}{}{}",
        lang.text("list.colon"),
        lang.translate(english)
    )
}

/// Prints a line on stderr as it is; where nothing listens there, or no room is left, it is not heard.
///
/// Names of files and texts of other programs stand in it: what a terminal would obey is written
/// as an escape.
pub(super) fn say(line: impl Display) {
    say_drawn(&cleaned(&line.to_string()));
}

/// Prints an English message on stderr in the language, on as many lines as it needs there.
pub(super) fn tell(message: &str) {
    say_drawn(&fitted(&cleaned(&lang().translate(message)), room()));
}

/// Prints an English message on stderr in the language, behind what it is: `error: `, `warning: ` or
/// `note: `.
pub(super) fn tell_as(severity: Severity, message: &str) {
    say_drawn(&without_place(severity, message, None, None));
}

/// Prints lines that hold the program's own colours.
fn say_drawn(lines: &str) {
    let _ = writeln!(io::stderr(), "{lines}");
}

/// The columns that messages may have: those of the terminal, or of `COLUMNS`; elsewhere a program
/// may read them, line by line.
fn room() -> Option<usize> {
    let terminal = Term::stderr().size_checked();
    let columns = terminal.map(|(_, columns)| usize::from(columns));
    let unknown = || io::stderr().is_terminal().then_some(DEFAULT_ROOM);
    columns.or_else(columns_of_environment).or_else(unknown)
}

/// The columns of a terminal that does not tell them.
const DEFAULT_ROOM: usize = 80;

/// Lines of messages, folded where they are too long; each goes on below its first word of text.
fn fitted(lines: &str, room: Option<usize>) -> String {
    let Some(room) = room else {
        return lines.to_owned();
    };
    let fit = lines.split('\n').flat_map(|line| {
        let hanging = text_start(&console::strip_ansi_codes(line));
        folded(line, room, hanging.min(room / 4))
    });
    fit.collect::<Vec<_>>().join("\n")
}

/// Where the text of a line of a message begins: behind `error: ` or `  = help: `.
fn text_start(line: &str) -> usize {
    let kinds = Severity::ALL.map(Severity::key);
    let mut heads = kinds
        .iter()
        .chain(&["message.help"])
        .map(|kind| headed(kind, ""));
    let text = line.trim_start_matches([' ', '=']);
    let head = heads.find(|head| text.starts_with(head));
    line.len() - text.len() + head.map_or(0, |head| measure_text_width(&head))
}

/// Lines with escapes for what a terminal would obey.
fn cleaned(lines: &str) -> String {
    lines
        .split('\n')
        .map(printable)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Has a panic followed by what its user can do.
pub(super) fn report_bugs() {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        default(panic);
        let version = env!("CARGO_PKG_VERSION");
        let message = format!("this is a bug in renju {version}, not in your input");
        let hint = "please report it with the lines above, the command and its input; a run with \
                    RUST_BACKTRACE=1 tells more";
        say_drawn(&without_place(Severity::Error, &message, Some(hint), None));
    }));
}

/// Prints why a command ends. A closed pipe is not worth a message.
pub(super) fn print(error: &CliError) {
    match error {
        CliError::Usage(error) | CliError::NoAnswer(error) => {
            let hint = error.hint.as_deref();
            say_drawn(&without_place(Severity::Error, &error.message, hint, None));
        }
        CliError::Input(record) => say_drawn(&text(record, Severity::Error, &Renderer::plain())),
        CliError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        CliError::Output(error) => {
            tell_as(Severity::Error, &format!("the output: {}", io_words(error)));
        }
    }
}

/// Prints what is wrong with a record.
pub(super) fn print_record(record: &RecordError, global: &GlobalArgs) {
    say_drawn(&text(record, Severity::Error, &renderer(global)));
}

/// Prints what may be wrong with a record, unless `--quiet`.
pub(super) fn warn(record: &RecordError, global: &GlobalArgs) {
    if !global.output.quiet {
        say_drawn(&text(record, Severity::Warning, &renderer(global)));
    }
}

fn renderer(global: &GlobalArgs) -> Renderer {
    if global.style().color && io::stderr().is_terminal() {
        Renderer::styled()
    } else {
        Renderer::plain()
    }
}

/// How bad what is told is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Severity {
    Error,
    /// It was read all the same.
    Warning,
    Note,
}

impl Severity {
    const ALL: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Note];

    /// The key of its name.
    const fn key(self) -> &'static str {
        match self {
            Severity::Error => "message.error",
            Severity::Warning => "message.warning",
            Severity::Note => "message.note",
        }
    }

    fn level(self) -> Level<'static> {
        let level = match self {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        level.with_name(lang().text(self.key()))
    }
}

/// Prints a note, unless `--quiet`.
pub(super) fn note(message: &str, global: &GlobalArgs) {
    if !global.output.quiet {
        tell_as(Severity::Note, message);
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
            let place = match (error.offset, line) {
                (Some(byte), _) => format!("{place}: byte {byte}"),
                (None, Some(line)) => format!("{}:{line}", place.source),
                (None, None) => place.to_string(),
            };
            without_place(
                severity,
                &error.message,
                error.hint.as_deref(),
                Some(&place),
            )
        }
    }
}

fn without_place(
    severity: Severity,
    message: &str,
    hint: Option<&str>,
    place: Option<&str>,
) -> String {
    let room = room();
    let place = place.map_or(String::new(), |place| {
        format!("\n --> {}", printable(place))
    });
    let hint = hint.map_or(String::new(), |hint| {
        let hint = headed("message.help", hint);
        fitted(&format!("\n  = {}", cleaned(&hint)), room)
    });
    let message = cleaned(&headed(severity.key(), message));
    format!("{}{place}{hint}", fitted(&message, room))
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
    let label = error.label.map(|label| lang().translate(label));
    let snippet = Snippet::source(shown)
        .line_start(line)
        .annotation(AnnotationKind::Primary.span(span).label(label));
    // An excerpt of a long line has its own columns; the place is the column in the file.
    let file = printable(file);
    let said = |english: &str| printable(&lang().translate(english));
    let message = said(&error.message);
    let hint = error.hint.as_deref().map(said);
    let origin = Origin::path(file.as_str())
        .line(line)
        .char_column(column as usize);
    let title = severity.level().primary_title(message.as_str());
    let mut group = title.element(origin).element(snippet);
    if let Some(hint) = &hint {
        let help = Level::HELP.with_name(lang().text("message.help"));
        group = group.element(help.message(hint.as_str()));
    }
    // The renderer announces a snippet without a path by a line of three colons.
    let text = renderer.render(&[group]);
    let room = room();
    let colon = lang().text("list.colon");
    let lines = text.lines().enumerate().filter_map(|(number, line)| {
        let plain = console::strip_ansi_codes(line);
        let is_message = number == 0 || plain.trim_start().starts_with("= ");
        match plain.trim() {
            ":::" => None,
            _ if is_message => Some(fitted(&line.replacen(": ", colon, 1), room)),
            _ => Some(line.to_owned()),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_messages_go_on_below_their_text() {
        let message = "error: one two three four five\n  = help: six seven eight nine";
        let folded = "error: one two three\n     four five\n  = help: six seven\n     eight nine";
        assert_eq!(fitted(message, Some(20)), folded);
        assert_eq!(fitted(message, Some(40)), message);
        assert_eq!(fitted(message, None), message);
        let hung = fitted("note: a word and a few more of them here", Some(30));
        assert_eq!(hung, "note: a word and a few more of\n      them here");
    }

    #[test]
    fn what_a_terminal_would_obey_is_written_as_an_escape() {
        assert_eq!(printable("a b/四.txt"), "a b/四.txt");
        assert_eq!(
            printable("\u{1b}[2Jx\ny\u{202e}\u{9b}"),
            "\\u{1b}[2Jx\\ny\\u{202e}\\u{9b}"
        );
    }
}
