//! Settings of engines in other processes: time limits, nodes, depth and output.

use std::time::Duration;

/// How long an engine may take for an answer unless said otherwise.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long an engine may take to start unless said otherwise: a network has to be loaded.
pub const DEFAULT_START: Duration = Duration::from_secs(30);

/// How an engine is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineSettings {
    /// The time for each answer.
    pub time: Duration,
    /// The time to start: what the first answer of a process may take longer.
    pub start: Duration,
    /// For how many points a Gomocup engine is asked, if it knows `YXNBEST`.
    pub points: usize,
    /// The nodes that a Gomocup engine is told to search at most, if it knows `INFO max_node`.
    pub nodes: Option<u64>,
    /// The depth that a Gomocup engine is told to search at most, if it knows `INFO max_depth`.
    pub depth: Option<u16>,
    /// Whether a Gomocup engine that plays is told to print what it thinks after each iteration, as
    /// those do that know `INFO show_detail`.
    pub tells_iterations: bool,
    /// Whether its standard error is ours, line by line, instead of kept for its failure.
    pub shows_stderr: bool,
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            time: DEFAULT_TIMEOUT,
            start: DEFAULT_START,
            points: 1,
            nodes: None,
            depth: None,
            tells_iterations: false,
            shows_stderr: false,
        }
    }
}
