//! Gives a match up when a player fails to start in several games in a row.

use crate::cli::error::CliError;
use renju::contest::{FaultKind, Fixture, GameFinish, PlayedGame};
use renju::notation::{ErrorCode, ParseError};

/// Games in a row after which a player that does not start is given up.
const MOST_FAILURES: u32 = 3;

/// Games in a row that ended before the first move of a player, as it did not start.
pub(super) struct StartFailures {
    of_players: Vec<PlayerStarts>,
}

/// How the games of a player began.
#[derive(Clone, Default)]
struct PlayerStarts {
    /// The last games in a row in which it did not start.
    failures: u32,
    /// What the last of these ended with.
    message: String,
    /// Whether it has moved in any game.
    has_moved: bool,
}

impl StartFailures {
    pub(super) fn of(players: usize) -> StartFailures {
        StartFailures {
            of_players: vec![PlayerStarts::default(); players],
        }
    }

    /// Counts a game, each in the order of the schedule.
    pub(super) fn add(&mut self, fixture: &Fixture, game: &PlayedGame) {
        if let Some(player) = self.not_started(fixture, game) {
            let starts = &mut self.of_players[player];
            starts.failures += 1;
            starts.message = game.message.clone().unwrap_or_default();
            return;
        }
        for player in [fixture.players.black, fixture.players.white] {
            let starts = &mut self.of_players[player];
            starts.failures = 0;
            starts.has_moved |= game.moves() > 1;
        }
    }

    /// The player that did not start in a game. A JSON engine is first asked for its first move, before
    /// which the other side may have moved once; one that has played is only late there.
    fn not_started(&self, fixture: &Fixture, game: &PlayedGame) -> Option<usize> {
        let loser = fixture.players[!game.winner?];
        let most_moves = match game.finish {
            GameFinish::Fault(FaultKind::Crash) => 1,
            GameFinish::Fault(FaultKind::Late) => usize::from(!self.of_players[loser].has_moved),
            _ => return None,
        };
        (game.moves() <= most_moves).then_some(loser)
    }

    /// Whether a player is to be given up.
    pub(super) fn are_too_many(&self) -> bool {
        let mut players = self.of_players.iter();
        players.any(|starts| starts.failures >= MOST_FAILURES)
    }

    /// What is to be said of a player that was given up.
    pub(super) fn error(&self, names: &[String]) -> Option<CliError> {
        let mut players = self.of_players.iter().zip(names);
        let (starts, name) = players.find(|(starts, _)| starts.failures >= MOST_FAILURES)?;
        let PlayerStarts {
            failures, message, ..
        } = starts;
        let message = format!("{name} did not start in {failures} games in a row: {message}");
        let mut error = ParseError::new(ErrorCode::NoAnswer, message);
        error.hint = Some("-v shows what it writes on its standard error".to_owned());
        Some(CliError::NoAnswer(Box::new(error)))
    }
}
