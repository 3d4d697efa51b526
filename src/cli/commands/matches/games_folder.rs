//! Folder of numbered `.psq` files, one for each game of a match, from which a match can resume.

use std::path::{Path, PathBuf};

use super::match_journal::{MatchJournal, is_changed};
use super::match_terms::MatchTerms;
use super::refusals::check_players;
use crate::cli::error::CliError;
use crate::cli::named_file::write_file;
use crate::cli::run_settings::Existing;
use renju::batch::WholeRecords;
use renju::contest::GameSummary;
use renju::files::{Overwrite, content_of, create_folders, remove};
use renju::notation::{
    Format, PSQ_EXTRA, ParseOptions, WriteError, WriteOptions, games, write_game,
};
use renju::position::{Game, GameInfo};
use renju::rule::Rule;

/// What records of a match say in properties, and files of Piskvork on lines behind their end.
const SAID: [&str; 2] = ["FINISH", "OPENING"];
/// The name that the result has there.
const RESULT: &str = "RESULT";

/// A folder with a `.psq` file of Piskvork for each game, named by its number.
pub(super) struct GamesFolder {
    path: PathBuf,
    /// The number of the game that was written last, from 1.
    last: usize,
    journal: MatchJournal,
}

impl GamesFolder {
    /// A folder without games, or one with the games of an earlier run, which are returned: those
    /// before the first that is missing or not whole.
    pub(super) fn open(
        path: &Path,
        existing: Existing,
        terms: MatchTerms<'_>,
    ) -> Result<(GamesFolder, Vec<Game>), CliError> {
        create_folders(path).map_err(CliError::in_file(path))?;
        let mut old = Vec::new();
        let whole = || {
            while let Some(game) = read(&file_of(path, old.len() + 1))? {
                check_players(&game, terms.names, path, old.len() + 1)?;
                old.push(game);
            }
            refuse_later(path, old.len())?;
            Ok(WholeRecords {
                records: old.len() as u64,
                bytes: 0,
            })
        };
        let journal = MatchJournal::open(path, existing, terms.settings, whole)?;
        if existing == Existing::Overwritten {
            remove_games(path)?;
        }
        let folder = GamesFolder {
            path: path.to_owned(),
            last: old.len(),
            journal,
        };
        Ok((folder, old))
    }

    /// Writes the next game. A file has its name once it is whole.
    pub(super) fn add(&mut self, game: &Game) -> Result<(), CliError> {
        let bytes = match write_game(&with_lines(game), Format::Psq, &WriteOptions::default()) {
            Ok(bytes) => bytes,
            // Of what each player thought there is no word in such files.
            Err(WriteError::Lossy(lossy)) => lossy.bytes,
            Err(error) => return Err(CliError::usage(error.to_string())),
        };
        let path = file_of(&self.path, self.last + 1);
        write_file(&path, &bytes, Overwrite::Refused)?;
        self.last += 1;
        self.journal.add()
    }

    /// Notes how far the match is, at its end.
    pub(super) fn close(&mut self) -> Result<(), CliError> {
        self.journal.note(true)
    }
}

/// The file of a game. Six digits, so that games are listed in their order.
fn file_of(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("{number:06}.psq"))
}

/// Removes the games of an earlier match.
fn remove_games(folder: &Path) -> Result<(), CliError> {
    let files = (1..).map(|number| file_of(folder, number));
    for file in files.take_while(|file| file.exists()) {
        remove(&file).map_err(CliError::in_file(&file))?;
    }
    Ok(())
}

/// A game as its file has it: rule, result, end and opening on lines behind the game.
fn with_lines(game: &Game) -> Game {
    let GameInfo {
        result, properties, ..
    } = &game.info;
    // Readers take the rule from a line such as those of tournaments.
    let mut lines = vec![format!("0,{}", game.rule.map_or("?", Rule::name))];
    lines.extend(result.iter().map(|result| format!("{RESULT} {result}")));
    for (name, values) in properties {
        let is_said = SAID.contains(&name.as_str());
        lines.extend(
            values
                .first()
                .filter(|_| is_said)
                .map(|value| format!("{name} {value}")),
        );
    }
    let mut game = game.clone();
    game.info.properties = vec![(PSQ_EXTRA.to_owned(), lines)];
    game
}

/// Refuses games behind one that is missing: it is played again, and they might differ then.
fn refuse_later(folder: &Path, whole: usize) -> Result<(), CliError> {
    let number = |path: &Path| path.file_stem()?.to_str()?.parse::<usize>().ok();
    let files = std::fs::read_dir(folder).map_err(CliError::in_file(folder))?;
    let mut paths = files.flatten().map(|file| file.path());
    let is_later = |path: &PathBuf| {
        number(path).is_some_and(|number| number > whole && *path == file_of(folder, number))
    };
    match paths.find(is_later) {
        Some(later) => Err(is_changed(&later)),
        None => Ok(()),
    }
}

/// The record that a file holds; `None` if there is no such file. One is whole or not there, so
/// what is no record of a match is another file.
fn read(path: &Path) -> Result<Option<Game>, CliError> {
    let content = content_of(path).map_err(CliError::in_file(path))?;
    let Some(content) = content else {
        return Ok(None);
    };
    game_of(&content).map(Some).ok_or_else(|| is_changed(path))
}

fn game_of(content: &[u8]) -> Option<Game> {
    let mut found = games(content, Format::Psq, &ParseOptions::default());
    let mut game = found.next()?.ok()?.game;
    let properties = std::mem::take(&mut game.info.properties);
    let (_, lines) = properties.into_iter().find(|(name, _)| name == PSQ_EXTRA)?;
    for line in lines {
        match line.split_once(' ') {
            Some((RESULT, result)) => game.info.result = Some(result.to_owned()),
            Some((name, value)) if SAID.contains(&name) => {
                let property = (name.to_owned(), vec![value.to_owned()]);
                game.info.properties.push(property);
            }
            _ => {}
        }
    }
    GameSummary::of_record(&game).map(|_| game)
}
