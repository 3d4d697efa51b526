//! An engine that is asked about positions by `search` and `game`: its limits, its start and its reports.

use std::time::Duration;

use crate::cli::GlobalArgs;
use crate::cli::engine_args::started;
use crate::cli::error::CliError;
use renju::engines::{EngineSettings, EngineSpec};
use renju::eval::{Failure, FailureKind};
use renju::limits::{Limits, Observer};
use renju::position::{Position, PositionId};
use renju::questions::{self, SearchReport};
use renju::systems::EvaluatorHandle;

/// How long an engine may take for an answer where only nodes or depth are limited.
const PATIENCE: Duration = Duration::from_secs(60);

/// How an engine is asked within the limits of a search; without any it has the default time.
pub(super) fn settings(
    limits: Limits,
    depth: Option<u16>,
    default_time: Duration,
    start: Duration,
    global: &GlobalArgs,
) -> EngineSettings {
    let is_open = limits.is_none() && depth.is_none();
    let time = if is_open { default_time } else { PATIENCE };
    EngineSettings {
        time: limits.time.unwrap_or(time),
        start,
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
    pub(super) fn start(
        spec: &EngineSpec,
        settings: EngineSettings,
        global: &GlobalArgs,
    ) -> Result<AskedEngine, CliError> {
        Ok(AskedEngine {
            engine: EvaluatorHandle::new(started(spec, settings, global)?),
            lines: settings.points,
        })
    }

    /// What the engine says of a position.
    pub(super) fn report(
        &self,
        id: &PositionId,
        position: &Position,
        observer: &dyn Observer,
    ) -> Result<SearchReport, CliError> {
        let report = questions::search_by_engine(id, position, &*self.engine, self.lines, observer);
        report.map_err(|failure| self.no_answer(failure))
    }

    /// What it is called.
    pub(super) fn name(&self) -> &str {
        &self.engine.info().name
    }

    fn no_answer(&self, failure: Failure) -> CliError {
        match failure.kind {
            FailureKind::Unsupported => CliError::from(failure),
            _ => CliError::no_answer(&self.engine.info().name, &failure),
        }
    }
}
