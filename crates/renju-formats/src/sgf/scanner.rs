//! Lexer of SGF: characters with their line and column, escaped values, and a limit on bytes.

use compact_str::CompactString;

use crate::budget::too_many_bytes;
use crate::characters::with_line_feeds;
use crate::{ErrorCode, ParseError, TextLine};

/// The characters of a text with their places, a line feed at each line end.
pub(super) struct Scanner<I> {
    lines: I,
    /// The line of the last character.
    line: TextLine,
    /// Bytes of the line that are passed, and characters; none before the first line.
    passed: Option<(usize, u32)>,
    /// Bytes of the lines since a game began, and the most that are read.
    bytes: (u64, u64),
    /// Whether nothing more is read.
    is_over: bool,
}

/// A value of a property, and where it begins.
#[derive(Clone, Debug)]
pub(super) struct SgfValue {
    /// The name of the property.
    pub(super) name: CompactString,
    /// Whether it is the first value of that property.
    pub(super) is_first: bool,
    pub(super) text: CompactString,
    /// The text with its backslashes, if it has some.
    raw: Option<Box<str>>,
    line: u64,
    column: u32,
}

impl SgfValue {
    /// The text as it was written.
    pub(super) fn raw(&self) -> &str {
        self.raw.as_deref().unwrap_or(&self.text)
    }

    /// An error about this value; its line can be shown where that is at hand.
    pub(super) fn error(&self, code: ErrorCode, message: impl Into<String>) -> ParseError {
        self.placed(ParseError::new(code, message))
    }

    /// The error at the place of this value.
    pub(super) fn placed(&self, error: ParseError) -> ParseError {
        let width = self.text.lines().next().unwrap_or_default().chars().count();
        ParseError {
            line: Some(self.line),
            ..error.at(self.column, width)
        }
    }
}

impl<I: Iterator<Item = Result<TextLine, ParseError>>> Scanner<I> {
    /// The characters of `lines`, as long as no game has more bytes than allowed.
    pub(super) fn new(lines: I, most_game_bytes: u64) -> Scanner<I> {
        Scanner {
            lines,
            line: TextLine::utf8(0, ""),
            passed: None,
            bytes: (0, most_game_bytes),
            is_over: false,
        }
    }

    /// Counts the bytes of a game from here on.
    pub(super) fn begin_game(&mut self) {
        self.bytes.0 = 0;
    }

    /// The line of the last character.
    pub(super) fn line(&self) -> &TextLine {
        &self.line
    }

    /// The next character; `None` at the end.
    ///
    /// # Errors
    ///
    /// If a line cannot be read. The next call goes on with the line after it, unless the game has too
    /// many bytes.
    pub(super) fn next(&mut self) -> Result<Option<char>, ParseError> {
        if let Some((bytes, characters)) = &mut self.passed {
            if let Some(char) = self.line.text[*bytes..].chars().next() {
                *bytes += char.len_utf8();
                *characters += 1;
                return Ok(Some(char));
            }
            self.passed = None;
            return Ok(Some('\n'));
        }
        match self.lines.next() {
            _ if self.is_over => Ok(None),
            None => Ok(None),
            Some(line) => {
                self.line = line?;
                let (bytes, most) = &mut self.bytes;
                *bytes += self.line.text.len() as u64 + 1;
                if *bytes > *most {
                    self.is_over = true;
                    return Err(ParseError {
                        line: Some(self.line.number),
                        ..too_many_bytes(*most)
                    });
                }
                self.passed = Some((0, 0));
                self.next()
            }
        }
    }

    /// The value whose bracket was the last character, as one of a property of this name: another
    /// value of the property before it, if the name is empty.
    ///
    /// # Errors
    ///
    /// If it has no end, or a line cannot be read.
    pub(super) fn value(&mut self, name: CompactString) -> Result<SgfValue, ParseError> {
        let (line, column) = (self.line.number, self.column() + 1);
        let is_first = !name.is_empty();
        let mut text = CompactString::default();
        let mut raw: Option<String> = None;
        loop {
            let plain = self.up_to_bracket();
            text.push_str(plain);
            if let Some(raw) = &mut raw {
                raw.push_str(plain);
            }
            match self.next()? {
                Some(']') => break,
                Some('\\') => {
                    let raw = raw.get_or_insert_with(|| text.to_string());
                    raw.push('\\');
                    let protected = self.next()?;
                    raw.extend(protected);
                    text.extend(protected.filter(|&char| char != '\n'));
                }
                Some(char) => {
                    text.push(char);
                    raw.as_mut().map(|raw| raw.push(char)).unwrap_or_default();
                }
                None => {
                    let error = ParseError::new(ErrorCode::BadSgf, "the value is not closed: no ]");
                    return Err(ParseError {
                        line: Some(line),
                        ..error.at(column, 1)
                    });
                }
            }
        }
        Ok(SgfValue {
            name,
            is_first,
            text: with_line_feeds(&text).map_or(text, CompactString::from),
            raw: raw.map(|raw| with_line_feeds(&raw).unwrap_or(raw).into_boxed_str()),
            line,
            column,
        })
    }

    /// Passes over the characters of the line before the next bracket or backslash.
    fn up_to_bracket(&mut self) -> &str {
        let Some((bytes, characters)) = &mut self.passed else {
            return "";
        };
        let rest = &self.line.text[*bytes..];
        let end = rest.find([']', '\\']).unwrap_or(rest.len());
        let plain = &rest[..end];
        *bytes += end;
        *characters += if plain.is_ascii() {
            end as u32
        } else {
            plain.chars().count() as u32
        };
        plain
    }

    /// The error with its line, if that is the one of the last character.
    pub(super) fn shown(&self, error: ParseError) -> ParseError {
        if error.line == Some(self.line.number) {
            error.on(&self.line)
        } else {
            error
        }
    }

    /// An error at the last character.
    pub(super) fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError::new(ErrorCode::BadSgf, message)
            .at(self.column(), 1)
            .on(&self.line)
    }

    fn column(&self) -> u32 {
        self.passed.map_or(1, |(_, characters)| characters.max(1))
    }
}
