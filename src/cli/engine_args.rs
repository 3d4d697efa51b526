//! Engines in other processes, as users name them.

use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::GlobalArgs;
use super::arguments::{as_time, parse_time};
use super::error::CliError;
use renju::engines::{self, EngineSettings, GomocupOpponent};
use renju::eval::Failure;
use renju::systems::EvaluatorHandle;

/// What stands before the command of a Gomocup engine where engines of both protocols are taken.
pub(crate) const GOMOCUP: &str = "gomocup:";

/// How long engines may take.
#[derive(Args, Serialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct EngineTimeArgs {
    /// Time limit of an engine for each answer [default: 5s]
    #[arg(long, value_name = "TIME", value_parser = parse_time, requires = "engine")]
    #[serde(serialize_with = "as_time")]
    engine_time: Option<Duration>,

    /// Time for an engine to start, which its first answer may take longer [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = parse_time, requires = "engine")]
    #[serde(serialize_with = "as_time")]
    engine_start: Option<Duration>,
}

impl EngineTimeArgs {
    /// Starts the engine of a command, which is asked for that number of points where it can tell them.
    pub(crate) fn start(
        &self,
        command: &str,
        points: usize,
        global: &GlobalArgs,
    ) -> Result<EvaluatorHandle, CliError> {
        // Ctrl-C must not leave an engine behind.
        engines::kill_all_on_signals()?;
        let options = EngineSettings {
            time: self.engine_time.unwrap_or(engines::DEFAULT_TIMEOUT),
            start: self.engine_start.unwrap_or(engines::DEFAULT_START),
            points,
            shows_stderr: global.output.verbose,
            ..EngineSettings::default()
        };
        started(command, options)
    }
}

/// The engine of a command, once it has started.
pub(crate) fn started(command: &str, options: EngineSettings) -> Result<EvaluatorHandle, CliError> {
    // What it has started must not be left behind either.
    engines::adopt_orphans()?;
    let engine =
        engines::engine(command, options).map_err(|error| CliError::usage(error.to_string()))?;
    engine.start().map_err(not_started)?;
    Ok(EvaluatorHandle::new(engine))
}

/// The Gomocup engine of a command, which plays, once it has started.
pub(crate) fn started_opponent(
    command: &str,
    settings: EngineSettings,
) -> Result<GomocupOpponent, CliError> {
    engines::adopt_orphans()?;
    let opponent = GomocupOpponent::new(command, settings);
    let mut opponent = opponent.map_err(|error| CliError::usage(error.to_string()))?;
    opponent.start().map_err(not_started)?;
    Ok(opponent)
}

fn not_started(failure: Failure) -> CliError {
    let hint = "an engine is a program with its arguments; no shell reads them";
    CliError::from(failure).hint(hint)
}

/// The name and the program of a Gomocup engine, `[NAME=]CMD` with or without `gomocup:` before the
/// program.
pub(crate) fn gomocup_command(command: &str) -> (Option<&str>, &str) {
    let is_of_name = |sign: char| sign.is_alphanumeric() || "-_.+".contains(sign);
    let (name, program) = match command.split_once('=') {
        Some((name, program)) if !name.is_empty() && name.chars().all(is_of_name) => {
            (Some(name), program)
        }
        _ => (None, command),
    };
    (name, program.strip_prefix(GOMOCUP).unwrap_or(program))
}
