use crate::board::Color;

use super::cell::Meaning;
use super::row::{RowLabel, RowToken, left_label, right_label};

/// How a block of rows may be meant, where the characters alone do not tell.
///
/// A number at the end of a row may be its label or a cell, `12` one cell or two, `-` an empty
/// point or a line between points. The layout under which the rows make a square board is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RowLayout {
    left_label: bool,
    right_label: bool,
    digits: Digits,
    dash_is_point: bool,
}

/// How many cells digits are that stand together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Digits {
    /// Each is one: `00120`.
    Single,
    /// All are one: a number.
    Number,
    /// Two are one, counted from the right: `910` is 9 and 10 in a grid of fixed width.
    Pairs,
}

/// A row read in some layout.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct BoardRow {
    pub(super) left: Option<RowLabel>,
    pub(super) right: Option<RowLabel>,
    pub(super) cells: Vec<DiagramCell>,
    /// The column behind the last character of the row.
    pub(super) end: u32,
}

/// A point of the board as it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DiagramCell {
    pub(super) content: CellContent,
    pub(super) column: u32,
    pub(super) width: usize,
    /// Whether brackets or upright lines touch it on both sides.
    pub(super) is_enclosed: bool,
}

/// What is seen on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CellContent {
    Empty,
    Stone(Color),
    Triangle(Color),
    Forbidden(char),
    Number(u32),
    Unknown(char),
}

impl RowLayout {
    /// The layouts that are worth trying on a block, the most usual first.
    pub(super) fn candidates(block: &[Vec<RowToken>]) -> Vec<RowLayout> {
        let can_be = |label: &dyn Fn(&[RowToken]) -> bool| {
            block.iter().filter(|row| label(row)).count() + 1 >= block.len()
        };
        let lefts = on_or_off(can_be(&|row| left_label(row).is_some()));
        let rights = on_or_off(can_be(&|row| right_label(row).is_some()));
        let is_run = |pair: &[RowToken]| pair.iter().all(|token| token.digit().is_some());
        let digits: &[Digits] = if block.iter().any(|row| row.windows(2).any(is_run)) {
            &[Digits::Single, Digits::Number, Digits::Pairs]
        } else {
            &[Digits::Single]
        };
        let has_dash = block
            .iter()
            .flatten()
            .any(|token| token.meaning == Meaning::Dash);
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

    /// The rows of a block read in this layout.
    pub(super) fn read(self, block: &[Vec<RowToken>]) -> Vec<BoardRow> {
        block.iter().map(|tokens| self.row(tokens)).collect()
    }

    fn row(self, tokens: &[RowToken]) -> BoardRow {
        let (mut left, mut right, mut rest) = (None, None, tokens);
        if self.left_label
            && let Some((label, inner)) = left_label(rest)
        {
            (left, rest) = (Some(label), inner);
        }
        if self.right_label
            && let Some((label, inner)) = right_label(rest)
        {
            (right, rest) = (Some(label), inner);
        }
        BoardRow {
            left,
            right,
            cells: self.cells(rest),
            end: tokens.last().map_or(1, |last| last.column + 1),
        }
    }

    fn cells(self, tokens: &[RowToken]) -> Vec<DiagramCell> {
        let mut cells = Vec::new();
        let mut at = 0;
        while let Some(&token) = tokens.get(at) {
            let is_digit = |token: &&RowToken| token.digit().is_some();
            let run = tokens[at..].iter().take_while(is_digit).count();
            let (width, content) = if run == 0 {
                (1, self.content(token))
            } else {
                let width = self.digits.first_width(run);
                (
                    width,
                    Some(CellContent::Number(number(&tokens[at..at + width]))),
                )
            };
            cells.extend(content.map(|content| DiagramCell {
                content,
                column: token.column,
                width,
                is_enclosed: is_enclosed(tokens, at, at + width),
            }));
            at += width;
        }
        cells
    }

    /// The point that a character is, unless it stands between points.
    fn content(self, token: RowToken) -> Option<CellContent> {
        Some(match token.meaning {
            Meaning::Stone(color) => CellContent::Stone(color),
            Meaning::Triangle(color) => CellContent::Triangle(color),
            Meaning::Empty => CellContent::Empty,
            Meaning::Dash if self.dash_is_point => CellContent::Empty,
            Meaning::Forbidden => CellContent::Forbidden(token.char),
            Meaning::Unknown => CellContent::Unknown(token.char),
            _ => return None,
        })
    }
}

impl Digits {
    /// How many of `run` digits the first cell takes.
    const fn first_width(self, run: usize) -> usize {
        match self {
            Digits::Single => 1,
            Digits::Number => run,
            Digits::Pairs if run % 2 == 1 => 1,
            Digits::Pairs => 2,
        }
    }
}

fn on_or_off(can_be: bool) -> &'static [bool] {
    if can_be { &[true, false] } else { &[false] }
}

/// The number that digits make; the largest one if they are too many.
fn number(digits: &[RowToken]) -> u32 {
    let digits = digits.iter().filter_map(|token| token.digit());
    digits.fold(0u32, |number, digit| {
        number.saturating_mul(10).saturating_add(digit.into())
    })
}

/// Whether `tokens[start..end]` are touched by a bracket or an upright line on both sides.
fn is_enclosed(tokens: &[RowToken], start: usize, end: usize) -> bool {
    let is_at = |at: Option<usize>, bracket: Meaning| {
        at.and_then(|at| tokens.get(at))
            .is_some_and(|token| token.meaning == bracket || token.meaning == Meaning::Bar)
    };
    is_at(start.checked_sub(1), Meaning::Open) && is_at(Some(end), Meaning::Close)
}

#[cfg(test)]
mod tests {
    use super::super::row::tokens;
    use super::*;
    use crate::notation::characters::characters;

    fn block(text: &str) -> Vec<Vec<RowToken>> {
        text.lines()
            .map(|line| tokens(&characters(line), None))
            .collect()
    }

    fn widths(text: &str) -> Vec<Vec<usize>> {
        let block = block(text);
        let width = |layout: RowLayout| {
            layout
                .read(&block)
                .iter()
                .map(|row| row.cells.len())
                .collect()
        };
        RowLayout::candidates(&block)
            .into_iter()
            .map(width)
            .collect()
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
            let block = block(line);
            let row = RowLayout::candidates(&block)
                .pop()
                .unwrap()
                .read(&block)
                .remove(0);
            row.cells.iter().filter(|cell| cell.is_enclosed).count()
        };
        assert_eq!(enclosed(". .[X]. ."), 1);
        assert_eq!(enclosed("| . |O| . |"), 1);
        assert_eq!(enclosed("[., ., X]"), 0);
        assert_eq!(enclosed("|X|O|.|"), 3);
    }
}
