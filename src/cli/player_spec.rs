//! Players of games, as users name them.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use super::commands::evaluators::EvaluatorName;
use super::engine_args::started_opponent;
use super::error::CliError;
use renju::contest::{EnginePlayer, Player, PublishedPlayer, SearchPlayer};
use renju::engines::EngineSettings;
use renju::systems::EvaluatorHandle;

/// A player: `[LABEL=]NAME`, `published:NAME`, `random`, `gomocup:CMD` or `human`.
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
    Engine(String),
}

impl FromStr for PlayerSpec {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<PlayerSpec, Self::Err> {
        let is_of_label = |sign: char| sign.is_alphanumeric() || "-_.+ ".contains(sign);
        let (label, spec) = match text.split_once('=') {
            Some((label, spec)) if !label.is_empty() && label.chars().all(is_of_label) => {
                (label, spec)
            }
            _ => (text, text),
        };
        let evaluator = EvaluatorName::from;
        let kind = if let Some(command) = spec.strip_prefix("gomocup:") {
            PlayerKind::Engine(command.to_owned())
        } else if let Some(name) = spec.strip_prefix("published:") {
            PlayerKind::Published(evaluator(name))
        } else if spec == "random" {
            PlayerKind::Published(evaluator(spec))
        } else if spec == "human" {
            PlayerKind::Human
        } else {
            PlayerKind::Search(evaluator(spec))
        };
        Ok(PlayerSpec {
            label: label.to_owned(),
            kind,
        })
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
            PlayerKind::Engine(command) => format!("gomocup:{command}"),
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
    /// Whether it plays by our search.
    pub(super) const fn is_search(&self) -> bool {
        matches!(self.kind, PlayerKind::Search(_))
    }

    /// Finds the player, and starts an engine once to see that it is there; `None` for a person.
    pub(super) fn find(&self, settings: EngineSettings) -> Result<Option<ReadyPlayer>, CliError> {
        Ok(Some(match &self.kind {
            PlayerKind::Human => return Ok(None),
            PlayerKind::Search(evaluator) => ReadyPlayer::Search(evaluator.find_valued()?),
            PlayerKind::Published(evaluator) => published(evaluator)?,
            PlayerKind::Engine(command) => engine(command, settings)?,
        }))
    }
}

/// A player that was found, and is ready to be made.
#[derive(Clone)]
pub(super) enum ReadyPlayer {
    Search(EvaluatorHandle),
    Published(EvaluatorHandle),
    Engine(String, EngineSettings),
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
            ReadyPlayer::Engine(command, settings) => Box::new(
                EnginePlayer::new(command, *settings).expect("its command was split before"),
            ),
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

fn engine(command: &str, settings: EngineSettings) -> Result<ReadyPlayer, CliError> {
    started_opponent(command, settings)?;
    Ok(ReadyPlayer::Engine(command.to_owned(), settings))
}
