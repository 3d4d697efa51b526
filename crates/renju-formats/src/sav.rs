//! Games as Yixin-Board saves them: a number on a line for the columns, one for the rows and one
//! for the moves, then each move as its row and its column, both from 0 and from the top left.

use std::fmt::Write;

use super::header::same_size;
use super::loss::Impossible;
use super::move_list::{MoveFile, MoveList, ReadGame, goes_on};
use super::parsed::{ByteStream, Evidence, ParsedSetups, TextSample};
use super::setup_text::SetupText;
use super::{ErrorCode, Format, ParseError, ParseOptions, TextLine, TextLines, excerpt};
use renju_core::counted::counted;
use renju_core::geometry::{Point, Size};
use renju_core::position::Setup;

const FILE: MoveFile = MoveFile {
    format: Format::Sav,
    origin: 0,
    hint: "rows and columns count from 0",
    is_15x15: false,
    has_passes: false,
};

/// Sides that programs have, whether there are such boards here or not.
const SIDES: std::ops::RangeInclusive<u64> = 5..=32;

/// A side twice, a number of moves, and two numbers on each line after them.
pub(super) fn detect(sample: &TextSample<'_>) -> Evidence {
    let [columns, rows, count, moves @ ..] = sample.lines.as_slice() else {
        return Evidence::Nothing;
    };
    let side = number(columns).filter(|side| SIDES.contains(side));
    let has_head = side.is_some() && side == number(rows) && number(count).is_some();
    Evidence::certain_if(has_head && moves.iter().all(|line| pair(line).is_some()))
}

/// The number that a line holds and nothing else.
fn number(line: &str) -> Option<u64> {
    let line = line.trim();
    let is_number = line.bytes().all(|byte| byte.is_ascii_digit());
    line.parse().ok().filter(|_| is_number)
}

/// The two numbers that a line holds and nothing else.
fn pair(line: &str) -> Option<[i64; 2]> {
    let mut numbers = line.split_whitespace().map(str::parse);
    let (row, column) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
    numbers.next().is_none().then_some([row, column])
}

