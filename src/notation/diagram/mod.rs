//! Boards as people type and post them.
//!
//! Reading goes in four steps: `blocks` parts the lines of a file into diagrams, `row` and `cell`
//! tell what the characters of a row are, `manner` and `board` find out how the rows are meant and
//! whether they are a square, `stones` tells stones from move numbers and marks. Nothing is read by
//! halves: what does not fit is an error with its place.

mod blocks;
mod board;
mod cell;
mod columns;
mod manner;
mod row;
mod stones;
mod write;

use crate::position::Setup;

use super::header::{apply, in_our_names, same_size};
use super::names::Names;
use super::{Encoding, Format, ParseError, ParseOptions, ParsedSetup, ResolvedOptions, TextLine};

pub(super) use write::{Style, write};

/// The diagrams of a file, one after the other.
pub(super) fn stream<'a>(
    lines: impl Iterator<Item = Result<TextLine, ParseError>> + Send + 'a,
    reading: ParseOptions,
) -> impl Iterator<Item = Result<ParsedSetup, ParseError>> + Send + 'a {
    blocks::Blocks::new(lines, reading.marks).map(move |draft| item(&draft?, &reading))
}

/// Whether a line looks like a row of a board.
pub(super) fn is_row(text: &str, reading: &ParseOptions) -> bool {
    let line = blocks::unquoted(text);
    columns::Columns::read(&line).is_none() && row::is_row(&line, reading.marks.as_ref())
}

/// Reads a board from rows without anything around them, the first one on top.
///
/// # Errors
///
/// As for a diagram; the line of the error is the row from the top.
pub(super) fn read_rows(text: &str, reading: &ParseOptions) -> Result<Setup, ParseError> {
    let numbered = (1..).zip(text.trim_matches('\n').split('\n'));
    let line = |(number, text): (u64, &str)| TextLine {
        number,
        text: text.to_owned(),
        encoding: Encoding::UTF_8,
    };
    let block = board::Block {
        rows: numbered.map(line).collect(),
        ..board::Block::default()
    };
    let mut setup = Setup::default();
    board::read(&block, reading, &mut setup)?;
    Ok(setup)
}

fn item(draft: &blocks::Draft, reading: &ParseOptions) -> Result<ParsedSetup, ParseError> {
    let mut setup = Setup::default();
    apply(&draft.headers, &mut setup);
    if let (Some(size), Some(first)) = (setup.size, &draft.first) {
        same_size(size, reading).map_err(|error| error.on(first))?;
    }
    let found = draft.block.columns.as_ref();
    let reading = ParseOptions {
        size: setup.size.or(reading.size),
        letters: reading
            .letters
            .or(found.and_then(|(columns, _)| columns.letters)),
        ..reading.clone()
    };
    board::read(&draft.block, &reading, &mut setup)?;
    let names = Names::new(&ParseOptions {
        size: setup.size,
        ..reading.clone()
    });
    for words in &mut setup.expect {
        *words = in_our_names(words, names);
    }
    let encoding = draft.encoding.unwrap_or(Encoding::UTF_8);
    Ok(ParsedSetup {
        setup,
        assumed: ResolvedOptions::new(Format::Diagram, &reading, encoding),
        line: draft.first.as_ref().map_or(1, |line| line.number),
        turn: None,
    })
}

#[cfg(test)]
mod tests;
