use crate::notation::coordinates::CoordinateSystem;
use crate::notation::evidence::{Evidence, TextSample};
use crate::notation::header::{apply, in_our_names, same_size};
use crate::notation::moves::is_game;
use crate::notation::parsed::{ByteStream, ParsedSetup, ParsedSetups};
use crate::notation::{
    Encoding, Format, ParseError, ParseOptions, ResolvedOptions, TextLine, TextLines,
};
use crate::position::Setup;

use super::board;
use super::columns::ColumnHeader;
use super::row::{self, unquoted};
use super::split::{BoardLines, DiagramSplitter, DiagramText};

/// Fewer rows than this are no sign of a diagram.
const FEWEST_ROWS: usize = 3;

/// The diagrams of a file, one after the other.
pub(in crate::notation) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedSetups<'_> {
    let lines = TextLines::new(input, options.encoding);
    let diagrams = DiagramSplitter::new(lines, options.marks);
    Box::new(diagrams.map(move |diagram| item(&diagram?, &options)))
}

/// Counts the lines that look like rows of a board and not like games.
pub(in crate::notation) fn detect(sample: &TextSample<'_>) -> Evidence {
    let is_row = |line: &&String| is_row(line, sample.options) && !is_game(line);
    match sample.lines.iter().filter(is_row).count() {
        0..FEWEST_ROWS => Evidence::Nothing,
        fitting => Evidence::Lines {
            fitting,
            are_enough: true,
        },
    }
}

/// Whether a line looks like a row of a board.
fn is_row(text: &str, options: &ParseOptions) -> bool {
    let line = unquoted(text);
    ColumnHeader::read(&line).is_none() && row::is_row(&line, options.marks.as_ref())
}

/// Reads a board from rows without anything around them, the first one on top.
///
/// # Errors
///
/// As for a diagram; the line of the error is the row from the top.
pub(in crate::notation) fn read_rows(
    text: &str,
    options: &ParseOptions,
) -> Result<Setup, ParseError> {
    let numbered = (1..).zip(text.trim_matches('\n').split('\n'));
    let line = |(number, text): (u64, &str)| TextLine {
        number,
        text: text.to_owned(),
        encoding: Encoding::UTF_8,
    };
    let block = BoardLines {
        rows: numbered.map(line).collect(),
        ..BoardLines::default()
    };
    let mut setup = Setup::default();
    board::read(&block, options, &mut setup)?;
    Ok(setup)
}

fn item(diagram: &DiagramText, options: &ParseOptions) -> Result<ParsedSetup, ParseError> {
    let mut setup = Setup::default();
    apply(&diagram.headers, &mut setup);
    if let (Some(size), Some(first)) = (setup.size, &diagram.first) {
        same_size(size, options).map_err(|error| error.on(first))?;
    }
    let found = diagram.block.columns.as_ref();
    let options = ParseOptions {
        size: setup.size.or(options.size),
        letters: options
            .letters
            .or(found.and_then(|(columns, _)| columns.letters)),
        ..options.clone()
    };
    board::read(&diagram.block, &options, &mut setup)?;
    let names = CoordinateSystem::new(&ParseOptions {
        size: setup.size,
        ..options.clone()
    });
    for words in &mut setup.expect {
        *words = in_our_names(words, names);
    }
    let encoding = diagram.encoding.unwrap_or(Encoding::UTF_8);
    Ok(ParsedSetup {
        setup,
        assumed: ResolvedOptions::new(Format::Diagram, &options, encoding),
        line: diagram.first.as_ref().map_or(1, |line| line.number),
        turn: None,
    })
}
