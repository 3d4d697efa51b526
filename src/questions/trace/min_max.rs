//! A published program's alpha-beta held against a min-max of the same tree.

use serde::Serialize;

use super::answer::SearchTrace;
use super::node::{TraceAlgorithm, TraceEnd, TraceHead, TraceNode, TraceTotals};
use super::parting::{Parting, PartingReport, parting};
use super::sink::{TraceRecorder, TracingObserver};
use crate::eval::{How, PlayOptions, PublishedMove, System};
use crate::geometry::Point;
use crate::limits::{Control, Limits, Observer};
use crate::named_enum::named_enum;
use crate::position::{Position, PositionId};
use crate::report_header::ReportHeader;

/// Nodes of a min-max that are kept in memory, at most.
const MOST_NODES: usize = 2_000_000;

named_enum! {
    /// What came of holding a search against its min-max.
    pub enum MinMaxOutcome: "outcome" {
        /// The same value, a move that is worth it, and no claim of a node that is wrong.
        Equal = "equal",
        /// They part.
        Different = "different",
        /// The program chose its move without a search.
        Unsearched = "unsearched",
        /// A limit came first, or the tree is too large.
        Unknown = "unknown",
    }
}

/// An alpha-beta held against plain min-max of the same tree.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MinMaxCheck {
    /// The position and the question.
    #[serde(flatten)]
    pub header: ReportHeader,
    /// The published program whose search it is.
    pub evaluator: String,
    /// Plies that were looked ahead.
    pub depth: usize,
    /// What came of it.
    pub outcome: MinMaxOutcome,
    /// How the program came by its move.
    pub how: Option<How>,
    /// The value of its answer; null where it has none.
    pub value: Option<i64>,
    /// Its move; null where it has none.
    pub best: Option<Point>,
    /// The value of the min-max; null where it came to none.
    pub min_max: Option<i64>,
    /// Visits of its search.
    pub visits: usize,
    /// Visits of the min-max.
    pub min_max_visits: usize,
    /// Visits that were compared.
    pub compared: usize,
    /// Those whose claim is wrong.
    pub wrong: usize,
    /// The smallest node at which they part; null where they do not.
    pub parting: Option<Parting>,
}

/// Searches a position as `program` does and once more without a cut, and holds every node of the first
/// search against the second. `limits` holds for each of both.
pub fn check_min_max(
    id: impl Into<PositionId>,
    position: &Position,
    program: &dyn System,
    options: &PlayOptions,
    limits: Limits,
    observer: &dyn Observer,
) -> MinMaxCheck {
    let searched = |is_plain| {
        let options = PlayOptions {
            is_plain,
            ..*options
        };
        RecordedSearch::run(position, program, &options, limits, observer)
    };
    let first = match position.outcome() {
        Some(_) => RecordedSearch::none(position, program),
        None => searched(false),
    };
    let is_searched = first.found.how == How::Searched && !first.trace.nodes.is_empty();
    let second = (is_searched && first.is_whole).then(|| searched(true));
    let held = second.as_ref().filter(|second| second.is_whole);
    let held = held.map(|second| parting(&first.trace, &second.trace));
    let outcome = match &held {
        _ if !is_searched && first.is_whole => MinMaxOutcome::Unsearched,
        None => MinMaxOutcome::Unknown,
        Some(held) if held.parting.is_some() => MinMaxOutcome::Different,
        Some(_) => MinMaxOutcome::Equal,
    };
    let held = held.unwrap_or(PartingReport::NOTHING);
    MinMaxCheck {
        header: ReportHeader::new(id, "check_minimax", position),
        evaluator: program.info().name.clone(),
        depth: first.found.depth,
        outcome,
        how: position.outcome().is_none().then_some(first.found.how),
        value: first.found.value,
        best: first.found.moves.first().copied(),
        min_max: second.as_ref().and_then(|second| second.found.value),
        visits: first.trace.nodes.len(),
        min_max_visits: second.map_or(0, |second| second.trace.nodes.len()),
        compared: held.compared,
        wrong: held.wrong,
        parting: held.parting,
    }
}

/// A search with all its nodes.
struct RecordedSearch {
    found: PublishedMove,
    trace: SearchTrace,
    /// Whether neither a limit nor memory ended it.
    is_whole: bool,
}

impl RecordedSearch {
    /// What a game that is over comes to.
    fn none(position: &Position, program: &dyn System) -> RecordedSearch {
        let found = PublishedMove::unsearched(How::Fallback, None);
        RecordedSearch::new(position, program, found, Vec::new(), false)
    }

    fn run(
        position: &Position,
        program: &dyn System,
        options: &PlayOptions,
        limits: Limits,
        observer: &dyn Observer,
    ) -> RecordedSearch {
        let recorder = TraceRecorder::new(MOST_NODES);
        let tracing = TracingObserver {
            observer,
            sink: &recorder,
        };
        let found = program.play(position, options, &Control::observed(limits, &tracing));
        let nodes = recorder.into_nodes();
        RecordedSearch::new(position, program, found, nodes, options.is_plain)
    }

    fn new(
        position: &Position,
        program: &dyn System,
        found: PublishedMove,
        nodes: Vec<TraceNode>,
        is_plain: bool,
    ) -> RecordedSearch {
        let algorithm = if is_plain {
            TraceAlgorithm::MinMax
        } else {
            TraceAlgorithm::AlphaBeta
        };
        RecordedSearch {
            is_whole: found.stop.is_none() && nodes.len() < MOST_NODES,
            trace: SearchTrace {
                head: TraceHead::new(algorithm, &program.info().name, position),
                nodes,
                end: Some(TraceEnd {
                    answer: found.value,
                    best: found.moves.first().copied(),
                    left_out: 0,
                    totals: TraceTotals::default(),
                }),
            },
            found,
        }
    }
}
