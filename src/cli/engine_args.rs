//! Engines in other processes, as users name them.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::arguments::as_time;
use super::commands::evaluators::EvaluatorName;
use super::error::CliError;
use super::numbers::parse_time;
use super::{GlobalArgs, diagnostics};
use renju::engines::{self, Engine, EngineOpponent, EngineSettings, EngineSpec};
use renju::eval::{Failure, FailureKind};
use renju::systems::EvaluatorHandle;
use renju_system::threads;

/// After this time without an answer a note says what is waited for.
const SLOW: Duration = Duration::from_secs(5);

/// How long engines may take.
#[derive(Args, Serialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct EngineTimeArgs {
    /// Time limit of an engine for each answer [default: 5s]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    #[serde(serialize_with = "as_time")]
    engine_time: Option<Duration>,

    /// Time for an engine to start, added to the limit of its first answer [default: 30s]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    #[serde(serialize_with = "as_time")]
    engine_start: Option<Duration>,
}

impl EngineTimeArgs {
    /// Refuses these times where no engine is asked.
    pub(crate) fn require(&self, has_engine: bool) -> Result<(), CliError> {
        let flags = [
            ("--engine-time", self.engine_time),
            ("--engine-start", self.engine_start),
        ];
        require_engine(&flags, has_engine)
    }

    /// Starts an engine, which is asked for that number of points where it can tell them.
    pub(crate) fn start(
        &self,
        spec: &EngineSpec,
        points: usize,
        global: &GlobalArgs,
    ) -> Result<EvaluatorHandle, CliError> {
        // Ctrl-C must not leave an engine behind.
        engines::kill_all_on_signals()?;
        let settings = self.settings(global);
        let options = EngineSettings { points, ..settings };
        Ok(EvaluatorHandle::new(started(spec, options, global)?))
    }

    /// The limits of an engine that is asked for one point.
    pub(crate) fn settings(&self, global: &GlobalArgs) -> EngineSettings {
        EngineSettings {
            time: self.engine_time.unwrap_or(engines::DEFAULT_TIMEOUT),
            start: self.engine_start.unwrap_or(engines::DEFAULT_START),
            shows_stderr: global.output.verbose,
            ..EngineSettings::default()
        }
    }
}

/// Refuses a flag about engines where none is asked.
pub(crate) fn require_engine(
    flags: &[(&str, Option<Duration>)],
    has_engine: bool,
) -> Result<(), CliError> {
    let mut given = flags
        .iter()
        .filter(|(_, time)| time.is_some() && !has_engine);
    given.next().map_or(Ok(()), |(flag, _)| {
        Err(CliError::usage(format!("{flag} is for an engine")).hint("--engine CMD asks one"))
    })
}

/// What `--engine` names. An evaluator of ours is none, nor a file of weights.
pub(crate) fn parse_engine(text: &str) -> Result<EngineSpec, String> {
    let spec: EngineSpec = text.parse().map_err(|error| format!("{error}"))?;
    if EvaluatorName::from(text).is_ours() {
        return Err(format!(
            "{text} is an evaluator of renju, no engine: -e {text}"
        ));
    }
    Ok(spec)
}

/// An engine, once it has started.
pub(crate) fn started(
    spec: &EngineSpec,
    options: EngineSettings,
    global: &GlobalArgs,
) -> Result<Engine, CliError> {
    let spec = known(spec, options, global)?;
    let engine = Engine::new(&spec, options)?;
    watched(spec.name(), options, global, || engine.start()).map_err(not_started)?;
    Ok(engine)
}

/// An engine that plays, once it has started, and how it is spoken to.
pub(crate) fn started_opponent(
    spec: &EngineSpec,
    settings: EngineSettings,
    global: &GlobalArgs,
) -> Result<(EngineOpponent, EngineSpec), CliError> {
    let spec = known(spec, settings, global)?;
    let mut opponent = EngineOpponent::new(&spec, settings)?;
    watched(spec.name(), settings, global, || opponent.start()).map_err(not_started)?;
    Ok((opponent, spec))
}

/// What an engine that is started says; where it says nothing for a while, a note says how long it has.
fn watched<T>(
    name: &str,
    settings: EngineSettings,
    global: &GlobalArgs,
    start: impl FnOnce() -> T,
) -> T {
    let (done, is_done) = mpsc::channel::<()>();
    let tell = move || {
        if is_done.recv_timeout(SLOW) == Err(RecvTimeoutError::Timeout) {
            let has = humantime::format_duration(settings.start);
            let message = format!("{name} has not answered yet; it has {has} (--engine-start)");
            diagnostics::note(&message, global);
        }
    };
    thread::scope(|scope| {
        // Without a thread for it the note is left out.
        let _ = threads::start_scoped(scope, "waiting", tell);
        let answer = start();
        drop(done);
        answer
    })
}

/// The engine with its protocol, which is found out and told if the user has not said it.
fn known(
    spec: &EngineSpec,
    settings: EngineSettings,
    global: &GlobalArgs,
) -> Result<EngineSpec, CliError> {
    // What it has started must not be left behind either.
    engines::adopt_orphans()?;
    if spec.protocol().is_some() {
        return Ok(spec.clone());
    }
    let name = spec.name();
    let probed = watched(name, settings, global, || spec.probe(settings));
    let found = probed.map_err(|failure| match failure.kind {
        FailureKind::NotStarted => not_started(failure),
        _ => neither(name, &failure),
    })?;
    let (this, other) = (found.protocol, found.protocol.other());
    let speaks = this.in_words();
    let message = if found.speaks_both {
        let others = other.in_words();
        let (how, or_how) = (this.adverb(), other.adverb());
        format!("{name} speaks {speaks} and {others}: it is asked {how}; {other}:CMD asks {or_how}")
    } else {
        format!("{name} speaks {speaks}; {this}:CMD skips this test")
    };
    diagnostics::note(&message, global);
    Ok(spec.clone().speaking(this))
}

/// That a program speaks neither protocol, with what it said, and what to do if it does speak one.
fn neither(name: &str, failure: &Failure) -> CliError {
    let said = failure.last_lines();
    let said = said.map_or_else(String::new, |said| format!("; its last lines: {said}"));
    let hint = format!("gomocup:CMD or json:CMD says which protocol it speaks{said}");
    CliError::usage(format!("{name} {}", failure.message)).hint(hint)
}

fn not_started(failure: Failure) -> CliError {
    let hint = "an engine is a program with its arguments; no shell reads them";
    CliError::from(failure).hint(hint)
}
