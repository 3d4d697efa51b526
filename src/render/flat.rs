//! Answers as rows of a table, for programs that read CSV (RFC 4180, with `\n` at the end of a row).
//!
//! Each study with a flat answer has columns of its own, between those of the position and those of
//! an error; docs/batch.md describes them. Words and numbers are those of the JSON lines, lists have
//! blanks between their elements, and what has no meaning is an empty cell.

use serde::Serialize;
use serde_json::Value as Json;

use crate::board::Color;
use crate::eval::{ProvedEnd, SearchedMove};
use crate::position::PositionId;
use crate::study::{
    ForbiddenPoint, ForbiddenReport, ForcedWinReport, MoveOrPass, PatternReport, Report,
    ReportHeader, ScoreReport, SearchReport,
};

/// Columns that every table begins with.
const POSITION: [&str; 4] = ["id", "size", "rule", "to_move"];
/// Columns that every table ends with: of records that have no answer.
const ERROR: [&str; 4] = ["error", "error_message", "error_line", "error_column"];

const FORBIDDEN: [&str; 5] = ["count", "point", "verdict", "kinds", "move"];
const PATTERNS: [&str; 16] = [
    "black_five",
    "black_overline",
    "black_straight_four",
    "black_four",
    "black_open_three",
    "black_closed_three",
    "black_open_two",
    "black_closed_two",
    "white_five",
    "white_overline",
    "white_straight_four",
    "white_four",
    "white_open_three",
    "white_closed_three",
    "white_open_two",
    "white_closed_two",
];
const SCORE: [&str; 11] = [
    "evaluator",
    "side",
    "board",
    "rank",
    "point",
    "value",
    "forbidden",
    "win_in",
    "loss_in",
    "depth",
    "line",
];
const SEARCH: [&str; 19] = [
    "evaluator",
    "algorithm",
    "depth",
    "selective_depth",
    "nodes",
    "deterministic",
    "stop",
    "how",
    "own_win",
    "opponent_win",
    "rank",
    "move",
    "view",
    "points",
    "win_in",
    "loss_in",
    "draw",
    "chance",
    "line",
];
const FORCED_WIN: [&str; 11] = [
    "attacker",
    "outcome",
    "plies",
    "shortest",
    "nodes",
    "deterministic",
    "stop",
    "scope",
    "passed",
    "defences",
    "line",
];

/// A study whose answers are rows of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FlatStudy {
    /// A row for each forbidden point; one for a position without any.
    Forbidden,
    /// A row for each position.
    Patterns,
    /// A row for each side and point, the best first.
    Score,
    /// A row for each of the best moves.
    Search,
    /// A row for each position.
    Threats,
}

/// The rows of a study, with the columns that a run adds to them.
///
/// ```
/// use renju::geometry::Size;
/// use renju::position::Position;
/// use renju::render::{FlatStudy, FlatTable};
/// use renju::rule::Rule;
/// use renju::study::{ForbiddenOptions, Report, forbidden};
///
/// let table = FlatTable::new(FlatStudy::Forbidden);
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
    study: FlatStudy,
    added: Vec<&'static str>,
    /// Whether text is kept from being run by a spreadsheet.
    is_guarded: bool,
}

impl FlatTable {
    /// The table of a study.
    pub fn new(study: FlatStudy) -> FlatTable {
        FlatTable {
            study,
            added: Vec::new(),
            is_guarded: false,
        }
    }

    /// The table with one more column, behind those of the study.
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

