//! What is asked of a search, and its answer.

use serde::Serialize;

use crate::threat::ThreatOutcome;
use renju_core::geometry::PointSet;
use renju_core::limits::{Iteration, StopReason};

use super::params::SearchParams;

/// What a search is asked for; how much it may take is in [`Limits`](renju_core::limits::Limits).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// Depth of the last iteration, in plies; without it iterations go on until a limit is reached.
    pub depth: Option<u16>,
    /// Threads that search; only one gives the same answer every time.
    pub threads: usize,
    /// Number of best moves to report, each with its principal variation (multi-PV).
    pub lines: usize,
    /// The root moves to choose from; `None` is all.
    pub only: Option<PointSet>,
    /// Root moves that are left out.
    pub avoid: PointSet,
    /// The parameters of pruning, reductions and extensions; `None` is those of the rule.
    pub params: Option<SearchParams>,
}

impl SearchOptions {
    /// The best move after an iteration of this depth, with one thread.
    pub fn depth(plies: u16) -> SearchOptions {
        SearchOptions {
            depth: Some(plies),
            ..SearchOptions::default()
        }
    }
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            depth: None,
            threads: 1,
            lines: 1,
            only: None,
            avoid: PointSet::EMPTY,
            params: None,
        }
    }
}

/// The answer of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The best lines known at the end, with depth, nodes and time.
    pub last: Iteration,
    /// Why the search ended.
    pub stop: StopReason,
    /// Whether either side has a forced win; `None` if the game was over.
    pub forced_wins: Option<ForcedWins>,
}

/// Whether there is a forced win, proved by a solver of threats (VCT) or by the search itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ForcedWins {
    /// Of the side to move.
    pub own: ThreatOutcome,
    /// Of its opponent, after the best move.
    pub opponent: ThreatOutcome,
}
