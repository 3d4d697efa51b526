//! Games as binary `.pos` files: the number of moves, then a byte for each, 15 rows of 15 counted
//! from the top left, 0xF0 a pass. Black plays first.
//!
//! One program counts columns of 15 rows instead, a mirror image; nothing in a file tells, so that
//! the user has to (`--pairs yx`). Files of the same name may hold a board as text: those are diagrams.

use std::io::{Cursor, Read};

use super::bytes::ByteReader;
use super::header::same_size;
use super::loss::Impossible;
use super::move_list::{MoveFile, MoveList, ReadGame, goes_on};
use super::parsed::{ByteSample, ByteStream, ParsedSetups, failed, is_binary};
use super::setup_text::SetupText;
use super::{ErrorCode, Format, PairOrder, ParseError, ParseOptions, diagram};
use renju_core::counted::counted;
use renju_core::geometry::{Point, Size};
use renju_core::position::Setup;

const FILE: MoveFile = MoveFile {
    format: Format::Pos,
    origin: 0,
    hint: "",
    is_15x15: true,
    has_passes: true,
};
/// The byte of a pass.
const PASS: u8 = 0xf0;
/// The side of the board.
const SIDE: u8 = Size::RENJU.get();
/// Points of the board, and the most moves that are counted.
const POINTS: u8 = SIDE * SIDE;
/// Bytes by which a text is told from moves.
const BEGINNING: usize = 1 << 10;

/// A number of moves and as many bytes. Ten moves near the centre are a line feed and letters: where
/// they are a text of another format as well, the name of the file decides.
pub(super) fn detect(sample: &ByteSample<'_>) -> bool {
    sample.is_whole && are_moves(sample.bytes)
}

/// Whether bytes are a number of moves and as many bytes, each a point or a pass, no point twice.
fn are_moves(bytes: &[u8]) -> bool {
    let [count, moves @ ..] = bytes else {
        return false;
    };
    let mut seen = [false; POINTS as usize];
    let is_new = |&at: &u8| match seen.get_mut(usize::from(at)) {
        Some(is_taken) => !std::mem::replace(is_taken, true),
        None => at == PASS,
    };
    (1..=POINTS).contains(count) && moves.len() == usize::from(*count) && moves.iter().all(is_new)
}

/// Whether bytes are lines of characters.
fn is_text(bytes: &[u8]) -> bool {
    let is_printable = |byte: &u8| *byte >= b' ' && *byte != 0x7f;
    bytes.get(1).is_some_and(is_printable) && bytes.contains(&b'\n') && !is_binary(bytes)
}

