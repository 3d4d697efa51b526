//! An evaluator's values as rows of a table: one for each side and point, the best first.

use crate::board::Color;
use crate::eval::{ProvedEnd, SearchedMove};
use crate::questions::ScoreReport;
use crate::questions::agreement::RankedPoint;
use crate::render::columns::{Column, cell, cells, names};

/// The columns of values, between those of the position and those of an error.
pub const SCORE_COLUMNS: &[&str] = &names(&COLUMNS);

type ScoreCell = fn(&ValueRow<'_>) -> String;

const COLUMNS: [Column<ScoreCell>; 11] = [
    Column("evaluator", |row| row.report.evaluator.clone()),
    Column("side", |row| cell(&row.side)),
    Column("board", |row| cell(&row.report.board[row.side])),
    Column("rank", |row| cell(&row.point.map(|ranked| ranked.rank))),
    Column("point", |row| cell(&row.point.map(|ranked| ranked.point))),
    Column("value", |row| cell(&row.point.map(|ranked| ranked.value))),
    Column("forbidden", |row| {
        cell(&row.point.map(|ranked| row.is_forbidden(ranked)))
    }),
    Column("win_in", |row| match row.end() {
        Some(ProvedEnd::WinIn(moves)) => moves.to_string(),
        _ => String::new(),
    }),
    Column("loss_in", |row| match row.end() {
        Some(ProvedEnd::LossIn(moves)) => moves.to_string(),
        _ => String::new(),
    }),
    Column("depth", |row| cell(&row.searched().and_then(|it| it.depth))),
    Column("line", |row| {
        cells(row.searched().iter().flat_map(|found| &found.line))
    }),
];

/// A point as a side values it; none for a side whose points have no values.
struct ValueRow<'a> {
    report: &'a ScoreReport,
    side: Color,
    point: Option<RankedPoint>,
}

impl ValueRow<'_> {
    fn cells(&self) -> Vec<String> {
        COLUMNS.iter().map(|column| column.1(self)).collect()
    }

    fn is_forbidden(&self, ranked: RankedPoint) -> bool {
        self.side == Color::Black && self.report.forbidden.contains(&ranked.point)
    }

    /// What a search found out about the point.
    fn searched(&self) -> Option<&SearchedMove> {
        self.report.searched[self.side].get(&self.point?.point)
    }

    fn end(&self) -> Option<ProvedEnd> {
        self.searched()?.end
    }
}

pub(super) fn rows(report: &ScoreReport) -> Vec<Vec<String>> {
    let sides = Color::BOTH.into_iter();
    let points = sides.filter_map(|side| Some((side, report.points[side].as_ref()?)));
    let rows = points.flat_map(|(side, points)| {
        let none = points.0.is_empty().then_some(None);
        let points = points.0.iter().copied().map(Some).chain(none);
        points.map(move |point| {
            ValueRow {
                report,
                side,
                point,
            }
            .cells()
        })
    });
    rows.collect()
}
