//! Splitters: the ways in which the lines of a board may be cut into cells. The first one under which
//! they make a square is taken.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::TextLine;

use super::signs::{
    ColumnHeader, RowLabel, RowToken, Sign, is_bars, left_label, number, right_label,
};

/// A row of a drawn board before its layout is known.
pub(super) struct UnreadRow<'a> {
    pub(super) line: &'a TextLine,
    pub(super) tokens: Cow<'a, [RowToken]>,
    /// Whether it may be the frame of a board or of its cells.
    pub(super) is_frame: bool,
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
    pub(super) sign: Sign,
    /// The character that is seen there, the first one of several.
    pub(super) char: char,
    pub(super) column: u32,
    pub(super) width: usize,
    /// Whether brackets or upright lines touch it on both sides.
    pub(super) is_enclosed: bool,
}

/// How a block of rows may be meant, where the characters alone do not tell: a number at the end of a
/// row may be its label or a cell.
#[derive(Clone, Copy)]
struct RowLayout<'c> {
    left_label: bool,
    right_label: bool,
    splitter: Splitter<'c>,
}

/// A way to cut a line into cells.
#[derive(Clone, Copy)]
enum Splitter<'c> {
    /// Every sign is a cell. `12` is one number or two, `-` an empty point or a line between points.
    Signs(Digits, DashRole),
    /// What stands together between blanks, commas and brackets: `0 -1 1.0`.
    Words,
    /// What stands between two upright lines; nothing is an empty point.
    Bars,
    /// What stands between two commas, in quotes or not; nothing is an empty point.
    Commas,
    /// The sign below the name of each column; a blank is an empty point.
    Columns(&'c [u32]),
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

/// What a `-` is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DashRole {
    Point,
    Line,
}

/// The table of splitters in the order in which they are tried, each with what a block needs to have
/// for it.
const SPLITTERS: [(&[BlockTrait], Splitter<'static>); 9] = {
    use BlockTrait::{Bars, Commas, Dashes, Minus, Runs};
    use DashRole::{Line, Point};
    use Digits::{Pairs, Single, Together};
    use Splitter::Signs;
    [
        (&[Minus], Splitter::Words),
        (&[], Signs(Single, Point)),
        (&[Dashes], Signs(Single, Line)),
        (&[Runs], Signs(Together, Point)),
        (&[Runs, Dashes], Signs(Together, Line)),
        (&[Runs], Signs(Pairs, Point)),
        (&[Runs, Dashes], Signs(Pairs, Line)),
        (&[Bars], Splitter::Bars),
        (&[Commas], Splitter::Commas),
    ]
};

/// What the lines of a block have that leaves open how they are to be cut.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BlockTrait {
    Bars,
    Commas,
    /// Digits that stand together.
    Runs,
    /// Dashes that are no minus.
    Dashes,
    /// A dash or a point that belongs to a number.
    Minus,
}