/// The one game of a file.
pub(super) fn read(input: ByteStream<'_>, options: ParseOptions) -> ParsedSetups<'_> {
    let mut lines = TextLines::new(input, options.encoding).not_blank();
    let game = move || game(&mut lines, options).unwrap_or_else(|error| vec![Err(error)]);
    Box::new(std::iter::once_with(game).flatten())
}

/// Reads a file of lines that are not blank.
fn game(
    lines: &mut impl Iterator<Item = Result<TextLine, ParseError>>,
    options: ParseOptions,
) -> Result<ReadGame, ParseError> {
    let (columns, first) = head(lines, "the number of columns")?;
    let (rows, line) = head(lines, "the number of rows")?;
    let bad_size = |message: String| ParseError::new(ErrorCode::BadSize, message).on(&line);
    if columns != rows {
        return Err(bad_size(format!("{columns}x{rows} is no square board")));
    }
    let size: Result<Size, _> = columns.to_string().parse();
    let size = size.map_err(|error| bad_size(error.to_string()))?;
    same_size(size, options).map_err(|error| error.on(&first))?;
    let (count, line) = head(lines, "the number of moves")?;
    let mut moves = MoveList::default();
    let mut found = 0;
    for line in lines {
        match line {
            Ok(line) => {
                found += 1;
                if found == count.saturating_add(1) {
                    moves.fail(goes_on(count).on(&line));
                }
                moves.take_line(point(&line.text, size), &line);
            }
            Err(error) => moves.fail(error),
        }
    }
    if found < count {
        let (missing, all) = (count - found, counted(count, "move", "moves"));
        let message = format!("the moves end {missing} short of {all}");
        moves.fail(ParseError::new(ErrorCode::BadFile, message).on(&line));
    }
    let about = Setup {
        size: Some(size),
        ..Setup::default()
    };
    Ok(FILE.game(moves, about, options, Some(&first)))
}

/// The number of a line above the moves.
fn head(
    lines: &mut impl Iterator<Item = Result<TextLine, ParseError>>,
    what: &str,
) -> Result<(u64, TextLine), ParseError> {
    let no_file = |message: String| {
        ParseError::new(ErrorCode::BadFile, message)
            .hint("three lines begin a file: columns, rows, moves")
    };
    let line = lines
        .next()
        .unwrap_or_else(|| Err(no_file(format!("{what} is missing at the end"))))?;
    let number = number(&line.text).ok_or_else(|| {
        let message = format!("{:?} is not {what}", excerpt(line.text.trim()));
        no_file(message).on(&line)
    })?;
    Ok((number, line))
}

/// The point of a line.
fn point(line: &str, size: Size) -> Result<Point, ParseError> {
    let [row, column] = pair(line).ok_or_else(|| {
        let message = format!("{:?} is no move", excerpt(line.trim()));
        ParseError::new(ErrorCode::BadPoint, message).hint("a move is its row and its column")
    })?;
    FILE.point(size, [column, row], format_args!("{row} {column}"))
}

/// Writes the side and the moves of a game.
pub(super) fn write(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = FILE.begin(setup)?;
    let side = text.size.get();
    let mut body = format!("{side}\n{side}\n{}\n", setup.moves.len());
    for &point in setup.moves.iter().flatten() {
        let (column, row) = FILE.column_and_row(point, text.size);
        let _ = writeln!(body, "{row} {column}");
    }
    text.body = body.into_bytes();
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ParsedSetup, detect as detect_format, read as read_all, stream, write as write_all,
    };

    const GAME: &str = "15\n15\n3\n7 7\n0 14\n14 2\n";

    fn items(text: &str) -> Vec<Result<ParsedSetup, ParseError>> {
        stream(text.as_bytes(), Format::Sav, &ParseOptions::default()).collect()
    }

    fn names(setup: &Setup) -> String {
        let names = setup.moves.iter().flatten().map(ToString::to_string);
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn rows_come_first_and_from_the_top() {
        let options = ParseOptions::default();
        assert_eq!(detect_format(GAME.as_bytes(), &options), Ok(Format::Sav));
        let setup = items(GAME).remove(0).unwrap().setup;
        assert_eq!(names(&setup), "H8 O15 C1");
        assert_eq!(write_all(&setup, Format::Sav).unwrap(), GAME.as_bytes());
        let crlf = GAME.replace('\n', " \r\n");
        assert_eq!(items(&crlf)[0].as_ref().unwrap().setup, setup);
        let empty = items("20\n20\n0\n").remove(0).unwrap().setup;
        assert_eq!(write_all(&empty, Format::Sav).unwrap(), b"20\n20\n0\n");
    }

    #[test]
    fn mistakes_have_their_line() {
        for (text, code, line, good) in [
            ("", ErrorCode::BadFile, None, ""),
            ("15\n15\n", ErrorCode::BadFile, None, ""),
            ("15\n15\nx\n", ErrorCode::BadFile, Some(3), ""),
            ("15\n14\n0\n", ErrorCode::BadSize, Some(2), ""),
            ("22\n22\n0\n", ErrorCode::BadSize, Some(2), ""),
            ("15\n15\n2\n7 7\n", ErrorCode::BadFile, Some(3), "H8"),
            ("15\n15\n1\n7 7\n7 8\n", ErrorCode::BadFile, Some(5), "H8"),
            (
                "15\n15\n2\n7 7\n7 7\n",
                ErrorCode::PointTaken,
                Some(5),
                "H8",
            ),
            ("15\n15\n2\n7 7\n7 15\n", ErrorCode::OffBoard, Some(5), "H8"),
            ("15\n15\n2\n7 7\n7 -1\n", ErrorCode::OffBoard, Some(5), "H8"),
            ("15\n15\n2\n7 7\n7\n", ErrorCode::BadPoint, Some(5), "H8"),
        ] {
            let mut found = items(text);
            let error = found.pop().unwrap().unwrap_err();
            assert_eq!((error.code, error.line), (code, line), "{text}");
            let found = found.pop().map(|game| names(&game.unwrap().setup));
            assert_eq!(found.unwrap_or_default(), good, "{text}");
        }
        let other = ParseOptions {
            size: "20".parse().ok(),
            ..ParseOptions::default()
        };
        let error = read_all(GAME.as_bytes(), Format::Sav, &other).unwrap_err();
        assert_eq!(error.code, ErrorCode::BadSize);
    }

    #[test]
    fn damaged_files_are_read_to_their_end() {
        for at in 0..GAME.len() {
            assert!((1..=2).contains(&items(&GAME[..at]).len()));
            for byte in ["\n", " ", "9", "-", "é"] {
                let mut text = GAME.to_owned();
                text.replace_range(at..=at, byte);
                assert!((1..=2).contains(&items(&text).len()));
            }
        }
    }
}
