//! Games as move strings: `h8i9f10`, `H8 I9`, `8H 9I`, `1. h8 2. i9`, the tails of addresses.
//!
//! One game per line. `token` reads the moves of a text, `fragment` the fields of an address, and
//! this file what may stand around them: headers, comments, remarks of a log.

mod fragment;
mod token;
mod write;

use crate::position::Setup;

use super::glyph::{Glyph, glyphs, text, trimmed};
use super::header::{Header, Heading, apply, heading, in_our_names, same_size};
use super::names::Names;
use super::{Encoding, Format, ParseError, ParseOptions, ParsedSetup, ResolvedOptions, TextLine};

pub(super) use write::write;

/// Reads the moves of one game, as on the command line; no text at all is the empty board.
///
/// ```
/// use renju::notation::{ParseOptions, parse_moves};
///
/// let game = parse_moves("h8 i9", &ParseOptions::default())?;
/// assert_eq!(game.moves, ["H8".parse().ok(), "I9".parse().ok()]);
/// # Ok::<(), renju::notation::ParseError>(())
/// ```
///
/// # Errors
///
/// `bad_point`, `off_board` or `point_taken`, with the column in `text`.
pub fn parse_moves(text: &str, reading: &ParseOptions) -> Result<Setup, ParseError> {
    let line = TextLine {
        number: 1,
        text: text.replace(['\n', '\t'], " "),
        encoding: Encoding::UTF_8,
    };
    let mut setup =
        game(&glyphs(&line.text), Names::new(reading)).map_err(|error| error.on(&line))?;
    setup.size = reading.size;
    Ok(setup)
}

/// The games of a file, one after the other.
pub(super) fn stream<'a>(
    lines: impl Iterator<Item = Result<TextLine, ParseError>> + Send + 'a,
    reading: ParseOptions,
) -> impl Iterator<Item = Result<ParsedSetup, ParseError>> + Send + 'a {
    let mut headers = Vec::new();
    lines.filter_map(move |line| {
        let item = line
            .and_then(|line| item(&line, &mut headers, &reading).map_err(|error| error.on(&line)));
        item.transpose()
    })
}

/// Whether a line begins as a game does, whatever may be wrong further on.
pub(super) fn is_game(text: &str) -> bool {
    let line = glyphs(text);
    let line = without_remark(&line);
    let game = fragment::of_address(line).unwrap_or_else(|| fragment::without_hash(line));
    fragment::is_fragment(game) || token::begins_with_move(game)
}

/// Whether a line has more than a header, a comment or the remark of a log.
pub(super) fn says_something(text: &str) -> bool {
    let line = glyphs(text);
    matches!(heading(&line), Ok(None)) && !without_remark(&line).is_empty()
}

/// The game of a line, if it holds one; headers are kept for the game below them.
fn item(
    line: &TextLine,
    headers: &mut Vec<Header>,
    reading: &ParseOptions,
) -> Result<Option<ParsedSetup>, ParseError> {
    let characters = glyphs(&line.text);
    match heading(&characters)? {
        Some(Heading::Header(header)) => {
            headers.push(header);
            return Ok(None);
        }
        Some(Heading::Comment) => return Ok(None),
        None => {}
    }
    let characters = without_remark(&characters);
    if characters.is_empty() {
        return Ok(None);
    }
    let mut about = Setup::default();
    apply(&std::mem::take(headers), &mut about);
    if let Some(size) = about.size {
        same_size(size, reading)?;
    }
    let size = about.size.or(reading.size);
    let names = Names::new(&ParseOptions {
        size,
        ..reading.clone()
    });
    let game = game(characters, names)?;
    let expect = about.expect.iter().map(|words| in_our_names(words, names));
    let setup = Setup {
        id: about.id.or(game.id),
        size,
        rule: about.rule,
        to_move: about.to_move,
        expect: expect.collect(),
        ..game
    };
    Ok(Some(ParsedSetup {
        setup,
        assumed: ResolvedOptions::new(Format::Moves, reading, line.encoding),
        line: line.number,
        turn: None,
    }))
}

/// The game that a text holds, in an address or by itself.
fn game(line: &[Glyph], names: Names) -> Result<Setup, ParseError> {
    let line = trimmed(line);
    let body = fragment::of_address(line).unwrap_or_else(|| fragment::without_hash(line));
    if fragment::is_fragment(body) {
        return fragment::read(body, names);
    }
    Ok(Setup {
        moves: token::Stones::default().play(body, names)?,
        ..Setup::default()
    })
}

/// The line up to the remark of a log, `Run time: ...`: words of letters and a colon.
fn without_remark(line: &[Glyph]) -> &[Glyph] {
    let is_end =
        |at: usize| line[at].char == ':' && line.get(at + 1).is_none_or(|glyph| glyph.char == ' ');
    let Some(colon) = (0..line.len()).find(|&at| is_end(at)) else {
        return trimmed(line);
    };
    let mut start = colon;
    for word in line[..colon].rsplit(|glyph| glyph.char == ' ') {
        let name = text(word);
        if name.len() < 2 || !name.chars().all(char::is_alphabetic) || name == "pass" {
            break;
        }
        start = word.first().map_or(start, |first| position(line, first));
    }
    trimmed(if start < colon { &line[..start] } else { line })
}

/// Where a character stands among those of its line.
fn position(line: &[Glyph], glyph: &Glyph) -> usize {
    line.partition_point(|other| other.column < glyph.column)
}

#[cfg(test)]
mod tests;
