use std::io::BufRead;

use crate::position::Setup;

use super::loss::{Impossible, Lossy, SetupText, WriteError};
use super::parsed::{ByteStream, Evidence, ParsedSetup, ParsedSetups, TextSample};
use super::{Format, ParseError, ParseOptions, board_block, csv, diagram, jsonl, moves, sgf};

/// How a format is detected, read and written.
pub(super) struct Codec {
    pub(super) detect: fn(&TextSample<'_>) -> Evidence,
    read: for<'a> fn(ByteStream<'a>, ParseOptions) -> ParsedSetups<'a>,
    write: fn(&Setup) -> Result<SetupText<'_>, Impossible>,
}

impl Format {
    /// The one table of all formats.
    pub(super) fn codec(self) -> Codec {
        match self {
            Format::Diagram => Codec {
                detect: diagram::detect,
                read: diagram::read,
                write: diagram::write_ascii,
            },
            Format::Unicode => Codec {
                detect: |_| Evidence::Nothing,
                read: diagram::read,
                write: diagram::write_unicode,
            },
            Format::Moves => Codec {
                detect: moves::detect,
                read: moves::read,
                write: moves::write,
            },
            Format::Jsonl => Codec {
                detect: jsonl::detect,
                read: |input, options| jsonl::read(input, Format::Jsonl, options),
                write: jsonl::write,
            },
            Format::Katago => Codec {
                detect: |_| Evidence::Nothing,
                read: |input, options| jsonl::read(input, Format::Katago, options),
                write: jsonl::write_query,
            },
            Format::Csv => Codec {
                detect: csv::detect,
                read: csv::read,
                write: csv::write,
            },
            Format::Sgf => Codec {
                detect: sgf::detect,
                read: sgf::read,
                write: sgf::write,
            },
            Format::Gomocup => Codec {
                detect: board_block::detect,
                read: board_block::read,
                write: board_block::write,
            },
        }
    }
}

/// The set-ups of an input as they come, in memory that does not grow with it.
///
/// A diagram, a game or an object is read at a time. After an error it goes on with the next one,
/// except after an `io` error.
///
/// ```
/// use renju::notation::{Format, ParseOptions, stream};
///
/// let games = &b"h8 i9\nh8 h8\nh8 g7\n"[..];
/// let read: Vec<_> = stream(games, Format::Moves, &ParseOptions::default()).collect();
/// assert_eq!(read.len(), 3);
/// assert_eq!(read[1].as_ref().unwrap_err().to_string(), "H8 is taken by move 1");
/// assert_eq!(read[2].as_ref().unwrap().line, 3);
/// ```
pub fn stream<'a>(
    input: impl BufRead + Send + 'a,
    format: Format,
    options: &ParseOptions,
) -> Box<dyn Iterator<Item = Result<ParsedSetup, ParseError>> + Send + 'a> {
    (format.codec().read)(Box::new(input), *options)
}

/// The set-ups of a whole text.
///
/// ```
/// use renju::notation::{Format, ParseOptions, read};
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
/// use renju::notation::{Format, ParseOptions, WriteError, parse_moves, write};
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
    let SetupText { body, lost, .. } = (format.codec().write)(setup)?;
    let bytes = body.into_bytes();
    if lost.is_empty() {
        Ok(bytes)
    } else {
        let lost = lost.into_iter().collect();
        Err(WriteError::Lossy(Lossy { bytes, lost }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Point, Size};
    use crate::notation::Loss;
    use crate::rule::Rule;

    fn points(names: &str) -> Vec<Point> {
        names
            .split_whitespace()
            .map(|name| name.parse().unwrap())
            .collect()
    }

    fn lost(setup: &Setup, format: Format) -> Vec<Loss> {
        match write(setup, format) {
            Ok(_) => Vec::new(),
            Err(WriteError::Lossy(lossy)) => lossy.lost,
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
