//! Detects and reads `.rec`, the older format of Piskvork: two names, timed moves, a code.

use crate::move_list::{MoveFile, ReadGame};
use crate::parsed::{ByteStream, Evidence, ParsedSetups, TextSample};
use crate::{ErrorCode, Format, ParseError, ParseOptions, TextLine};
use renju_core::position::GameInfo;

use super::ending::known;
use super::game_reader::GameReader;
use super::numbers::{LineNumbers, is_code, is_move};

pub(super) const REC: MoveFile = MoveFile {
    format: Format::Rec,
    origin: 0,
    hint: "columns and rows count from 0; --size names a larger board",
    is_15x15: false,
    has_passes: false,
};

/// Two names, a move on each line, and a code.
pub(crate) fn detect(sample: &TextSample<'_>) -> Evidence {
    let [first, second, lines @ ..] = sample.lines.as_slice() else {
        return Evidence::Nothing;
    };
    let are_names = [first, second].map(|line| LineNumbers::of(line)) == [None, None];
    let moves = lines.iter().take_while(|line| is_move(line)).count();
    let has_code = lines.get(moves).is_some_and(|line| is_code(line));
    Evidence::certain_if(are_names && moves > 0 && has_code)
}

/// The one game of a file.
pub(crate) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedSetups<'_> {
    let reader = GameReader::new(REC, input, options);
    let game = move || game(reader).unwrap_or_else(|error| vec![Err(error)]);
    Box::new(std::iter::once_with(game).flatten())
}

fn game(mut reader: GameReader<'_>) -> Result<ReadGame, ParseError> {
    let [black, white] = names(&mut reader)?;
    let info = GameInfo {
        black_player: known(&black.text),
        white_player: known(&white.text),
        ..GameInfo::default()
    };
    let size = reader.options.size;
    Ok(reader.finish(&black, size, info))
}

/// The first two lines, neither of which is a number.
fn names(reader: &mut GameReader<'_>) -> Result<[TextLine; 2], ParseError> {
    let mut names = Vec::new();
    while names.len() < 2 {
        match reader.line() {
            Some(Ok(line)) if LineNumbers::of(&line.text).is_none() => names.push(line),
            Some(Ok(line)) => return Err(no_game().on(&line)),
            Some(Err(error)) => reader.moves.fail(error),
            None => break,
        }
    }
    names
        .try_into()
        .map_err(|names: Vec<_>| match names.last() {
            Some(line) => no_game().on(line),
            None => no_game(),
        })
}

fn no_game() -> ParseError {
    ParseError::new(
        ErrorCode::BadFile,
        "there is no game: a game begins with two names",
    )
}
