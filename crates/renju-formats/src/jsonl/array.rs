//! Splits a JSON array into its elements as a stream, with only one of them in memory.

use std::io::{self, BufRead};

use crate::fnv::{FNV_OF_NOTHING, fnv1a_with};
use crate::lines::{SKIP_LIMIT, without_end};
use crate::{ErrorCode, LINE_LIMIT, ParseError, TextLine};

/// What is said of an object that is too large.
pub(super) const TOO_LONG: &str = "an object of more than 1 MiB";
const _: () = assert!(LINE_LIMIT == 1 << 20);

/// Whether a text begins as an array of objects does.
pub(super) fn begins_array(text: &[u8]) -> bool {
    let inside = text.trim_ascii_start().strip_prefix(b"[");
    inside.is_some_and(|inside| inside.trim_ascii_start().starts_with(b"{"))
}

/// The elements of an array as they come, each with its place.
///
/// An element goes on to the next comma, or to the end of the array, outside of brackets and
/// strings; whether it is JSON is not looked at. Only one of them is in memory.
pub(super) struct ArrayElements<R> {
    input: R,
    line: u64,
    /// Characters before the next one on its line.
    column: u32,
    state: ArrayState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ArrayState {
    Inside,
    /// Behind the closing bracket.
    Behind,
    Done,
}

impl<R: BufRead> ArrayElements<R> {
    pub(super) fn new(input: R) -> ArrayElements<R> {
        ArrayElements {
            input,
            line: 1,
            column: 0,
            state: ArrayState::Inside,
        }
    }

    /// The next byte, not yet taken.
    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                chunk => return Ok(chunk?.first().copied()),
            }
        }
    }

    /// Takes the byte that was peeked at.
    fn take(&mut self, byte: u8) {
        self.input.consume(1);
        if byte == b'\n' {
            self.line += 1;
            self.column = 0;
        } else if byte & 0xc0 != 0x80 {
            self.column += 1; // Not inside a character of UTF-8.
        }
    }

    fn skip_white_space(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.peek()? {
                Some(byte) if byte.is_ascii_whitespace() => self.take(byte),
                other => return Ok(other),
            }
        }
    }

    /// Skips the mark of the encoding and the opening bracket.
    fn open(&mut self) -> io::Result<()> {
        while let Some(byte) = self.peek()? {
            if byte >= 0x80 {
                self.input.consume(1);
            } else {
                self.take(byte);
                if byte == b'[' {
                    break;
                }
            }
        }
        Ok(())
    }

    /// The next element, and `None` behind the last.
    fn element(&mut self) -> io::Result<Option<Result<TextLine, ParseError>>> {
        if (self.line, self.column) == (1, 0) {
            self.open()?;
        }
        let first = self.skip_white_space()?;
        match (self.state, first) {
            (ArrayState::Done, _) | (ArrayState::Behind, None) => Ok(None),
            (ArrayState::Behind, Some(_)) => {
                self.state = ArrayState::Done;
                Ok(Some(Err(
                    self.error("something follows the end of the array")
                )))
            }
            (ArrayState::Inside, Some(b']')) => {
                self.take(b']');
                self.state = ArrayState::Behind;
                self.element()
            }
            (ArrayState::Inside, None) => {
                self.state = ArrayState::Done;
                let error = self.error("the array is not closed").hint("a ] is missing");
                Ok(Some(Err(error)))
            }
            (ArrayState::Inside, Some(_)) => self.text().map(Some),
        }
    }

    /// The text up to the next comma or the end of the array.
    fn text(&mut self) -> io::Result<Result<TextLine, ParseError>> {
        let (number, before) = (self.line, self.column);
        let mut text = Vec::new();
        let mut nesting = Nesting::default();
        let mut skipped = 0_u64;
        let mut hash = FNV_OF_NOTHING;
        while let Some(byte) = self.peek()? {
            let is_outside = nesting.is_outside();
            if is_outside && byte == b']' {
                break;
            }
            self.take(byte);
            if is_outside && byte == b',' {
                break;
            }
            nesting.read(byte);
            hash = fnv1a_with(hash, &[byte]);
            if text.len() < LINE_LIMIT {
                text.push(byte);
            } else {
                skipped += 1;
            }
            if skipped > SKIP_LIMIT {
                self.state = ArrayState::Done;
                break;
            }
        }
        let error = |code, message: String| ParseError {
            line: Some(number),
            content: Some(hash),
            ..ParseError::new(code, message)
        };
        if skipped > 0 {
            let error = error(ErrorCode::TooLarge, TOO_LONG.to_owned());
            return Ok(Err(if self.state == ArrayState::Done {
                without_end(error)
            } else {
                error
            }));
        }
        let text = String::from_utf8(text).map_err(|_| {
            let message = "the object is not utf-8 text".to_owned();
            error(ErrorCode::BadEncoding, message)
        });
        Ok(text.map(|text| TextLine {
            before,
            ..TextLine::utf8(number, text.trim_ascii_end())
        }))
    }

    fn error(&self, message: &str) -> ParseError {
        ParseError {
            line: Some(self.line),
            ..ParseError::new(ErrorCode::BadJson, message)
        }
    }
}

impl<R: BufRead> Iterator for ArrayElements<R> {
    type Item = Result<TextLine, ParseError>;

    fn next(&mut self) -> Option<Result<TextLine, ParseError>> {
        self.element().unwrap_or_else(|error| {
            let is_first = self.state != ArrayState::Done;
            self.state = ArrayState::Done;
            is_first.then(|| Err(ParseError::io(&error)))
        })
    }
}

/// Brackets that are open at some place of a JSON text, and whether it is inside a string.
#[derive(Default)]
pub(super) struct Nesting {
    depth: u32,
    in_string: bool,
    is_escaped: bool,
}

impl Nesting {
    /// Goes over the next byte.
    pub(super) fn read(&mut self, byte: u8) {
        match byte {
            _ if self.is_escaped => self.is_escaped = false,
            b'\\' => self.is_escaped = self.in_string,
            b'"' => self.in_string = !self.in_string,
            b'{' | b'[' if !self.in_string => self.depth += 1,
            b'}' | b']' if !self.in_string => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }

    /// Goes over the end of a line, over which no string goes on.
    pub(super) fn end_line(&mut self) {
        self.in_string = false;
        self.is_escaped = false;
    }

    /// Whether no bracket is open, and no string.
    pub(super) const fn is_outside(&self) -> bool {
        self.depth == 0 && !self.in_string
    }
}