    fn own_columns(&self) -> &'static [&'static str] {
        match self.study {
            FlatStudy::Forbidden => &FORBIDDEN,
            FlatStudy::Patterns => &PATTERNS,
            FlatStudy::Score => &SCORE,
            FlatStudy::Search => &SEARCH,
            FlatStudy::Threats => &FORCED_WIN,
        }
    }

    /// The row that names the columns.
    pub fn header(&self) -> Vec<u8> {
        let columns = [&POSITION, self.own_columns(), &self.added, &ERROR].concat();
        self.written(std::iter::once(columns))
    }

    /// The rows of an answer, each with `added` behind it: a cell for each of the columns that were
    /// added. None for a report of another study.
    pub fn rows(&self, report: &Report, added: &[String]) -> Vec<u8> {
        match report {
            Report::Forbidden(report) => self.with_ends(&report.header, forbidden(report), added),
            Report::Patterns(report) => self.with_ends(&report.header, [patterns(report)], added),
            Report::Score(report) => self.with_ends(&report.header, score(report), added),
            Report::Search(report) => self.with_ends(&report.header, search(report), added),
            Report::ForcedWin(report) => {
                self.with_ends(&report.header, [forced_win(report)], added)
            }
            _ => Vec::new(),
        }
    }

    /// The row of a record that has no answer: its id, and the cells of the last four columns.
    pub fn error_row(&self, id: &PositionId, error: [String; 4]) -> Vec<u8> {
        let before = POSITION.len() - 1 + self.own_columns().len() + self.added.len();
        let mut row = vec![id.to_string()];
        row.resize(1 + before, String::new());
        row.extend(error);
        self.written(std::iter::once(row))
    }

    /// Rows with the cells that all of them have.
    fn with_ends<const N: usize>(
        &self,
        header: &ReportHeader,
        rows: impl IntoIterator<Item = [String; N]>,
        added: &[String],
    ) -> Vec<u8> {
        debug_assert_eq!(
            (N, added.len()),
            (self.own_columns().len(), self.added.len())
        );
        let position = [
            header.id.to_string(),
            header.size.get().to_string(),
            cell(&header.rule),
            cell(&header.to_move),
        ];
        let no_error: [String; ERROR.len()] = Default::default();
        let whole = |row: [String; N]| [&position, &row[..], added, &no_error].concat();
        self.written(rows.into_iter().map(whole))
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

/// A value as in JSON, text without its quotes; empty if it is none.
fn cell(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Json::String(text)) => text,
        Ok(Json::Null) | Err(_) => String::new(),
        Ok(other) => other.to_string(),
    }
}

/// Values with blanks between them.
fn cells<T: Serialize>(values: &[T]) -> String {
    let cells: Vec<String> = values.iter().map(cell).collect();
    cells.join(" ")
}

fn forbidden(report: &ForbiddenReport) -> Vec<[String; FORBIDDEN.len()]> {
    let count = report.forbidden.len().to_string();
    let row = |verdict: &str, found: &ForbiddenPoint, number: String| {
        let (point, kinds) = (cell(&found.point), cells(&found.kinds));
        [count.clone(), point, verdict.to_owned(), kinds, number]
    };
    let listed = if report.count.is_some() {
        &[]
    } else {
        &report.forbidden[..]
    };
    let mut rows: Vec<_> = listed
        .iter()
        .map(|found| row("forbidden", found, String::new()))
        .collect();
    rows.extend(
        report
            .played
            .iter()
            .map(|played| row("played", &played.found, cell(&played.number))),
    );
    rows.extend(report.undecided.iter().map(|point| {
        let undecided = ForbiddenPoint {
            point: *point,
            kinds: Vec::new(),
            proof: None,
        };
        row("undecided", &undecided, String::new())
    }));
    if rows.is_empty() {
        let [_, point, verdict, kinds, number] = Default::default();
        rows.push([count, point, verdict, kinds, number]);
    }
    rows
}

fn patterns(report: &PatternReport) -> [String; PATTERNS.len()] {
    let counts = [&report.counts.black, &report.counts.white];
    std::array::from_fn(|column| {
        let counts = counts[column / 8];
        cell(&counts.as_ref().map(|counts| counts.0[column % 8]))
    })
}

fn score(report: &ScoreReport) -> Vec<[String; SCORE.len()]> {
    let mut rows = Vec::new();
    for side in Color::BOTH {
        let Some(points) = &report.points[side] else {
            continue;
        };
        let row = |[rank, point, value, forbidden]: [String; 4], found: [String; 4]| {
            let [win_in, loss_in, depth, line] = found;
            [
                report.evaluator.clone(),
                cell(&side),
                cell(&report.board[side]),
                rank,
                point,
                value,
                forbidden,
                win_in,
                loss_in,
                depth,
                line,
            ]
        };
        rows.extend(points.0.iter().map(|ranked| {
            let is_forbidden = side == Color::Black && report.forbidden.contains(&ranked.point);
            let point = [
                ranked.rank.to_string(),
                cell(&ranked.point),
                cell(&ranked.value),
                is_forbidden.to_string(),
            ];
            row(point, searched(report.searched[side].get(&ranked.point)))
        }));
        if points.0.is_empty() {
            rows.push(row(Default::default(), Default::default()));
        }
    }
    rows
}

