//! Move strings with row 1 at the top (c-gomoku-cli), and rows of points with commas between them.
//!
//! Both look like files of moves, so that neither is detected: which one it is, and from where the
//! rows count, is for the user to say.

use crate::loss::Impossible;
use crate::parsed::{ByteStream, ParsedSetups};
use crate::setup_text::{BESIDE_MOVES, SetupText};
use crate::{Format, ParseOptions};
use crate::{move_records, moves};
use renju_core::geometry::{Point, Size};
use renju_core::position::Setup;

/// Reads `f6f7h6`, rows from the top.
pub(crate) fn read_pos(input: ByteStream<'_>, options: ParseOptions) -> ParsedSetups<'_> {
    let options = options.rows_from_top();
    move_records::one_a_line(input, Format::OpeningsPos, options, moves::described_game)
}

/// Reads `f7,f6,h6`, rows from the bottom.
pub(crate) fn read_csv(input: ByteStream<'_>, options: ParseOptions) -> ParsedSetups<'_> {
    move_records::one_a_line(input, Format::OpeningsCsv, options, moves::described_game)
}

/// Writes `f6f7h6`, rows from the top.
pub(crate) fn write_pos(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    write(setup, "", |point, size| {
        named(point, size.get() - point.row())
    })
}

/// Writes `f7,f6,h6`, rows from the bottom.
pub(crate) fn write_csv(setup: &Setup) -> Result<SetupText<'_>, Impossible> {
    write(setup, ",", |point, _| named(point, point.row() + 1))
}

fn named(point: Point, row: u8) -> String {
    format!("{}{row}", point.letter().to_ascii_lowercase())
}

/// Writes points, each in words, with something between them.
pub(super) fn write<'a>(
    setup: &'a Setup,
    between: &str,
    words: impl Fn(Point, Size) -> String,
) -> Result<SetupText<'a>, Impossible> {
    let mut text = SetupText::about(setup)?;
    let points = text.points_in_order()?;
    if points.is_empty() {
        return Err(Impossible::NoMoves);
    }
    let words: Vec<String> = points
        .iter()
        .map(|&point| words(point, text.size))
        .collect();
    text.body = (words.join(between) + "\n").into_bytes();
    text.leave_out(&BESIDE_MOVES);
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Origin, ParseError, ParsedSetup, read, stream, write as write_all};
    use crate::{WriteError, parse_moves};
    use renju_core::geometry::Size;

    fn game(moves: &str) -> Vec<Option<Point>> {
        parse_moves(moves, &ParseOptions::default()).unwrap().moves
    }

    fn on(size: u8) -> ParseOptions {
        ParseOptions {
            size: Size::new(size),
            ..ParseOptions::default()
        }
    }

    #[test]
    fn rows_count_from_the_top_unless_the_user_says_otherwise() {
        let read_one = |options: ParseOptions| {
            let found = read(b"a1b15\n", Format::OpeningsPos, &options).unwrap();
            (found[0].setup.moves.clone(), found[0].assumed.origin)
        };
        assert_eq!(read_one(on(15)), (game("a15 b1"), Origin::TopLeft));
        let bottom = ParseOptions {
            origin: Some(Origin::BottomLeft),
            ..ParseOptions::default()
        };
        assert_eq!(read_one(bottom), (game("a1 b15"), Origin::BottomLeft));
    }

    #[test]
    fn openings_are_read_line_by_line_with_their_mistakes() {
        let text = &b"f7,f6,h6\r\n\nf7,f7\n# a comment\no1,p1\nh8\n"[..];
        let found: Vec<Result<ParsedSetup, ParseError>> =
            stream(text, Format::OpeningsCsv, &ParseOptions::default()).collect();
        assert_eq!(found.len(), 4);
        assert_eq!(found[0].as_ref().unwrap().setup.moves, game("f7 f6 h6"));
        let taken = found[1].as_ref().unwrap_err();
        assert_eq!((taken.line, taken.column), (Some(3), Some(4)));
        assert_eq!(found[2].as_ref().unwrap_err().column, Some(4));
        let last = found[3].as_ref().unwrap();
        assert_eq!(
            (last.line, last.assumed.format),
            (Some(6), Format::OpeningsCsv)
        );
    }

    #[test]
    fn what_is_written_is_read_back() {
        for side in [5, 15, 20] {
            let size = Size::new(side).unwrap();
            let setup = Setup {
                size: Some(size),
                moves: size.points().map(Some).collect(),
                ..Setup::default()
            };
            for format in [Format::OpeningsPos, Format::OpeningsCsv] {
                let bytes = match write_all(&setup, format) {
                    Ok(bytes) => bytes,
                    Err(WriteError::Lossy(lossy)) => {
                        assert!(lossy.lost.iter().all(|(loss, _)| loss == crate::Loss::Size));
                        lossy.bytes
                    }
                    Err(error) => panic!("{error}"),
                };
                assert_eq!(read(&bytes, format, &on(side)).unwrap()[0].setup, setup);
            }
        }
    }

    #[test]
    fn what_is_no_opening_is_not_written() {
        let with_pass = Setup {
            moves: game("h8 pass"),
            ..Setup::default()
        };
        for format in [Format::OpeningsPos, Format::OpeningsCsv] {
            let written = |setup: &Setup| write_all(setup, format).unwrap_err();
            assert_eq!(written(&with_pass), Impossible::Pass.into());
            assert_eq!(written(&Setup::default()), Impossible::NoMoves.into());
        }
    }
}
