use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, Write};
use std::path::Path;

use crate::cli::error::CliError;
use crate::cli::named_file::NamedFile;
use crate::contest::GameSummary;
use crate::notation::{FileRecord, FileWriter, Format, ParseOptions, WriteOptions, games};
use crate::position::Game;

/// The file that takes the games of a match, each as soon as it is over.
pub(super) struct GamesFile {
    file: NamedFile,
    writer: FileWriter,
    /// The games that an earlier run has written.
    pub(super) played: Vec<GameSummary>,
}

impl GamesFile {
    /// A new file, or with `resume` one that goes on behind its last whole game.
    pub(super) fn open(path: &Path, resume: bool, names: &[String]) -> Result<GamesFile, CliError> {
        let format = Format::of_file_name(&path.to_string_lossy());
        let format = format.filter(|format| matches!(format, Format::Jsonl | Format::Sgf));
        let format = format.ok_or_else(|| {
            let message = format!("{} is no file for the games of a match", path.display());
            CliError::usage(message)
                .hint("name it GAMES.jsonl or GAMES.sgf; renju convert does the rest")
        })?;
        if !resume && path.metadata().is_ok_and(|found| found.len() > 0) {
            let message = format!("{} is there already", path.display());
            let error = CliError::usage(message);
            return Err(error.hint("--resume goes on with it; another name begins anew"));
        }
        let writer = FileWriter::new(format, WriteOptions::default());
        let old = if resume {
            read(path, format, names)?
        } else {
            Vec::new()
        };
        let mut new = GamesFile {
            file: NamedFile::new(path, created(path, !old.is_empty())?),
            writer,
            played: Vec::new(),
        };
        if !old.is_empty() {
            new.rewrite(path, &old)?;
        }
        Ok(new)
    }

    /// Writes what was read again, without what was cut off, and goes on there.
    fn rewrite(&mut self, path: &Path, old: &[Game]) -> Result<(), CliError> {
        let beside = path.with_extension("part");
        let file = File::create(&beside).map_err(CliError::in_file(&beside))?;
        self.file = NamedFile::new(&beside, file);
        for game in old {
            self.add(game)?;
        }
        fs::rename(&beside, path).map_err(CliError::in_file(path))?;
        self.played = old.iter().filter_map(GameSummary::of_record).collect();
        Ok(())
    }

    /// Writes a game behind the others, to the disk at once.
    pub(super) fn add(&mut self, game: &Game) -> Result<(), CliError> {
        let written = self.writer.next(&FileRecord::Game(game.clone()));
        let bytes = match written {
            Ok(written) => written.bytes,
            Err(error) => return Err(CliError::usage(format!("{error}"))),
        };
        self.file.write_all(&bytes)?;
        self.file.flush()?;
        Ok(())
    }
}

/// The file to write to; its old content stays for now if it is read.
fn created(path: &Path, is_read: bool) -> Result<File, CliError> {
    let mut options = OpenOptions::new();
    options.create(true).write(true).truncate(!is_read);
    options.open(path).map_err(CliError::in_file(path))
}

/// The games of an earlier run, up to the first that is cut off or out of its place.
fn read(path: &Path, format: Format, names: &[String]) -> Result<Vec<Game>, CliError> {
    let Ok(file) = File::open(path) else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for (game, number) in games(BufReader::new(file), format, &ParseOptions::default()).zip(1..) {
        let Ok(game) = game else { break };
        let game = game.game;
        let is_due = game.id.as_deref() == Some(number.to_string().as_str());
        if !is_due || GameSummary::of_record(&game).is_none() {
            break;
        }
        let players = [&game.info.black_player, &game.info.white_player];
        let is_of_match =
            |player: &&Option<String>| player.as_ref().is_some_and(|player| names.contains(player));
        if !players.iter().all(is_of_match) {
            let message = format!("{}: game {number} has other players", path.display());
            return Err(CliError::usage(message).hint("--resume goes on with the same match"));
        }
        found.push(game);
    }
    Ok(found)
}
