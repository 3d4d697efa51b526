//! Entry points for one known format: streams of set-ups or games, whole texts, and writing with
//! its losses named.

use std::io::BufRead;

use renju_core::position::{Game, Setup};

use super::codec::{Read, Write};
use super::loss::{Impossible, Loss, Lossy, WriteError};
use super::parsed::{ByteStream, ParsedGame, ParsedSetup, ParsedSetups};
use super::setup_text::{Written, losses_of_line};
use super::{ErrorCode, Format, ParseError, ParseOptions, WriteOptions};

/// The set-ups of an input as they come, in memory that does not grow with it.
///
/// A diagram, a game or an object is read at a time. After an error it goes on with the next one,
/// except after an `io` error.
///
/// ```
/// use renju_formats::{Format, ParseOptions, stream};
///
/// let games = &b"h8 i9\nh8 h8\nh8 g7\n"[..];
/// let read: Vec<_> = stream(games, Format::Moves, &ParseOptions::default()).collect();
/// assert_eq!(read.len(), 3);
/// assert_eq!(read[1].as_ref().unwrap_err().to_string(), "H8 is taken by move 1");
/// assert_eq!(read[2].as_ref().unwrap().line, Some(3));
/// ```
pub fn stream<'a>(
    input: impl BufRead + Send + 'a,
    format: Format,
    options: &ParseOptions,
) -> Box<dyn Iterator<Item = Result<ParsedSetup, ParseError>> + Send + 'a> {
    let input: ByteStream<'a> = Box::new(input);
    match format.codec().read {
        Read::Setups(read) => with_assumed_size(read(input, *options), format, options),
        Read::Games(read) => {
            let games = read(input, *options);
            if options.variations {
                Box::new(games.flat_map(|game| {
                    let (lines, error) = match game {
                        Ok(game) => (Some(game.into_lines()), None),
                        Err(error) => (None, Some(Err(error))),
                    };
                    lines.into_iter().flatten().map(Ok).chain(error)
                }))
            } else {
                Box::new(games.map(|game| game.map(ParsedGame::main_line)))
            }
        }
    }
}

/// The games of an input as they come, with their variations; otherwise as [`stream`] does it.
///
/// ```
/// use renju_formats::{Format, ParseOptions, games};
///
/// let file = &b"(;SZ[15];B[hh](;W[ig])(;W[hg]C[better]))"[..];
/// let read: Vec<_> = games(file, Format::Sgf, &ParseOptions::default()).collect();
/// assert_eq!(read[0].as_ref().unwrap().game.tree.lines().count(), 2);
/// ```
pub fn games<'a>(
    input: impl BufRead + Send + 'a,
    format: Format,
    options: &ParseOptions,
) -> Box<dyn Iterator<Item = Result<ParsedGame, ParseError>> + Send + 'a> {
    let input: ByteStream<'a> = Box::new(input);
    match format.codec().read {
        Read::Setups(read) => {
            let setups = with_assumed_size(read(input, *options), format, options);
            Box::new(setups.map(|setup| setup.map(Into::into)))
        }
        Read::Games(read) => read(input, *options),
    }
}

/// The set-ups with a warning in the first, where points are told from the top or the centre of a
/// board whose size nothing tells.
fn with_assumed_size<'a>(
    mut setups: ParsedSetups<'a>,
    format: Format,
    options: &ParseOptions,
) -> ParsedSetups<'a> {
    const WITHOUT_SIZE: [Format; 4] = [
        Format::OpeningsOffset,
        Format::OpeningsPos,
        Format::OpeningsJson,
        Format::SampleCsv,
    ];
    if options.size.is_some() || !WITHOUT_SIZE.contains(&format) {
        return setups;
    }
    let first = setups.next().map(|first| {
        let mut first = first?;
        let message = "the size of the board is not known, but points are counted from its top or centre: 15x15 is assumed";
        let warning = ParseError::new(ErrorCode::BadSize, message);
        first.warnings.push(warning.hint("--size says another one"));
        Ok(first)
    });
    Box::new(first.into_iter().chain(setups))
}

/// The set-ups of a whole text.
///
/// ```
/// use renju_formats::{Format, ParseOptions, read};
///
/// let text = b"# rule: renju\n. . . . .\n. X . . .\n. . O . .\n. . . . .\n. . . . .\n";
/// let read = read(text, Format::Diagram, &ParseOptions::default())?;
/// assert_eq!(read[0].setup.black, ["B4".parse()?]);
/// assert_eq!(read[0].setup.white, ["C3".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The first mistake in it.
pub fn read(
    bytes: &[u8],
    format: Format,
    options: &ParseOptions,
) -> Result<Vec<ParsedSetup>, ParseError> {
    stream(bytes, format, options).collect()
}

