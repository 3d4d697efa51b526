//! Text and bytes <-> [`Setup`](renju_core::position::Setup).
//!
//! [`detect`] tells the [`Format`] of an input, [`stream`] and [`read`] give its set-ups, [`write()`]
//! writes one down. What a text leaves open is said in [`ParseOptions`]; what was assumed in the end
//! comes with every [`ParsedSetup`]. What a format cannot express is reported, not dropped.
//!
//! Nothing here judges a position, and nothing panics on any bytes: a mistake is a [`ParseError`]
//! with its place, after which a stream goes on with the next record.
//!
//! A format has a file or a folder of its own, a variant of [`Format`], and a row in the table of
//! `codec`, which says how it is detected, read and written.

mod address;
mod assumptions;
mod bdt;
mod board_block;
mod budget;
mod bytes;
mod caption;
mod characters;
mod codec;
mod coordinates;
mod csv;
mod db;
mod detect;
mod diagram;
mod encoding;
mod error;
mod expectation_span;
mod file_writer;
pub mod fnv;
mod header;
mod jsonl;
mod line_text;
mod lines;
mod loss;
mod lz4;
mod move_list;
mod move_records;
mod move_tokens;
mod moves;
mod occupied_points;
mod open_game;
mod openings;
mod options;
mod pairs;
mod parsed;
mod piskvorky;
mod pos;
mod properties;
mod read_write;
mod record_line;
mod renlib;
mod rif;
mod samples;
mod sav;
mod setup_text;
mod sgf;

pub use assumptions::{Assumption, Assumptions};
pub use coordinates::{GomocupPoint, parse_point};
pub use detect::{detect, detect_named};
pub use diagram::{PatternDiagram, read_pattern};
pub use encoding::{Encoding, ParseEncodingError};
pub use error::{ErrorCode, Excerpt, ParseError, excerpt, io_words};
pub use expectation_span::ExpectationSpan;
pub use file_writer::{FileRecord, FileWriter};
#[cfg(feature = "schema")]
pub use jsonl::JsonPosition;
pub use jsonl::{
    JsonLine, JsonRecords, MoveName, QueryTurn, expectation_places, field_at, json_error,
    json_records, line_id, parse_line, parse_query,
};
pub use line_text::LineText;
pub use lines::{LINE_LIMIT, TextLine, TextLines};
pub use loss::{Impossible, Loss, Losses, Lossy, WriteError};
pub use moves::parse_moves;
pub use options::{
    Format, Letters, Origin, ParseMarksError, ParseOptions, ResolvedOptions, StoneMarks,
    WriteOptions,
};
pub use pairs::PairOrder;
pub use parsed::{DETECTION_BYTES, ParsedGame, ParsedSetup};
pub use piskvorky::EXTRA as PSQ_EXTRA;
pub use read_write::{games, read, stream, write, write_game, write_setup};
pub use setup_text::losses_of_line;
