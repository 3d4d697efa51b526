//! Answers as rows of a table, for programs that read CSV (RFC 4180, with `\n` at the end of a row).
//!
//! Each question with a flat answer has columns of its own, between those of the position and those of
//! an error; docs/batch.md describes them. Words and numbers are those of the JSON lines, lists have
//! blanks between their elements, and what has no meaning is an empty cell.

use crate::position::PositionId;
use crate::questions::Report;
use crate::render::columns::cell;
use crate::report_header::ReportHeader;

/// Columns that every table begins with.
const POSITION: [&str; 4] = ["id", "size", "rule", "to_move"];
/// Columns that every table ends with: of records that have no answer.
const ERROR: [&str; 4] = ["error", "error_message", "error_line", "error_column"];

/// The rows of a question, with the columns that a run adds to them.
///
/// ```
/// use renju::geometry::Size;
/// use renju::position::Position;
/// use renju::questions::{FORBIDDEN_COLUMNS, FlatTable, ForbiddenOptions, Report, forbidden};
/// use renju::rule::Rule;
///
/// let table = FlatTable::new(FORBIDDEN_COLUMNS);
/// let empty = Position::new(Size::RENJU, Rule::Renju);
/// let report = Report::Forbidden(forbidden("a, b", &empty, &ForbiddenOptions::default()));
/// let text = [table.header(), table.rows(&report, &[])].concat();
/// assert_eq!(
///     String::from_utf8(text)?,
///     "id,size,rule,to_move,count,point,verdict,kinds,move,error,error_message,error_line,error_column\n\
///      \"a, b\",15,renju,black,0,,,,,,,,\n"
/// );
/// # Ok::<(), std::string::FromUtf8Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlatTable {
    columns: &'static [&'static str],
    added: Vec<&'static str>,
    /// Whether text is kept from being run by a spreadsheet.
    is_guarded: bool,
}

impl FlatTable {
    /// The table of a question with these columns, such as
    /// [`FORBIDDEN_COLUMNS`](crate::questions::FORBIDDEN_COLUMNS).
    pub const fn new(columns: &'static [&'static str]) -> FlatTable {
        FlatTable {
            columns,
            added: Vec::new(),
            is_guarded: false,
        }
    }

    /// The table with one more column, behind those of the question.
    #[must_use]
    pub fn with_column(mut self, name: &'static str) -> FlatTable {
        self.added.push(name);
        self
    }

    /// The table with a `'` before each cell of text that a spreadsheet would run as a formula.
    ///
    /// Such a cell begins with `=`, `+`, `-`, `@`, a tab or a line break, and is no number; ids, names
    /// and messages of the input may do so.
    #[must_use]
    pub fn guarded(mut self) -> FlatTable {
        self.is_guarded = true;
        self
    }

    /// The row that names the columns.
    pub fn header(&self) -> Vec<u8> {
        let columns = [&POSITION, self.columns, &self.added, &ERROR].concat();
        self.written(std::iter::once(columns))
    }

    /// The rows of an answer, each with `added` behind it: a cell for each of the columns that were
    /// added. None for the answer to a question with other columns.
    pub fn rows(&self, report: &Report, added: &[String]) -> Vec<u8> {
        debug_assert_eq!(added.len(), self.added.len());
        let report = report.presentation();
        let position = position(report.header());
        let no_error: [String; ERROR.len()] = Default::default();
        let is_own = report.columns() == self.columns;
        let rows = if is_own { report.rows() } else { Vec::new() };
        let whole = |row: &Vec<String>| [&position, &row[..], added, &no_error].concat();
        self.written(rows.iter().map(whole))
    }

    /// The row of a record that has no answer: its id, and the cells of the last four columns.
    pub fn error_row(&self, id: &PositionId, error: [String; 4]) -> Vec<u8> {
        let before = POSITION.len() - 1 + self.columns.len() + self.added.len();
        let mut row = vec![id.to_string()];
        row.resize(1 + before, String::new());
        row.extend(error);
        self.written(std::iter::once(row))
    }

    /// Rows as text.
    fn written(&self, rows: impl IntoIterator<Item: IntoIterator<Item: AsRef<str>>>) -> Vec<u8> {
        let mut writer = csv::WriterBuilder::new()
            .buffer_capacity(1 << 10)
            .from_writer(Vec::new());
        for row in rows {
            for cell in row {
                let cell = cell.as_ref();
                let quote = if self.is_guarded && is_run(cell) {
                    "'"
                } else {
                    ""
                };
                let written = writer.write_field([quote, cell].concat());
                written.expect("memory takes all");
            }
            let ended = writer.write_record(None::<&[u8]>);
            ended.expect("all rows have as many cells");
        }
        writer.into_inner().expect("memory takes all")
    }
}

/// Whether a spreadsheet takes a cell for a formula.
fn is_run(cell: &str) -> bool {
    cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) && cell.parse::<f64>().is_err()
}

/// The cells that every row begins with.
fn position(header: &ReportHeader) -> [String; POSITION.len()] {
    [
        header.id.to_string(),
        header.size.get().to_string(),
        cell(&header.rule),
        cell(&header.to_move),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::game::GAME_COLUMNS;
    use crate::questions::{
        COMPARE_COLUMNS, FORBIDDEN_COLUMNS, FORCED_WIN_COLUMNS, PATTERN_COLUMNS, SCORE_COLUMNS,
        SEARCH_COLUMNS, THREATS_COLUMNS, WHY_COLUMNS,
    };

    #[test]
    fn every_row_has_a_cell_for_each_column() {
        for columns in [
            FORBIDDEN_COLUMNS,
            PATTERN_COLUMNS,
            SCORE_COLUMNS,
            SEARCH_COLUMNS,
            FORCED_WIN_COLUMNS,
            COMPARE_COLUMNS,
            GAME_COLUMNS,
            THREATS_COLUMNS,
            WHY_COLUMNS,
        ] {
            let table = FlatTable::new(columns).with_column("seconds");
            let width = |text: Vec<u8>| String::from_utf8(text).unwrap().split(',').count();
            let error = ["bad_json", "no JSON", "7", ""].map(str::to_owned);
            let row = table.error_row(&"x".into(), error);
            assert!(row.ends_with(b",bad_json,no JSON,7,\n"));
            assert_eq!(width(row), width(table.header()), "{columns:?}");
        }
    }

    #[test]
    fn text_that_a_spreadsheet_would_run_is_guarded_and_numbers_are_not() {
        let error = || ["bad_json", "@sum", "", ""].map(str::to_owned);
        let row = |table: FlatTable, id: &str| {
            String::from_utf8(table.error_row(&PositionId::from(id.to_owned()), error())).unwrap()
        };
        let table = || FlatTable::new(FORBIDDEN_COLUMNS);
        for id in ["=1+1", "+a", "-a", "@a", "-1", "+2.5", "a=1"] {
            let is_run = id.parse::<f64>().is_err() && !id.starts_with('a');
            let quote = if is_run { "'" } else { "" };
            let guarded = row(table().guarded(), id);
            assert!(guarded.starts_with(&format!("{quote}{id},")), "{guarded}");
            assert!(guarded.contains(",'@sum,"), "{guarded}");
            assert!(row(table(), id).starts_with(&format!("{id},")));
        }
    }
}
