//! Last step of reading a diagram: checks that rows make a square, tells stones from numbers.

use std::borrow::Cow;

use crate::assumptions::{Assumption, Assumptions};
use crate::coordinates::CoordinateSystem;
use crate::header::same_size;
use crate::{ErrorCode, ParseError, ParseOptions, StoneMarks, TextLine};
use renju_core::board::Color;
use renju_core::counted::counted;
use renju_core::geometry::{Point, Size};
use renju_core::position::{Claim, Setup};

use super::roles::{StoneCounts, settle};
use super::signs::{ColumnHeader, RowLabel, RowToken, Sign, is_frame, tokens};
use super::splitters::{BoardRow, DiagramCell, UnreadRow, best_reading, usual_width};
use super::unquoted::unquoted;

/// The lines that make one board: its rows from the top, and its columns if they are named.
#[derive(Default)]
pub(super) struct BoardLines {
    pub(super) rows: Vec<TextLine>,
    /// The tokens of all rows, if they are known, by the marks of the user.
    pub(super) tokens: Vec<Vec<RowToken>>,
    pub(super) columns: Option<(ColumnHeader, TextLine)>,
    /// Rows that were counted, but not kept, because they exceed what any board holds.
    pub(super) surplus: usize,
}

impl BoardLines {
    /// Reads a board: finds the layout in which its rows are meant, checks that they are a square,
    /// and puts what is seen on its points into `setup`.
    ///
    /// # Errors
    ///
    /// Nothing is read by halves: every character must mean something, every row have as many
    /// cells as there are rows, every number of a row stand once. `has_legend` says that `options` have the
    /// signs of a legend. What was assumed and what may be
    /// meant otherwise is returned.
    pub(super) fn read(
        &self,
        options: ParseOptions,
        has_legend: bool,
        setup: &mut Setup,
    ) -> Result<(Assumptions, Vec<ParseError>), ParseError> {
        let block = self.unread(options.marks, has_legend);
        let columns = self.columns.as_ref().map(|(columns, _)| columns);
        let mut rows = best_reading(&block, columns);
        let mut assumed = settle(&mut rows, options.marks)?;
        let size = size(&rows, self.surplus)?;
        same_size(size, options).map_err(|error| error.on(&self.rows[0]))?;
        if let Some((columns, line)) = &self.columns {
            same_columns(size, columns).map_err(|error| error.on(line))?;
        }
        setup.size = Some(size);
        let heights = heights(&rows, CoordinateSystem::new(Some(size), options))?;
        let board = DrawnBoard::new(&rows, &heights);
        let warnings = board.put_into(setup)?;
        if let Some(capital) = board.capital().filter(|_| setup.last.is_none()) {
            setup.last = Some(capital);
            assumed.insert(Assumption::CapitalIsLast);
        }
        Ok((assumed, warnings))
    }

    /// The rows as tokens, without letters that name them.
    fn unread(&self, marks: Option<StoneMarks>, has_legend: bool) -> Vec<UnreadRow<'_>> {
        let is_known = self.tokens.len() == self.rows.len() && !has_legend;
        let rows = self.rows.iter().enumerate().map(|(place, line)| {
            let tokens = match self.tokens.get(place).filter(|_| is_known) {
                Some(tokens) => Cow::Borrowed(tokens.as_slice()),
                None => tokens(&unquoted(&line.text), marks).into(),
            };
            UnreadRow {
                line,
                is_frame: is_frame(&tokens),
                tokens,
            }
        });
        let mut block: Vec<UnreadRow<'_>> = rows.collect();
        for from_end in [false, true] {
            let place =
                |row: &UnreadRow<'_>| usize::from(from_end) * row.tokens.len().saturating_sub(1);
            let is_named = |(row, letter): (&UnreadRow<'_>, char)| {
                let name = row.tokens.get(place(row));
                name.is_some_and(|name| name.char.eq_ignore_ascii_case(&letter))
            };
            let are_names = (5..=26).contains(&block.len());
            if are_names && block.iter().zip('A'..='Z').all(is_named) {
                for row in &mut block {
                    let place = place(row);
                    row.tokens.to_mut().remove(place);
                }
            }
        }
        block
    }
}

fn bad_board(message: impl Into<String>) -> ParseError {
    ParseError::new(ErrorCode::BadBoard, message)
}

