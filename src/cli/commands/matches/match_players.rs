//! Players of a match: resolves their names, tries each engine once, and makes one for each thread.

use std::collections::HashSet;

use crate::cli::GlobalArgs;
use crate::cli::error::CliError;
use crate::cli::player_spec::{PlayerSpec, ReadyPlayer};
use renju::contest::{HandicapPlayer, MoveLimits, Player};

/// The players of a match, each found and ready to be made for any thread.
pub(super) struct MatchPlayers {
    players: Vec<(String, ReadyPlayer)>,
    /// What a player may take for a move, where that is not what all may.
    own_limits: Vec<Option<MoveLimits>>,
    table_bytes: usize,
}

impl MatchPlayers {
    /// Finds the players, and starts each engine once to see that it is there.
    pub(super) fn new(
        names: &[PlayerSpec],
        table_bytes: usize,
        global: &GlobalArgs,
    ) -> Result<MatchPlayers, CliError> {
        let mut players = Vec::new();
        let mut taken = HashSet::new();
        for name in names {
            let ready = name.find(global)?;
            let ready = ready.ok_or_else(|| {
                let error = CliError::usage("a match is played by programs");
                error.hint("renju play --white shapes is a game against one")
            })?;
            let numbered = (2..).map(|number| format!("{name}#{number}"));
            let mut labels = std::iter::once(name.to_string()).chain(numbered);
            let label = labels.find(|label| taken.insert(label.clone()));
            players.push((label.unwrap_or_default(), ready));
        }
        Ok(MatchPlayers {
            own_limits: vec![None; players.len()],
            players,
            table_bytes,
        })
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.players.iter().map(|(name, _)| name.clone()).collect()
    }

    pub(super) fn has_engines(&self) -> bool {
        self.players.iter().any(|(_, player)| player.is_engine())
    }

    /// Gives players limits of their own.
    pub(super) fn set_own_limits(&mut self, limits: Vec<Option<MoveLimits>>) {
        self.own_limits = limits;
    }

    /// Whether one of them would search without end.
    pub(super) fn need_limits(&self) -> bool {
        let mut players = self.players.iter().zip(&self.own_limits);
        players.any(|((_, player), own)| player.needs_limit() && own.is_none())
    }

    /// The player of a number.
    pub(super) fn make(&self, number: usize) -> Box<dyn Player> {
        let player = self.players[number].1.make(self.table_bytes);
        match self.own_limits[number] {
            Some(limits) => Box::new(HandicapPlayer::new(player, limits)),
            None => player,
        }
    }
}
