use crate::board::Color;
use crate::geometry::Size;
use crate::position::Setup;
use crate::rule::Rule;

use super::glyph::{Glyph, text, text_as_written, trimmed};
use super::names::Names;
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
pub(super) enum Heading {
    Header(Header),
    Comment,
}

/// Reads a header or a comment, or finds that the line is neither.
///
/// # Errors
///
/// `bad_rule`, `bad_color` or `bad_size` for a header whose value is none, with its column.
pub(super) fn heading(glyphs: &[Glyph]) -> Result<Option<Heading>, ParseError> {
    let line = trimmed(glyphs);
    let (body, is_hashed) = match line {
        [Glyph { char: '#', .. }, rest @ ..] => (trimmed(rest), true),
        _ => (line, false),
    };
    if let Some(colon) = body.iter().position(|glyph| glyph.char == ':') {
        let key = text(trimmed(&body[..colon]));
        let value = trimmed(&body[colon + 1..]);
        if let Some(header) = header(&key, value)? {
            return Ok(Some(Heading::Header(header)));
        }
    }
    Ok((is_hashed && is_comment(line)).then_some(Heading::Comment))
}

/// `#`, or several, then a blank and words, the first of two or more letters or any that is prose;
/// or nothing but `#`.
fn is_comment(line: &[Glyph]) -> bool {
    let hashes = line.iter().take_while(|glyph| glyph.char == '#').count();
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

fn header(key: &str, value: &[Glyph]) -> Result<Option<Header>, ParseError> {
    let words = text(value);
    let place = |code: ErrorCode, message: String| {
        let column = value.first().map_or(1, |glyph| glyph.column);
        ParseError::new(code, message).at(column, value.len())
    };
    let header = match key.to_ascii_lowercase().as_str() {
        "name" => Header::Name(text_as_written(value)),
        "expect" => Header::Expect(text_as_written(value)),
        "size" => words
            .parse()
            .map(Header::Size)
            .map_err(|error| place(ErrorCode::BadSize, format!("{error}")))?,
        "rule" => words
            .parse()
            .map(Header::Rule)
            .map_err(|error| place(ErrorCode::BadRule, format!("{error}")))?,
        "to move" | "to_move" | "to-move" => words
            .parse()
            .map(Header::ToMove)
            .map_err(|error| place(ErrorCode::BadColor, format!("{error}")))?,
        _ => return Ok(None),
    };
    Ok(Some(header))
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

/// The same words with every name of a point as it is on our board: A1 at the bottom left, no letter
/// left out.
pub(super) fn in_our_names(words: &str, names: Names) -> String {
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
pub(super) fn same_size(size: Size, reading: &ParseOptions) -> Result<(), ParseError> {
    match reading.size.filter(|&asked| asked != size) {
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
    use crate::notation::glyph::glyphs;

    fn read(line: &str) -> Option<Heading> {
        heading(&glyphs(line)).unwrap()
    }

    #[test]
    fn headers_are_read_with_and_without_a_hash() {
        let renju = Some(Heading::Header(Header::Rule(Rule::Renju)));
        for line in [
            "# rule: renju",
            "rule: Renju ",
            "#rule:renju",
            "  Rule : renju",
        ] {
            assert_eq!(read(line), renju, "{line}");
        }
        let white = Some(Heading::Header(Header::ToMove(Color::White)));
        assert_eq!(read("# to move: white"), white);
        let name = Header::Name("no 1: the first".to_owned());
        assert_eq!(read("name: no 1: the first"), Some(Heading::Header(name)));
    }

    #[test]
    fn comments_are_told_from_rows_and_addresses() {
        for line in ["# a position", "#", "## Opening", "# see: below"] {
            assert_eq!(read(line), Some(Heading::Comment), "{line}");
        }
        for line in ["# . . O #", "#g:h8i9", "#h8i9", "# h8 i9", "##OO.", "h8"] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn a_wrong_value_is_shown() {
        let error = heading(&glyphs("# rule: chess")).unwrap_err();
        assert_eq!(
            (error.code, error.column, error.width),
            (ErrorCode::BadRule, Some(9), 5)
        );
        assert_eq!(
            heading(&glyphs("size: 30")).unwrap_err().code,
            ErrorCode::BadSize
        );
        assert_eq!(
            heading(&glyphs("to move: red")).unwrap_err().code,
            ErrorCode::BadColor
        );
    }
}
