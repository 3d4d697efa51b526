//! `--time-of` and `--nodes-of`: what one player of a match may take for a move.

use serde::{Serialize, Serializer};

use crate::cli::error::CliError;
use crate::cli::numbers::{parse_nodes, parse_time};
use renju::contest::MoveLimits;
use renju::limits::Limits;

/// A limit of one player, in place of that of all: `PLAYER=LIMIT`.
#[derive(Clone, Debug)]
pub(super) struct PlayerLimit {
    player: String,
    limit: Limits,
}

impl Serialize for PlayerLimit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PlayerLimit { player, limit } = self;
        serializer.collect_str(&match (limit.time, limit.nodes) {
            (Some(time), _) => format!("{player}={}", humantime::format_duration(time)),
            (None, nodes) => format!("{player}={}", nodes.unwrap_or_default()),
        })
    }
}

/// Reads the time that a move of one player may take: `PLAYER=TIME`.
pub(super) fn parse_time_of(text: &str) -> Result<PlayerLimit, String> {
    let (player, time) = split(text)?;
    let limit = Limits::time(parse_time(time)?);
    Ok(PlayerLimit { player, limit })
}

/// Reads the nodes that a move of one player may take: `PLAYER=N`.
pub(super) fn parse_nodes_of(text: &str) -> Result<PlayerLimit, String> {
    let (player, nodes) = split(text)?;
    let limit = Limits::nodes(parse_nodes(nodes)?);
    Ok(PlayerLimit { player, limit })
}

/// The name, in which `=` may stand, and the limit.
fn split(text: &str) -> Result<(String, &str), String> {
    let (player, limit) = text
        .rsplit_once('=')
        .ok_or("the name of a player and its limit are needed, as in shapes=2s")?;
    Ok((player.to_owned(), limit))
}

/// The limits of each player that has some of its own: those replace those of all.
///
/// # Errors
///
/// If no player has the name of a limit.
pub(super) fn own_limits(
    names: &[String],
    of_all: MoveLimits,
    limits: &[PlayerLimit],
) -> Result<Vec<Option<MoveLimits>>, CliError> {
    let mut own = vec![None; names.len()];
    for PlayerLimit { player, limit } in limits {
        let place = names.iter().position(|name| name == player);
        let place = place.ok_or_else(|| {
            let error = CliError::usage(format!("no player is called {player:?}"));
            error.hint(format!("the players are {}", names.join(", ")))
        })?;
        let limits: &mut MoveLimits = own[place].get_or_insert(of_all);
        limits.limits = Limits {
            nodes: limit.nodes.or(limits.limits.nodes),
            time: limit.time.or(limits.limits.time),
        };
    }
    Ok(own)
}
