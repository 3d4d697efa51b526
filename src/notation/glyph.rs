/// A character and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Glyph {
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
pub(super) fn glyphs(text: &str) -> Vec<Glyph> {
    let mut glyphs = Vec::with_capacity(text.len());
    let mut characters = (1..).zip(text.chars()).peekable();
    while let Some((column, char)) = characters.next() {
        if char == '\u{1b}' && characters.next_if(|&(_, next)| next == '[').is_some() {
            // A control sequence ends with a character from @ to ~ (ECMA-48 5.4).
            characters
                .by_ref()
                .find(|(_, end)| ('@'..='~').contains(end));
        } else if !is_invisible(char) {
            glyphs.push(Glyph {
                char: plain(char),
                written: char,
                column,
            });
        }
    }
    glyphs
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

/// The characters alone.
pub(super) fn text(glyphs: &[Glyph]) -> String {
    glyphs.iter().map(|glyph| glyph.char).collect()
}

/// The characters as they were written.
pub(super) fn text_as_written(glyphs: &[Glyph]) -> String {
    glyphs.iter().map(|glyph| glyph.written).collect()
}

/// The part without blanks at its ends.
pub(super) fn trimmed(mut glyphs: &[Glyph]) -> &[Glyph] {
    while let [Glyph { char: ' ', .. }, rest @ ..] = glyphs {
        glyphs = rest;
    }
    while let [rest @ .., Glyph { char: ' ', .. }] = glyphs {
        glyphs = rest;
    }
    glyphs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_invisible_leaves_the_columns_alone() {
        let line = glyphs("\u{feff}\u{1b}[1;31mX\u{1b}[0m Ｈ８\u{3000}⚫\u{fe0f}\r");
        assert_eq!(text(&line), "X H8 ⚫");
        let columns: Vec<u32> = line.iter().map(|glyph| glyph.column).collect();
        assert_eq!(columns, [9, 14, 15, 16, 17, 18]);
    }

    #[test]
    fn an_unfinished_escape_swallows_only_itself() {
        assert_eq!(text(&glyphs("X\u{1b}[12")), "X");
        assert_eq!(text(&glyphs("X\u{1b}O")), "X\u{1b}O");
        assert_eq!(text(trimmed(&glyphs("  a b  "))), "a b");
        assert_eq!(trimmed(&glyphs("   ")), []);
    }
}
