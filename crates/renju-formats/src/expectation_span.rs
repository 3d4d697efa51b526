//! Source span of an expectation in a text file, so that an error can point at one of its words.

use super::characters::Character;
use super::{ErrorCode, ParseError, TextLine};

/// Where the words of an expectation stand in a file of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpectationSpan {
    /// The line, as it is written.
    pub line: TextLine,
    /// Where the words begin in the text of `line`: characters from 1.
    pub column: u32,
    /// How many characters they take.
    pub width: u32,
    /// How many of the first words of the expectation are not among those of the place: 1 for what
    /// a line `# shape:` says.
    pub unwritten: usize,
}

impl ExpectationSpan {
    /// The place of these characters of a line.
    pub(super) fn over(
        words: &[Character],
        line: &TextLine,
        unwritten: usize,
    ) -> Option<ExpectationSpan> {
        let (first, last) = (words.first()?, words.last()?);
        Some(ExpectationSpan {
            line: line.clone(),
            column: first.column,
            width: last.column + 1 - first.column,
            unwritten,
        })
    }

    /// The words as they are written.
    pub fn written(&self) -> String {
        let signs = self.line.text.chars();
        let signs = signs.skip(self.column as usize - 1);
        signs.take(self.width as usize).collect()
    }

    /// Where the words begin on the line of the file: characters from 1.
    pub fn file_column(&self) -> u32 {
        self.column + self.line.before
    }

    /// An error at the word of this number, counted from 0 with those that are not written; at all of
    /// them if it is not there.
    pub fn error(&self, word: Option<usize>, code: ErrorCode, message: String) -> ParseError {
        let written = self.written();
        let at = word
            .and_then(|word| word.checked_sub(self.unwritten))
            .and_then(|word| word_at(&written, word));
        let (start, width) = at.unwrap_or((0, self.width as usize));
        let error = ParseError::new(code, message).at(self.column + start as u32, width);
        let mut error = error.on(&self.line);
        error.column = error.column.map(|column| column + self.line.before);
        error
    }
}

/// Where a word stands in a text, and how long it is, in characters.
fn word_at(text: &str, number: usize) -> Option<(usize, usize)> {
    let mut words = 0;
    let mut start = None;
    for (at, sign) in text.chars().chain([' ']).enumerate() {
        match start {
            None if !sign.is_whitespace() => start = Some(at),
            Some(first) if sign.is_whitespace() => {
                if words == number {
                    return Some((first, at - first));
                }
                words += 1;
                start = None;
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_stands_at_its_word() {
        let place = ExpectationSpan {
            line: TextLine {
                before: 10,
                ..TextLine::utf8(7, "# expect: legal  H8")
            },
            column: 11,
            width: 9,
            unwritten: 0,
        };
        assert_eq!(place.written(), "legal  H8");
        let error = |word| {
            let error = place.error(word, ErrorCode::BadPoint, String::new());
            let shown = error.excerpt.and_then(|excerpt| excerpt.column);
            (error.line, error.column, error.width, shown)
        };
        assert_eq!(error(Some(1)), (Some(7), Some(28), 2, Some(18)));
        assert_eq!(error(Some(0)), (Some(7), Some(21), 5, Some(11)));
        assert_eq!(error(Some(2)), (Some(7), Some(21), 9, Some(11)));
        assert_eq!(error(None), error(Some(2)));
    }
}
