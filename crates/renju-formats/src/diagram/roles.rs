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

/// The error at the first cell of a kind, if there is one.
fn refuse(
    rows: &[BoardRow<'_>],
    is_it: impl Fn(&DiagramCell) -> bool,
    error: impl FnOnce(&DiagramCell) -> ParseError,
) -> Result<(), ParseError> {
    let found = rows.iter().find_map(|row| {
        let cell = row.cells.iter().find(|cell| is_it(cell))?;
        Some((row.line, cell))
    });
    found.map_or(Ok(()), |(line, cell)| {
        Err(error(cell).at(cell.column, cell.width).on(line))
    })
}

/// Changes the signs of some cells; whether there are any.
fn change(rows: &mut [BoardRow<'_>], is_it: impl Fn(&DiagramCell) -> bool, sign: Sign) -> bool {
    let cells = rows.iter_mut().flat_map(|row| &mut row.cells);
    cells
        .filter(|cell| is_it(cell))
        .map(|cell| cell.sign = sign)
        .count()
        > 0
}

/// Of 1, -1 and 0, -1 is white. Where 2 or -1 fills the board, nothing tells which stone is whose.
fn minus_one(rows: &mut [BoardRow<'_>]) -> Result<Assumptions, ParseError> {
    let mut assumed = Assumptions::default();
    if !cells(rows).any(|cell| matches!(cell.sign, Sign::Number(_))) {
        return Ok(assumed);
    }
    let all = cells(rows).count();
    let fills = |number: i32| {
        2 * cells(rows)
            .filter(|cell| cell.sign == Sign::Number(number))
            .count()
            > all
    };
    let full = [-1, 1, 2]
        .into_iter()
        .find(|&number| all > 0 && fills(number));
    if let Some(number) = full {
        let is_it = |cell: &DiagramCell| cell.sign == Sign::Number(number);
        return refuse(rows, is_it, |_| {
            bad_board(format!(
                "{number} fills most of the board: which numbers are stones is unclear"
            ))
            .hint("write 0 or . for an empty point, 1 and X for black, 2, -1 and O for white")
        })
        .map(|()| assumed);
    }
    refuse_threes(rows)?;
    if change(
        rows,
        |cell| cell.sign == Sign::Number(-1),
        Sign::Stone(Color::White),
    ) {
        assumed.insert(Assumption::MinusOneIsWhite);
        change(
            rows,
            |cell| cell.sign == Sign::Number(1),
            Sign::Stone(Color::Black),
        );
        change(rows, |cell| cell.sign == Sign::Number(0), Sign::Empty);
        let is_number = |cell: &DiagramCell| matches!(cell.sign, Sign::Number(_));
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
    let count = |signs: &[Sign]| {
        cells(rows)
            .filter(|cell| signs.contains(&cell.sign))
            .count()
    };
    let threes = count(&[Sign::Number(3)]);
    let black = count(&[Sign::Number(1)]);
    let white = count(&[Sign::Number(2), Sign::Number(-1), Sign::Stone(Color::White)]);
    let may_be_white = white == 0 && are_of_a_game(black, threes);
    let is_three = |cell: &DiagramCell| cell.sign == Sign::Number(3);
    if threes > 1 && black > 0 && (may_be_white || !are_few(threes, cells(rows).count())) {
        refuse(rows, is_three, |_| {
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
    if let Some((&char, _)) = counts.iter().find(|&(_, &count)| 2 * count > all)
        && change(
            rows,
            |cell| cell.char == char && cell.sign == Sign::Other,
            Sign::Empty,
        )
    {
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
    let said = said
        .into_iter()
        .filter_map(|(char, color)| Some((char?, color)));
    let said: Vec<(char, Color)> = said.filter(|&(char, _)| is_there(char)).collect();
    let is_usual = |&(char, color): &(char, Color)| sign(char, None) == Sign::Stone(color);
    let is_other = |&&(char, color): &&(char, Color)| sign(char, None) == Sign::Stone(!color);
    if said.iter().all(is_usual) {
        return Ok(None);
    }
    match said.iter().find(is_other) {
        Some((char, color)) if legend.black.is_none() || legend.white.is_none() => {
            let message = format!(
                "the text says that {char} is {color}, and not what {} is",
                !*color
            );
            let error = bad_board(message).hint("--stones black=SIGN,white=SIGN says both");
            Err(error.on(&rows[0]))
        }
        _ => Ok(Some(legend)),
    }
}

/// Whether a colour has round stones.
fn has_round(rows: &[BoardRow<'_>], color: Color) -> bool {
    cells(rows).any(|cell| !cell.char.is_ascii() && ROUND[color as usize].contains(cell.char))
}

/// Among round stones a letter is a mark, and so are B and W among X and O: their colour has a sign
/// already.
fn letters_among_round(
    rows: &mut [BoardRow<'_>],
    marks: Option<StoneMarks>,
) -> Result<Assumptions, ParseError> {
    let round = Color::BOTH.map(|color| has_round(rows, color));
    let usual =
        Color::BOTH.map(|color| cells(rows).any(|cell| USUAL[color as usize].contains(cell.char)));
    let said = |cell: &DiagramCell| {
        marks.is_some_and(|marks| {
            [marks.black, marks.white]
                .iter()
                .flatten()
                .any(|mark| mark.eq_ignore_ascii_case(&cell.char))
        })
    };
    let is_letter = |cell: &DiagramCell, color: Color| {
        cell.sign == Sign::Stone(color) && cell.char.is_ascii_alphabetic() && !said(cell)
    };
    let mut assumed = Assumptions::default();
    for color in Color::BOTH {
        let [has_round, has_usual] = [round, usual].map(|has| has[color as usize]);
        if has_round || has_usual {
            let is_usual =
                |cell: &DiagramCell| !has_round && USUAL[color as usize].contains(cell.char);
            if change(
                rows,
                |cell| is_letter(cell, color) && !is_usual(cell),
                Sign::Mark,
            ) {
                assumed.insert(Assumption::SignsAreMarks);
            }
        } else if round[!color as usize] {
            let is_open =
                |cell: &DiagramCell| is_letter(cell, color) && !matches!(cell.char, 'O' | 'o');
            refuse(rows, is_open, |cell| {
                let stones = if color == Color::Black {
                    "white"
                } else {
                    "black"
                };
                bad_board(format!(
                    "{} beside round {stones} stones may be a stone or a mark",
                    cell.char
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
    let is_mark = |cell: &DiagramCell| {
        cell.sign == Sign::Other
            && cell.width == 1
            && (cell.char.is_ascii_alphabetic() || MARKS.contains(cell.char))
    };
    let count = cells(rows).filter(|cell| is_mark(cell)).count();
    let stones = |color| {
        cells(rows)
            .filter(|cell| cell.sign == Sign::Stone(color))
            .count()
    };
    let (black, white) = (stones(Color::Black), stones(Color::White));
    let times = |char: char| cells(rows).filter(|cell| cell.char == char).count();
    let may_be_stone =
        |cell: &DiagramCell| is_mark(cell) && (black + white == 0 || times(cell.char) > 1);
    if !are_of_a_game(black, white) || black + white == 0 {
        refuse(rows, may_be_stone, |cell| {
            bad_board(format!("{} may be a stone or a mark", cell.char))
                .hint("--stones black=SIGN,white=SIGN says what the stones look like")
        })?;
    }
    if are_few(count, cells(rows).count()) && change(rows, is_mark, Sign::Mark) {
        assumed.insert(Assumption::SignsAreMarks);
    }
    if cells(rows).any(|cell| cell.sign == Sign::Mark && cell.char.is_ascii_alphabetic()) {
        let is_letter =
            |cell: &DiagramCell| cell.sign == Sign::Forbidden && cell.char.is_ascii_alphabetic();
        change(rows, is_letter, Sign::Mark);
    }
    let is_unknown = |cell: &DiagramCell| cell.sign == Sign::Other;
    refuse(rows, is_unknown, |_| {
        bad_board("unknown character in a board row")
            .label("neither a stone nor an empty point")
            .hint("empty points may be . - _ + * or box lines; --stones empty=SIGN names another sign")
    })?;
    Ok(assumed)
}
