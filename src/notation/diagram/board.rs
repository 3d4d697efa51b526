use std::cmp::Reverse;

use crate::geometry::{Point, Size};
use crate::notation::coordinates::CoordinateSystem;
use crate::notation::header::same_size;
use crate::notation::{ErrorCode, ParseError, ParseOptions, TextLine};
use crate::position::Setup;

use super::columns::ColumnHeader;
use super::layout::{BoardRow, CellContent, DiagramCell, RowLayout};
use super::row::{RowLabel, RowToken, is_frame, tokens, unquoted};
use super::split::BoardLines;
use super::stones::DrawnBoard;

/// Reads a board: finds the layout in which its rows are meant, checks that they are a square, and
/// puts what is seen on its points into `setup`.
///
/// # Errors
///
/// Nothing is read by halves: every character must mean something, every row have as many cells as
/// there are rows, every number of a row stand once.
pub(super) fn read(
    block: &BoardLines,
    reading: &ParseOptions,
    setup: &mut Setup,
) -> Result<(), ParseError> {
    let (lines, parts): (Vec<&TextLine>, Vec<Vec<RowToken>>) = without_frames(block, reading);
    let rows = best_reading(&parts);
    let board = ReadRows {
        lines,
        rows,
        surplus: block.surplus,
    };
    board.refuse_unknown()?;
    let size = board.size()?;
    same_size(size, reading).map_err(|error| error.on(board.lines[0]))?;
    if let Some((columns, line)) = &block.columns {
        same_columns(size, *columns).map_err(|error| error.on(line))?;
    }
    let names = CoordinateSystem {
        size,
        ..CoordinateSystem::new(reading)
    };
    let heights = board.heights(names)?;
    setup.size = Some(size);
    board.drawing(&heights).put_into(setup)
}

/// The rows and what they are made of, without the frame of a board or of its cells.
fn without_frames<'a>(
    block: &'a BoardLines,
    reading: &ParseOptions,
) -> (Vec<&'a TextLine>, Vec<Vec<RowToken>>) {
    let is_framed = |line: &TextLine| is_frame(&unquoted(&line.text));
    let has_bars = |line: &TextLine| line.text.contains(['|', '│']);
    let drop_frames = block.rows.iter().any(has_bars);
    block
        .rows
        .iter()
        .filter(|line| !(drop_frames && is_framed(line)))
        .map(|line| (line, tokens(&unquoted(&line.text), reading.marks.as_ref())))
        .unzip()
}

/// The rows in the layout under which they make a board, or else come closest.
fn best_reading(block: &[Vec<RowToken>]) -> Vec<BoardRow> {
    let mut best: Option<(LayoutFit, Vec<BoardRow>)> = None;
    for layout in RowLayout::candidates(block) {
        let rows = layout.read(block);
        let fit = LayoutFit::of(&rows);
        if best.as_ref().is_none_or(|(most, _)| fit > *most) {
            let is_perfect = fit.is_board;
            best = Some((fit, rows));
            if is_perfect {
                break;
            }
        }
    }
    best.map(|(_, rows)| rows).unwrap_or_default()
}

/// How well rows make a board; the greater the better.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct LayoutFit {
    is_board: bool,
    rows_of_one_width: usize,
    off_square: Reverse<usize>,
}

impl LayoutFit {
    fn of(rows: &[BoardRow]) -> LayoutFit {
        let width = usual_width(rows);
        let agreeing = rows.iter().filter(|row| row.cells.len() == width).count();
        let side = rows.len();
        let is_square = agreeing == side && width == side;
        LayoutFit {
            is_board: is_square && rows.iter().all(|row| row.label_fits(side)),
            rows_of_one_width: agreeing,
            off_square: Reverse(width.abs_diff(side)),
        }
    }
}

impl BoardRow {
    fn label_fits(&self, side: usize) -> bool {
        let fits = |label: RowLabel| (1..=side).contains(&usize::from(label.number));
        self.left.is_none_or(fits) && self.right.is_none_or(fits)
    }

    fn label(&self) -> Option<RowLabel> {
        self.left.or(self.right)
    }
}

/// The number of cells that most rows have.
fn usual_width(rows: &[BoardRow]) -> usize {
    let count = |width| rows.iter().filter(|row| row.cells.len() == width).count();
    let widths = rows.iter().map(|row| row.cells.len());
    widths
        .max_by_key(|&width| (count(width), width))
        .unwrap_or(0)
}

fn same_columns(size: Size, columns: ColumnHeader) -> Result<(), ParseError> {
    if columns.count == usize::from(size.get()) {
        return Ok(());
    }
    let message = format!(
        "{} columns are named where the rows have {}",
        columns.count,
        size.get()
    );
    Err(ParseError::new(ErrorCode::BadBoard, message).at(columns.column, 1))
}

/// The rows of a board as they were written and as they are read.
struct ReadRows<'a> {
    lines: Vec<&'a TextLine>,
    rows: Vec<BoardRow>,
    surplus: u64,
}

