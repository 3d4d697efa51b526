//! Roles of signs: what the characters of a board are beside each other, where the table of signs leaves
//! it open.

use std::collections::BTreeMap;

use crate::assumptions::{Assumption, Assumptions};
use crate::caption::Caption;
use crate::{ErrorCode, ParseError, ParseOptions, StoneMarks, TextLine};
use renju_core::board::Color;

use super::signs::{ROUND, Sign, sign};
use super::splitters::{BoardRow, DiagramCell};
use super::unquoted::unquoted;

/// The usual letters of stones, beside which other ones are marks.
const USUAL: [&str; 2] = ["Xx", "Oo"];

/// Signs other than letters that may mark a point.
const MARKS: &str = "?!★☆";

/// Gives each cell the sign that it is on this board, and tells what was assumed for it.
///
/// # Errors
///
/// `bad_board` at the first cell that is nothing of a board, or may be two things.
pub(super) fn settle(
    rows: &mut [BoardRow<'_>],
    marks: Option<StoneMarks>,
) -> Result<Assumptions, ParseError> {
    if cells(rows).all(is_usual) {
        return Ok(Assumptions::default());
    }
    let mut assumed = minus_one(rows)?;
    assumed.extend(most_frequent(rows));
    assumed.extend(letters_among_round(rows, marks)?);
    assumed.extend(others(rows)?);
    Ok(assumed)
}

/// Whether a cell is what it is beside any others: a stone that is X or O, an empty point.
fn is_usual(cell: &DiagramCell) -> bool {
    match cell.sign {
        Sign::Empty => true,
        Sign::Stone(color) => USUAL[color as usize].contains(cell.char),
        _ => false,
    }
}

/// Whether a game can have put these numbers of stones on a board.
pub(super) const fn are_of_a_game(black: usize, white: usize) -> bool {
    black == white || black == white + 1
}

/// How many stones are drawn without a number.
#[derive(Clone, Copy, Default)]
pub(super) struct StoneCounts {
    pub(super) black: u32,
    pub(super) white: u32,
}

impl StoneCounts {
    pub(super) const fn all(self) -> u32 {
        self.black + self.white
    }

    pub(super) const fn are_any(self) -> bool {
        self.all() > 0
    }

    /// Whether a game can have put them there.
    pub(super) const fn are_of_a_game(self) -> bool {
        are_of_a_game(self.black as usize, self.white as usize)
    }

    /// Whether the moves from `first` on can follow them: numbered through from the first stone of
    /// the game, or anew from 1.
    pub(super) const fn lead_to(self, first: u32) -> bool {
        self.are_of_a_game() && (first == 1 || first == self.all() + 1)
    }
}

/// Whether signs without a meaning are few enough to be marks: a sixth of the points.
pub(super) const fn are_few(marks: usize, points: usize) -> bool {
    6 * marks <= points
}

fn bad_board(message: impl Into<String>) -> ParseError {
    ParseError::new(ErrorCode::BadBoard, message)
}

fn cells<'r>(rows: &'r [BoardRow<'_>]) -> impl Iterator<Item = &'r DiagramCell> {
    rows.iter().flat_map(|row| &row.cells)
}

/// How many cells are of a kind.
fn count(rows: &[BoardRow<'_>], is_it: impl Fn(&DiagramCell) -> bool) -> usize {
    cells(rows).filter(|cell| is_it(cell)).count()
}

/// Whether a cell has this sign.
fn has(sign: Sign) -> impl Fn(&DiagramCell) -> bool {
    move |cell| cell.sign == sign
}

/// The error at the first cell of a kind, if there is one.
fn refuse(
    rows: &[BoardRow<'_>],
    is_it: impl Fn(&DiagramCell) -> bool,
    error: impl FnOnce(&DiagramCell) -> ParseError,
) -> Result<(), ParseError> {
    let cells = rows
        .iter()
        .flat_map(|row| row.cells.iter().map(|cell| (row.line, cell)));
    let mut found = cells.filter(|(_, cell)| is_it(cell));
    found.next().map_or(Ok(()), |(line, cell)| {
        Err(error(cell).at(cell.column, cell.width).on(line))
    })
}

/// Changes the signs of some cells; whether there are any.
fn change(rows: &mut [BoardRow<'_>], is_it: impl Fn(&DiagramCell) -> bool, sign: Sign) -> bool {
    let cells = rows.iter_mut().flat_map(|row| &mut row.cells);
    let found = cells.filter(|cell| is_it(cell));
    found.map(|cell| cell.sign = sign).count() > 0
}

/// Of 1, -1 and 0, -1 is white. Where 2 or -1 fills the board, nothing tells which stone is whose.
fn minus_one(rows: &mut [BoardRow<'_>]) -> Result<Assumptions, ParseError> {
    let mut assumed = Assumptions::default();
    let is_number = |cell: &DiagramCell| matches!(cell.sign, Sign::Number(_));
    if !cells(rows).any(is_number) {
        return Ok(assumed);
    }
    let all = cells(rows).count();
    for number in [-1, 1, 2] {
        if 2 * count(rows, has(Sign::Number(number))) > all {
            refuse(rows, has(Sign::Number(number)), |_| {
                bad_board(format!(
                    "{number} fills most of the board: which numbers are stones is unclear"
                ))
                .hint("write 0 or . for an empty point, 1 and X for black, 2, -1 and O for white")
            })?;
        }
    }
    refuse_threes(rows)?;
    if change(rows, has(Sign::Number(-1)), Sign::Stone(Color::White)) {
        assumed.insert(Assumption::MinusOneIsWhite);
        change(rows, has(Sign::Number(1)), Sign::Stone(Color::Black));
        change(rows, has(Sign::Number(0)), Sign::Empty);
        refuse(rows, is_number, |_| {
            bad_board("a number other than 1, -1 and 0")
        })?;
    }
    let is_negative = |cell: &DiagramCell| matches!(cell.sign, Sign::Number(..-1));
    refuse(rows, is_negative, |_| bad_board("a number below -1"))?;
    Ok(assumed)
}

/// A 3 marks a forbidden point, unless there are too many, or as many as a side without 2 has stones.
fn refuse_threes(rows: &[BoardRow<'_>]) -> Result<(), ParseError> {
    let threes = count(rows, has(Sign::Number(3)));
    let black = count(rows, has(Sign::Number(1)));
    let is_white =
        |cell: &DiagramCell| matches!(cell.sign, Sign::Number(2 | -1) | Sign::Stone(Color::White));
    let may_be_white = !cells(rows).any(is_white) && are_of_a_game(black, threes);
    if threes > 1 && black > 0 && (may_be_white || !are_few(threes, cells(rows).count())) {
        refuse(rows, has(Sign::Number(3)), |_| {
            bad_board("3 marks forbidden points, and here it may be something else")
                .hint("write 1 or X for black, 2 or O for white, 0 or . for empty points")
        })?;
    }
    Ok(())
}

/// A sign without a meaning of its own that fills most of a board is an empty point.
fn most_frequent(rows: &mut [BoardRow<'_>]) -> Assumptions {
    let mut assumed = Assumptions::default();
    let mut counts = BTreeMap::<char, usize>::new();
    for cell in cells(rows).filter(|cell| cell.sign == Sign::Other && cell.width == 1) {
        *counts.entry(cell.char).or_default() += 1;
    }
    let all = cells(rows).count();
    let most = counts.into_iter().find(|&(_, count)| 2 * count > all);
    if let Some((char, _)) = most {
        let is_it = |cell: &DiagramCell| cell.char == char && cell.sign == Sign::Other;
        change(rows, is_it, Sign::Empty);
        assumed.insert(Assumption::MostFrequentIsEmpty);
    }
    assumed
}

/// The signs of stones that a legend names, where they are those of these rows and not the usual
/// ones.
///
/// # Errors
///
/// `bad_board` if it gives a sign to one colour that is usually of the other, and no other sign to
/// that.
pub(super) fn legend(
    rows: &[TextLine],
    caption: &Caption,
    options: ParseOptions,
) -> Result<Option<StoneMarks>, ParseError> {
    let Some(legend) = caption.marks().filter(|_| options.marks.is_none()) else {
        return Ok(None);
    };
    let is_there = |char: char| {
        let signs = rows.iter().flat_map(|line| unquoted(&line.text));
        let mut signs = signs.map(|sign| sign.char);
        signs.any(|sign| sign.eq_ignore_ascii_case(&char))
    };
    let said = [(legend.black, Color::Black), (legend.white, Color::White)];
    let said = said.map(|(char, color)| Some((char.filter(|&char| is_there(char))?, color)));
    let said: Vec<(char, Color)> = said.into_iter().flatten().collect();
    let is_usual = |&(char, color): &(char, Color)| sign(char, None) == Sign::Stone(color);
    let is_other = |&&(char, color): &&(char, Color)| sign(char, None) == Sign::Stone(!color);
    if said.iter().all(is_usual) {
        return Ok(None);
    }
    match said.iter().find(is_other) {
        Some((char, color)) if legend.black.is_none() || legend.white.is_none() => {
            let message = format!(
                "the text says that {char} is {color}, but not what {} is",
                !*color
            );
            let error = bad_board(message).hint("--stones black=SIGN,white=SIGN says both");
            Err(error.on(&rows[0]))
        }
        _ => Ok(Some(legend)),
    }
}

/// Among round stones a letter is a mark, and so are B and W among X and O: their colour has a sign
/// already.
fn letters_among_round(
    rows: &mut [BoardRow<'_>],
    marks: Option<StoneMarks>,
) -> Result<Assumptions, ParseError> {
    let is_round = |cell: &DiagramCell, color: Color| {
        !cell.char.is_ascii() && ROUND[color as usize].contains(cell.char)
    };
    let is_usual = |cell: &DiagramCell, color: Color| USUAL[color as usize].contains(cell.char);
    let round = Color::BOTH.map(|color| cells(rows).any(|cell| is_round(cell, color)));
    let usual = Color::BOTH.map(|color| cells(rows).any(|cell| is_usual(cell, color)));
    let said = marks.map_or([None; 2], |marks| [marks.black, marks.white]);
    let is_said = |char: char| {
        let mut said = said.iter().flatten();
        said.any(|mark| mark.eq_ignore_ascii_case(&char))
    };
    let is_letter = |cell: &DiagramCell, color: Color| {
        cell.sign == Sign::Stone(color) && cell.char.is_ascii_alphabetic() && !is_said(cell.char)
    };
    let mut assumed = Assumptions::default();
    for color in Color::BOTH {
        let [has_round, has_usual] = [round, usual].map(|has| has[color as usize]);
        if has_round || has_usual {
            let is_mark = |cell: &DiagramCell| {
                is_letter(cell, color) && (has_round || !is_usual(cell, color))
            };
            if change(rows, is_mark, Sign::Mark) {
                assumed.insert(Assumption::SignsAreMarks);
            }
        } else if round[!color as usize] {
            let is_open =
                |cell: &DiagramCell| is_letter(cell, color) && !matches!(cell.char, 'O' | 'o');
            refuse(rows, is_open, |cell| {
                let (letter, other) = (cell.char, !color);
                bad_board(format!(
                    "{letter} beside round {other} stones may be a stone or a mark"
                ))
                .hint("--stones black=SIGN,white=SIGN says which it is")
            })?;
        }
    }
    Ok(assumed)
}

/// What else has no meaning marks a point, if it may; letters do where others stand beside them.
fn others(rows: &mut [BoardRow<'_>]) -> Result<Assumptions, ParseError> {
    let mut assumed = Assumptions::default();
    let is_letter = |cell: &DiagramCell| cell.char.is_ascii_alphabetic();
    let is_mark = |cell: &DiagramCell| {
        let may_mark = is_letter(cell) || MARKS.contains(cell.char);
        cell.sign == Sign::Other && cell.width == 1 && may_mark
    };
    let [black, white] = Color::BOTH.map(|color| count(rows, has(Sign::Stone(color))));
    let is_bare = black + white == 0;
    if !are_of_a_game(black, white) || is_bare {
        let times = |char: char| count(rows, |cell| cell.char == char);
        let may_be_stone = |cell: &DiagramCell| is_mark(cell) && (is_bare || times(cell.char) > 1);
        refuse(rows, may_be_stone, |cell| {
            bad_board(format!("{} may be a stone or a mark", cell.char))
                .hint("--stones black=SIGN,white=SIGN says what the stones look like")
        })?;
    }
    let are_few = are_few(count(rows, is_mark), cells(rows).count());
    if are_few && change(rows, is_mark, Sign::Mark) {
        assumed.insert(Assumption::SignsAreMarks);
    }
    if cells(rows).any(|cell| cell.sign == Sign::Mark && is_letter(cell)) {
        let is_forbidden = |cell: &DiagramCell| cell.sign == Sign::Forbidden && is_letter(cell);
        change(rows, is_forbidden, Sign::Mark);
    }
    refuse(rows, has(Sign::Other), |_| {
        bad_board("unknown character in a board row")
            .label("neither a stone nor an empty point")
            .hint("empty points may be . - _ + * or box lines; --stones empty=SIGN names another sign")
    })?;
    Ok(assumed)
}
