//! Why not another move: its refutation, searched as deep as the answer.

use super::answer::{ExplainedMove, ReportedLine, SearchQuestion, SearchReport, search};
use crate::eval::Failure;
use crate::geometry::{Point, PointSet};
use crate::limits::{Observer, Value};
use crate::questions::MoveOrPass;
use crate::search::{SearchOptions, TranspositionTable};

/// Searches `point` as deep as `report` was, with the limits of `question` once more; `None` if nothing
/// was found within them. The move has to be one that may be played.
///
/// # Errors
///
/// As [`search`].
pub fn explain_move(
    question: &SearchQuestion<'_>,
    report: &SearchReport,
    point: Point,
    observer: &dyn Observer,
    table: &mut TranspositionTable,
) -> Result<Option<ExplainedMove>, Failure> {
    let asked = SearchQuestion {
        options: SearchOptions {
            depth: Some(u16::try_from(report.depth.max(1)).unwrap_or(u16::MAX)),
            lines: 1,
            only: Some([point].into_iter().collect()),
            avoid: PointSet::EMPTY,
            ..question.options
        },
        ..*question
    };
    let found = search(&asked, observer, table)?;
    let Some(line) = found.lines.into_iter().next() else {
        return Ok(None);
    };
    let points = |line: Option<&ReportedLine>| match line?.score?.value {
        Value::Points(points) => Some(points),
        _ => None,
    };
    let best = report.lines.first();
    let loses = points(best).zip(points(Some(&line)));
    Ok(Some(ExplainedMove {
        point,
        depth: found.depth,
        loses: loses.map(|(best, this)| best - this),
        line,
    }))
}

impl SearchReport {
    /// Whether the answer begins with this move.
    pub fn begins_with(&self, point: Point) -> bool {
        let first = self.lines.first().and_then(|line| line.moves.first());
        first == Some(&MoveOrPass::At(point))
    }
}
