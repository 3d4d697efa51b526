//! Detects `.psq` files, and reads their first line: the size of the board, levels, who begins.

use crate::header::same_size;
use crate::move_list::{MoveFile, ReadGame, items};
use crate::parsed::{ByteStream, Evidence, ParsedSetups, TextSample};
use crate::{ErrorCode, Format, ParseError, ParseOptions, excerpt, properties};
use renju_core::geometry::Size;
use renju_core::position::GameInfo;

use super::ending::FIRST;
use super::game_reader::{GameReader, WORD, begins_game};

pub(super) const PSQ: MoveFile = MoveFile {
    format: Format::Psq,
    origin: 1,
    hint: "columns and rows count from 1, and the first line says the size",
    is_15x15: false,
    has_passes: false,
};
/// Private: the levels of the two players, where they are not 0.
pub(super) const LEVELS: &str = "PSQLEVELS";

/// The name of the program and a size.
pub(crate) fn detect(sample: &TextSample<'_>) -> Evidence {
    Evidence::certain_if(sample.lines.first().is_some_and(|line| begins_game(line)))
}

/// The games of a file: one, or several behind each other.
pub(crate) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedSetups<'_> {
    let mut reader = GameReader::new(PSQ, input, options);
    let games = std::iter::from_fn(move || game(&mut reader));
    items(games, no_game("the file is empty"))
}

fn game(reader: &mut GameReader<'_>) -> Option<ReadGame> {
    let line = match reader.line()? {
        Ok(line) => line,
        Err(error) => return Some(vec![Err(error)]),
    };
    Some(match header(&line.text, reader.options) {
        Ok((size, info)) => reader.finish(&line, Some(size), info),
        Err(error) => {
            reader.pass_over();
            vec![Err(error.on(&line))]
        }
    })
}

/// Reads the first line: `Piskvorky 15x15, 7:11, 0`. Some programs write `15x15 , 0 - 0`.
fn header(line: &str, options: ParseOptions) -> Result<(Size, GameInfo), ParseError> {
    if !begins_game(line) {
        let shown = excerpt(line.trim());
        return Err(no_game(&format!("{shown:?} is not the first line of one")));
    }
    let (_, line) = line.split_once(WORD).unwrap_or_default();
    let numbers = line.split(|char: char| !char.is_ascii_digit());
    let mut numbers = numbers.filter(|number| !number.is_empty());
    let (width, height) = (numbers.next(), numbers.next());
    let size = width.unwrap_or_default().parse::<Size>();
    let size = size.map_err(|error| ParseError::new(ErrorCode::BadSize, error.to_string()))?;
    if height.is_none_or(|height| height.parse() != Ok(size)) {
        let message = format!("{} is no square board", excerpt(line.trim()));
        return Err(ParseError::new(ErrorCode::BadSize, message));
    }
    same_size(size, options)?;
    let mut info = GameInfo::default();
    let [one, other, first] = [(); 3].map(|()| numbers.next().unwrap_or("0"));
    if one != "0" || other != "0" {
        properties::add(&mut info, LEVELS, &[one, other]);
    }
    if first != "0" {
        properties::add(&mut info, FIRST, &[first]);
    }
    Ok((size, info))
}

fn no_game(message: &str) -> ParseError {
    ParseError::new(ErrorCode::BadFile, format!("there is no game: {message}"))
        .hint("a game begins with a line such as Piskvorky 15x15, 0:0, 0")
}
