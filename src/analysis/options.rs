//! Session settings of the analysis engine, and the search limits of queries that set none.

use crate::limits::Limits;
use crate::notation::Letters;
use crate::rule::Rule;

/// The nodes of a search for which nothing else sets a limit.
const DEFAULT_NODES: u64 = 100_000;

/// The settings of an analysis engine. A query may set its own limits and its own rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnalysisOptions {
    /// The rule of queries that name none; without it renju on 15x15 and freestyle elsewhere.
    pub rule: Option<Rule>,
    /// The letters of queries that name none.
    pub letters: Letters,
    /// The size of the tables of each thread, in bytes.
    pub table_bytes: usize,
    /// Nodes to search for each turn of a query that does not say how many.
    pub nodes: Option<u64>,
    /// The greatest depth of a search, in plies.
    pub depth: Option<u16>,
    /// Turns of queries that are searched at once, each by one thread.
    pub threads: usize,
}

impl AnalysisOptions {
    /// The limits of a query that asks for `asked`. A query without a limit, in a session without
    /// one, gets a number of nodes, so that its answer is the same everywhere.
    pub(super) fn limits(&self, asked: Limits) -> Limits {
        let is_limited = asked.time.is_some() || self.depth.is_some();
        let default = (!is_limited).then_some(DEFAULT_NODES);
        Limits {
            nodes: asked.nodes.or(self.nodes).or(default),
            ..asked
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_query_wins_over_the_session_and_something_is_always_a_limit() {
        let options = AnalysisOptions {
            rule: None,
            letters: Letters::All,
            table_bytes: 1 << 20,
            nodes: None,
            depth: None,
            threads: 1,
        };
        let timed = Limits::time(Duration::from_secs(1));
        assert_eq!(options.limits(Limits::NONE).nodes, Some(DEFAULT_NODES));
        assert_eq!(options.limits(timed), timed);
        let counted = AnalysisOptions {
            nodes: Some(7),
            ..options
        };
        assert_eq!(counted.limits(Limits::NONE), Limits::nodes(7));
        assert_eq!(counted.limits(Limits::nodes(9)), Limits::nodes(9));
        let deep = AnalysisOptions {
            depth: Some(3),
            ..options
        };
        assert_eq!(deep.limits(Limits::NONE), Limits::NONE);
    }
}
