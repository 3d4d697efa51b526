//! Lines of play as rows of a table: one for each of the best moves.

use serde_json::Value as Json;

use crate::questions::{ReportedLine, SearchReport};
use crate::render::columns::{Column, cell, cells, names};

/// The columns of a search, between those of the position and those of an error.
pub const SEARCH_COLUMNS: &[&str] = &names(&COLUMNS);

type PlayCell = fn(&LineRow<'_>) -> String;

const COLUMNS: [Column<PlayCell>; 19] = [
    Column("evaluator", |row| row.report.evaluator.clone()),
    Column("algorithm", |row| row.report.algorithm.to_string()),
    Column("depth", |row| row.report.depth.to_string()),
    Column("selective_depth", |row| cell(&row.report.selective_depth)),
    Column("nodes", |row| row.report.nodes.to_string()),
    Column("deterministic", |row| row.report.deterministic.to_string()),
    Column("stop", |row| cell(&row.report.stop)),
    Column("how", |row| cell(&row.report.how)),
    Column("own_win", |row| cell(&row.report.threats.map(|it| it.own))),
    Column("opponent_win", |row| {
        cell(&row.report.threats.map(|it| it.opponent))
    }),
    Column("rank", |row| cell(&row.line.map(|(rank, _)| rank))),
    Column("move", |row| {
        cell(&row.line.and_then(|(_, line)| line.moves.first()))
    }),
    Column("view", |row| cell(&row.score["view"])),
    Column("points", |row| cell(&row.score["points"])),
    Column("win_in", |row| cell(&row.score["win_in"])),
    Column("loss_in", |row| cell(&row.score["loss_in"])),
    Column("draw", |row| cell(&row.score["draw"])),
    Column("chance", |row| cell(&row.score["chance"])),
    Column("line", |row| {
        cells(row.line.iter().flat_map(|(_, line)| &line.moves))
    }),
];

/// A line with its rank; none where the search has no line.
struct LineRow<'a> {
    report: &'a SearchReport,
    line: Option<(usize, &'a ReportedLine)>,
    /// What the line is worth, as its JSON says it.
    score: Json,
}

impl LineRow<'_> {
    fn cells(&self) -> Vec<String> {
        COLUMNS.iter().map(|column| column.1(self)).collect()
    }
}

pub(super) fn rows(report: &SearchReport) -> Vec<Vec<String>> {
    let none = report.lines.is_empty().then_some(None);
    let lines = (1..).zip(&report.lines).map(Some).chain(none);
    let rows = lines.map(|line| {
        let score = line.and_then(|(_, line)| line.score);
        let score = serde_json::to_value(score).unwrap_or_default();
        LineRow {
            report,
            line,
            score,
        }
        .cells()
    });
    rows.collect()
}
