//! The moves against a threat as rows of a table: one for each move that was tried.

use crate::questions::{DefenceMove, DefenceReport, ForcedLine};
use crate::render::columns::{Column, cell, cells, names};

/// The columns of `threats`, between those of the position and those of an error.
pub const THREATS_COLUMNS: &[&str] = &names(&COLUMNS);

type DefenceCell = fn(&DefenceReport, Option<&DefenceMove>) -> String;

const COLUMNS: [Column<DefenceCell>; 17] = [
    Column("defender", |report, _| cell(&report.defender)),
    Column("outcome", |report, _| cell(&report.outcome)),
    Column("threat", |report, _| kind(report.threat.as_ref())),
    Column("threat_plies", |report, _| plies(report.threat.as_ref())),
    Column("threat_line", |report, _| line(report.threat.as_ref())),
    Column("own_win", |report, _| kind(report.own_win.as_ref())),
    Column("own_win_plies", |report, _| plies(report.own_win.as_ref())),
    Column("own_win_line", |report, _| line(report.own_win.as_ref())),
    Column("complete", |report, _| report.complete.to_string()),
    Column("nodes", |report, _| report.nodes.to_string()),
    Column("deterministic", |report, _| {
        report.deterministic.to_string()
    }),
    Column("stop", |report, _| cell(&report.stop)),
    Column("point", |_, tried| cell(&tried.map(|it| it.point))),
    Column("verdict", |_, tried| cell(&tried.map(|it| it.verdict))),
    Column("means", |_, tried| cell(&tried.and_then(|it| it.means))),
    Column("loss_plies", |_, tried| {
        plies(tried.and_then(|tried| tried.win.as_ref()))
    }),
    Column("loss_line", |_, tried| {
        line(tried.and_then(|tried| tried.win.as_ref()))
    }),
];

fn kind(win: Option<&ForcedLine>) -> String {
    cell(&win.map(|win| win.kind))
}

fn plies(win: Option<&ForcedLine>) -> String {
    cell(&win.map(|win| win.plies))
}

fn line(win: Option<&ForcedLine>) -> String {
    win.map_or_else(String::new, |win| cells(&win.line))
}

pub(super) fn rows(report: &DefenceReport) -> Vec<Vec<String>> {
    let none = report.moves.is_empty().then_some(None);
    let tried = report.moves.iter().map(Some).chain(none);
    let row = |tried| {
        let columns = COLUMNS.iter();
        columns.map(|column| column.1(report, tried)).collect()
    };
    tried.map(row).collect()
}
