use crate::notation::{ErrorCode, ParseError, TextLine};

/// The characters of a text with their places, a line feed at each line end.
pub(super) struct Scanner<I> {
    lines: I,
    /// The line of the last character.
    line: TextLine,
    /// Bytes of the line that are passed, and characters; none before the first line.
    passed: Option<(usize, u32)>,
}

/// A text between brackets, and where it begins.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) text: String,
    /// The text with its backslashes, if it has some.
    raw: Option<String>,
    line: TextLine,
    column: u32,
}

impl Value {
    /// The text as it was written.
    pub(super) fn into_raw(self) -> String {
        self.raw.unwrap_or(self.text)
    }

    /// An error about this value.
    pub(super) fn error(&self, code: ErrorCode, message: impl Into<String>) -> ParseError {
        let width = self.text.lines().next().unwrap_or_default().chars().count();
        ParseError::new(code, message)
            .at(self.column, width)
            .on(&self.line)
    }
}

impl<I: Iterator<Item = Result<TextLine, ParseError>>> Scanner<I> {
    pub(super) fn new(lines: I) -> Scanner<I> {
        Scanner {
            lines,
            line: TextLine::utf8(0, ""),
            passed: None,
        }
    }

    /// The line of the last character.
    pub(super) fn line(&self) -> &TextLine {
        &self.line
    }

    /// The next character; `None` at the end.
    ///
    /// # Errors
    ///
    /// If a line cannot be read. The next call goes on with the line after it.
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
            None => Ok(None),
            Some(line) => {
                self.line = line?;
                self.passed = Some((0, 0));
                self.next()
            }
        }
    }

    /// The value whose bracket was the last character.
    ///
    /// # Errors
    ///
    /// If it has no end, or a line cannot be read.
    pub(super) fn value(&mut self) -> Result<Value, ParseError> {
        let (line, column) = (self.line.clone(), self.column() + 1);
        let mut text = String::new();
        let mut raw: Option<String> = None;
        loop {
            match self.next()? {
                Some(']') => {
                    return Ok(Value {
                        text,
                        raw,
                        line,
                        column,
                    });
                }
                Some('\\') => {
                    let raw = raw.get_or_insert_with(|| text.clone());
                    raw.push('\\');
                    let protected = self.next()?;
                    raw.extend(protected);
                    text.extend(protected.filter(|&char| char != '\n'));
                }
                Some(char) => {
                    text.push(char);
                    if let Some(raw) = &mut raw {
                        raw.push(char);
                    }
                }
                None => {
                    let error = ParseError::new(ErrorCode::BadSgf, "the value has no end: no ]");
                    return Err(error.at(column, 1).on(&line));
                }
            }
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
