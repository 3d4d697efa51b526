//! Results of the readers, `ParsedSetup` and `ParsedGame`, and the samples of an input that its
//! format is detected by.

use std::borrow::Cow;
use std::io::BufRead;

use renju_core::counted::counted;
use renju_core::position::{Game, Setup};

use super::{ErrorCode, ExpectationSpan, ParseError, ParseOptions, ResolvedOptions, TextLine};

/// A position or game as it was read, with how it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsedSetup {
    /// What the text says, true or not.
    pub setup: Setup,
    /// The options that were in force: given, found in the text, or assumed.
    pub assumed: ResolvedOptions,
    /// Its first line, from 1; `None` in a binary format.
    pub line: Option<u64>,
    /// The number of the turn, where a query asks for several positions of its game.
    pub turn: Option<usize>,
    /// How many lines of its tree are left out.
    pub other_lines: usize,
    /// Where the first of `setup.expect` stand, in this order, in formats of text with headers; none in
    /// others.
    pub expect_places: Vec<ExpectationSpan>,
    /// What may be meant otherwise than it was read.
    pub warnings: Vec<ParseError>,
}

impl ParsedSetup {
    /// A set-up that was read with these options, and its first line; nothing else is known of it.
    pub(super) fn new(setup: Setup, assumed: ResolvedOptions, line: Option<u64>) -> ParsedSetup {
        ParsedSetup {
            setup,
            assumed,
            line,
            turn: None,
            other_lines: 0,
            expect_places: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

/// A game with its variations as it was read, with how it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsedGame {
    /// What the file says, true or not.
    pub game: Game,
    /// The options that were in force: given, found in the text, or assumed.
    pub assumed: ResolvedOptions,
    /// Its first line, from 1; `None` in a binary format.
    pub line: Option<u64>,
    /// What may be meant otherwise than it was read.
    pub warnings: Vec<ParseError>,
}

impl ParsedGame {
    /// Its main line, as a study takes it.
    pub fn main_line(mut self) -> ParsedSetup {
        let setup = self.game.main_setup();
        let warnings = std::mem::take(&mut self.warnings);
        ParsedSetup {
            other_lines: self.game.tree.lines().count() - 1,
            ..self.parsed(setup, warnings)
        }
    }

    /// Every line from the root to a leaf, in the order of the file. Warnings come with the first.
    pub fn into_lines(mut self) -> impl Iterator<Item = ParsedSetup> {
        let mut next = self.game.tree.lines().next();
        std::iter::from_fn(move || {
            let leaf = next?;
            next = self.game.tree.next_line(leaf);
            let setup = self.game.setup(leaf);
            let warnings = std::mem::take(&mut self.warnings);
            Some(self.parsed(setup, warnings))
        })
    }

    fn parsed(&self, setup: Setup, warnings: Vec<ParseError>) -> ParsedSetup {
        ParsedSetup {
            warnings,
            ..ParsedSetup::new(setup, self.assumed, self.line)
        }
    }
}

impl From<ParsedSetup> for ParsedGame {
    fn from(parsed: ParsedSetup) -> ParsedGame {
        ParsedGame {
            game: parsed.setup.into(),
            assumed: parsed.assumed,
            line: parsed.line,
            warnings: parsed.warnings,
        }
    }
}

/// Lines in which nothing was understood.
#[derive(Clone, Copy, Default)]
pub(super) struct PassedOver {
    lines: u64,
    first: u64,
    /// Whether they have been told, which is done once.
    are_told: bool,
}

impl PassedOver {
    pub(super) fn add(&mut self, line: &TextLine) {
        if self.lines == 0 {
            self.first = line.number;
        }
        self.lines += 1;
    }

    /// What is said of them, unless it has been said.
    pub(super) fn tell(&mut self) -> Option<ParseError> {
        let note = (!self.are_told).then(|| self.note()).flatten();
        self.are_told |= note.is_some();
        note
    }

    /// What is said of them.
    pub(super) fn note(self) -> Option<ParseError> {
        let message = match self.lines {
            0 => return None,
            1 => "a line that is neither a board nor moves is ignored".to_owned(),
            lines => format!(
                "{lines} lines that are neither a board nor moves are ignored; the first is line {}",
                self.first
            ),
        };
        let mut note = ParseError::new(ErrorCode::UnknownFormat, message);
        note.line = Some(self.first);
        Some(note)
    }
}

/// That a field gives the move to another side than the moves do.
pub(super) fn doubt_of_turn(setup: &Setup) -> Option<ParseError> {
    let by_moves = setup.to_play_after(setup.moves.len());
    if setup.moves.is_empty() || setup.to_move.is_none_or(|side| side == by_moves) {
        return None;
    }
    let message = format!("by the moves {by_moves} is to move, but a field says otherwise");
    Some(ParseError::new(ErrorCode::SideUnclear, message))
}

/// That the stones of a set-up are so many of either colour that no game has them, and nothing says which
/// side is to move.
pub(super) fn doubt_of_counts(setup: &Setup) -> Option<ParseError> {
    let is_open = setup.moves.is_empty() && setup.to_move.is_none();
    if !is_open || setup.first_by_stones().is_some() {
        return None;
    }
    let message = format!(
        "{} and {}: by these counts no side is to move",
        counted(setup.black.len(), "black stone", "black stones"),
        counted(setup.white.len(), "white stone", "white stones")
    );
    let hint = "--to-move says which is; if a sign is read wrongly, --stones says what it is";
    Some(ParseError::new(ErrorCode::SideUnclear, message).hint(hint))
}

/// The bytes that a reader takes its records from.
pub(super) type ByteStream<'a> = Box<dyn BufRead + Send + 'a>;

/// The records of an input of which none can be read.
pub(super) fn failed<'a, T: Send + 'a>(
    error: ParseError,
) -> Box<dyn Iterator<Item = Result<T, ParseError>> + Send + 'a> {
    Box::new(std::iter::once(Err(error)))
}

/// The records of an input as they come.
pub(super) type ParsedSetups<'a> =
    Box<dyn Iterator<Item = Result<ParsedSetup, ParseError>> + Send + 'a>;

/// The games of an input as they come. What follows a damaged game is the error that says so.
pub(super) type ParsedGames<'a> =
    Box<dyn Iterator<Item = Result<ParsedGame, ParseError>> + Send + 'a>;

/// The beginning of a text whose format is to be detected.
pub(super) struct TextSample<'a> {
    /// Its lines, blank ones left out; never empty.
    pub(super) lines: Vec<String>,
    /// What the user says of the text.
    pub(super) options: &'a ParseOptions,
}