fn same_columns(size: Size, columns: &ColumnHeader) -> Result<(), ParseError> {
    let (named, lines) = (columns.columns.len(), usize::from(size.get()));
    if named == lines {
        return Ok(());
    }
    let named = counted(named, "column is", "columns are");
    let message = format!("{named} named where the rows have {lines}");
    Err(bad_board(message).at(columns.columns[0], 1))
}

/// The side of the board, if the rows are one.
fn size(rows: &[BoardRow<'_>], surplus: usize) -> Result<Size, ParseError> {
    let (height, width) = (rows.len() + surplus, usual_width(rows));
    let most = usize::from(Size::MAX.get());
    let error = |code, message| {
        let error = ParseError::new(code, message);
        match rows.first() {
            Some(first) => error.on(first.line),
            None => error,
        }
    };
    if height > most && width > most {
        let message = format!("a board of {height} rows, but at most 20 are allowed");
        return Err(error(ErrorCode::TooLarge, message));
    }
    same_width(rows, width)?;
    if height == width {
        let rows = counted(height, "row", "rows");
        let message = format!("a board of {rows}, but at least 5 are needed");
        let size = Size::new(height as u8);
        return size.ok_or_else(|| error(ErrorCode::BadSize, message));
    }
    let height_text = counted(height, "row", "rows");
    let width_text = counted(width, "cell", "cells");
    let message = format!("the diagram has {height_text} of {width_text}");
    let error = error(ErrorCode::BadBoard, message);
    Err(match missing_row(rows, width) {
        Some(number) => error.hint(format!("row {number} is missing")),
        None if height > width => error.hint("a blank line or --- separates two diagrams"),
        None => error.hint("a board has as many rows as columns"),
    })
}

/// A number up to `side` that no row has, if rows are numbered.
fn missing_row(rows: &[BoardRow<'_>], side: usize) -> Option<usize> {
    let labels = rows.iter().map(BoardRow::label);
    let numbers: Option<Vec<usize>> = labels.map(|label| Some(label?.number.into())).collect();
    let numbers = numbers?;
    (1..=side).find(|number| !numbers.contains(number))
}

fn same_width(rows: &[BoardRow<'_>], width: usize) -> Result<(), ParseError> {
    let Some(place) = rows.iter().position(|row| row.cells.len() != width) else {
        return Ok(());
    };
    let (row, cells) = (&rows[place], rows[place].cells.len());
    let name = match row.label() {
        Some(label) => format!("row {}", label.number),
        None => format!("row {} from the top", place + 1),
    };
    let error = bad_board(format!(
        "{name} has {cells} cells where the others have {width}"
    ));
    let error = if let Some(surplus) = row.cells.get(width) {
        let error = error.at(surplus.column, surplus.width);
        error
            .label("more than the others have")
            .hint("is a cell too many there?")
    } else {
        let last = row.cells.last();
        let end = last.map_or(row.end, |cell| cell.column + cell.width as u32);
        error
            .at(end, 1)
            .label("the row ends here")
            .hint(match width - cells {
                1 => "is one dot missing?".to_owned(),
                missing => format!("are {missing} cells missing?"),
            })
    };
    Err(error.on(row.line))
}

/// The height of every row, from 0 at the bottom: by its number, or by its place.
fn heights(rows: &[BoardRow<'_>], names: CoordinateSystem) -> Result<Vec<u8>, ParseError> {
    let side = names.size.get();
    let has_labels = rows.iter().any(|row| row.label().is_some());
    let mut heights = Vec::with_capacity(rows.len());
    for (from_top, row) in (1..).zip(rows) {
        let height = match row.label() {
            Some(label) => {
                let number = number(row, label, side).map_err(|error| error.on(row.line))?;
                names.row(number)
            }
            None if has_labels => {
                let message = "a row without a number where the others have one";
                return Err(bad_board(message).on(row.line));
            }
            None => side - from_top,
        };
        if let Some(label) = row.label().filter(|_| heights.contains(&height)) {
            let message = format!("two rows are numbered {}", label.number);
            return Err(label.blamed(bad_board(message)).on(row.line));
        }
        heights.push(height);
    }
    Ok(heights)
}

/// The number of a row, if it is the same on both sides and on the board.
fn number(row: &BoardRow<'_>, label: RowLabel, side: u8) -> Result<u8, ParseError> {
    let number = label.number;
    if let Some(right) = row.right.filter(|right| right.number != number) {
        let other = right.number;
        let message = format!("the row is numbered {number} on the left and {other} on the right");
        return Err(right.blamed(bad_board(message)));
    }
    if (1..=side).contains(&number) {
        return Ok(number);
    }
    let message = format!("a row is numbered {number} on a board of {side} rows");
    let error = label.blamed(bad_board(message));
    Err(error.hint("only whole boards are read, with rows from 1 on"))
}

/// A point of a drawn board, what is seen there, and on which line.
#[derive(Clone, Copy)]
struct DrawnPoint<'a> {
    point: Point,
    cell: DiagramCell,
    line: &'a TextLine,
}

impl DrawnPoint<'_> {
    /// The error at this point.
    fn wrong(self, message: impl Into<String>) -> ParseError {
        let DiagramCell { column, width, .. } = self.cell;
        bad_board(message).at(column, width).on(self.line)
    }
}

/// The points that are drawn with one character and are the same.
struct DrawnKind<'a> {
    sign: Sign,
    char: char,
    first: DrawnPoint<'a>,
    count: usize,
}

/// The points of a drawn board in reading order.
struct DrawnBoard<'a>(Vec<DrawnPoint<'a>>);

