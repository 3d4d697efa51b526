//! Table of formats: how each is detected, read and written, and the endings of its file names.

use renju_core::position::{Game, Setup};

use super::loss::Impossible;
use super::parsed::{ByteSample, ByteStream, Evidence, ParsedGames, ParsedSetups, TextSample};
use super::setup_text::{SetupText, Written};
use super::{
    Format, ParseOptions, WriteOptions, address, bdt, board_block, csv, db, diagram, jsonl,
    move_records, moves, openings, piskvorky, pos, renlib, rif, samples, sav, sgf,
};

/// How a format is detected, read and written.
pub(super) struct Codec {
    pub(super) detect: Detect,
    pub(super) read: Read,
    pub(super) write: Write,
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
    /// The lines of its text.
    Lines(fn(&TextSample<'_>) -> Evidence),
    /// Its bytes, as no text has them.
    Bytes(fn(&ByteSample<'_>) -> bool),
}

/// What a reader gives.
#[derive(Clone, Copy)]
pub(super) enum Read {
    /// Positions and games of one line.
    Setups(for<'a> fn(ByteStream<'a>, ParseOptions) -> ParsedSetups<'a>),
    /// Games with all their variations.
    Games(for<'a> fn(ByteStream<'a>, ParseOptions) -> ParsedGames<'a>),
}

/// What a writer takes. It writes a whole file of one record.
#[derive(Clone, Copy)]
pub(super) enum Write {
    /// A position, or a game of one line.
    Setup(for<'a> fn(&'a Setup, &WriteOptions) -> Result<SetupText<'a>, Impossible>),
    /// A game with variations.
    Game(fn(&Game, &WriteOptions) -> Result<Written, Impossible>),
    /// Nothing: the format is only read.
    Never,
}

/// How many records a file can hold, and how one of many differs from a file of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Holds {
    /// One record, and no more.
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
            Format::Markdown => MARKDOWN,
            Format::Url => URL,
            Format::Moves => MOVES,
            Format::Jsonl => JSONL,
            Format::Katago => KATAGO,
            Format::Csv => CSV,
            Format::Sgf => SGF,
            Format::Psq => PSQ,
            Format::Rec => REC,
            Format::Lib => LIB,
            Format::Pos => POS,
            Format::Sav => SAV,
            Format::Bdt => BDT,
            Format::Db => DB,
            Format::DbCsv => DB_CSV,
            Format::Gomocup => GOMOCUP,
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

const MARKDOWN: Codec = Codec {
    write: Write::Setup(|setup, _| diagram::write_markdown(setup)),
    endings: &["md"],
    ..UNICODE
};

const URL: Codec = Codec {
    detect: Detect::Never,
    write: Write::Setup(|setup, _| address::write(setup)),
    ..MOVES
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

const MOVES: Codec = Codec {
    detect: Detect::Lines(moves::detect),
    read: Read::Setups(move_records::read),
    write: Write::Setup(|setup, _| moves::write(setup)),
    holds: Holds::Many,
    endings: &["txt"],
};

const JSONL: Codec = Codec {
    detect: Detect::Lines(jsonl::detect),
    read: Read::Setups(|input, options| jsonl::read(input, Format::Jsonl, options)),
    write: Write::Setup(|setup, _| jsonl::write(setup)),
    holds: Holds::Many,
    endings: &["jsonl"],
};

const KATAGO: Codec = Codec {
    detect: Detect::Never,
    read: Read::Setups(|input, options| jsonl::read(input, Format::Katago, options)),
    write: Write::Setup(|setup, _| jsonl::write_query(setup)),
    holds: Holds::Many,
    endings: &["jsonl"],
};

const CSV: Codec = Codec {
    detect: Detect::Lines(csv::detect),
    read: Read::Setups(csv::read),
    write: Write::Setup(|setup, _| csv::write(setup)),
    holds: Holds::Rows,
    endings: &["csv"],
};

const SGF: Codec = Codec {
    detect: Detect::Lines(sgf::detect),
    read: Read::Games(sgf::read),
    write: Write::Game(|game, _| sgf::write(game)),
    holds: Holds::Many,
    endings: &["sgf"],
};

const PSQ: Codec = Codec {
    detect: Detect::Lines(piskvorky::detect_psq),
    read: Read::Setups(piskvorky::read_psq),
    write: Write::Setup(|setup, _| piskvorky::write_psq(setup)),
    holds: Holds::One,
    endings: &["psq"],
};

const REC: Codec = Codec {
    detect: Detect::Lines(piskvorky::detect_rec),
    read: Read::Setups(piskvorky::read_rec),
    write: Write::Setup(|setup, _| piskvorky::write_rec(setup)),
    holds: Holds::One,
    endings: &["rec"],
};

const LIB: Codec = Codec {
    detect: Detect::Bytes(renlib::detect),
    read: Read::Games(renlib::read),
    write: Write::Game(|game, options| renlib::write(game, *options)),
    holds: Holds::One,
    endings: &["lib"],
};

const POS: Codec = Codec {
    detect: Detect::Bytes(pos::detect),
    read: Read::Setups(pos::read),
    write: Write::Setup(|setup, _| pos::write(setup)),
    holds: Holds::One,
    endings: &["pos"],
};

const SAV: Codec = Codec {
    detect: Detect::Lines(sav::detect),
    read: Read::Setups(sav::read),
    write: Write::Setup(|setup, _| sav::write(setup)),
    holds: Holds::One,
    endings: &["sav"],
};

const BDT: Codec = Codec {
    detect: Detect::Lines(bdt::detect),
    read: Read::Setups(bdt::read),
    write: Write::Setup(|setup, _| bdt::write(setup)),
    holds: Holds::Many,
    endings: &["bdt"],
};

const DB: Codec = Codec {
    detect: Detect::Bytes(db::detect),
    read: Read::Games(db::read),
    write: Write::Game(|game, options| db::write(game, *options)),
    holds: Holds::Counted,
    endings: &["db"],
};

const DB_CSV: Codec = Codec {
    detect: Detect::Lines(db::detect_export),
    read: Read::Games(db::read_export),
    write: Write::Game(|game, _| db::write_export(game)),
    holds: Holds::Numbered,
    endings: &["csv"],
};

const GOMOCUP: Codec = Codec {
    detect: Detect::Lines(board_block::detect),
    read: Read::Setups(board_block::read),
    write: Write::Setup(|setup, _| board_block::write(setup)),
    holds: Holds::Many,
    endings: &["txt"],
};