/// How well a sample fits a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Evidence {
    /// It does not fit, or the format is never detected because another one reads the same texts.
    Nothing,
    /// This number of its lines fits; whether they are enough, should no other format have as many.
    Lines { fitting: usize, are_enough: bool },
    /// It begins as no other format does.
    Certain,
}

impl Evidence {
    /// That it begins as no other format does, if so.
    pub(super) const fn certain_if(is_certain: bool) -> Evidence {
        if is_certain {
            Evidence::Certain
        } else {
            Evidence::Nothing
        }
    }

    /// The number of lines that fit.
    pub(super) const fn lines(self) -> usize {
        match self {
            Evidence::Lines { fitting, .. } => fitting,
            Evidence::Nothing | Evidence::Certain => 0,
        }
    }
}

/// Bytes from the beginning of an input that its format is detected by.
pub const DETECTION_BYTES: usize = 1 << 16;

/// The beginning of an input that may be binary.
pub(super) struct ByteSample<'a> {
    pub(super) bytes: &'a [u8],
    /// Whether that is all of it.
    pub(super) is_whole: bool,
}

impl<'a> ByteSample<'a> {
    /// The bytes without a last line that is cut off, if they are text of one byte or more.
    pub(super) fn whole_lines(&self) -> &'a [u8] {
        let is_utf16 = self.bytes.starts_with(b"\xff\xfe") || self.bytes.starts_with(b"\xfe\xff");
        let end = self.bytes.iter().rposition(|&byte| byte == b'\n');
        match end.filter(|_| !self.is_whole && !is_utf16) {
            Some(end) => &self.bytes[..=end],
            None => self.bytes,
        }
    }
}

/// Whether bytes have control characters that no text has.
pub(super) fn is_binary(bytes: &[u8]) -> bool {
    let is_utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    !is_utf16 && bytes.iter().any(|&byte| is_in_no_text(char::from(byte)))
}

/// Whether a character is one that no text has: a file with it is taken for binary.
pub(super) fn is_in_no_text(sign: char) -> bool {
    sign < ' ' && !matches!(sign, '\t' | '\n' | '\x0c' | '\r' | '\x1a' | '\x1b')
}

/// The text with a sign in the place of each character that no text file can have, and how many those
/// are.
pub(super) fn storable(text: &str) -> (Cow<'_, str>, usize) {
    match text.matches(is_in_no_text).count() {
        0 => (Cow::Borrowed(text), 0),
        count => (Cow::Owned(text.replace(is_in_no_text, "\u{fffd}")), count),
    }
}
