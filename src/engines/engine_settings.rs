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
    /// Whether its standard error is ours, line by line, instead of kept for its failure.
    pub shows_stderr: bool,
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            time: DEFAULT_TIMEOUT,
            start: DEFAULT_START,
            points: 1,
            shows_stderr: false,
        }
    }
}