/// The game of a file, or the diagram if it is a text.
pub(super) fn read(mut input: ByteStream<'_>, options: ParseOptions) -> ParsedSetups<'_> {
    let mut beginning = Vec::new();
    let mut first = input.by_ref().take(BEGINNING as u64);
    if let Err(error) = first.read_to_end(&mut beginning) {
        return failed(ParseError::io(&error));
    }
    let is_text = is_text(&beginning) && !are_moves(&beginning);
    let input: ByteStream<'_> = Box::new(Cursor::new(beginning).chain(input));
    if is_text {
        return diagram::read(input, options);
    }
    let game = move || game(ByteReader::new(input), options);
    Box::new(std::iter::once_with(game).flatten())
}

fn game(mut bytes: ByteReader<'_>, options: ParseOptions) -> ReadGame {
    if let Err(error) = same_size(Size::RENJU, options) {
        return vec![Err(error)];
    }
    let mut moves = MoveList::default();
    match read_moves(&mut bytes, &mut moves, options) {
        Err(error) if bytes.offset() == 0 => return vec![Err(error)],
        Err(error) => moves.fail(error),
        Ok(()) => {}
    }
    let about = Setup {
        size: Some(Size::RENJU),
        ..Setup::default()
    };
    FILE.game(moves, about, options, None)
}

fn read_moves(
    bytes: &mut ByteReader<'_>,
    moves: &mut MoveList,
    options: ParseOptions,
) -> Result<(), ParseError> {
    let Some(count) = bytes.peek()? else {
        return Err(bytes.error(ErrorCode::BadFile, "the file is empty"));
    };
    if count > POINTS {
        let message = format!("{count} moves: a file of this format has at most {POINTS}");
        return Err(bytes.error(ErrorCode::BadFile, message));
    }
    bytes.next()?;
    for number in 0..count {
        let offset = bytes.offset();
        let Some(at) = bytes.next()? else {
            let (missing, moves) = (count - number, counted(count, "move", "moves"));
            let message = format!("the file ends here, {missing} short of its {moves}");
            return Err(bytes.error(ErrorCode::BadFile, message));
        };
        moves.take(point(at, options), |error| error.at_byte(offset));
    }
    if bytes.is_at_end()? {
        return Ok(());
    }
    Err(goes_on(count.into()).at_byte(bytes.offset()))
}

/// The point that a byte names, `None` for a pass.
fn point(at: u8, options: ParseOptions) -> Result<Option<Point>, ParseError> {
    if at == PASS {
        return Ok(None);
    }
    let (row, column) = match options.pairs {
        Some(PairOrder::RowColumn | PairOrder::RowColumnFrom0) => (at % SIDE, at / SIDE),
        _ => (at / SIDE, at % SIDE),
    };
    let point = FILE.point(Size::RENJU, [column, row].map(i64::from), at);
    point.map(Some).map_err(|_| {
        let message = format!("the byte {at} is no point: they are 0 to 224, and 240 is a pass");
        ParseError::new(ErrorCode::OffBoard, message)
    })
}

/// Writes a game; no move at all is a 0.
pub(super) fn write(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    let mut text = FILE.begin(setup)?;
    let count = u8::try_from(setup.moves.len())
        .ok()
        .filter(|&count| count <= POINTS);
    let count = count.ok_or(Impossible::TooMany("more than 225 moves"))?;
    text.body.push(count);
    let byte = |point: &Option<Point>| {
        point.map_or(PASS, |point| {
            let (column, row) = FILE.column_and_row(point, Size::RENJU);
            row * SIDE + column
        })
    };
    text.body.extend(setup.moves.iter().map(byte));
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ParsedSetup, WriteError, detect as detect_format, detect_named, read as read_all, stream,
        write as write_all,
    };

    const GAME: &[u8] = b"\x05\x70\x71\x6f\xf0\x03";

    fn items(bytes: &[u8]) -> Vec<Result<ParsedSetup, ParseError>> {
        stream(bytes, Format::Pos, &ParseOptions::default()).collect()
    }

    fn names(setup: &Setup) -> String {
        let name = |point: &Option<Point>| point.map_or("pass".to_owned(), |at| at.to_string());
        setup.moves.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn bytes_are_points_from_the_top_left() {
        assert_eq!(
            detect_format(GAME, &ParseOptions::default()),
            Ok(Format::Pos)
        );
        let setup = items(GAME).remove(0).unwrap().setup;
        assert_eq!(names(&setup), "H8 I8 G8 pass D15");
        assert_eq!(setup.size, Some(Size::RENJU));
        assert_eq!(write_all(&setup, Format::Pos).unwrap(), GAME);
        let mirrored = ParseOptions {
            pairs: Some(PairOrder::RowColumnFrom0),
            ..ParseOptions::default()
        };
        let mirrored = read_all(GAME, Format::Pos, &mirrored).unwrap().remove(0);
        assert_eq!(names(&mirrored.setup), "H8 H7 H9 pass A12");
        let empty = items(b"\0").remove(0).unwrap().setup;
        assert_eq!(write_all(&empty, Format::Pos).unwrap(), b"\0");
    }

    #[test]
    fn a_board_as_text_is_a_diagram() {
        let board = format!("{}.......x.......\n", "...............\n".repeat(14));
        let options = ParseOptions::default();
        assert_eq!(
            detect_named(board.as_bytes(), "a.pos", &options),
            Ok(Format::Diagram)
        );
        for format in [Format::Diagram, Format::Pos] {
            let read = read_all(board.as_bytes(), format, &options)
                .unwrap()
                .remove(0);
            assert_eq!(read.setup.black, ["H1".parse().unwrap()]);
            assert_eq!(read.assumed.format, Format::Diagram);
        }
    }

    #[test]
    fn texts_are_no_moves() {
        let options = ParseOptions::default();
        assert_eq!(detect_format(b"\th8i9g7f6\n", &options), Ok(Format::Moves));
        let named = detect_named(b"\th8i9g7f6\n", "game.pos", &options);
        assert_eq!(named, Ok(Format::Pos));
        let printable: Vec<u8> = (b'#'..b'#' + 36).collect();
        assert_eq!(detect_format(&printable, &options), Ok(Format::Pos));
        let with_line_end = b"\x09pqosrtv\nw";
        assert!(items(with_line_end)[0].as_ref().unwrap().setup.moves.len() == 9);
        let other_count = [&printable, &b"q"[..]].concat();
        assert!(detect_format(&other_count, &options).is_err());
    }

    /// Ten is a line feed, and the points around the centre are letters.
    #[test]
    fn games_of_ten_moves_are_no_texts() {
        let options = ParseOptions::default();
        for start in 0x20..0x70 {
            let game: Vec<u8> = std::iter::once(10)
                .chain((0..10).map(|at| start + 7 * at % 15))
                .collect();
            let found = detect_format(&game, &options);
            assert_eq!(found, Ok(Format::Pos), "{game:?}");
            assert_eq!(detect_named(&game, "a.pos", &options), Ok(Format::Pos));
            assert_eq!(items(&game)[0].as_ref().unwrap().setup.moves.len(), 10);
        }
    }

    #[test]
    fn lengths_that_lie_and_points_that_are_none_have_their_byte() {
        for (bytes, code, offset, good) in [
            (&b""[..], ErrorCode::BadFile, 0, ""),
            (b"\xe2\x70", ErrorCode::BadFile, 0, ""),
            (b"\x03\x70\x71", ErrorCode::BadFile, 3, "H8 I8"),
            (b"\x01\x70\x71", ErrorCode::BadFile, 2, "H8"),
            (b"\x03\x70\x70\x71", ErrorCode::PointTaken, 2, "H8"),
            (b"\x03\x70\xe1\x71", ErrorCode::OffBoard, 2, "H8"),
            (b"\x01\xff", ErrorCode::OffBoard, 1, ""),
        ] {
            let mut found = items(bytes);
            let error = found.pop().unwrap().unwrap_err();
            assert_eq!(
                (error.code, error.offset),
                (code, Some(offset)),
                "{bytes:?}"
            );
            let found = found.pop().map(|game| names(&game.unwrap().setup));
            assert_eq!(found.unwrap_or_default(), good, "{bytes:?}");
        }
        let large = ParseOptions {
            size: "20".parse().ok(),
            ..ParseOptions::default()
        };
        let error = read_all(GAME, Format::Pos, &large).unwrap_err();
        assert_eq!(error.code, ErrorCode::BadSize);
    }

    #[test]
    fn cut_or_changed_bytes_are_read_to_their_end() {
        for at in 0..GAME.len() {
            assert!((1..=2).contains(&items(&GAME[..at]).len()));
            for byte in 0..=255 {
                let mut bytes = GAME.to_vec();
                bytes[at] = byte;
                assert!((1..=2).contains(&items(&bytes).len()));
            }
        }
    }

    #[test]
    fn more_than_a_byte_counts_and_other_boards_are_refused() {
        let long = Setup {
            moves: vec![None; 226],
            ..Setup::default()
        };
        let refused = Impossible::TooMany("more than 225 moves");
        let refused = Err(WriteError::Impossible(refused));
        assert_eq!(write_all(&long, Format::Pos), refused);
        let large = Setup {
            size: "20".parse().ok(),
            ..Setup::default()
        };
        let refused = write_all(&large, Format::Pos).unwrap_err();
        assert!(refused.to_string().contains("20x20"), "{refused}");
    }
}
