use std::io::BufRead;

use crate::position::Setup;

use super::{Format, ParseError, ParseOptions, ResolvedOptions, TextLines, diagram, jsonl, moves};

/// A position or game as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsedSetup {
    /// What it says.
    pub setup: Setup,
    /// How it was read.
    pub assumed: ResolvedOptions,
    /// Its first line, from 1.
    pub line: u64,
    /// The number of the turn, where a query asks for several positions of its game.
    pub turn: Option<usize>,
}

/// The set-ups of an input as they come, in memory that does not grow with it.
///
/// A diagram, a game or an object is read at a time. After an error it goes on with the next one,
/// except after an `io` error.
pub fn stream<'a>(
    input: impl BufRead + Send + 'a,
    format: Format,
    reading: &ParseOptions,
) -> Box<dyn Iterator<Item = Result<ParsedSetup, ParseError>> + Send + 'a> {
    let lines = TextLines::new(input, reading.encoding);
    let reading = reading.clone();
    match format {
        Format::Diagram | Format::Unicode => Box::new(diagram::stream(lines, reading)),
        Format::Moves => Box::new(moves::stream(lines, reading)),
        Format::Jsonl | Format::Katago => Box::new(jsonl::stream(lines, format, reading)),
    }
}

/// The set-ups of a whole text.
///
/// # Errors
///
/// The first mistake in it.
pub fn read(
    bytes: &[u8],
    format: Format,
    reading: &ParseOptions,
) -> Result<Vec<ParsedSetup>, ParseError> {
    stream(bytes, format, reading).collect()
}
