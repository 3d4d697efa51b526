//! Text and bytes <-> [`Setup`](crate::position::Setup).
//!
//! [`sniff`] tells the [`Format`] of an input, [`stream`] and [`read`] give its set-ups, [`write()`]
//! writes one down. What a text leaves open is said in a [`ParseOptions`]; what was assumed in the end
//! comes with every [`ParsedSetup`]. What a format cannot express is reported, not dropped.
//!
//! Nothing here judges a position, and nothing panics on any bytes: a mistake is a [`ParseError`]
//! with its place, after which a stream goes on with the next record.
//!
//! A format has a file or a folder of its own, a variant of [`Format`], an arm in [`stream`] and one
//! in [`write()`].

mod diagram;
mod encoding;
mod error;
mod excerpt;
mod foreign;
mod format;
mod glyph;
mod gomocup_point;
mod header;
mod jsonl;
mod lines;
mod moves;
mod names;
mod reading;
mod sniff;
mod stream;
mod write;

pub use encoding::{Encoding, ParseEncodingError};
pub use error::{ErrorCode, Excerpt, ParseError};
pub(crate) use excerpt::excerpt;
pub use format::Format;
pub(crate) use gomocup_point::GomocupPoint;
pub use jsonl::{JsonLine, JsonRecords, QueryTurn, line_id, parse_line};
pub use lines::{LINE_LIMIT, TextLine, TextLines};
pub use moves::parse_moves;
pub use reading::{Letters, Origin, ParseMarksError, ParseOptions, ResolvedOptions, StoneMarks};
pub use sniff::{SNIFFED, sniff};
pub use stream::{ParsedSetup, read, stream};
pub use write::{Impossible, Loss, Lossy, WriteError, write};
