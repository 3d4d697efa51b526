//! Checks before a match writes games: the format can hold its openings and player names.

use std::path::Path;

use crate::cli::error::CliError;
use renju::geometry::Size;
use renju::notation::{FileRecord, FileWriter, Format, Loss, WriteError, WriteOptions};
use renju::position::{Game, GameInfo, Position};
use renju::rule::Rule;

/// Refuses the game of another match.
pub(super) fn check_players(
    game: &Game,
    names: &[String],
    path: &Path,
    number: usize,
) -> Result<(), CliError> {
    let mut players = [&game.info.black_player, &game.info.white_player].into_iter();
    let is_of_match =
        |player: &Option<String>| player.as_ref().is_some_and(|player| names.contains(player));
    if players.all(is_of_match) {
        return Ok(());
    }
    let message = format!("{}: game {number} has other players", path.display());
    Err(CliError::usage(message).hint("--resume goes on with the same match"))
}

/// A format for what is played in a match, which may not hold everything.
#[derive(Clone, Copy)]
pub(super) struct MatchFormat(pub(super) Format);

impl MatchFormat {
    /// Refuses openings from which no game could be written.
    pub(super) fn check_openings(self, openings: &[Position]) -> Result<(), CliError> {
        for (opening, number) in openings.iter().zip(1..) {
            let tried = self.tried(opening, GameInfo::default());
            if let Err(WriteError::Impossible(why)) = tried {
                let message = format!("opening {number} cannot be written as {}: {why}", self.0);
                let hint = "only openings with alternating colours can be written";
                return Err(CliError::usage(message).hint(hint));
            }
        }
        Ok(())
    }

    /// Refuses players whose names would not be read back.
    pub(super) fn check_names(self, names: &[String]) -> Result<(), CliError> {
        let empty = Position::new(Size::RENJU, Rule::Renju);
        for name in names {
            let info = GameInfo {
                black_player: Some(name.clone()),
                ..GameInfo::default()
            };
            let is_lost = match self.tried(&empty, info) {
                Ok(lost) => lost.contains(&Loss::Players),
                Err(_) => true,
            };
            if is_lost {
                let message = format!("{} files cannot hold the name {name:?}", self.0);
                return Err(CliError::usage(message).hint("LABEL= before a player names it"));
            }
        }
        Ok(())
    }

    /// What a file of the format loses of a drawn game without moves of the players.
    fn tried(self, opening: &Position, info: GameInfo) -> Result<Vec<Loss>, WriteError> {
        let mut setup = opening.to_setup();
        setup.info = Some(Box::new(GameInfo {
            result: Some("Draw".to_owned()),
            best: opening.board().empties().iter().next(),
            ..info
        }));
        let mut writer = FileWriter::new(self.0, WriteOptions::default());
        let written = writer.next(&FileRecord::Setup(setup))?;
        Ok(written.lost.iter().map(|(loss, _)| loss).collect())
    }
}
