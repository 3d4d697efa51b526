//! Layout of drawn rows: chooses what counts as a label, a cell or a line by what makes a square.

use crate::TextLine;

use super::row::{Meaning, RowLabel, RowToken, left_label, number, right_label};

/// A row of a drawn board before its layout is known.
pub(super) struct UnreadRow<'a> {
    pub(super) line: &'a TextLine,
    pub(super) tokens: Vec<RowToken>,
}

/// A row read in some layout.
pub(super) struct BoardRow<'a> {
    pub(super) line: &'a TextLine,
    pub(super) left: Option<RowLabel>,
    pub(super) right: Option<RowLabel>,
    pub(super) cells: Vec<DiagramCell>,
    /// The column behind the last character of the row.
    pub(super) end: u32,
}

/// A point of the board as it is drawn.
#[derive(Clone, Copy)]
pub(super) struct DiagramCell {
    pub(super) meaning: Meaning,
    pub(super) column: u32,
    pub(super) width: usize,
    /// Whether brackets or upright lines touch it on both sides.
    pub(super) is_enclosed: bool,
}

/// How a block of rows may be meant, where the characters alone do not tell.
///
/// A number at the end of a row may be its label or a cell, `12` one cell or two, `-` an empty
/// point or a line between points. The layout under which the rows make a square board is taken.
#[derive(Clone, Copy)]
struct RowLayout {
    left_label: bool,
    right_label: bool,
    digits: Digits,
    dash_is_point: bool,
}

/// How many cells digits are that stand together.
#[derive(Clone, Copy)]
enum Digits {
    /// Each is one: `00120`.
    Single,
    /// All are one: a number.
    Together,
    /// Two are one, counted from the right: `910` is 9 and 10 in a grid of fixed width.
    Pairs,
}

/// The rows in the layout under which they make a board, or else come closest.
pub(super) fn best_reading<'a>(block: &[UnreadRow<'a>]) -> Vec<BoardRow<'a>> {
    let mut best = None;
    for layout in RowLayout::candidates(block) {
        let rows: Vec<BoardRow<'_>> = block.iter().map(|row| layout.read(row)).collect();
        let misfit = misfit(&rows);
        if best.as_ref().is_none_or(|(least, _)| misfit < *least) {
            best = Some((misfit, rows));
        }
        if misfit == (false, 0, 0) {
            break;
        }
    }
    best.map(|(_, rows)| rows).unwrap_or_default()
}

/// How far rows are from being a board: whether they are none, how many have another width than
/// most, how far height and width differ.
fn misfit(rows: &[BoardRow<'_>]) -> (bool, usize, usize) {
    let (side, width) = (rows.len(), usual_width(rows));
    let differing = rows.iter().filter(|row| row.cells.len() != width).count();
    let is_board = differing == 0 && width == side && rows.iter().all(|row| row.label_fits(side));
    (!is_board, differing, width.abs_diff(side))
}

/// The number of cells that most rows have.
pub(super) fn usual_width(rows: &[BoardRow<'_>]) -> usize {
    let count = |width| rows.iter().filter(|row| row.cells.len() == width).count();
    let widths = rows.iter().map(|row| row.cells.len());
    widths
        .max_by_key(|&width| (count(width), width))
        .unwrap_or(0)
}

impl BoardRow<'_> {
    fn label_fits(&self, side: usize) -> bool {
        let fits = |label: RowLabel| (1..=side).contains(&usize::from(label.number));
        self.left.is_none_or(fits) && self.right.is_none_or(fits)
    }

    /// The number of the row, on either side.
    pub(super) fn label(&self) -> Option<RowLabel> {
        self.left.or(self.right)
    }
}

impl RowLayout {
    /// The layouts that are worth trying on a block, the most usual first.
    fn candidates(block: &[UnreadRow<'_>]) -> Vec<RowLayout> {
        let but_one = block.len().saturating_sub(1);
        let tried = |can_be: bool| if can_be { &[true, false][..] } else { &[false] };
        let lefts = block.iter().filter_map(|row| left_label(&row.tokens));
        let rights = block.iter().filter_map(|row| right_label(&row.tokens));
        let (lefts, rights) = (
            tried(lefts.count() >= but_one),
            tried(rights.count() >= but_one),
        );
        let has_run = |row: &UnreadRow<'_>| {
            let mut pairs = row.tokens.windows(2);
            pairs.any(|pair| pair.iter().all(RowToken::is_digit))
        };
        let digits: &[Digits] = if block.iter().any(has_run) {
            &[Digits::Single, Digits::Together, Digits::Pairs]
        } else {
            &[Digits::Single]
        };
        let mut tokens = block.iter().flat_map(|row| &row.tokens);
        let has_dash = tokens.any(|token| token.meaning == Meaning::Dash);
        let dashes: &[bool] = if has_dash { &[true, false] } else { &[true] };

        let mut layouts = Vec::new();
        for &left_label in lefts {
            for &right_label in rights {
                for &digits in digits {
                    layouts.extend(dashes.iter().map(|&dash_is_point| RowLayout {
                        left_label,
                        right_label,
                        digits,
                        dash_is_point,
                    }));
                }
            }
        }
        layouts
    }

    fn read<'a>(self, row: &UnreadRow<'a>) -> BoardRow<'a> {
        let rest = row.tokens.as_slice();
        let left = left_label(rest).filter(|_| self.left_label);
        let rest = left.map_or(rest, |(_, rest)| rest);
        let right = right_label(rest).filter(|_| self.right_label);
        let rest = right.map_or(rest, |(_, rest)| rest);
        BoardRow {
            line: row.line,
            left: left.map(|(label, _)| label),
            right: right.map(|(label, _)| label),
            cells: self.cells(rest),
            end: row.tokens.last().map_or(1, |last| last.column + 1),
        }
    }

    fn cells(self, tokens: &[RowToken]) -> Vec<DiagramCell> {
        let mut cells = Vec::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let rest = &tokens[at..];
            let run = rest.iter().take_while(|token| token.is_digit()).count();
            let (width, meaning) = match self.digits.first_width(run) {
                0 => (1, self.seen(token.meaning)),
                width => (width, Some(Meaning::Number(number(&rest[..width])))),
            };
            cells.extend(meaning.map(|meaning| DiagramCell {
                meaning,
                column: token.column,
                width,
                is_enclosed: is_enclosed(tokens, at, at + width),
            }));
            at += width;
        }
        cells
    }

    /// What is seen on a point that is no number; `None` for what stands between points.
    fn seen(self, meaning: Meaning) -> Option<Meaning> {
        match meaning {
            Meaning::Dash if self.dash_is_point => Some(Meaning::Empty),
            Meaning::Dash
            | Meaning::Blank
            | Meaning::Between
            | Meaning::Open
            | Meaning::Close
            | Meaning::Bar => None,
            point => Some(point),
        }
    }
}

