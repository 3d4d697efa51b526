//! Players of games, as users name them.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use super::GlobalArgs;
use super::commands::evaluators::EvaluatorName;
use super::engine_args::started_opponent;
use super::error::CliError;
use renju::contest::{EnginePlayer, Player, PublishedPlayer, SearchPlayer};
use renju::engines::{EngineError, EngineProtocol, EngineSettings, EngineSpec};
use renju::systems::EvaluatorHandle;

/// A player: `[LABEL=]NAME`, `published:NAME`, `random`, `human`, or an engine, `CMD`, `gomocup:CMD`
/// or `json:CMD`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PlayerSpec {
    label: String,
    kind: PlayerKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum PlayerKind {
    Human,
    Search(EvaluatorName),
    Published(EvaluatorName),
    Engine(EngineSpec),
}

impl FromStr for PlayerSpec {
    type Err = EngineError;

    fn from_str(text: &str) -> Result<PlayerSpec, EngineError> {
        let is_of_label = |sign: char| sign.is_alphanumeric() || "-_.+ ".contains(sign);
        let labelled = text
            .split_once('=')
            .filter(|(label, _)| !label.is_empty() && label.chars().all(is_of_label));
        // A label may have blanks, if what follows is no argument of a program.
        let known = |spec: &str| PlayerKind::known(spec).transpose();
        if let Some((label, spec)) = labelled
            && let Some(kind) = known(spec)
        {
            return Ok(PlayerSpec::new(label, kind?));
        }
        let (label, spec) = EngineSpec::split_name(text);
        let evaluator = EvaluatorName::from(spec);
        let kind = match PlayerKind::known(spec)? {
            Some(kind) => kind,
            None if evaluator.is_program() => PlayerKind::Engine(spec.parse()?),
            None => PlayerKind::Search(evaluator),
        };
        Ok(PlayerSpec::new(label.unwrap_or(text), kind))
    }
}

impl PlayerKind {
    /// What a text stands for by itself; `None` if it may be the command of an engine.
    fn known(spec: &str) -> Result<Option<PlayerKind>, EngineError> {
        let evaluator = EvaluatorName::from(spec);
        Ok(Some(if let Some(name) = spec.strip_prefix("published:") {
            PlayerKind::Published(EvaluatorName::from(name))
        } else if spec == "random" {
            PlayerKind::Published(evaluator)
        } else if spec == "human" {
            PlayerKind::Human
        } else if EngineProtocol::strip(spec).is_some() {
            PlayerKind::Engine(spec.parse()?)
        } else if evaluator.is_ours() {
            PlayerKind::Search(evaluator)
        } else {
            return Ok(None);
        }))
    }
}

/// As a setting of a match: its name, and what it is; a file of weights with a hash of its content.
impl Serialize for PlayerSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PlayerSpec { label, kind } = self;
        let as_text = |name: &EvaluatorName| match serde_json::to_value(name) {
            Ok(serde_json::Value::String(text)) => text,
            _ => name.to_string(),
        };
        let spec = match kind {
            PlayerKind::Human => "human".to_owned(),
            PlayerKind::Search(name) => as_text(name),
            PlayerKind::Published(name) => format!("published:{}", as_text(name)),
            PlayerKind::Engine(spec) => spec.to_string(),
        };
        serializer.collect_str(&format_args!("{label}={spec}"))
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label)
    }
}

impl PlayerSpec {
    fn new(label: &str, kind: PlayerKind) -> PlayerSpec {
        let kind = match kind {
            PlayerKind::Engine(spec) => PlayerKind::Engine(spec.called(label)),
            kind => kind,
        };
        let label = label.to_owned();
        PlayerSpec { label, kind }
    }

    /// Whether it plays by our search.
    pub(super) const fn is_search(&self) -> bool {
        matches!(self.kind, PlayerKind::Search(_))
    }

    /// Whether it is an engine in another process.
    pub(super) const fn is_engine(&self) -> bool {
        matches!(self.kind, PlayerKind::Engine(_))
    }

    /// Finds the player, and starts an engine once to see that it is there; `None` for a person.
    pub(super) fn find(&self, global: &GlobalArgs) -> Result<Option<ReadyPlayer>, CliError> {
        Ok(Some(match &self.kind {
            PlayerKind::Human => return Ok(None),
            PlayerKind::Search(evaluator) => ReadyPlayer::Search(evaluator.find_valued()?),
            PlayerKind::Published(evaluator) => published(evaluator)?,
            PlayerKind::Engine(spec) => engine(spec, global)?,
        }))
    }
}

/// A player that was found, and is ready to be made.
#[derive(Clone)]
pub(super) enum ReadyPlayer {
    Search(EvaluatorHandle),
    Published(EvaluatorHandle),
    Engine(EngineSpec, EngineSettings),
}

impl ReadyPlayer {
    pub(super) const fn is_engine(&self) -> bool {
        matches!(self, ReadyPlayer::Engine(..))
    }

    /// Whether it would search without end.
    pub(super) const fn needs_limit(&self) -> bool {
        matches!(self, ReadyPlayer::Search(_))
    }

    /// A new player; a search of ours has a table of that size.
    pub(super) fn make(&self, table_bytes: usize) -> Box<dyn Player> {
        match self {
            ReadyPlayer::Search(evaluator) => {
                Box::new(SearchPlayer::new(evaluator.clone(), table_bytes))
            }
            ReadyPlayer::Published(evaluator) => Box::new(
                PublishedPlayer::new(evaluator.clone(), true).expect("it was checked to be one"),
            ),
            ReadyPlayer::Engine(spec, settings) => {
                Box::new(EnginePlayer::new(spec, *settings).expect("its protocol is known"))
            }
        }
    }
}

fn published(name: &EvaluatorName) -> Result<ReadyPlayer, CliError> {
    let found = name.find()?;
    if found.as_system().is_none() {
        let message = format!("{name} is no published program: it has no search of its own");
        let error = CliError::usage(message);
        return Err(error.hint(format!("{name} alone plays by our search")));
    }
    Ok(ReadyPlayer::Published(found))
}

fn engine(spec: &EngineSpec, global: &GlobalArgs) -> Result<ReadyPlayer, CliError> {
    let settings = EngineSettings {
        shows_stderr: global.output.verbose,
        ..EngineSettings::default()
    };
    let (_, spec) = started_opponent(spec, settings, global)?;
    Ok(ReadyPlayer::Engine(spec, settings))
}
