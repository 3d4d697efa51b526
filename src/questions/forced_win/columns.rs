//! A forced win as a row of a table.

use crate::questions::ForcedWinReport;
use crate::render::columns::{Column, cell, cells, names};

/// The columns of `vcf` and `vct`, between those of the position and those of an error.
pub const FORCED_WIN_COLUMNS: &[&str] = &names(&COLUMNS);

type WinCell = fn(&ForcedWinReport) -> String;

const COLUMNS: [Column<WinCell>; 11] = [
    Column("attacker", |report| cell(&report.attacker)),
    Column("outcome", |report| cell(&report.outcome)),
    Column("plies", |report| cell(&report.plies)),
    Column("shortest", |report| report.shortest.to_string()),
    Column("nodes", |report| report.nodes.to_string()),
    Column("deterministic", |report| report.deterministic.to_string()),
    Column("stop", |report| cell(&report.stop)),
    Column("scope", |report| cell(&report.scope)),
    Column("passed", |report| report.passed.to_string()),
    Column("defences", |report| cell(&report.defences)),
    Column("line", |report| cells(&report.line)),
];

pub(super) fn rows(report: &ForcedWinReport) -> Vec<Vec<String>> {
    vec![COLUMNS.iter().map(|column| column.1(report)).collect()]
}
