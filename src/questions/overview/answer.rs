//! What a position or game is: moves, opening, end, forbidden points, what is threatened, the best move.

use std::time::Duration;

use serde::Serialize;

use crate::board::Color;
use crate::eval::Failure;
use crate::forbidden::ThreeReading;
use crate::geometry::Point;
use crate::limits::{Instant, Limits, Observer, StopReason, Value};
use crate::position::{GameInfo, NamedOpening, Outcome, Setup};
use crate::questions::{
    ForbiddenOptions, ForbiddenPoint, ForcedLine, ReportHeader, ReportedLine, SearchQuestion,
    WinFinder, forbidden, search,
};
use crate::search::TranspositionTable;
use crate::threat::ThreatOutcome;

/// Nodes of the look at what the other side threatens: some hundredths of a second.
const THREAT_NODES: u64 = 3_000;

/// What a position or game is, as far as a quick look tells.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OverviewReport {
    /// The position and the question.
    #[serde(flatten)]
    pub header: ReportHeader,
    /// How many moves were played; `None` if the order is not known.
    pub moves: Option<usize>,
    /// Stones of each side, Black's first.
    pub stones: [usize; 2],
    /// Which of the 26 openings of renju the game began with.
    pub opening: Option<NamedOpening>,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
    /// Forbidden moves of Black's that stand because White played on.
    pub unclaimed: Vec<Point>,
    /// Players, event and result, if the input says something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub info: Option<Box<GameInfo>>,
    /// The points that Black may not play, without their proofs.
    pub forbidden: Vec<ForbiddenPoint>,
    /// Whether the other side would have a forced win if the side to move passed; `"unknown"` if the
    /// quick look did not find out, `None` if the game is over or the side to move is open.
    pub threat: Option<ThreatOutcome>,
    /// That win with its line.
    pub threatened: Option<ForcedLine>,
    /// The best move with what it is worth and what follows; `None` if no move was searched in the time
    /// that there was, if the game is over or the side to
    /// move is open.
    pub best: Option<ReportedLine>,
    /// Nodes of the search for it.
    pub nodes: u64,
    /// Why that search ended.
    pub stop: Option<StopReason>,
}

/// A quick look at a position: the time of `question` is for both, its nodes for the best move alone.
///
/// # Errors
///
/// If the evaluator has no answer for this position.
pub fn overview(
    question: &SearchQuestion<'_>,
    setup: &Setup,
    finder: &mut WinFinder,
    observer: &dyn Observer,
    table: &mut TranspositionTable,
) -> Result<OverviewReport, Failure> {
    let position = question.position;
    let board = position.board();
    let options = ForbiddenOptions {
        reading: ThreeReading::Literal,
        depth: Some(0),
        ..ForbiddenOptions::default()
    };
    let mut report = OverviewReport {
        header: ReportHeader::new(question.id, "overview", position),
        moves: position.moves().map(<[_]>::len),
        stones: Color::BOTH.map(|color| board.stones(color).len()),
        opening: position.opening(),
        outcome: position.outcome().cloned(),
        unclaimed: position.unclaimed().to_vec(),
        info: setup.info.clone().filter(|info| !info.is_empty()),
        forbidden: forbidden(question.id, position, &options).forbidden,
        threat: None,
        threatened: None,
        best: None,
        nodes: 0,
        stop: None,
    };
    if position.outcome().is_some() || position.known_to_move().is_none() {
        return Ok(report);
    }
    let since = Instant::now();
    let limits = Limits::nodes(THREAT_NODES);
    let found = finder.find(&position.clone().pass(), limits, observer);
    report.threat = Some(found.outcome());
    report.threatened = found.line().cloned();
    // The time is for both; at least half of it is for the search.
    let left = |time: Duration| time.saturating_sub(since.elapsed()).max(time / 2);
    let limits = Limits {
        time: question.limits.time.map(left),
        ..question.limits
    };
    let question = &SearchQuestion {
        limits,
        ..*question
    };
    let answer = search(question, observer, table)?;
    report.nodes = answer.nodes;
    report.stop = answer.stop;
    // Before a move is searched there is only the first one of a list.
    let is_known = |line: &ReportedLine| {
        let value = line.score.map(|score| score.value);
        answer.depth > 0 || !matches!(value, Some(Value::Points(_)))
    };
    report.best = answer.lines.into_iter().next().filter(is_known);
    Ok(report)
}
