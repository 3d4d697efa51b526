use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use super::refusals::{check_players, is_there_already};
use crate::cli::error::CliError;
use crate::cli::named_file::write_file;
use crate::contest::GameSummary;
use crate::files::{Overwrite, create_folders};
use crate::notation::{
    Format, PSQ_EXTRA, ParseOptions, WriteError, WriteOptions, games, write_game,
};
use crate::position::{Game, GameInfo};
use crate::rule::Rule;

/// What records of a match say in properties, and files of Piskvork on lines behind their end.
const SAID: [&str; 2] = ["FINISH", "OPENING"];
/// The name that the result has there.
const RESULT: &str = "RESULT";

/// A folder with a `.psq` file of Piskvork for each game, named by its number.
pub(super) struct GamesFolder {
    path: PathBuf,
    /// The number of the game that was written last, from 1.
    last: usize,
}

impl GamesFolder {
    /// A folder without games, or with `resume` one with the games of an earlier run, which are
    /// returned: those before the first that is missing or not whole.
    pub(super) fn open(
        path: &Path,
        resume: bool,
        names: &[String],
    ) -> Result<(GamesFolder, Vec<Game>), CliError> {
        create_folders(path).map_err(CliError::in_file(path))?;
        let mut folder = GamesFolder {
            path: path.to_owned(),
            last: 0,
        };
        if !resume {
            let first = folder.file_of(1);
            if first.exists() {
                return Err(is_there_already(&first));
            }
            return Ok((folder, Vec::new()));
        }
        let mut old = Vec::new();
        while let Some(game) = read(&folder.file_of(old.len() + 1)) {
            check_players(&game, names, path, old.len() + 1)?;
            old.push(game);
        }
        folder.last = old.len();
        Ok((folder, old))
    }

    /// Six digits, so that games are listed in their order.
    fn file_of(&self, number: usize) -> PathBuf {
        self.path.join(format!("{number:06}.psq"))
    }

    /// Writes the next game. A file has its name once it is whole.
    pub(super) fn add(&mut self, game: &Game) -> Result<(), CliError> {
        let bytes = match write_game(&with_lines(game), Format::Psq, &WriteOptions::default()) {
            Ok(bytes) => bytes,
            // Of what each player thought there is no word in such files.
            Err(WriteError::Lossy(lossy)) => lossy.bytes,
            Err(error) => return Err(CliError::usage(error.to_string())),
        };
        let path = self.file_of(self.last + 1);
        write_file(&path, &bytes, Overwrite::Allowed)?;
        self.last += 1;
        Ok(())
    }
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

/// The record that a file holds; `None` if there is no such file, or none of a match.
fn read(path: &Path) -> Option<Game> {
    let file = BufReader::new(File::open(path).ok()?);
    let mut found = games(file, Format::Psq, &ParseOptions::default());
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
