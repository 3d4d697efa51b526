//! Parse errors: a stable code, a message with its place, and an excerpt that is safe to print.

use std::io;

use serde::Serialize;
use thiserror::Error;

use renju_core::named_enum::named_enum;
use renju_core::position::PositionId;

use crate::fnv::fnv1a;

use super::characters::Character;

/// The longest excerpt of a line that an error carries, in characters.
const EXCERPT: usize = 120;

named_enum! {
    /// What kind of mistake an input holds; the error codes of the JSON output.
    #[non_exhaustive]
    pub enum ErrorCode: "code" {
        /// Not JSON, or a field of the wrong type.
        BadJson = "bad_json",
        /// A field that must be there is not.
        MissingField = "missing_field",
        /// A field one letter off one that is read, where such fields are refused.
        UnknownField = "unknown_field",
        /// What should name a point does not.
        BadPoint = "bad_point",
        /// A point that this board does not have.
        OffBoard = "off_board",
        /// A second stone on the same point.
        PointTaken = "point_taken",
        /// No side of a board, or another one than was asked for.
        BadSize = "bad_size",
        /// A value that names no rule.
        BadRule = "bad_rule",
        /// A value that names no colour.
        BadColor = "bad_color",
        /// What a file expects cannot be read, or not be asked of its position.
        BadExpectation = "bad_expectation",
        /// The counts of stones do not tell whose turn it is.
        SideUnclear = "side_unclear",
        /// The bytes fit no format.
        UnknownFormat = "unknown_format",
        /// The bytes fit two formats equally well.
        AmbiguousFormat = "ambiguous_format",
        /// Bytes that are no text in the encoding asked for.
        BadEncoding = "bad_encoding",
        /// What is no Smart Game Format.
        BadSgf = "bad_sgf",
        /// A binary file, or the XML of one, that is cut or damaged.
        BadFile = "bad_file",
        /// A diagram that is no square board.
        BadBoard = "bad_board",
        /// A board, line or file beyond the limits.
        TooLarge = "too_large",
        /// A known format that is not read.
        Unsupported = "unsupported",
        /// The input could not be read at all.
        Io = "io",
        /// An evaluator, such as an engine, failed to answer.
        NoAnswer = "no_answer",
    }
}

/// Why a text could not be read, where, and the way out.
///
/// In JSON it has the fields `code`, `message`, `line`, `column` and `offset`; the others serve the message
/// for people.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[error("{message}")]
pub struct ParseError {
    /// The kind of mistake.
    pub code: ErrorCode,
    /// What is wrong, in small letters and without a full stop.
    pub message: String,
    /// The line, from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub line: Option<u64>,
    /// The first culprit on that line as it is written in the file: characters from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub column: Option<u32>,
    /// The byte at which the culprit begins, from 0, in a binary format; `None` for text.
    pub offset: Option<u64>,
    /// How many characters the culprit takes.
    #[serde(skip)]
    pub width: u32,
    /// What stands beside the caret.
    #[serde(skip)]
    pub label: Option<&'static str>,
    /// What to do about it.
    #[serde(skip)]
    pub hint: Option<String>,
    /// The line, for showing.
    #[serde(skip)]
    pub excerpt: Option<Box<Excerpt>>,
    /// The FNV-1a hash of the record that could not be read, where that is known: its text without
    /// the line end.
    #[serde(skip)]
    pub content: Option<u64>,
    /// What the record that could not be read calls itself, where that is known.
    #[serde(skip)]
    pub id: Option<Box<PositionId>>,
}

/// A line of the input, or the part of a long one around the culprit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    /// The text of the line, decoded.
    pub text: String,
    /// Where the culprit begins in `text`: characters from 1.
    pub column: Option<u32>,
}

impl ParseError {
    /// An error without a place.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> ParseError {
        ParseError {
            code,
            message: message.into(),
            line: None,
            column: None,
            offset: None,
            width: 1,
            label: None,
            hint: None,
            excerpt: None,
            content: None,
            id: None,
        }
    }

    /// That the input cannot be read.
    pub(super) fn io(error: &io::Error) -> ParseError {
        ParseError::new(ErrorCode::Io, io_words(error))
    }

    /// Adds what to do about the mistake.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> ParseError {
        self.hint = Some(hint.into());
        self
    }

    /// Adds what stands beside the caret.
    #[must_use]
    pub(super) fn label(mut self, label: &'static str) -> ParseError {
        self.label = Some(label);
        self
    }

    /// Adds the bytes of the record, by their hash.
    #[must_use]
    pub(super) fn about(mut self, bytes: &[u8]) -> ParseError {
        self.content = Some(fnv1a(bytes));
        self
    }

    /// Adds what the record calls itself.
    #[must_use]
    pub(super) fn of_record(mut self, id: Option<PositionId>) -> ParseError {
        self.id = id.map(Box::new);
        self
    }

    /// Places the error at `width` characters from `column` on.
    #[must_use]
    pub(super) fn at(mut self, column: u32, width: usize) -> ParseError {
        self.column = Some(column);
        self.width = width.max(1) as u32;
        self
    }

    /// Places the error at these characters of its line.
    #[must_use]
    pub(super) fn over(self, culprit: &[Character]) -> ParseError {
        let column = culprit.first().map_or(1, |first| first.column);
        self.at(column, culprit.len())
    }
}