/// What a search found out about a point: how it ends, depth, and line.
fn searched(found: Option<&SearchedMove>) -> [String; 4] {
    let Some(found) = found else {
        return Default::default();
    };
    let (win_in, loss_in) = match found.end {
        Some(ProvedEnd::WinIn(moves)) => (Some(moves), None),
        Some(ProvedEnd::LossIn(moves)) => (None, Some(moves)),
        None => (None, None),
    };
    [
        cell(&win_in),
        cell(&loss_in),
        cell(&found.depth),
        cells(&found.line),
    ]
}

fn search(report: &SearchReport) -> Vec<[String; SEARCH.len()]> {
    let row = |best: [String; 9]| {
        let [
            rank,
            first,
            view,
            points,
            win_in,
            loss_in,
            draw,
            chance,
            line,
        ] = best;
        [
            report.evaluator.clone(),
            report.algorithm.to_owned(),
            report.depth.to_string(),
            cell(&report.selective_depth),
            report.nodes.to_string(),
            report.deterministic.to_string(),
            cell(&report.stop),
            cell(&report.how),
            cell(&report.threats.map(|threats| threats.own)),
            cell(&report.threats.map(|threats| threats.opponent)),
            rank,
            first,
            view,
            points,
            win_in,
            loss_in,
            draw,
            chance,
            line,
        ]
    };
    let best = report
        .lines
        .iter()
        .zip(1..)
        .map(|(line, rank): (_, usize)| {
            let score = serde_json::to_value(line.score).unwrap_or_default();
            let of_score = |name: &str| cell(&score[name]);
            row([
                rank.to_string(),
                cell(&line.moves.first()),
                of_score("view"),
                of_score("points"),
                of_score("win_in"),
                of_score("loss_in"),
                of_score("draw"),
                of_score("chance"),
                moves(&line.moves),
            ])
        });
    let mut rows: Vec<_> = best.collect();
    if rows.is_empty() {
        rows.push(row(Default::default()));
    }
    rows
}

fn forced_win(report: &ForcedWinReport) -> [String; FORCED_WIN.len()] {
    [
        cell(&report.attacker),
        cell(&report.outcome),
        cell(&report.plies),
        report.shortest.to_string(),
        report.nodes.to_string(),
        report.deterministic.to_string(),
        cell(&report.stop),
        cell(&report.scope),
        report.passed.to_string(),
        cell(&report.defences),
        moves(&report.line),
    ]
}

fn moves(line: &[MoveOrPass]) -> String {
    cells(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Shape;

    #[test]
    fn the_columns_of_shapes_are_their_names() {
        let names = Color::BOTH.into_iter().flat_map(|color| {
            let name = move |shape: &Shape| format!("{}_{}", cell(&color), cell(shape));
            Shape::STANDING.iter().map(name)
        });
        assert!(names.eq(PATTERNS));
    }

    #[test]
    fn every_row_has_a_cell_for_each_column() {
        for study in [
            FlatStudy::Forbidden,
            FlatStudy::Patterns,
            FlatStudy::Score,
            FlatStudy::Search,
            FlatStudy::Threats,
        ] {
            let table = FlatTable::new(study).with_column("seconds");
            let width = |text: Vec<u8>| String::from_utf8(text).unwrap().split(',').count();
            let error = ["bad_json", "no JSON", "7", ""].map(str::to_owned);
            let row = table.error_row(&"x".into(), error);
            assert!(row.ends_with(b",bad_json,no JSON,7,\n"));
            assert_eq!(width(row), width(table.header()), "{study:?}");
        }
    }

    #[test]
    fn text_that_a_spreadsheet_would_run_is_guarded_and_numbers_are_not() {
        let error = || ["bad_json", "@sum", "", ""].map(str::to_owned);
        let row = |table: FlatTable, id: &str| {
            String::from_utf8(table.error_row(&PositionId::from(id.to_owned()), error())).unwrap()
        };
        let table = || FlatTable::new(FlatStudy::Forbidden);
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