impl<'a> DrawnBoard<'a> {
    fn new(rows: &[BoardRow<'a>], heights: &[u8]) -> DrawnBoard<'a> {
        let mut from_below: Vec<(&BoardRow<'a>, u8)> =
            rows.iter().zip(heights.iter().copied()).collect();
        from_below.sort_by_key(|&(_, height)| height);
        let mut points = Vec::with_capacity(rows.len() * rows.len());
        for (row, height) in from_below {
            let line = row.line;
            points.extend((0..).zip(&row.cells).filter_map(|(column, &cell)| {
                let point = Point::new(column, height)?;
                Some(DrawnPoint { point, cell, line })
            }));
        }
        DrawnBoard(points)
    }

    /// Puts stones, moves, claims and the last move into `setup`.
    ///
    /// # Errors
    ///
    /// `bad_board` if numbers are moves and one is missing or stands twice.
    fn put_into(&self, setup: &mut Setup) -> Result<Vec<ParseError>, ParseError> {
        let stones = self.stones();
        self.refuse_zero()?;
        let numbered = self.numbered();
        let are_moves = are_moves(&numbered, stones);
        for &DrawnPoint { point, cell, .. } in &self.0 {
            let mark = cell.char;
            match cell.sign {
                Sign::Stone(color) | Sign::Triangle(color) => setup.placed_mut(color).push(point),
                Sign::Forbidden => setup.claims.push(Claim { point, mark }),
                Sign::Mark => setup.marks.push(Claim { point, mark }),
                Sign::Number(number) if !are_moves => put_mark(setup, point, number),
                _ => {}
            }
        }
        setup.last = self.last();
        if are_moves {
            put_moves(&numbered, stones, self.0.len() as u32, setup)?;
            return Ok(Vec::new());
        }
        let warning = mark_warning(&numbered, stones);
        Ok(warning.into_iter().chain(self.doubts()).collect())
    }

    /// What may be meant otherwise: two signs for stones of one colour, one point that is drawn as no
    /// other, and signs of several kinds on a board without stones.
    fn doubts(&self) -> Vec<ParseError> {
        let kinds = self.kinds();
        let of = |wanted: Sign| kinds.iter().filter(move |kind| kind.sign == wanted);
        let two_signs = Color::BOTH.into_iter().filter_map(|color| {
            let mut signs = of(Sign::Stone(color));
            let (first, other) = (signs.next()?.char, signs.next()?);
            let sign = other.char;
            let message = format!("{sign} is read as a {color} stone, and so is {first}");
            let hint = "--stones says which sign is whose stone";
            Some(other.first.wrong(message).hint(hint))
        });
        let is_lone = |kind: &&DrawnKind<'_>| kind.count == 1 && "*+□".contains(kind.char);
        let lone = of(Sign::Empty).filter(is_lone).map(|kind| {
            let sign = kind.char;
            let message = format!("the only {sign} of the board is read as an empty point");
            let warning = kind.first.wrong(message);
            warning.hint("write X or O for a stone")
        });
        let is_bare = of(Sign::Empty).count() == kinds.len() && kinds.len() > 2;
        let rarest = kinds.iter().min_by_key(|kind| kind.count);
        let bare = rarest.filter(|_| is_bare).map(|kind| {
            let message = format!("{} and all other signs are read as empty points", kind.char);
            let hint = "--stones black=SIGN,white=SIGN says what the stones look like";
            kind.first.wrong(message).hint(hint)
        });
        two_signs.chain(lone).chain(bare).collect()
    }

    /// The kinds of cells, in the order in which they are met.
    fn kinds(&self) -> Vec<DrawnKind<'a>> {
        let mut kinds: Vec<DrawnKind<'a>> = Vec::new();
        for &drawn in &self.0 {
            let (sign, char) = (drawn.cell.sign, drawn.cell.char.to_ascii_lowercase());
            let is_it = |kind: &&mut DrawnKind<'_>| (kind.char, kind.sign) == (char, sign);
            if let Some(kind) = kinds.iter_mut().find(is_it) {
                kind.count += 1;
                continue;
            }
            let (first, count) = (drawn, 1);
            kinds.push(DrawnKind {
                sign,
                char,
                first,
                count,
            });
        }
        kinds
    }

    /// The stones that are drawn as such.
    fn stones(&self) -> StoneCounts {
        let of = |color: Color| {
            let signs = self.0.iter().map(|drawn| drawn.cell.sign);
            let is_it = |sign: &Sign| [Sign::Stone(color), Sign::Triangle(color)].contains(sign);
            signs.filter(is_it).count() as u32
        };
        let [black, white] = Color::BOTH.map(of);
        StoneCounts { black, white }
    }

    /// Refuses a 0 where empty points have a sign of their own: it may be a white stone, or the first
    /// move.
    fn refuse_zero(&self) -> Result<(), ParseError> {
        let find = |sign| self.0.iter().find(|drawn| drawn.cell.sign == sign);
        match (find(Sign::Number(0)), find(Sign::Empty)) {
            (Some(zero), Some(_)) => Err(zero
                .wrong("a 0 among stones and empty points")
                .hint("write the letter O for a white stone, or . for an empty point")),
            _ => Ok(()),
        }
    }

    /// Every number but 0 with its point, the lowest first.
    fn numbered(&self) -> Vec<(u32, DrawnPoint<'a>)> {
        let number = |drawn: &DrawnPoint<'a>| match drawn.cell.sign {
            Sign::Number(number @ 1..) => Some((number.unsigned_abs(), *drawn)),
            _ => None,
        };
        let mut numbered: Vec<_> = self.0.iter().filter_map(number).collect();
        numbered.sort_by_key(|&(number, _)| number);
        numbered
    }

    /// The one stone whose letter has the other form than those of its colour.
    fn capital(&self) -> Option<Point> {
        let is_letter = |drawn: &&DrawnPoint<'_>| {
            matches!(drawn.cell.sign, Sign::Stone(_)) && drawn.cell.char.is_ascii_alphabetic()
        };
        let letters = self.0.iter().filter(is_letter);
        let (capital, small): (Vec<_>, Vec<_>) =
            letters.partition(|drawn| drawn.cell.char.is_ascii_uppercase());
        let alone = |own: &[&DrawnPoint<'_>], others: &[&DrawnPoint<'_>]| match own {
            [one] => {
                let is_own =
                    |other: &&DrawnPoint<'_>| other.cell.char.eq_ignore_ascii_case(&one.cell.char);
                others.iter().any(is_own).then_some(one.point)
            }
            _ => None,
        };
        match (alone(&capital, &small), alone(&small, &capital)) {
            (Some(_), Some(_)) => None,
            (capital, small) => capital.or(small),
        }
    }

