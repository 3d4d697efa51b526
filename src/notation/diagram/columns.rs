use crate::notation::Letters;
use crate::notation::characters::Character;

use super::cell::{Meaning, meaning};

/// The fewest letters that are taken for the columns of a board.
const FEWEST: usize = 5;

/// A line of letters above or below a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ColumnHeader {
    /// How many there are.
    pub(super) count: usize,
    /// Which letters they are, if there are enough to tell.
    pub(super) letters: Option<Letters>,
    /// Where the first one stands.
    pub(super) column: u32,
}

impl ColumnHeader {
    /// The columns that a line names: letters from A on in order, and nothing else.
    pub(super) fn read(line: &[Character]) -> Option<ColumnHeader> {
        let is_frame = |char| {
            matches!(
                meaning(char, None),
                Meaning::Bar | Meaning::Blank | Meaning::Between
            )
        };
        let names: Vec<char> = line
            .iter()
            .map(|character| character.char.to_ascii_uppercase())
            .filter(|&char| !is_frame(char))
            .collect();
        let first = line.iter().find(|character| !is_frame(character.char))?;
        let run_to_the_end = |letters: &Letters| {
            let column = |letter: &char| letters.column(*letter).map(usize::from);
            names.iter().map(column).eq((0..names.len()).map(Some))
        };
        let fits = |letters| Some(letters).filter(run_to_the_end);
        let found = fits(Letters::All).or_else(|| fits(Letters::SkipI))?;
        (names.len() >= FEWEST).then_some(ColumnHeader {
            count: names.len(),
            letters: (names.len() > 8).then_some(found),
            column: first.column,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::characters::characters;

    fn read(line: &str) -> Option<(usize, Option<Letters>)> {
        ColumnHeader::read(&characters(line)).map(|columns| (columns.count, columns.letters))
    }

    #[test]
    fn columns_are_letters_in_order() {
        assert_eq!(
            read("   A B C D E F G H I J "),
            Some((10, Some(Letters::All)))
        );
        assert_eq!(
            read("a b c d e f g h j k"),
            Some((10, Some(Letters::SkipI)))
        );
        assert_eq!(read("ＡＢＣＤＥ"), Some((5, None)));
        assert_eq!(read("ABCDEFGHIJKLMNO"), Some((15, Some(Letters::All))));
    }

    #[test]
    fn other_letters_are_no_columns() {
        for line in [
            "",
            "A B C D",
            "B C D E F",
            "A B D E F",
            "A B C D E 1",
            "A board",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
