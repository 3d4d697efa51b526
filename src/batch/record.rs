use std::fmt;

use crate::notation::{ParseError, ResolvedOptions};
use crate::position::Setup;

/// Where a record comes from; its id, unless it names one itself.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RecordId {
    /// The file as named by the user, `-` for standard input, `-m` for moves of the command line.
    pub source: String,
    /// Its number in the file, from 1, where the file holds several or is one of records by lines.
    pub number: Option<u64>,
}

impl RecordId {
    /// A whole source, or its only record.
    pub fn file(source: impl Into<String>) -> RecordId {
        RecordId {
            source: source.into(),
            number: None,
        }
    }
}

impl fmt::Display for RecordId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "{}#{number}", self.source),
            None => f.write_str(&self.source),
        }
    }
}

/// One record of the input.
#[derive(Clone, Debug)]
pub struct Record {
    /// Where it comes from.
    pub place: RecordId,
    /// The line it begins on, from 1; `None` if it could not even be opened.
    pub line: Option<u64>,
    /// What was read, or why it could not be.
    pub body: Result<RecordBody, ParseError>,
}

/// What a record holds.
#[derive(Clone, Debug)]
pub enum RecordBody {
    /// A JSON line, to be parsed by the worker.
    Line(String),
    /// A set-up, read by the stream of its format.
    Setup(Box<Setup>, ResolvedOptions),
}
