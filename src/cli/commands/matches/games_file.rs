use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;

use super::games_folder::GamesFolder;
use super::refusals::{MatchFormat, check_players, refuse_existing};
use crate::cli::drawing::is_folder;
use crate::cli::error::CliError;
use crate::cli::named_file::NamedFile;
use crate::contest::GameSummary;
use crate::files::{DiskFile, Overwrite};
use crate::notation::{FileRecord, FileWriter, Format, ParseOptions, WriteOptions, games};
use crate::position::{Game, Position};

/// Where the games of a match go, each as soon as it is over.
pub(super) enum GamesFile {
    /// One file for all of them.
    One(GamesInOne),
    /// A folder with a file for each.
    Each(GamesFolder),
}

impl GamesFile {
    /// A new file or folder, or with `resume` one that goes on behind its last whole game; with the
    /// games that are there.
    pub(super) fn open(
        path: &Path,
        resume: bool,
        names: &[String],
        openings: &[Position],
    ) -> Result<(GamesFile, Vec<Game>), CliError> {
        if is_folder(path) {
            let format = MatchFormat(Format::Psq);
            format.check_openings(openings)?;
            format.check_names(names)?;
            let (folder, old) = GamesFolder::open(path, resume, names)?;
            return Ok((GamesFile::Each(folder), old));
        }
        let (file, old) = GamesInOne::open(path, resume, names)?;
        Ok((GamesFile::One(file), old))
    }

    /// Writes a game behind the others, to the disk at once.
    pub(super) fn add(&mut self, game: &Game) -> Result<(), CliError> {
        match self {
            GamesFile::One(file) => file.add(game),
            GamesFile::Each(folder) => folder.add(game),
        }
    }
}

/// A file of games in JSON lines or SGF.
pub(super) struct GamesInOne {
    file: NamedFile,
    writer: FileWriter,
}

impl GamesInOne {
    fn open(
        path: &Path,
        resume: bool,
        names: &[String],
    ) -> Result<(GamesInOne, Vec<Game>), CliError> {
        let format = Format::of_file_name(&path.to_string_lossy());
        let format = format.filter(|format| matches!(format, Format::Jsonl | Format::Sgf));
        let format = format.ok_or_else(|| {
            let message = format!("{} is no file for the games of a match", path.display());
            CliError::usage(message).hint(
                "name it GAMES.jsonl, GAMES.sgf, or GAMES/ for a .psq file of each game; renju convert does the rest",
            )
        })?;
        if !resume {
            refuse_existing(path)?;
        }
        let writer = FileWriter::new(format, WriteOptions::default());
        let old = if resume {
            read(path, format, names)?
        } else {
            Vec::new()
        };
        let mut new = GamesInOne {
            file: NamedFile::new(path, created(path, !old.is_empty())?),
            writer,
        };
        if !old.is_empty() {
            new.rewrite(path, &old)?;
        }
        Ok((new, old))
    }

    /// Writes what was read again, without what was cut off, and goes on there.
    fn rewrite(&mut self, path: &Path, old: &[Game]) -> Result<(), CliError> {
        let mut file = NamedFile::create(path, Overwrite::Allowed)?;
        for game in old {
            file.write_all(&self.bytes_of(game)?)?;
        }
        file.finish()?;
        let file = DiskFile::open_or_create(path).map_err(CliError::in_file(path))?;
        self.file = NamedFile::new(path, file);
        Ok(())
    }

    fn add(&mut self, game: &Game) -> Result<(), CliError> {
        let bytes = self.bytes_of(game)?;
        self.file.write_all(&bytes)?;
        Ok(self.file.flush()?)
    }

    fn bytes_of(&mut self, game: &Game) -> Result<Vec<u8>, CliError> {
        let written = self.writer.next(&FileRecord::Game(game.clone()));
        let written = written.map_err(|error| CliError::usage(error.to_string()))?;
        Ok(written.bytes)
    }
}

/// The file to write to; its old content stays for now if it is read.
fn created(path: &Path, is_read: bool) -> Result<DiskFile, CliError> {
    let mut file = DiskFile::open_or_create(path).map_err(CliError::in_file(path))?;
    if !is_read {
        file.cut(0).map_err(CliError::in_file(path))?;
    }
    Ok(file)
}

/// The games of an earlier run, up to the first that is cut off or out of its place.
fn read(path: &Path, format: Format, names: &[String]) -> Result<Vec<Game>, CliError> {
    let Ok(file) = File::open(path) else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for (game, number) in games(BufReader::new(file), format, &ParseOptions::default()).zip(1..) {
        let Ok(game) = game else {
            // Of a tree that is cut off, what is there has been read as a game.
            if format.has_trees() {
                found.pop();
            }
            break;
        };
        let game = game.game;
        let is_due = game.id.as_deref() == Some(number.to_string().as_str());
        if !is_due || GameSummary::of_record(&game).is_none() {
            break;
        }
        check_players(&game, names, path, number)?;
        found.push(game);
    }
    Ok(found)
}
