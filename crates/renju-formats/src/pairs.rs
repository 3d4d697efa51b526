//! Points as pairs of numbers: `8,8 7,6`, `(8, 8) (7, 6)`.
//!
//! Programs disagree on which number is the column and where counting begins; nothing in a text
//! tells, so that the user has to.

use std::collections::HashSet;

use super::characters::{Character, text};
use renju_core::named_enum::named_enum;

named_enum! {
    /// What the numbers of a pair are.
    pub enum PairOrder: "order of pairs" {
        /// The column, then the row, both from 1.
        ColumnRow = "xy",
        /// The row, then the column, both from 1.
        RowColumn = "yx",
        /// The column, then the row, both from 0.
        ColumnRowFrom0 = "xy0",
        /// The row, then the column, both from 0.
        RowColumnFrom0 = "yx0",
    }
}

impl PairOrder {
    /// The column and the row that a pair names, both from 1.
    pub(super) fn column_and_row(self, (first, second): (u8, u8)) -> (u8, u8) {
        let next = |number: u8| number.saturating_add(1);
        match self {
            PairOrder::ColumnRow => (first, second),
            PairOrder::RowColumn => (second, first),
            PairOrder::ColumnRowFrom0 => (next(first), next(second)),
            PairOrder::RowColumnFrom0 => (next(second), next(first)),
        }
    }
}

/// The pair that a text begins with, in brackets or not, and how many characters it takes.
pub(super) fn pair(rest: &[Character]) -> Option<([String; 2], usize)> {
    let mut scan = Scan { rest, at: 0 };
    let close = match rest.first()?.char {
        '(' => Some(')'),
        '[' => Some(']'),
        _ => None,
    };
    scan.at = usize::from(close.is_some());
    scan.blanks();
    let first = scan.number()?;
    scan.blanks();
    scan.sign(',')?;
    scan.blanks();
    let second = scan.number()?;
    if let Some(close) = close {
        scan.blanks();
        scan.sign(close)?;
    }
    Some(([first, second], scan.at))
}

/// A place in a text.
struct Scan<'a> {
    rest: &'a [Character],
    at: usize,
}

impl Scan<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.get(self.at).map(|character| character.char)
    }

    fn blanks(&mut self) {
        while self.peek() == Some(' ') {
            self.at += 1;
        }
    }

    fn sign(&mut self, sign: char) -> Option<()> {
        (self.peek() == Some(sign)).then(|| self.at += 1)
    }

    fn number(&mut self) -> Option<String> {
        let start = self.at;
        while self.peek().is_some_and(|char| char.is_ascii_digit()) {
            self.at += 1;
        }
        (self.at > start).then(|| text(&self.rest[start..self.at]))
    }
}

/// Whether a line is nothing but pairs, two at least, no pair twice.
///
/// A pair without brackets has no blank in it, and blanks around it: a row of a matrix has not.
pub(super) fn is_pairs(line: &[Character]) -> bool {
    let mut seen = HashSet::new();
    let mut rest = line;
    loop {
        while let [
            Character {
                char: ' ' | ';', ..
            },
            behind @ ..,
        ] = rest
        {
            rest = behind;
        }
        if rest.is_empty() {
            return seen.len() >= 2;
        }
        let Some((numbers, length)) = pair(rest) else {
            return false;
        };
        let (token, behind) = rest.split_at(length);
        let is_bracketed = !token[0].char.is_ascii_digit();
        let is_short = numbers.iter().all(|number| number.len() <= 2);
        let is_apart = behind
            .first()
            .is_none_or(|next| matches!(next.char, ' ' | ';' | '(' | '['));
        let has_blank = token.iter().any(|character| character.char == ' ');
        if !is_short || !is_apart || has_blank && !is_bracketed || !seen.insert(numbers) {
            return false;
        }
        rest = behind;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::characters::characters;

    #[test]
    fn lines_of_pairs_are_told_from_rows_and_other_lists() {
        for line in ["8,8 7,6", " 8,8;7,6 ", "(8, 8)(7,6) [0,14]", "10,10  0,0"] {
            assert!(is_pairs(&characters(line)), "{line}");
        }
        for line in [
            "",
            "8,8",
            "0,0,1,2,0",
            "0, 0, 1, 2",
            "0,0 0,0 1,2",
            "0,0, 1,-1, 2,2",
            "0,0, 1,1, 2,2",
            "7,7,1 8,8,2",
            "8,8 h8",
            "100,8 7,6",
            "[0, 0, 0], [0, 1, 0]",
        ] {
            assert!(!is_pairs(&characters(line)), "{line}");
        }
    }

    #[test]
    fn a_pair_ends_where_it_ends() {
        let of = |text: &str| {
            pair(&characters(text)).map(|(numbers, length)| (numbers.join("/"), length))
        };
        assert_eq!(of("8,12 7,6"), Some(("8/12".to_owned(), 4)));
        assert_eq!(of("( 8 , 12 )7"), Some(("8/12".to_owned(), 10)));
        assert_eq!(of("(8,12"), None);
        assert_eq!(of("8"), None);
    }
}
