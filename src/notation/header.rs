use std::fmt::Display;
use std::str::FromStr;

use crate::board::Color;
use crate::geometry::Size;
use crate::position::Setup;
use crate::rule::Rule;

use super::characters::{Character, text, text_as_written, trimmed};
use super::coordinates::CoordinateSystem;
use super::{ErrorCode, ParseError, ParseOptions};

/// A line above a diagram or a game that says something of it: `# rule: renju`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Header {
    Name(String),
    Size(Size),
    Rule(Rule),
    ToMove(Color),
    Expect(String),
}

/// What a line is to readers of diagrams and of moves alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum HeaderLine {
    Header(Header),
    Comment,
}

/// Reads a header or a comment, or finds that the line is neither.
///
/// # Errors
///
/// `bad_rule`, `bad_color` or `bad_size` for a header whose value is none, with its column.
pub(super) fn header_line(characters: &[Character]) -> Result<Option<HeaderLine>, ParseError> {
    let line = trimmed(characters);
    let (body, is_hashed) = match line {
        [Character { char: '#', .. }, rest @ ..] => (trimmed(rest), true),
        _ => (line, false),
    };
    if let Some(colon) = body.iter().position(|character| character.char == ':') {
        let key = text(trimmed(&body[..colon]));
        let value = trimmed(&body[colon + 1..]);
        if let Some(header) = header(&key, value)? {
            return Ok(Some(HeaderLine::Header(header)));
        }
    }
    Ok((is_hashed && is_comment(line)).then_some(HeaderLine::Comment))
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

fn header(key: &str, value: &[Character]) -> Result<Option<Header>, ParseError> {
    let header = match key.to_ascii_lowercase().as_str() {
        "name" => Header::Name(text_as_written(value)),
        "expect" => Header::Expect(text_as_written(value)),
        "size" => Header::Size(parsed(value, ErrorCode::BadSize)?),
        "rule" => Header::Rule(parsed(value, ErrorCode::BadRule)?),
        "to move" | "to_move" | "to-move" => Header::ToMove(parsed(value, ErrorCode::BadColor)?),
        _ => return Ok(None),
    };
    Ok(Some(header))
}

/// The value of a header, or why it is none, at its place.
fn parsed<T: FromStr<Err: Display>>(value: &[Character], code: ErrorCode) -> Result<T, ParseError> {
    text(value).parse().map_err(|error: T::Err| {
        let column = value.first().map_or(1, |character| character.column);
        ParseError::new(code, error.to_string()).at(column, value.len())
    })
}

/// Writes what the headers say into `setup`; a later one of a kind wins.
pub(super) fn apply(headers: &[Header], setup: &mut Setup) {
    for header in headers {
        match header {
            Header::Name(name) => setup.id = Some(name.clone()).filter(|name| !name.is_empty()),
            Header::Size(size) => setup.size = Some(*size),
            Header::Rule(rule) => setup.rule = Some(*rule),
            Header::ToMove(color) => setup.to_move = Some(*color),
            Header::Expect(words) => setup.expect.push(words.clone()),
        }
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
pub(super) fn same_size(size: Size, options: &ParseOptions) -> Result<(), ParseError> {
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
    use crate::notation::characters::characters;

    fn read(line: &str) -> Option<HeaderLine> {
        header_line(&characters(line)).unwrap()
    }

    #[test]
    fn headers_are_read_with_and_without_a_hash() {
        let renju = Some(HeaderLine::Header(Header::Rule(Rule::Renju)));
        for line in [
            "# rule: renju",
            "rule: Renju ",
            "#rule:renju",
            "  Rule : renju",
        ] {
            assert_eq!(read(line), renju, "{line}");
        }
        let white = Some(HeaderLine::Header(Header::ToMove(Color::White)));
        assert_eq!(read("# to move: white"), white);
        let name = Header::Name("no 1: the first".to_owned());
        assert_eq!(
            read("name: no 1: the first"),
            Some(HeaderLine::Header(name))
        );
    }

    #[test]
    fn comments_are_told_from_rows_and_addresses() {
        for line in ["# a position", "#", "## Opening", "# see: below"] {
            assert_eq!(read(line), Some(HeaderLine::Comment), "{line}");
        }
        for line in ["# . . O #", "#g:h8i9", "#h8i9", "# h8 i9", "##OO.", "h8"] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn a_wrong_value_is_shown() {
        let error = header_line(&characters("# rule: chess")).unwrap_err();
        assert_eq!(
            (error.code, error.column, error.width),
            (ErrorCode::BadRule, Some(9), 5)
        );
        assert_eq!(
            header_line(&characters("size: 30")).unwrap_err().code,
            ErrorCode::BadSize
        );
        assert_eq!(
            header_line(&characters("to move: red")).unwrap_err().code,
            ErrorCode::BadColor
        );
    }
}
