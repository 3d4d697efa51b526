use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;

/// A way of writing positions and games down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Format {
    /// Boards as people type them; written with `X`, `O` and `.`.
    Diagram,
    /// The same, written with `●`, `○` and box lines.
    Unicode,
    /// Move strings such as `h8i9f10`, one game per line.
    Moves,
    /// One JSON object per line: position lines, queries as `KataGo` takes them, boards as strings.
    Jsonl,
    /// Queries as `KataGo` takes them, and nothing else.
    Katago,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 5] = [
        Format::Diagram,
        Format::Unicode,
        Format::Moves,
        Format::Jsonl,
        Format::Katago,
    ];

    /// The name in JSON and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Diagram => "diagram",
            Format::Unicode => "unicode",
            Format::Moves => "moves",
            Format::Jsonl => "jsonl",
            Format::Katago => "katago",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a text names no [`Format`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("format {0:?} is none of {names}", names = names())]
pub struct ParseFormatError(pub String);

/// The names of all formats, for a message.
fn names() -> String {
    Format::ALL.map(Format::name).join(", ")
}

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Format, ParseFormatError> {
        Format::ALL
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseFormatError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
            assert_eq!(serde_json::to_value(format).unwrap(), format.name());
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let error = "tiff".parse::<Format>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "format \"tiff\" is none of diagram, unicode, moves, jsonl, katago"
        );
    }
}