impl ReadRows<'_> {
    /// The rows from the top, each with its number from 0 at the top.
    fn iter(&self) -> impl Iterator<Item = (usize, &BoardRow, &TextLine)> {
        let numbered = self.rows.iter().enumerate();
        numbered
            .zip(&self.lines)
            .map(|((index, row), line)| (index, row, *line))
    }

    fn refuse_unknown(&self) -> Result<(), ParseError> {
        let is_unknown = |cell: &&DiagramCell| matches!(cell.content, CellContent::Unknown(_));
        for (_, row, line) in self.iter() {
            if let Some(cell) = row.cells.iter().find(is_unknown) {
                return Err(ParseError::new(
                    ErrorCode::BadBoard,
                    "unknown character in a board row",
                )
                .label("neither a stone nor an empty point")
                .hint("empty points may be . - _ + * or box lines")
                .at(cell.column, cell.width)
                .on(line));
            }
        }
        Ok(())
    }

    /// The side of the board, if it is one.
    fn size(&self) -> Result<Size, ParseError> {
        let width = usual_width(&self.rows);
        let height = self.rows.len() as u64 + self.surplus;
        let first = |code, message| ParseError::new(code, message).on(self.lines[0]);
        if height > u64::from(Size::MAX.get()) && width > usize::from(Size::MAX.get()) {
            let message = format!("a board of {height} rows, where 20 are the most");
            return Err(first(ErrorCode::TooLarge, message));
        }
        self.same_width(width)?;
        let is_square = height == width as u64;
        let side = u8::try_from(height).ok().filter(|_| is_square);
        side.and_then(Size::new).ok_or_else(|| {
            if is_square {
                let message = format!("a board of {height} rows, where 5 are the fewest");
                return first(ErrorCode::BadSize, message);
            }
            let message = format!("the diagram has {height} rows of {width} cells");
            let error = first(ErrorCode::BadBoard, message);
            match self.missing_row(width) {
                Some(number) => error.hint(format!("row {number} is missing")),
                None if height > width as u64 => {
                    error.hint("a blank line or --- parts two diagrams")
                }
                None => error.hint("a board has as many rows as columns"),
            }
        })
    }

    /// A number up to `side` that no row has, if rows are numbered.
    fn missing_row(&self, side: usize) -> Option<usize> {
        let numbers: Vec<usize> = self
            .rows
            .iter()
            .map(|row| row.label().map(|label| usize::from(label.number)))
            .collect::<Option<_>>()?;
        (1..=side).find(|number| !numbers.contains(number))
    }

    fn same_width(&self, width: usize) -> Result<(), ParseError> {
        for (index, row, line) in self.iter() {
            let cells = row.cells.len();
            if cells == width {
                continue;
            }
            let name = row.label().map_or_else(
                || format!("row {} from the top", index + 1),
                |label| format!("row {}", label.number),
            );
            let message = format!("{name} has {cells} cells where the others have {width}");
            let error = ParseError::new(ErrorCode::BadBoard, message);
            let error = match row.cells.get(width) {
                Some(surplus) => error
                    .at(surplus.column, surplus.width)
                    .label("more than the others have")
                    .hint("is a cell too many there?"),
                None => error
                    .at(row.end_of_cells(), 1)
                    .label("the row ends here")
                    .hint(missing_cells(width - cells)),
            };
            return Err(error.on(line));
        }
        Ok(())
    }

    /// The height of every row, from 0 at the bottom: by its number, or by its place.
    fn heights(&self, names: CoordinateSystem) -> Result<Vec<u8>, ParseError> {
        let side = names.size.get();
        let has_labels = self.rows.iter().any(|row| row.label().is_some());
        let mut heights = Vec::with_capacity(self.rows.len());
        for (index, row, line) in self.iter() {
            let height = match row.label() {
                Some(label) => names.row(number(row, label, side).map_err(|error| error.on(line))?),
                None if has_labels => {
                    let message = "a row without a number where the others have one";
                    return Err(ParseError::new(ErrorCode::BadBoard, message).on(line));
                }
                None => side - 1 - index as u8,
            };
            if heights.contains(&height) {
                let label = row.label();
                let (column, width) = label.map_or((1, 1), |label| (label.column, label.width));
                let number = label.map_or(0, |label| label.number);
                let message = format!("two rows are numbered {number}");
                return Err(ParseError::new(ErrorCode::BadBoard, message)
                    .at(column, width)
                    .on(line));
            }
            heights.push(height);
        }
        Ok(heights)
    }

    /// What is seen on every point, with the place where it is seen.
    fn drawing(&self, heights: &[u8]) -> DrawnBoard<'_> {
        let mut points = Vec::new();
        for ((_, row, line), &height) in self.iter().zip(heights) {
            let cells = (0..).zip(&row.cells);
            points.extend(cells.filter_map(|(column, &cell)| {
                Point::new(column, height).map(|point| (point, cell, line))
            }));
        }
        points.sort_by_key(|&(point, ..)| point);
        DrawnBoard { points }
    }
}

impl BoardRow {
    fn end_of_cells(&self) -> u32 {
        let last = self.cells.last();
        last.map_or(self.end, |cell| cell.column + cell.width as u32)
    }
}

fn missing_cells(count: usize) -> String {
    match count {
        1 => "is one dot missing?".to_owned(),
        _ => format!("are {count} cells missing?"),
    }
}

/// The number of a row, if it is the same on both sides and on the board.
fn number(row: &BoardRow, label: RowLabel, side: u8) -> Result<u8, ParseError> {
    if let Some(right) = row.right.filter(|right| right.number != label.number) {
        let message = format!(
            "the row is numbered {} on the left and {} on the right",
            label.number, right.number
        );
        return Err(ParseError::new(ErrorCode::BadBoard, message).at(right.column, right.width));
    }
    if (1..=side).contains(&label.number) {
        return Ok(label.number);
    }
    let message = format!(
        "a row is numbered {} on a board of {side} rows",
        label.number
    );
    Err(ParseError::new(ErrorCode::BadBoard, message)
        .at(label.column, label.width)
        .hint("only whole boards are read, with rows from 1 on"))
}
