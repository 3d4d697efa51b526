//! External Gomocup engine behind `search --engine`: its limits, its start and its reports.

use std::num::NonZeroUsize;
use std::time::Duration;

use crate::cli::GlobalArgs;
use crate::cli::arguments::DEFAULT_TIME;
use crate::cli::engine_args::{GOMOCUP, gomocup_command, started};
use crate::cli::error::CliError;
use renju::batch::Entry;
use renju::engines::EngineSettings;
use renju::eval::{Failure, FailureKind};
use renju::limits::{Limits, Observer};
use renju::questions::{self, SearchReport};
use renju::systems::EvaluatorHandle;

/// How long an engine may take for an answer where only nodes or depth are limited.
const PATIENCE: Duration = Duration::from_secs(60);

/// How an engine is asked within the limits of a search.
pub(super) fn settings(
    limits: Limits,
    depth: Option<u16>,
    lines: Option<NonZeroUsize>,
    start: Duration,
    global: &GlobalArgs,
) -> EngineSettings {
    let is_open = limits.is_none() && depth.is_none();
    let time = if is_open { DEFAULT_TIME } else { PATIENCE };
    EngineSettings {
        time: limits.time.unwrap_or(time),
        start,
        points: lines.map_or(1, NonZeroUsize::get),
        nodes: limits.nodes,
        depth,
        shows_stderr: global.output.verbose,
        ..EngineSettings::default()
    }
}

/// An engine that is asked for its lines.
pub(super) struct AskedEngine {
    engine: EvaluatorHandle,
    lines: usize,
}

impl AskedEngine {
    /// Starts the engine of a command, `[NAME=]CMD` with or without `gomocup:` before the program.
    pub(super) fn start(command: &str, settings: EngineSettings) -> Result<AskedEngine, CliError> {
        Ok(AskedEngine {
            engine: started(&with_protocol(command), settings)?,
            lines: settings.points,
        })
    }

    /// What the engine says of a position.
    pub(super) fn report(
        &self,
        entry: &Entry,
        observer: &dyn Observer,
    ) -> Result<SearchReport, CliError> {
        let engine = &*self.engine;
        let report =
            questions::search_by_engine(&entry.id, &entry.position, engine, self.lines, observer);
        let report = report.map_err(|failure| self.no_answer(failure))?;
        Ok(report.with_purpose(&entry.position))
    }

    fn no_answer(&self, failure: Failure) -> CliError {
        match failure.kind {
            FailureKind::Unsupported => CliError::from(failure),
            _ => CliError::no_answer(&self.engine.info().name, &failure),
        }
    }
}

/// The command with the protocol before its program, and its name before that.
fn with_protocol(command: &str) -> String {
    match gomocup_command(command) {
        (Some(name), program) => format!("{name}={GOMOCUP}{program}"),
        (None, program) => format!("{GOMOCUP}{program}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_of_a_search_speaks_gomocup() {
        for (command, expected) in [
            ("./mine -x", "gomocup:./mine -x"),
            ("mine=./mine -x=3", "mine=gomocup:./mine -x=3"),
            ("gomocup:./mine", "gomocup:./mine"),
            ("mine=gomocup:./mine", "mine=gomocup:./mine"),
            ("./mine -x=3", "gomocup:./mine -x=3"),
        ] {
            assert_eq!(with_protocol(command), expected);
        }
    }
}