/// Writes a set-up down, with a line end behind.
///
/// ```
/// use renju_formats::{Format, ParseOptions, WriteError, parse_moves, write};
///
/// let game = parse_moves("H8 I9", &ParseOptions::default())?;
/// assert_eq!(write(&game, Format::Moves)?, b"h8i9\n");
///
/// // A diagram has no order: it is written all the same, and what it lacks is named.
/// let Err(WriteError::Lossy(lossy)) = write(&game, Format::Diagram) else { panic!() };
/// assert!(lossy.bytes.starts_with(b"   A B C"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`WriteError::Lossy`] holds the bytes and what they leave out; [`WriteError::Impossible`] says
/// why the format cannot hold it at all.
pub fn write(setup: &Setup, format: Format) -> Result<Vec<u8>, WriteError> {
    write_setup(setup, format, &WriteOptions::default())
}

/// Writes a set-up down as [`write()`] does, where the user says more than the format.
///
/// # Errors
///
/// As those of [`write()`].
pub fn write_setup(
    setup: &Setup,
    format: Format,
    options: &WriteOptions,
) -> Result<Vec<u8>, WriteError> {
    let Written { bytes, mut lost } = match format.codec().write {
        Write::Setup(write) => return done(write(setup, options)?.written()),
        Write::Game(write) => write(&setup.clone().into(), options)?,
        Write::Never => return Err(Impossible::NotWritten.into()),
    };
    let last = setup.moves.iter().rev().find_map(|&point| point);
    let is_marked = setup.last.is_some() && setup.last != last;
    lost.add(Loss::LastMove, usize::from(is_marked));
    lost.add(Loss::Claims, setup.claims.len());
    lost.add(Loss::Marks, setup.marks.len());
    lost.add(Loss::Expectations, setup.expect.len());
    done(Written { bytes, lost })
}

/// Writes a game down with its variations, or what the format can hold of it: its main line.
///
/// # Errors
///
/// As those of [`write()`].
pub fn write_game(
    game: &Game,
    format: Format,
    options: &WriteOptions,
) -> Result<Vec<u8>, WriteError> {
    match format.codec().write {
        Write::Game(write) => done(write(game, options)?),
        Write::Setup(write) => {
            let setup = game.main_setup();
            let mut written = write(&setup, options)?.written();
            written.lost.add_all(&losses_of_line(&game.tree));
            done(written)
        }
        Write::Never => Err(Impossible::NotWritten.into()),
    }
}

fn done(Written { bytes, lost }: Written) -> Result<Vec<u8>, WriteError> {
    if lost.is_empty() {
        Ok(bytes)
    } else {
        Err(WriteError::Lossy(Lossy { bytes, lost }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Loss;
    use renju_core::geometry::{Point, Size};
    use renju_core::rule::Rule;

    fn points(names: &str) -> Vec<Point> {
        names
            .split_whitespace()
            .map(|name| name.parse().unwrap())
            .collect()
    }

    fn lost(setup: &Setup, format: Format) -> Vec<Loss> {
        match write(setup, format) {
            Ok(_) => Vec::new(),
            Err(WriteError::Lossy(lossy)) => lossy.lost.iter().map(|(loss, _)| loss).collect(),
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn what_a_format_does_not_say_is_named() {
        let game = Setup {
            rule: Some(Rule::Renju),
            size: Some(Size::MAX),
            moves: vec![points("H8").pop(), None],
            ..Setup::default()
        };
        assert_eq!(lost(&game, Format::Jsonl), []);
        assert_eq!(lost(&game, Format::Moves), [Loss::Size, Loss::Rule]);
        assert_eq!(
            lost(&game, Format::Diagram),
            [Loss::MoveOrder, Loss::Passes]
        );
    }

    #[test]
    fn stones_without_order_are_no_moves() {
        let setup = Setup {
            black: points("H8"),
            ..Setup::default()
        };
        let error = write(&setup, Format::Moves).unwrap_err();
        assert_eq!(error, WriteError::Impossible(Impossible::NoOrder));
    }

    #[test]
    fn what_stands_on_no_board_is_not_written() {
        let twice = Setup {
            black: points("H8"),
            white: points("H8"),
            ..Setup::default()
        };
        let off = Setup {
            black: points("T20"),
            ..Setup::default()
        };
        for format in [
            Format::Diagram,
            Format::Unicode,
            Format::Jsonl,
            Format::Moves,
        ] {
            assert!(matches!(
                write(&twice, format),
                Err(WriteError::Impossible(Impossible::PointTaken(_)))
            ));
            assert!(matches!(
                write(&off, format),
                Err(WriteError::Impossible(Impossible::OffBoard(..)))
            ));
        }
    }
}
