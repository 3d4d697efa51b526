//! A comparison as rows of a table: one for each point and evaluator.

use crate::questions::agreement::Agreement;
use crate::questions::{ComparedPoint, ComparisonReport};
use crate::render::columns::{Column, cell, names};

/// The columns of `compare`, between those of the position and those of an error.
pub const COMPARE_COLUMNS: &[&str] = &names(&COLUMNS);

type ComparedCell = fn(&ComparedRow<'_>) -> String;

const COLUMNS: [Column<ComparedCell>; 12] = [
    Column("point", |row| cell(&row.compared.map(|it| it.point))),
    Column("evaluator", |row| row.name.to_owned()),
    Column("reference", |row| row.report.reference.clone()),
    Column("ranks_by", |row| cell(&row.report.ranks_by.get(row.name))),
    Column("rank", |row| {
        cell(&row.compared.and_then(|it| it.ranks.get(row.name)))
    }),
    Column("value", |row| {
        cell(&row.compared.and_then(|it| it.scores.get(row.name)))
    }),
    Column("rank_gap", |row| {
        cell(&row.compared.map(ComparedPoint::rank_gap))
    }),
    Column("best", |row| {
        let best = row.report.best.get(row.name);
        cell(
            &best
                .zip(row.compared)
                .map(|(best, it)| best.contains(&it.point)),
        )
    }),
    Column("tau_top", |row| {
        cell(&row.agreement.and_then(|found| found.tau_top))
    }),
    Column("top_shared", |row| {
        cell(&row.agreement.map(|found| found.top_shared))
    }),
    Column("top", |row| cell(&row.agreement.map(|found| found.top))),
    Column("failed", |row| {
        let failed = row.report.failures.get(row.name);
        cell(&failed.map(|failed| &failed.message))
    }),
];

/// A point with an evaluator; no point where none was compared.
struct ComparedRow<'a> {
    report: &'a ComparisonReport,
    name: &'a str,
    compared: Option<&'a ComparedPoint>,
    agreement: Option<Agreement>,
}

/// The points that are shown to a person, each with every evaluator.
pub(super) fn rows(report: &ComparisonReport) -> Vec<Vec<String>> {
    let none = report.rows.is_empty().then_some(None);
    let points = report.shown().map(Some).chain(none);
    let row = |compared, name| {
        let row = ComparedRow {
            report,
            name,
            compared,
            agreement: report.pair_with_reference(name),
        };
        COLUMNS.iter().map(|column| column.1(&row)).collect()
    };
    let rows = points.flat_map(|compared| {
        let names = report.evaluators.iter();
        names.map(move |name| row(compared, name))
    });
    rows.collect()
}