fn traits_of(block: &[UnreadRow<'_>]) -> Vec<BlockTrait> {
    use BlockTrait::{Bars, Commas, Dashes, Minus, Runs};
    let has = |is_it: fn(&RowToken) -> bool| {
        let mut rows = block.iter();
        rows.any(|row| row.tokens.iter().any(is_it))
    };
    let have = |are_it: fn(&[RowToken]) -> bool| {
        let mut rows = block.iter();
        rows.any(|row| row.tokens.windows(2).any(are_it))
    };
    let has_minus = have(|pair| pair[0].sign == Sign::Dash && pair[1].is_digit());
    let has_fraction =
        has(|token| token.char == '.') && have(|pair| pair[0].is_digit() && pair[1].char == '.');
    let found = [
        (Bars, has(|token| token.sign == Sign::Bar)),
        (Commas, has(is_comma)),
        (Runs, have(|pair| pair[0].is_digit() && pair[1].is_digit())),
        (Dashes, !has_minus && has(|token| token.sign == Sign::Dash)),
        (Minus, has_minus || has_fraction),
    ];
    let found = found.into_iter().filter(|(_, is_there)| *is_there);
    found.map(|(kind, _)| kind).collect()
}

/// Whether a row is `+-+-+-+`: the lines between cells, where stones stand in the cells.
fn is_joints(tokens: &[RowToken]) -> bool {
    let is_joint =
        |token: &RowToken| token.char == '+' || matches!(token.sign, Sign::Dash | Sign::Blank);
    tokens.iter().all(is_joint)
}

fn is_comma(token: &RowToken) -> bool {
    matches!(token.char, ',' | ';') && token.sign == Sign::Between
}

/// The rows in the layout under which they make a board, or else come closest.
pub(super) fn best_reading<'a>(
    block: &[UnreadRow<'a>],
    columns: Option<&ColumnHeader>,
) -> Vec<BoardRow<'a>> {
    let mut best = None;
    for layout in RowLayout::candidates(block, columns) {
        let Some(rows) = layout.rows(block) else {
            continue;
        };
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
    let mut seen = [false; u8::MAX as usize + 1];
    let mut labels = rows.iter().filter_map(BoardRow::label);
    let are_names =
        labels.all(|label| !std::mem::replace(&mut seen[usize::from(label.number)], true));
    let fit = rows.iter().all(|row| row.label_fits(side));
    let is_board = differing == 0 && width == side && fit && are_names;
    (!is_board, differing, width.abs_diff(side))
}

/// The number of cells that most rows have.
pub(super) fn usual_width(rows: &[BoardRow<'_>]) -> usize {
    let width = rows.first().map_or(0, |row| row.cells.len());
    if rows.iter().all(|row| row.cells.len() == width) {
        return width;
    }
    let mut counts = BTreeMap::<usize, usize>::new();
    for row in rows {
        *counts.entry(row.cells.len()).or_default() += 1;
    }
    let most = counts
        .into_iter()
        .max_by_key(|&(width, count)| (count, width));
    most.map_or(0, |(width, _)| width)
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

impl<'c> RowLayout<'c> {
    /// The layouts that are worth trying on a block, the most usual first.
    fn candidates(
        block: &[UnreadRow<'_>],
        columns: Option<&'c ColumnHeader>,
    ) -> Vec<RowLayout<'c>> {
        let is_row = |tokens: &&[RowToken]| !is_bars(tokens) && !is_joints(tokens);
        let rows = block.iter().filter(|row| !row.is_frame);
        let rows: Vec<&[RowToken]> = rows.map(|row| &*row.tokens).filter(is_row).collect();
        let but_one = rows.len().saturating_sub(1).max(1);
        let tried = |has: fn(&[RowToken]) -> bool| {
            let can_be = rows.iter().filter(|row| has(row)).count() >= but_one;
            if can_be { &[true, false][..] } else { &[false] }
        };
        let lefts = tried(|row| left_label(row).is_some());
        let rights = tried(|row| right_label(row).is_some());
        let traits = traits_of(block);
        let has_all = |needed: &[BlockTrait]| needed.iter().all(|needed| traits.contains(needed));
        let splitters = SPLITTERS.iter().filter(|(needed, _)| has_all(needed));
        let below = columns.map(|header| Splitter::Columns(&header.columns));
        let mut layouts = Vec::new();
        for splitter in splitters.map(|&(_, splitter)| splitter).chain(below) {
            for &left_label in lefts {
                layouts.extend(rights.iter().map(|&right_label| RowLayout {
                    left_label,
                    right_label,
                    splitter,
                }));
            }
        }
        layouts
    }

    /// The rows of a block without frames, and without bars where those are none of its cells; `None` if
    /// some empty points have a sign and others none, where a cell may be missing.
    fn rows<'a>(self, block: &[UnreadRow<'a>]) -> Option<Vec<BoardRow<'a>>> {
        let has_bars = block
            .iter()
            .any(|row| row.tokens.iter().any(|token| token.sign == Sign::Bar));
        let is_left_out = |row: &UnreadRow<'_>| match self.splitter {
            Splitter::Signs(..) | Splitter::Words | Splitter::Commas => {
                is_bars(&row.tokens) || has_bars && row.is_frame
            }
            Splitter::Bars => row.is_frame || is_joints(&row.tokens),
            Splitter::Columns(_) => false,
        };
        let rows = block.iter().filter(|row| !is_left_out(row));
        let mut rows: Vec<BoardRow<'a>> = rows.map(|row| self.read(row)).collect();
        let is_zero = |row: &BoardRow<'_>| row.label().is_some_and(|label| label.number == 0);
        if rows.iter().any(is_zero) {
            for row in &mut rows {
                for label in [&mut row.left, &mut row.right].into_iter().flatten() {
                    label.number = label.number.saturating_add(1);
                }
            }
        }
        if matches!(self.splitter, Splitter::Columns(_)) {
            let cells = || rows.iter().flat_map(|row| &row.cells);
            let is_blank = |cell: &DiagramCell| cell.sign == Sign::Empty && cell.char == ' ';
            let has_sign = |cell: &DiagramCell| cell.sign == Sign::Empty && cell.char != ' ';
            if cells().any(is_blank) && cells().any(has_sign) {
                return None;
            }
        }
        Some(rows)
    }

    fn read<'a>(self, row: &UnreadRow<'a>) -> BoardRow<'a> {
        let rest = &row.tokens[..];
        let has_labels = !matches!(self.splitter, Splitter::Commas);
        let left = left_label(rest).filter(|_| self.left_label && has_labels);
        let rest = left.map_or(rest, |(_, rest)| rest);
        let right = right_label(rest).filter(|_| self.right_label && has_labels);
        let rest = right.map_or(rest, |(_, rest)| rest);
        BoardRow {
            line: row.line,
            left: left.map(|(label, _)| label),
            right: right.map(|(label, _)| label),
            cells: self.splitter.cells(rest),
            end: row.tokens.last().map_or(1, |last| last.column + 1),
        }
    }
}

