//! Gives a match up when a player fails to start in several games in a row.

use crate::cli::error::CliError;
use renju::contest::{FaultKind, Fixture, GameFinish, PlayedGame};
use renju::notation::{ErrorCode, ParseError};

/// Games in a row after which a player that does not start is given up.
const MOST_FAILURES: u32 = 3;

/// Games in a row that ended before their first move, as one player did not start.
pub(super) struct StartFailures {
    /// For each player how many, and what the last one ended with.
    of_players: Vec<(u32, String)>,
}

impl StartFailures {
    pub(super) fn of(players: usize) -> StartFailures {
        StartFailures {
            of_players: vec![(0, String::new()); players],
        }
    }

    /// Counts a game, each in the order of the schedule.
    pub(super) fn add(&mut self, fixture: &Fixture, game: &PlayedGame) {
        let is_late = GameFinish::Fault(FaultKind::Late);
        let has_ended = GameFinish::Fault(FaultKind::Crash);
        match game.winner {
            Some(winner) if game.moves() == 0 && [is_late, has_ended].contains(&game.finish) => {
                let (failures, message) = &mut self.of_players[fixture.players[!winner]];
                *failures += 1;
                *message = game.message.clone().unwrap_or_default();
            }
            _ => {
                for player in [fixture.players.black, fixture.players.white] {
                    self.of_players[player].0 = 0;
                }
            }
        }
    }

    /// Whether a player is to be given up.
    pub(super) fn are_too_many(&self) -> bool {
        let mut failures = self.of_players.iter().map(|(failures, _)| *failures);
        failures.any(|failures| failures >= MOST_FAILURES)
    }

    /// What is to be said of a player that was given up.
    pub(super) fn error(&self, names: &[String]) -> Option<CliError> {
        let mut players = self.of_players.iter().zip(names);
        let ((failures, message), name) =
            players.find(|((failures, _), _)| *failures >= MOST_FAILURES)?;
        let message = format!("{name} did not start in {failures} games in a row: {message}");
        let mut error = ParseError::new(ErrorCode::NoAnswer, message);
        error.hint = Some("-v shows what it writes on its standard error".to_owned());
        Some(CliError::NoAnswer(Box::new(error)))
    }
}