impl Digits {
    /// How many of `run` digits the first cell takes; 0 of none.
    fn first_width(self, run: usize) -> usize {
        match self {
            Digits::Single => run.min(1),
            Digits::Together => run,
            Digits::Pairs if run % 2 == 1 => 1,
            Digits::Pairs => run.min(2),
        }
    }
}

/// Whether `tokens[start..end]` are touched by a bracket or an upright line on both sides.
fn is_enclosed(tokens: &[RowToken], start: usize, end: usize) -> bool {
    let is_at = |at: Option<usize>, bracket: Meaning| {
        let token = at.and_then(|at| tokens.get(at));
        token.is_some_and(|token| token.meaning == bracket || token.meaning == Meaning::Bar)
    };
    is_at(start.checked_sub(1), Meaning::Open) && is_at(Some(end), Meaning::Close)
}

#[cfg(test)]
mod tests {
    use super::super::row::tokens;
    use super::*;
    use crate::characters::characters;

    /// The rows of a text in every layout that is tried, each row by what `of` says of its cells.
    fn readings<T>(text: &str, of: impl Fn(&[DiagramCell]) -> T) -> Vec<Vec<T>> {
        let line = TextLine::utf8(1, "");
        let row = |text| UnreadRow {
            line: &line,
            tokens: tokens(&characters(text), None),
        };
        let block: Vec<UnreadRow<'_>> = text.lines().map(row).collect();
        let read = |layout: RowLayout| {
            let rows = block.iter().map(|row| layout.read(row));
            rows.map(|row| of(&row.cells)).collect()
        };
        RowLayout::candidates(&block)
            .into_iter()
            .map(read)
            .collect()
    }

    fn widths(text: &str) -> Vec<Vec<usize>> {
        readings(text, <[DiagramCell]>::len)
    }

    #[test]
    fn plain_rows_have_one_manner() {
        assert_eq!(widths("..X..\n..O.."), [[5, 5]]);
        assert_eq!(widths("┼─●─○\n├─┼─┼"), [[3, 3]]);
    }

    #[test]
    fn labels_digits_and_dashes_are_tried_both_ways() {
        assert_eq!(widths("2 . X .\n1 . . O"), [[3, 3], [4, 4]]);
        assert_eq!(widths(". - .\n. - X"), [[3, 3], [2, 2]]);
        let numbers = widths(". . . 12\n. . . .\n. . . .\n. 910 .");
        assert_eq!(numbers, [[5, 4, 4, 5], [4, 4, 4, 3], [4, 4, 4, 4]]);
    }

    #[test]
    fn only_a_cell_touched_on_both_sides_is_enclosed() {
        let enclosed = |line: &str| {
            let count =
                |cells: &[DiagramCell]| cells.iter().filter(|cell| cell.is_enclosed).count();
            readings(line, count).pop().unwrap()[0]
        };
        assert_eq!(enclosed(". .[X]. ."), 1);
        assert_eq!(enclosed("| . |O| . |"), 1);
        assert_eq!(enclosed("[., ., X]"), 0);
        assert_eq!(enclosed("|X|O|.|"), 3);
    }
}