impl Splitter<'_> {
    fn cells(self, tokens: &[RowToken]) -> Vec<DiagramCell> {
        match self {
            Splitter::Signs(digits, dash) => signs(tokens, digits, dash),
            Splitter::Words => {
                let words = tokens.split(|token| token.sign.is_apart());
                let words = words.filter(|word| !word.is_empty());
                words.map(|word| cell(word, 0)).collect()
            }
            Splitter::Bars => between(
                trimmed(tokens, |token| token.sign == Sign::Blank),
                |token| token.sign == Sign::Bar,
            ),
            Splitter::Commas => {
                let is_edge =
                    |token: &RowToken| matches!(token.sign, Sign::Blank | Sign::Open | Sign::Close);
                let inside = match trimmed(tokens, is_edge) {
                    [rest @ .., close, comma] if is_comma(comma) && close.sign == Sign::Close => {
                        trimmed(rest, is_edge)
                    }
                    inside => inside,
                };
                between(inside, is_comma)
            }
            Splitter::Columns(columns) => below(tokens, columns),
        }
    }
}

/// Every sign is a cell, and digits are as many as `digits` says.
fn signs(tokens: &[RowToken], digits: Digits, dash: DashRole) -> Vec<DiagramCell> {
    let mut cells = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let rest = &tokens[at..];
        let run = rest.iter().take_while(|token| token.is_digit()).count();
        let (width, sign) = match digits.first_width(run) {
            0 => (1, seen(token.sign, dash)),
            width => (width, Some(Sign::Number(number(&rest[..width])))),
        };
        cells.extend(sign.map(|sign| DiagramCell {
            sign,
            char: token.char,
            column: token.column,
            width,
            is_enclosed: is_enclosed(tokens, at, at + width),
        }));
        at += width;
    }
    cells
}

/// What is seen on a point that is no number; `None` for what stands between points.
fn seen(sign: Sign, dash: DashRole) -> Option<Sign> {
    match sign {
        Sign::Dash => (dash == DashRole::Point).then_some(Sign::Empty),
        sign => (!sign.is_apart()).then_some(sign),
    }
}

/// The cells between separators. Nothing in front of the first bar and behind the last is no cell.
fn between(tokens: &[RowToken], separates: fn(&RowToken) -> bool) -> Vec<DiagramCell> {
    let is_bar = |token: &RowToken| token.sign == Sign::Bar && separates(token);
    let has_bars = tokens.iter().any(is_bar);
    let mut column = tokens.first().map_or(1, |first| first.column);
    let mut cells = Vec::new();
    let last = tokens.split(separates).count() - 1;
    for (place, piece) in tokens.split(separates).enumerate() {
        let is_outside = has_bars && piece.is_empty() && (place == 0 || place == last);
        if !is_outside {
            cells.push(cell(piece, column));
        }
        column = piece.last().map_or(column, |last| last.column) + 1;
    }
    cells
}

