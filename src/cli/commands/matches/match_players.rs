use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use crate::cli::GlobalArgs;
use crate::cli::commands::evaluators::EvaluatorName;
use crate::cli::error::CliError;
use crate::contest::{EnginePlayer, Player, PublishedPlayer, SearchPlayer};
use crate::engines::{self, EngineSettings};
use crate::systems::EvaluatorHandle;

/// A player as users write it: `[LABEL=]NAME`, `published:NAME`, `random` or `gomocup:CMD`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PlayerSpec {
    label: String,
    kind: PlayerKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum PlayerKind {
    Search(EvaluatorName),
    Published(EvaluatorName),
    Engine(String),
}

impl FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerSpec, String> {
        let is_of_label = |sign: char| sign.is_alphanumeric() || "-_.+".contains(sign);
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
            return Err("a match is played by programs".to_owned());
        } else {
            PlayerKind::Search(evaluator(spec))
        };
        Ok(PlayerSpec {
            label: label.to_owned(),
            kind,
        })
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label)
    }
}

/// The players of a match, each found and ready to be made for any thread.
pub(super) struct MatchPlayers {
    players: Vec<(String, ReadyPlayer)>,
    table_bytes: usize,
    settings: EngineSettings,
}

enum ReadyPlayer {
    Search(EvaluatorHandle),
    Published(EvaluatorHandle),
    Engine(String),
}

impl MatchPlayers {
    /// Finds the players, and starts each engine once to see that it is there.
    pub(super) fn new(
        names: &[PlayerSpec],
        table_bytes: usize,
        global: &GlobalArgs,
    ) -> Result<MatchPlayers, CliError> {
        let settings = EngineSettings {
            shows_stderr: global.output.verbose,
            ..EngineSettings::default()
        };
        let mut players = Vec::new();
        let mut taken = HashSet::new();
        for name in names {
            let ready = match &name.kind {
                PlayerKind::Search(evaluator) => ReadyPlayer::Search(evaluator.find_valued()?),
                PlayerKind::Published(evaluator) => published(evaluator)?,
                PlayerKind::Engine(command) => engine(command, settings)?,
            };
            let numbered = (2..).map(|number| format!("{name}#{number}"));
            let mut labels = std::iter::once(name.to_string()).chain(numbered);
            let label = labels.find(|label| taken.insert(label.clone()));
            players.push((label.unwrap_or_default(), ready));
        }
        Ok(MatchPlayers {
            players,
            table_bytes,
            settings,
        })
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.players.iter().map(|(name, _)| name.clone()).collect()
    }

    pub(super) fn has_engines(&self) -> bool {
        let is_engine = |player: &ReadyPlayer| matches!(player, ReadyPlayer::Engine(_));
        self.players.iter().any(|(_, player)| is_engine(player))
    }

    /// Whether one of them would search without end.
    pub(super) fn need_limits(&self) -> bool {
        let is_search = |player: &ReadyPlayer| matches!(player, ReadyPlayer::Search(_));
        self.players.iter().any(|(_, player)| is_search(player))
    }

    /// The player of a number.
    pub(super) fn make(&self, number: usize) -> Box<dyn Player> {
        match &self.players[number].1 {
            ReadyPlayer::Search(evaluator) => {
                Box::new(SearchPlayer::new(evaluator.clone(), self.table_bytes))
            }
            ReadyPlayer::Published(evaluator) => Box::new(
                PublishedPlayer::new(evaluator.clone(), true).expect("it was checked to be one"),
            ),
            ReadyPlayer::Engine(command) => Box::new(
                EnginePlayer::new(command, self.settings).expect("its command was split before"),
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
    engines::adopt_orphans()?;
    let opponent = engines::GomocupOpponent::new(command, settings);
    let mut opponent = opponent.map_err(|error| CliError::usage(error.to_string()))?;
    opponent.start().map_err(|failure| {
        let hint = "an engine is a program with its arguments; no shell reads them";
        CliError::from(failure).hint(hint)
    })?;
    Ok(ReadyPlayer::Engine(command.to_owned()))
}
