use std::io::BufRead;

use crate::position::{Game, Setup};

use super::detect::ByteSample;
use super::loss::{Impossible, Loss, Lossy, WriteError};
use super::parsed::{
    ByteStream, Evidence, ParsedGame, ParsedGames, ParsedSetup, ParsedSetups, TextSample,
};
use super::setup_text::{SetupText, Written, beside_main_line};
use super::{
    Format, ParseError, ParseOptions, WriteOptions, bdt, board_block, csv, db, diagram, jsonl, lib,
    moves, openings, piskvorky, pos, rif, samples, sav, sgf,
};

/// How a format is detected, read and written.
pub(super) struct Codec {
    pub(super) detect: Detect,
    read: Read,
    write: Write,
    /// What a file of it holds.
    pub(super) holds: Holds,
    /// How names of its files end, the usual ending first.
    pub(super) endings: &'static [&'static str],
}

/// What an input is recognised by.
#[derive(Clone, Copy)]
pub(super) enum Detect {
    /// Nothing: another format reads the same files.
    Never,
    /// Its lines.
    Lines(fn(&TextSample<'_>) -> Evidence),
    /// Its bytes, as no text has them.
    Bytes(fn(&ByteSample<'_>) -> bool),
}

/// What a reader gives.
#[derive(Clone, Copy)]
enum Read {
    /// Positions and games of one line.
    Setups(for<'a> fn(ByteStream<'a>, ParseOptions) -> ParsedSetups<'a>),
    /// Games with variations.
    Games(for<'a> fn(ByteStream<'a>, ParseOptions) -> ParsedGames<'a>),
}

/// What a writer takes. It writes a whole file of one record.
#[derive(Clone, Copy)]
enum Write {
    /// A position, or a game of one line.
    Setup(for<'a> fn(&'a Setup, &WriteOptions) -> Result<SetupText<'a>, Impossible>),
    /// A game with variations.
    Game(fn(&Game, &WriteOptions) -> Result<Written, Impossible>),
    /// Nothing: it is only read.
    /// Nothing: the format is only read.
    Never,
}

/// How many records a file can hold, and how one of many differs from a file of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Holds {
    /// One.
    One,
    /// Any number, one after the other.
    Many,
    /// Any number, with a blank line between them.
    Blocks,
    /// Any number, below one first line.
    Rows,
    /// Any number, below one first line; each row begins with its number, from 0.
    Numbered,
    /// Any number, behind four bytes that count them (little-endian) and a header that is the same
    /// in all: see `db::records_of`.
    Counted,
}

impl Format {
    /// The one table of all formats.
    pub(super) fn codec(self) -> Codec {
        match self {
            Format::Diagram => DIAGRAM,
            Format::Unicode => UNICODE,
            Format::Moves => Codec {
                detect: Detect::Lines(moves::detect),
                read: Read::Setups(moves::read),
                write: Write::Setup(|setup, _| moves::write(setup)),
                holds: Holds::Many,
                endings: &["txt"],
            },
            Format::Jsonl => Codec {
                detect: Detect::Lines(jsonl::detect),
                read: Read::Setups(|input, options| jsonl::read(input, Format::Jsonl, options)),
                write: Write::Setup(|setup, _| jsonl::write(setup)),
                holds: Holds::Many,
                endings: &["jsonl"],
            },
            Format::Katago => Codec {
                detect: Detect::Never,
                read: Read::Setups(|input, options| jsonl::read(input, Format::Katago, options)),
                write: Write::Setup(|setup, _| jsonl::write_query(setup)),
                holds: Holds::Many,
                endings: &["jsonl"],
            },
            Format::Csv => Codec {
                detect: Detect::Lines(csv::detect),
                read: Read::Setups(csv::read),
                write: Write::Setup(|setup, _| csv::write(setup)),
                holds: Holds::Rows,
                endings: &["csv"],
            },
            Format::Sgf => Codec {
                detect: Detect::Lines(sgf::detect),
                read: Read::Games(sgf::read),
                write: Write::Game(|game, _| sgf::write(game)),
                holds: Holds::Many,
                endings: &["sgf"],
            },
            Format::Psq => Codec {
                detect: Detect::Lines(piskvorky::detect_psq),
                read: Read::Setups(piskvorky::read_psq),
                write: Write::Setup(|setup, _| piskvorky::write_psq(setup)),
                holds: Holds::One,
                endings: &["psq"],
            },
            Format::Rec => Codec {
                detect: Detect::Lines(piskvorky::detect_rec),
                read: Read::Setups(piskvorky::read_rec),
                write: Write::Setup(|setup, _| piskvorky::write_rec(setup)),
                holds: Holds::One,
                endings: &["rec"],
            },
            Format::Lib => Codec {
                detect: Detect::Bytes(lib::detect),
                read: Read::Games(lib::read),
                write: Write::Game(|game, options| lib::write(game, *options)),
                holds: Holds::One,
                endings: &["lib"],
            },
            Format::Pos => Codec {
                detect: Detect::Bytes(pos::detect),
                read: Read::Setups(pos::read),
                write: Write::Setup(|setup, _| pos::write(setup)),
                holds: Holds::One,
                endings: &["pos"],
            },
            Format::Sav => Codec {
                detect: Detect::Lines(sav::detect),
                read: Read::Setups(sav::read),
                write: Write::Setup(|setup, _| sav::write(setup)),
                holds: Holds::One,
                endings: &["sav"],
            },
            Format::Bdt => Codec {
                detect: Detect::Lines(bdt::detect),
                read: Read::Setups(bdt::read),
                write: Write::Setup(|setup, _| bdt::write(setup)),
                holds: Holds::Many,
                endings: &["bdt"],
            },
            Format::Db => Codec {
                detect: Detect::Bytes(db::detect),
                read: Read::Games(db::read),
                write: Write::Game(|game, options| db::write(game, *options)),
                holds: Holds::Counted,
                endings: &["db"],
            },
            Format::DbCsv => Codec {
                detect: Detect::Lines(db::detect_export),
                read: Read::Games(db::read_export),
                write: Write::Game(|game, _| db::write_export(game)),
                holds: Holds::Numbered,
                endings: &["csv"],
            },
            Format::Gomocup => Codec {
                detect: Detect::Lines(board_block::detect),
                read: Read::Setups(board_block::read),
                write: Write::Setup(|setup, _| board_block::write(setup)),
                holds: Holds::Many,
                endings: &["txt"],
            },
            Format::OpeningsOffset => OPENINGS_OFFSET,
            Format::OpeningsPos => OPENINGS_POS,
            Format::OpeningsJson => OPENINGS_JSON,
            Format::OpeningsCsv => OPENINGS_CSV,
            Format::Rif => RIF,
            Format::SampleCsv => SAMPLE_CSV,
            Format::SampleBin => SAMPLE_BIN,
            Format::Binpack => BINPACK,
        }
    }

    /// The format whose files are named so, by the ending; `None` if several or none are.
    pub fn of_file_name(name: &str) -> Option<Format> {
        let (_, ending) = name.rsplit_once('.')?;
        let mut named = Format::ALL.into_iter().filter(|format| {
            let endings = format.endings();
            endings
                .first()
                .is_some_and(|usual| usual.eq_ignore_ascii_case(ending))
        });
        match (named.next(), named.next()) {
            (Some(format), None) | (Some(format @ (Format::Jsonl | Format::Csv)), _) => {
                Some(format)
            }
            _ => None,
        }
    }

    /// Whether it is written, and not only read.
    pub fn is_written(self) -> bool {
        !matches!(self.codec().write, Write::Never)
    }

    /// Whether its files are no text.
    pub fn is_binary(self) -> bool {
        matches!(self.codec().detect, Detect::Bytes(_))
    }

    /// Whether its games have variations.
    pub fn has_trees(self) -> bool {
        matches!(self.codec().read, Read::Games(_))
    }

    /// How names of files of this format end, without a dot, the usual ending first.
    pub fn endings(self) -> &'static [&'static str] {
        self.codec().endings
    }

    /// How files of this format are usually named: the ending, without a dot.
    pub fn ending(self) -> &'static str {
        self.endings().first().copied().unwrap_or("txt")
    }
}

const DIAGRAM: Codec = Codec {
    detect: Detect::Lines(diagram::detect),
    read: Read::Setups(diagram::read),
    write: Write::Setup(|setup, _| diagram::write_ascii(setup)),
    holds: Holds::Blocks,
    endings: &["txt"],
};

const UNICODE: Codec = Codec {
    detect: Detect::Never,
    read: Read::Setups(diagram::read),
    write: Write::Setup(|setup, _| diagram::write_unicode(setup)),
    holds: Holds::Blocks,
    endings: &["txt"],
};

const OPENINGS_OFFSET: Codec = Codec {
    detect: Detect::Lines(openings::detect),
    read: Read::Setups(openings::read_offset),
    write: Write::Setup(|setup, _| openings::write_offset(setup)),
    holds: Holds::Many,
    endings: &["txt"],
};

const OPENINGS_POS: Codec = Codec {
    detect: Detect::Never,
    read: Read::Setups(openings::read_pos),
    write: Write::Setup(|setup, _| openings::write_pos(setup)),
    holds: Holds::Many,
    endings: &["txt"],
};

const OPENINGS_JSON: Codec = Codec {
    detect: Detect::Never,
    read: Read::Setups(openings::read_json),
    write: Write::Setup(|setup, _| openings::write_json(setup)),
    holds: Holds::Many,
    endings: &["json"],
};

const OPENINGS_CSV: Codec = Codec {
    detect: Detect::Never,
    read: Read::Setups(openings::read_csv),
    write: Write::Setup(|setup, _| openings::write_csv(setup)),
    holds: Holds::Many,
    endings: &["csv"],
};

const RIF: Codec = Codec {
    detect: Detect::Lines(rif::detect),
    read: Read::Setups(rif::read),
    write: Write::Never,
    holds: Holds::One,
    endings: &["rif", "xml"],
};

const SAMPLE_CSV: Codec = Codec {
    detect: Detect::Lines(samples::detect_csv),
    read: Read::Setups(samples::read_csv),
    write: Write::Setup(|setup, _| samples::write_csv(setup)),
    holds: Holds::Many,
    endings: &["csv"],
};

const SAMPLE_BIN: Codec = Codec {
    detect: Detect::Bytes(|sample| samples::is_bin(sample.bytes, sample.is_whole)),
    read: Read::Setups(samples::read_bin),
    write: Write::Setup(|setup, _| samples::write_bin(setup)),
    holds: Holds::Many,
    endings: &["bin"],
};

const BINPACK: Codec = Codec {
    detect: Detect::Bytes(|sample| samples::is_binpack(sample.bytes, sample.is_whole)),
    read: Read::Games(samples::read_binpack),
    write: Write::Game(|game, _| samples::write_binpack(game)),
    holds: Holds::Many,
    endings: &["binpack"],
};

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
    let input: ByteStream<'a> = Box::new(input);
    match format.codec().read {
        Read::Setups(read) => read(input, *options),
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
/// use renju::notation::{Format, ParseOptions, games};
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
        Read::Setups(read) => Box::new(read(input, *options).map(|setup| setup.map(Into::into))),
        Read::Games(read) => read(input, *options),
    }
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
            written.lost.add_all(&beside_main_line(&game.tree));
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