    /// The one stone in brackets, or the one triangle.
    fn last(&self) -> Option<Point> {
        let only = |is_marked: fn(&DiagramCell) -> bool| {
            let mut marked = self.0.iter().filter(|drawn| is_marked(&drawn.cell));
            marked.next().filter(|_| marked.next().is_none())
        };
        let has_stone = |drawn: &&DrawnPoint<'_>| {
            !matches!(drawn.cell.sign, Sign::Empty | Sign::Forbidden | Sign::Mark)
        };
        let enclosed = only(|cell| cell.is_enclosed).filter(has_stone);
        let last = enclosed.or_else(|| only(|cell| matches!(cell.sign, Sign::Triangle(_))));
        last.map(|drawn| drawn.point)
    }
}

/// Whether numbers are moves in order, odd ones black, and not the cells of a matrix and marks:
/// 0 empty, 1 black, 2 white, 3, 4 and 6 forbidden.
///
/// Where both can be meant, moves are numbers from 1 on without a gap, three at least. Among
/// stones that are drawn as such no digit is another stone.
fn are_moves(numbered: &[(u32, DrawnPoint<'_>)], stones: StoneCounts) -> bool {
    let numbers = numbered.iter().map(|&(number, _)| number);
    if stones.are_any() {
        return !numbers.clone().all(|number| matches!(number, 3 | 4 | 6));
    }
    let can_be_marks = numbers.clone().all(|number| matches!(number, 1..=4 | 6));
    !can_be_marks || numbers.len() >= 3 && numbers.eq(1..=numbered.len() as u32)
}

/// Numbers that speak for themselves, whatever stones stand beside them.
const CERTAIN_MOVES: usize = 3;

/// Reads the numbers as moves on a board of `points`; stones without a number stood before them.
///
/// The numbers go on from the stones, or begin anew with 1. Three or more in a row are moves
/// in any case.
fn put_moves(
    numbered: &[(u32, DrawnPoint<'_>)],
    stones: StoneCounts,
    points: u32,
    setup: &mut Setup,
) -> Result<(), ParseError> {
    let first = match numbered.first() {
        Some(&(first, _)) if stones.are_any() => first,
        _ => 1,
    };
    for (expected, &(number, drawn)) in (first.min(points)..).zip(numbered) {
        if number != expected {
            let message = if number > points {
                format!("a move number beyond the {points} points of the board")
            } else if number < expected {
                format!("move {number} appears twice")
            } else {
                format!("move {expected} is missing")
            };
            let error = drawn.wrong(message);
            let hint = "among X and O a digit is the number of a move; 3, 4 and 6 alone mark forbidden points";
            return Err(if stones.are_any() {
                error.hint(hint)
            } else {
                error
            });
        }
        setup.moves.push(Some(drawn.point));
    }
    let fits = !stones.are_any() || stones.lead_to(first);
    if let Some(&(number, drawn)) = numbered.first().filter(|_| !fits)
        && numbered.len() < CERTAIN_MOVES
    {
        return Err(no_number(number, drawn, stones));
    }
    let starts = match first {
        1 if stones.are_any() && fits => setup.first_to_play(),
        first => color_of(first),
    };
    setup.begin_with(starts);
    Ok(())
}

/// The side that plays the move of a number in a game that is numbered through.
const fn color_of(number: u32) -> Color {
    Color::BOTH[(number as usize + 1) % 2]
}

/// A number among stones that no move can have there.
fn no_number(number: u32, drawn: DrawnPoint<'_>, stones: StoneCounts) -> ParseError {
    let StoneCounts { black, white } = stones;
    let message = format!(
        "{number} is no move number here: {black} black and {white} white stones have none"
    );
    let (color, next) = (color_of(number), stones.all() + 1);
    let others = counted(number.saturating_sub(1), "other", "others");
    let numbers = || format!(", or number the moves from 1 or from {next} on");
    let numbers = stones.are_of_a_game().then(numbers).unwrap_or_default();
    drawn.wrong(message).hint(format!(
        "as move {number} it would be a {color} stone after {others}; write X or O for a stone{numbers}"
    ))
}

/// That digits among stones are read as marks and might be the next moves.
fn mark_warning(numbered: &[(u32, DrawnPoint<'_>)], stones: StoneCounts) -> Option<ParseError> {
    let &(number, drawn) = numbered.first()?;
    let go_on = (stones.all() + 1..)
        .zip(numbered)
        .all(|(next, &(number, _))| number == next);
    if !stones.are_any() || !stones.are_of_a_game() || !go_on {
        return None;
    }
    let message =
        format!("{number} is read as the mark of a forbidden point, not as move {number}");
    let sign = ["X", "O"][color_of(number) as usize];
    Some(
        drawn
            .wrong(message)
            .hint(format!("write {sign} for a stone")),
    )
}

fn put_mark(setup: &mut Setup, point: Point, number: i32) {
    match number {
        0 => {}
        1 => setup.black.push(point),
        2 => setup.white.push(point),
        _ => {
            let mark = char::from_digit(number.unsigned_abs(), 10);
            setup.claims.extend(mark.map(|mark| Claim { point, mark }));
        }
    }
}
