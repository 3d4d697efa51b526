//! Normalised characters of a line: full-width signs made plain, each with its column as written.

use std::ops::Range;

/// A character and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Character {
    /// The character, full-width letters, digits and signs turned into plain ones.
    pub(super) char: char,
    /// The character as written.
    pub(super) written: char,
    /// Its place on the line as written: characters from 1.
    pub(super) column: u32,
}

/// The characters of a line that have a meaning, with their places.
///
/// Byte-order marks, colour escapes, carriage returns and variation selectors are left out; every
/// white space becomes a blank.
pub(super) fn characters(text: &str) -> Vec<Character> {
    if text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        let plain = |(column, char)| Character {
            char,
            written: char,
            column,
        };
        return (1..).zip(text.chars()).map(plain).collect();
    }
    let mut characters = Vec::with_capacity(text.len());
    let mut signs = (1..).zip(text.chars()).peekable();
    while let Some((column, char)) = signs.next() {
        if char == '\u{1b}' && signs.next_if(|&(_, next)| next == '[').is_some() {
            // A control sequence ends with a character from @ to ~ (ECMA-48 5.4).
            signs.by_ref().find(|(_, end)| ('@'..='~').contains(end));
        } else if !is_invisible(char) {
            characters.push(Character {
                char: plain(char),
                written: char,
                column,
            });
        }
    }
    characters
}

fn is_invisible(char: char) -> bool {
    matches!(
        char,
        '\u{feff}' | '\r' | '\u{200b}' | '\u{fe0e}' | '\u{fe0f}'
    )
}

/// The plain character for a full-width one, a blank for any white space.
fn plain(char: char) -> char {
    match char {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(char) - 0xfee0).unwrap_or(char),
        _ if char.is_whitespace() => ' ',
        _ => char,
    }
}

/// The plain characters as a text.
pub(super) fn text(characters: &[Character]) -> String {
    characters.iter().map(|character| character.char).collect()
}

/// The characters of a line as a text in small letters, in which patterns are looked for.
pub(super) struct Searchable {
    pub(super) text: String,
    /// The byte at which each character begins.
    starts: Vec<usize>,
}

impl Searchable {
    pub(super) fn new(line: &[Character]) -> Searchable {
        let (mut text, mut starts) = (String::new(), Vec::with_capacity(line.len()));
        for character in line {
            starts.push(text.len());
            text.push(character.char.to_ascii_lowercase());
        }
        Searchable { text, starts }
    }

    /// The characters of a part of the text.
    pub(super) fn places(&self, bytes: Range<usize>) -> Range<usize> {
        let place = |byte| self.starts.partition_point(|&start| start < byte);
        place(bytes.start)..place(bytes.end)
    }
}

/// Puts blanks in the place of characters.
pub(super) fn blank_out(line: &mut [Character], places: Range<usize>) {
    line[places].iter_mut().for_each(|sign| sign.char = ' ');
}

/// The characters as a text, as they were written.
pub(super) fn text_as_written(characters: &[Character]) -> String {
    let written = characters.iter().map(|character| character.written);
    written.collect()
}

/// The part without blanks at its ends.
pub(super) fn trimmed(mut characters: &[Character]) -> &[Character] {
    while let [Character { char: ' ', .. }, rest @ ..] = characters {
        characters = rest;
    }
    while let [rest @ .., Character { char: ' ', .. }] = characters {
        characters = rest;
    }
    characters
}

/// The part without the marks of a quoted mail, and of a diagram in a wiki, at its beginning.
pub(super) fn without_quotes(line: &[Character]) -> &[Character] {
    let mut rest = trimmed(line);
    loop {
        rest = match rest {
            [Character { char: '>', .. }, inner @ ..]
            | [
                Character { char: '$', .. },
                Character { char: '$', .. },
                inner @ ..,
            ] => trimmed(inner),
            _ => return rest,
        };
    }
}

/// The text with a line feed for each line break, if it has other ones, as XML and FF[4] read
/// them.
pub(super) fn with_line_feeds(text: &str) -> Option<String> {
    text.contains('\r')
        .then(|| text.replace("\r\n", "\n").replace('\r', "\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_invisible_leaves_the_columns_alone() {
        let line = characters("\u{feff}\u{1b}[1;31mX\u{1b}[0m Ｈ８\u{3000}⚫\u{fe0f}\r");
        assert_eq!(text(&line), "X H8 ⚫");
        let columns: Vec<u32> = line.iter().map(|character| character.column).collect();
        assert_eq!(columns, [9, 14, 15, 16, 17, 18]);
    }

    #[test]
    fn an_unfinished_escape_swallows_only_itself() {
        assert_eq!(text(&characters("X\u{1b}[12")), "X");
        assert_eq!(text(&characters("X\u{1b}O")), "X\u{1b}O");
        assert_eq!(text(trimmed(&characters("  a b  "))), "a b");
        assert_eq!(trimmed(&characters("   ")), []);
    }
}
