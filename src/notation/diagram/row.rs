use crate::notation::StoneMarks;
use crate::notation::characters::{Character, characters, text, trimmed};

use super::cell::{Meaning, meaning};

/// A character of a board row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RowToken {
    pub(super) char: char,
    pub(super) meaning: Meaning,
    /// Its place on the line, from 1.
    pub(super) column: u32,
}

impl RowToken {
    /// The digit that it is.
    pub(super) fn digit(self) -> Option<u8> {
        match self.meaning {
            Meaning::Digit(digit) => Some(digit),
            _ => None,
        }
    }
}

/// The characters of a row, without the blanks at its ends, and what each means.
pub(super) fn tokens(row: &[Character], marks: Option<&StoneMarks>) -> Vec<RowToken> {
    let token = |&Character { char, column, .. }: &Character| RowToken {
        char,
        meaning: meaning(char, marks),
        column,
    };
    trimmed(row).iter().map(token).collect()
}

/// The characters of a line without the marks of a quoted mail.
pub(super) fn unquoted(text: &str) -> Vec<Character> {
    let line = characters(text);
    let mut rest = trimmed(&line);
    while let [Character { char: '>', .. }, inner @ ..] = rest {
        rest = trimmed(inner);
    }
    rest.to_vec()
}

/// A number that names a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RowLabel {
    pub(super) number: u8,
    pub(super) column: u32,
    pub(super) width: usize,
}

impl RowLabel {
    /// One or two digits that are all of `digits`.
    fn new(digits: &[RowToken]) -> Option<RowLabel> {
        let [first, rest @ ..] = digits else {
            return None;
        };
        let number = match rest {
            [] => first.digit()?,
            [second] => first.digit()? * 10 + second.digit()?,
            _ => return None,
        };
        Some(RowLabel {
            number,
            column: first.column,
            width: digits.len(),
        })
    }
}

/// The number at the left end of a row and the rest of it.
pub(super) fn left_label(row: &[RowToken]) -> Option<(RowLabel, &[RowToken])> {
    let is_digit = |token: &&RowToken| token.digit().is_some();
    let (digits, rest) = row.split_at(row.iter().take_while(is_digit).count());
    Some((RowLabel::new(digits)?, rest))
}

/// The number at the right end of a row and the rest of it.
pub(super) fn right_label(row: &[RowToken]) -> Option<(RowLabel, &[RowToken])> {
    let is_digit = |token: &&RowToken| token.digit().is_some();
    let digits = row.iter().rev().take_while(is_digit).count();
    let (rest, digits) = row.split_at(row.len() - digits);
    Some((RowLabel::new(digits)?, rest))
}

/// Whether a line may be a row of a board: five cells or more, few strange characters, no words.
pub(super) fn is_row(row: &[Character], marks: Option<&StoneMarks>) -> bool {
    let mut cells = 0;
    let mut strange = 0;
    for character in row.iter().filter(|character| character.char != ' ') {
        match meaning(character.char, marks) {
            Meaning::Unknown if matches!(character.char, ':' | '=' | '/') => return false,
            Meaning::Unknown => strange += 1,
            Meaning::Between | Meaning::Open | Meaning::Close | Meaning::Bar => {}
            _ => cells += 1,
        }
    }
    cells >= 3 && cells + strange >= 5 && strange * 2 <= cells && !has_words(row, marks)
}

/// Whether letters stand together of which two or more mean nothing on a board.
fn has_words(row: &[Character], marks: Option<&StoneMarks>) -> bool {
    row.split(|character| !character.char.is_alphabetic())
        .any(|word| {
            let means_nothing =
                |character: &&Character| meaning(character.char, marks) == Meaning::Unknown;
            word.iter().filter(means_nothing).count() >= 2
        })
}

/// Whether a line has nothing but upright lines: those between the rows of a drawn grid.
pub(super) fn is_bars(row: &[Character]) -> bool {
    let mut bars = row
        .iter()
        .filter(|character| character.char != ' ')
        .peekable();
    bars.peek().is_some() && bars.all(|character| meaning(character.char, None) == Meaning::Bar)
}

/// Whether a line is `-------`, `+-----+` or `+---+---+`: the frame of a board or of its cells.
pub(super) fn is_frame(row: &[Character]) -> bool {
    let line = text(row);
    let line = line.trim();
    line.starts_with('+') == line.ends_with('+')
        && line.contains("--")
        && line.bytes().all(|byte| matches!(byte, b'+' | b'-' | b'='))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::characters::characters;

    #[test]
    fn rows_are_told_from_prose() {
        for row in [
            ".....",
            "15 . . X O .",
            "XOXOX",
            "[0, 0, 1, 2, 0],",
            " 8 . . X ? O .",
            "8┼─●─○─×─┼",
            "| . | X | . | O | . |",
            "# # O O . .",
        ] {
            assert!(is_row(&characters(row), None), "{row}");
        }
        for prose in [
            "",
            "...",
            "X=Black   O=White",
            "Is H8 forbidden here?",
            "2024-08-30 14:59",
            "Black to move",
            "?????",
            "e4: the box",
        ] {
            assert!(!is_row(&characters(prose), None), "{prose}");
        }
    }

    #[test]
    fn labels_are_short_numbers_at_the_ends() {
        let row = tokens(&characters(" 15┌─┬ 7 "), None);
        let (label, rest) = left_label(&row).unwrap();
        assert_eq!((label.number, label.column, label.width), (15, 2, 2));
        let (label, rest) = right_label(rest).unwrap();
        assert_eq!((label.number, label.column, rest.len()), (7, 8, 4));
        let packed = tokens(&characters("00120"), None);
        assert!(left_label(&packed).is_none() && right_label(&packed).is_none());
        assert!(
            left_label(&[]).is_none() && left_label(&tokens(&characters("X1"), None)).is_none()
        );
    }

    #[test]
    fn frames_and_bars_are_no_rows() {
        assert!(is_frame(&characters(" +-----+ ")) && is_frame(&characters("+---+---+")));
        assert!(is_frame(&characters("-------")) && !is_frame(&characters("+--.--+")));
        assert!(!is_frame(&characters("+-+-+-X")) && !is_frame(&characters("+-+-+")));
        assert!(is_bars(&characters("| | | |")) && is_bars(&characters("  │ │")));
        assert!(!is_bars(&characters("|.|.|")) && !is_bars(&characters("  ")));
    }
}
