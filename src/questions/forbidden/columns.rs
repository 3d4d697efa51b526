//! Forbidden points as rows of a table: one for each, or one for a position without any.

use crate::forbidden::ForbiddenKind;
use crate::geometry::Point;
use crate::questions::ForbiddenReport;
use crate::render::columns::{Column, cell, cells, names};

/// The columns of forbidden points, between those of the position and those of an error.
pub const FORBIDDEN_COLUMNS: &[&str] = &names(&COLUMNS);

type ForbiddenCell = fn(&ForbiddenRow<'_>) -> String;

const COLUMNS: [Column<ForbiddenCell>; 5] = [
    Column("count", |row| row.count.to_string()),
    Column("point", |row| cell(&row.point)),
    Column("verdict", |row| row.verdict.to_owned()),
    Column("kinds", |row| cells(row.kinds)),
    Column("move", |row| cell(&row.number)),
];

#[derive(Clone, Copy, Default)]
struct ForbiddenRow<'a> {
    count: usize,
    point: Option<Point>,
    verdict: &'static str,
    kinds: &'a [ForbiddenKind],
    number: Option<usize>,
}

impl ForbiddenRow<'_> {
    fn cells(&self) -> Vec<String> {
        COLUMNS.iter().map(|column| column.1(self)).collect()
    }
}

/// What is forbidden, what was played, what is open.
pub(super) fn rows(report: &ForbiddenReport) -> Vec<Vec<String>> {
    let none = ForbiddenRow {
        count: report.forbidden.len(),
        ..ForbiddenRow::default()
    };
    let listed = if report.count.is_some() {
        &[]
    } else {
        &report.forbidden[..]
    };
    let forbidden = listed.iter().map(|found| ForbiddenRow {
        point: Some(found.point),
        verdict: "forbidden",
        kinds: &found.kinds,
        ..none
    });
    let played = report.played.iter().map(|played| ForbiddenRow {
        point: Some(played.found.point),
        verdict: "played",
        kinds: &played.found.kinds,
        number: played.number,
        ..none
    });
    let undecided = report.undecided.iter().map(|&point| ForbiddenRow {
        point: Some(point),
        verdict: "undecided",
        ..none
    });
    let mut rows: Vec<ForbiddenRow<'_>> = forbidden.chain(played).chain(undecided).collect();
    if rows.is_empty() {
        rows.push(none);
    }
    rows.iter().map(ForbiddenRow::cells).collect()
}
