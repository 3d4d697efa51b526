//! Header lines above diagrams and games, such as `# rule: renju`, told apart from comments.

use std::fmt::Display;
use std::str::FromStr;

use renju_core::geometry::Size;
use renju_core::position::{PositionId, Setup};

use super::characters::{Character, text, text_as_written, trimmed};
use super::coordinates::CoordinateSystem;
use super::{ErrorCode, ExpectationSpan, ParseError, ParseOptions, TextLine};

/// What a line is to readers of diagrams and of moves alike.
pub(super) enum HeaderLine<'a> {
    /// It says something of the diagram or game below it: `# rule: renju`.
    Header(Header<'a>),
    /// It is for people.
    Comment,
}

/// A header, its value not yet read.
pub(super) struct Header<'a> {
    key: &'static str,
    value: &'a [Character],
}

/// What a header may speak of.
const KEYS: [&str; 6] = ["name", "size", "rule", "to move", "expect", "shape"];

/// Finds a header or a comment; `None` if the line is neither.
pub(super) fn header_line(characters: &[Character]) -> Option<HeaderLine<'_>> {
    let line = trimmed(characters);
    let (body, is_hashed) = match line {
        [Character { char: '#', .. }, rest @ ..] => (trimmed(rest), true),
        _ => (line, false),
    };
    match header(body) {
        Some(header) => Some(HeaderLine::Header(header)),
        None => (is_hashed && is_comment(line)).then_some(HeaderLine::Comment),
    }
}

fn header(line: &[Character]) -> Option<Header<'_>> {
    let colon = line.iter().position(|character| character.char == ':')?;
    Header::named(&text(trimmed(&line[..colon])), &line[colon + 1..])
}

/// `#`, or several, then a blank and words, the first of two or more letters or any that is prose;
/// or nothing but `#`.
fn is_comment(line: &[Character]) -> bool {
    let hashes = line
        .iter()
        .take_while(|character| character.char == '#')
        .count();
    let rest = text(&line[hashes..]);
    if rest.is_empty() {
        return hashes <= 2;
    }
    let is_word = |word: &str| word.chars().count() >= 2 && word.chars().all(char::is_alphabetic);
    let is_prose = |word: &str| {
        let letters = word.trim_matches(|char: char| char.is_ascii_punctuation());
        let means_nothing = |char: char| !"XxOoBbWwDF".contains(char);
        is_word(letters) && letters.chars().any(means_nothing) && letters != "pass"
    };
    let mut words = rest.split_whitespace();
    rest.starts_with(' ') && (words.clone().next().is_some_and(is_word) || words.any(is_prose))
}

impl<'a> Header<'a> {
    /// The header of that name, if it is one.
    pub(super) fn named(name: &str, value: &'a [Character]) -> Option<Header<'a>> {
        let name = name.replace(['_', '-'], " ");
        let is_it = |key: &&str| key.eq_ignore_ascii_case(&name);
        let key = KEYS.into_iter().find(is_it)?;
        let value = trimmed(value);
        Some(Header { key, value })
    }

    /// Writes what the header says into `setup`, over an earlier one of its kind.
    ///
    /// # Errors
    ///
    /// `bad_rule`, `bad_color` or `bad_size` for a value that is none, with its column.
    pub(super) fn put_into(&self, setup: &mut Setup) -> Result<(), ParseError> {
        let words = text_as_written(self.value);
        match self.key {
            "name" => {
                setup.id = Some(words)
                    .filter(|name| !name.is_empty())
                    .map(PositionId::from);
            }
            "expect" => setup.expect.push(words),
            "shape" => setup.expect.push(format!("shape {words}")),
            "size" => setup.size = Some(self.parsed(ErrorCode::BadSize)?),
            "rule" => setup.rule = Some(self.parsed(ErrorCode::BadRule)?),
            _ => setup.to_move = Some(self.parsed(ErrorCode::BadColor)?),
        }
        Ok(())
    }

    /// Where the words of an expectation stand, if it is one.
    pub(super) fn expect_place(&self, line: &TextLine) -> Option<ExpectationSpan> {
        match self.key {
            "expect" => ExpectationSpan::over(self.value, line, 0),
            "shape" => ExpectationSpan::over(self.value, line, 1),
            _ => None,
        }
    }

    fn parsed<T: FromStr<Err: Display>>(&self, code: ErrorCode) -> Result<T, ParseError> {
        let value = text(self.value).parse();
        value.map_err(|error: T::Err| ParseError::new(code, error.to_string()).over(self.value))
    }
}

/// The words with every name of a point as it is on our board: A1 at the bottom left, no letter
/// left out.
pub(super) fn in_our_names(words: &str, names: CoordinateSystem) -> String {
    let ours = |word: &str| match names.parse(word) {
        Ok(point) => point.to_string(),
        Err(_) => word.to_owned(),
    };
    if names.are_ours() {
        return words.to_owned();
    }
    words.split(' ').map(ours).collect::<Vec<_>>().join(" ")
}

/// Refuses a board of another size than was asked for.
pub(super) fn same_size(size: Size, options: ParseOptions) -> Result<(), ParseError> {
    match options.size.filter(|&asked| asked != size) {
        None => Ok(()),
        Some(asked) => {
            let message = format!("the board is {size}, not {asked} as asked for");
            Err(ParseError::new(ErrorCode::BadSize, message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::characters::characters;
    use renju_core::board::Color;
    use renju_core::rule::Rule;

    fn read(line: &str) -> Result<Setup, ParseError> {
        let mut setup = Setup::default();
        match header_line(&characters(line)) {
            Some(HeaderLine::Header(header)) => header.put_into(&mut setup).map(|()| setup),
            _ => panic!("{line} is no header"),
        }
    }

    #[test]
    fn headers_are_read_with_and_without_a_hash() {
        for line in [
            "# rule: renju",
            "rule: Renju ",
            "#rule:renju",
            "  Rule : renju",
        ] {
            assert_eq!(read(line).unwrap().rule, Some(Rule::Renju), "{line}");
        }
        for line in ["# to move: white", "to_move: white", "To-Move: w"] {
            assert_eq!(read(line).unwrap().to_move, Some(Color::White), "{line}");
        }
        let name = read("name: no 1: the first").unwrap().id;
        assert_eq!(name.as_deref(), Some("no 1: the first"));
    }

    #[test]
    fn comments_are_told_from_rows_and_addresses() {
        for line in ["# a position", "#", "## Opening", "# see: below"] {
            let line = characters(line);
            assert!(matches!(header_line(&line), Some(HeaderLine::Comment)));
        }
        for line in ["# . . O #", "#g:h8i9", "#h8i9", "# h8 i9", "##OO.", "h8"] {
            assert!(header_line(&characters(line)).is_none(), "{line}");
        }
    }

    #[test]
    fn a_wrong_value_is_shown() {
        let error = read("# rule: chess").unwrap_err();
        assert_eq!(
            (error.code, error.column, error.width),
            (ErrorCode::BadRule, Some(9), 5)
        );
        assert_eq!(read("size: 30").unwrap_err().code, ErrorCode::BadSize);
        assert_eq!(read("to move: red").unwrap_err().code, ErrorCode::BadColor);
    }
}
