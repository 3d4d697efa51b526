use std::io::BufRead;

use crate::position::Setup;

use super::{ParseError, ResolvedOptions};

/// A position or game as it was read, with how it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsedSetup {
    /// What the text says, true or not.
    pub setup: Setup,
    /// The options that were in force: given, found in the text, or assumed.
    pub assumed: ResolvedOptions,
    /// Its first line, from 1.
    pub line: u64,
    /// The number of the turn, where a query asks for several positions of its game.
    pub turn: Option<usize>,
}

/// The bytes that a reader takes its records from.
pub(super) type ByteStream<'a> = Box<dyn BufRead + Send + 'a>;

/// The records of an input as they come.
pub(super) type ParsedSetups<'a> =
    Box<dyn Iterator<Item = Result<ParsedSetup, ParseError>> + Send + 'a>;