impl Excerpt {
    /// The line, or about `EXCERPT` characters of it around `column`.
    pub(super) fn around(text: &str, column: Option<u32>) -> Excerpt {
        let text = text.replace('\n', " "); // A row of a table may go on over lines.
        let length = text.chars().count();
        if length <= EXCERPT {
            return Excerpt { text, column };
        }
        let culprit = column.map_or(0, |column| column as usize - 1);
        let start = culprit
            .saturating_sub(EXCERPT / 2)
            .min(length.saturating_sub(EXCERPT));
        let ahead = if start > 0 { "..." } else { "" };
        let behind = if start + EXCERPT < length { "..." } else { "" };
        let part: String = text.chars().skip(start).take(EXCERPT).collect();
        Excerpt {
            text: format!("{ahead}{part}{behind}"),
            column: column.map(|_| (culprit - start + ahead.len() + 1) as u32),
        }
    }
}

/// The first 80 characters of a foreign text, for a message: control characters, which a terminal
/// would interpret, are written as escapes.
pub fn excerpt(text: &str) -> String {
    const LENGTH: usize = 80;
    let mut shown = String::new();
    for sign in text.chars().take(LENGTH) {
        match sign {
            '"' | '\'' | '\\' => shown.push(sign),
            _ => shown.extend(sign.escape_debug()),
        }
    }
    if text.chars().nth(LENGTH).is_some() {
        shown.push_str("...");
    }
    shown
}

/// What the system says of a file, for a message: in small letters, and without its number for the
/// error.
pub fn io_words(error: &io::Error) -> String {
    let said = error.to_string();
    if error.raw_os_error().is_none() {
        return said;
    }
    let words = said.split(" (os error ").next().unwrap_or(&said);
    words.to_lowercase().replace("directory", "folder")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_says_has_no_number() {
        let missing = io_words(&io::Error::from_raw_os_error(2));
        assert!(!missing.contains("os error"), "{missing}");
        let own = io::Error::other("Mine (os error 2)");
        assert_eq!(io_words(&own), "Mine (os error 2)");
    }

    #[test]
    fn codes_have_the_names_of_the_contract() {
        let name = serde_json::to_value(ErrorCode::AmbiguousFormat).unwrap();
        assert_eq!(name, "ambiguous_format");
    }

    #[test]
    fn an_error_in_json_has_five_fields() {
        let error = ParseError::new(ErrorCode::BadPoint, "no")
            .at(8, 2)
            .hint("x");
        let json = serde_json::to_string(&error).unwrap();
        assert_eq!(
            json,
            r#"{"code":"bad_point","message":"no","line":null,"column":8,"offset":null}"#
        );
    }

    #[test]
    fn a_long_line_is_cut_around_the_culprit() {
        let text = format!("{}?{}", "a".repeat(500), "b".repeat(500));
        let excerpt = Excerpt::around(&text, Some(501));
        let column = excerpt.column.unwrap() as usize;
        assert_eq!(excerpt.text.chars().nth(column - 1), Some('?'));
        assert!(excerpt.text.len() < 130 && excerpt.text.starts_with("...aa"));
        let whole = Excerpt::around("abc", Some(4));
        assert_eq!((whole.text.as_str(), whole.column), ("abc", Some(4)));
    }

    #[test]
    fn an_excerpt_has_nothing_a_terminal_would_obey() {
        assert_eq!(excerpt("{\"a\": 'b\\'}"), "{\"a\": 'b\\'}");
        assert_eq!(
            excerpt("\u{1b}[2Jx\0\u{202e}y\u{9b}"),
            "\\u{1b}[2Jx\\0\\u{202e}y\\u{9b}"
        );
        assert_eq!(excerpt(&"四".repeat(80)), "四".repeat(80));
        assert_eq!(excerpt(&"四".repeat(81)), format!("{}...", "四".repeat(80)));
    }
}