/// The signs in these columns. A stone beside them is one cell too many.
fn below(tokens: &[RowToken], columns: &[u32]) -> Vec<DiagramCell> {
    let at = |&column: &u32| {
        let token = tokens.iter().filter(|token| token.column == column);
        let token: Vec<RowToken> = token.copied().collect();
        cell(&token, column)
    };
    let is_beside = |token: &&RowToken| {
        seen(token.sign, DashRole::Line).is_some() && !columns.contains(&token.column)
    };
    let beside = tokens.iter().filter(is_beside);
    let beside = beside.map(|token| cell(&[*token], token.column));
    columns.iter().map(at).chain(beside).collect()
}

/// The cell that these characters are; without any, an empty point at `column`.
fn cell(piece: &[RowToken], column: u32) -> DiagramCell {
    let is_edge = |token: &RowToken| matches!(token.sign, Sign::Blank | Sign::Between);
    let piece = trimmed(piece, is_edge);
    let inner = match piece {
        [first, inner @ .., last] if first.sign == Sign::Open && last.sign == Sign::Close => inner,
        _ => piece,
    };
    let (is_minus, digits) = match inner {
        [dash, digits @ ..] if dash.sign == Sign::Dash && !digits.is_empty() => (true, digits),
        _ => (false, inner),
    };
    let whole = digits.iter().take_while(|token| token.is_digit()).count();
    let is_fraction = match &digits[whole..] {
        [] => true,
        [point, rest @ ..] => point.char == '.' && rest.iter().all(|token| token.char == '0'),
    };
    let number = number(&digits[..whole]);
    let sign = match inner {
        [] => Sign::Empty,
        _ if whole > 0 && is_fraction => Sign::Number(if is_minus { -number } else { number }),
        [token] => seen(token.sign, DashRole::Point).unwrap_or(Sign::Empty),
        _ => Sign::Other,
    };
    DiagramCell {
        sign,
        char: inner.first().map_or(' ', |token| token.char),
        column: inner.first().map_or(column, |token| token.column),
        width: inner.len().max(1),
        is_enclosed: inner.len() < piece.len(),
    }
}

/// The tokens without those at both ends.
fn trimmed(tokens: &[RowToken], is_edge: impl Fn(&RowToken) -> bool) -> &[RowToken] {
    let start = tokens.iter().take_while(|token| is_edge(token)).count();
    let end = tokens
        .iter()
        .rev()
        .take_while(|token| is_edge(token))
        .count();
    tokens.get(start..tokens.len() - end).unwrap_or_default()
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
    let is_at = |at: Option<usize>, bracket: Sign| {
        let token = at.and_then(|at| tokens.get(at));
        token.is_some_and(|token| token.sign == bracket || token.sign == Sign::Bar)
    };
    is_at(start.checked_sub(1), Sign::Open) && is_at(Some(end), Sign::Close)
}

#[cfg(test)]
mod tests {
    use super::super::signs::tokens;
    use super::*;
    use crate::characters::characters;

    /// The rows of a text in every layout that is tried, each row by what `of` says of its cells.
    fn readings<T>(text: &str, of: impl Fn(&[DiagramCell]) -> T) -> Vec<Vec<T>> {
        let line = TextLine::utf8(1, "");
        let row = |text| UnreadRow {
            line: &line,
            tokens: tokens(&characters(text), None).into(),
            is_frame: false,
        };
        let block: Vec<UnreadRow<'_>> = text.lines().map(row).collect();
        let read = |layout: RowLayout<'_>| {
            let rows = block.iter().map(|row| layout.read(row));
            rows.map(|row| of(&row.cells)).collect()
        };
        RowLayout::candidates(&block, None)
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
            readings(line, count).remove(0)[0]
        };
        assert_eq!(enclosed(". .[X]. ."), 1);
        assert_eq!(enclosed("| . |O| . |"), 1);
        assert_eq!(enclosed("[., ., X]"), 0);
        assert_eq!(enclosed("|X|O|.|"), 3);
    }
}
