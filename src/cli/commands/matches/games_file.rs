//! Game record of a match: JSON lines, SGF or a folder, appended to after each game and resumable.

use std::io::Write;
use std::path::Path;

use super::games_folder::GamesFolder;
use super::match_journal::{MatchJournal, is_changed};
use super::match_terms::MatchTerms;
use super::refusals::{MatchFormat, check_players};
use crate::cli::drawing::is_folder;
use crate::cli::error::CliError;
use crate::cli::named_file::NamedFile;
use crate::cli::run_settings::Existing;
use renju::batch::WholeRecords;
use renju::contest::GameSummary;
use renju::files::content_of;
use renju::notation::{FileRecord, FileWriter, Format, ParseOptions, WriteOptions, games};
use renju::position::Game;

/// Where the games of a match go, each as soon as it is over.
pub(super) enum GamesFile {
    /// One file for all of them.
    One(GamesInOne),
    /// A folder with a file for each.
    Each(GamesFolder),
}

impl GamesFile {
    /// A new file or folder, or one that goes on behind its last whole game; with the games that are
    /// there.
    pub(super) fn open(
        path: &Path,
        existing: Existing,
        terms: MatchTerms<'_>,
    ) -> Result<(GamesFile, Vec<Game>), CliError> {
        if is_folder(path) {
            let format = MatchFormat(Format::Psq);
            format.check_openings(terms.openings)?;
            format.check_names(terms.names)?;
            let (folder, old) = GamesFolder::open(path, existing, terms)?;
            return Ok((GamesFile::Each(folder), old));
        }
        let (file, old) = GamesInOne::open(path, existing, terms)?;
        Ok((GamesFile::One(file), old))
    }

    /// Writes a game behind the others, to the disk at once.
    pub(super) fn add(&mut self, game: &Game) -> Result<(), CliError> {
        match self {
            GamesFile::One(file) => file.add(game),
            GamesFile::Each(folder) => folder.add(game),
        }
    }

    /// The bytes that were cut off behind the last whole game of a killed match.
    pub(super) fn cut_off(&self) -> u64 {
        match self {
            GamesFile::One(file) => file.journal.cut_off(),
            GamesFile::Each(_) => 0,
        }
    }

    /// Notes how far the match is, at its end.
    pub(super) fn close(&mut self) -> Result<(), CliError> {
        match self {
            GamesFile::One(file) => file.journal.note(true),
            GamesFile::Each(folder) => folder.close(),
        }
    }
}

/// A file of games in JSON lines or SGF.
pub(super) struct GamesInOne {
    file: NamedFile,
    journal: MatchJournal,
    writer: FileWriter,
}

impl GamesInOne {
    fn open(
        path: &Path,
        existing: Existing,
        terms: MatchTerms<'_>,
    ) -> Result<(GamesInOne, Vec<Game>), CliError> {
        let format = Format::of_file_name(&path.to_string_lossy());
        let format = format.filter(|format| matches!(format, Format::Jsonl | Format::Sgf));
        let format = format.ok_or_else(|| {
            let message = format!("{} is no file for the games of a match", path.display());
            CliError::usage(message).hint(
                "name it GAMES.jsonl, GAMES.sgf, or GAMES/ for a .psq file of each game; renju convert does the rest",
            )
        })?;
        let mut old = Vec::new();
        let whole = || {
            let content = content_of(path).map_err(CliError::in_file(path))?;
            let content = content.unwrap_or_default();
            old = read(path, &content, format, terms.names)?;
            whole_games(path, &content, format, &old)
        };
        let journal = MatchJournal::open(path, existing, terms.settings, whole)?;
        if old.len() < journal.kept() {
            return Err(is_changed(path));
        }
        old.truncate(journal.kept());
        let file = journal.file(path)?;
        let mut writer = FileWriter::new(format, WriteOptions::default());
        for game in &old {
            bytes_of(&mut writer, game)?;
        }
        let new = GamesInOne {
            file,
            journal,
            writer,
        };
        Ok((new, old))
    }

    fn add(&mut self, game: &Game) -> Result<(), CliError> {
        let bytes = bytes_of(&mut self.writer, game)?;
        self.file.write_all(&bytes)?;
        self.file.flush()?;
        self.journal.add()
    }
}

fn bytes_of(writer: &mut FileWriter, game: &Game) -> Result<Vec<u8>, CliError> {
    let written = writer.next(&FileRecord::Game(game.clone()));
    let written = written.map_err(|error| CliError::usage(error.to_string()))?;
    Ok(written.bytes)
}

/// How far the games that were read from a file reach in it: they are written again, and held
/// against it. A file without any has to be empty, or the beginning of one.
fn whole_games(
    path: &Path,
    content: &[u8],
    format: Format,
    games: &[Game],
) -> Result<WholeRecords, CliError> {
    let mut writer = FileWriter::new(format, WriteOptions::default());
    let mut whole = WholeRecords::default();
    let mut rest = content;
    for game in games {
        let bytes = bytes_of(&mut writer, game)?;
        let Some(behind) = rest.strip_prefix(bytes.as_slice()) else {
            break;
        };
        rest = behind;
        whole.records += 1;
        whole.bytes += bytes.len() as u64;
    }
    let is_torn = !rest.ends_with(b"\n") || rest.contains(&0);
    if whole.records == 0 && !rest.is_empty() && !is_torn {
        return Err(is_changed(path));
    }
    Ok(whole)
}

/// The games of an earlier run, up to the first that is cut off or out of its place.
fn read(
    path: &Path,
    content: &[u8],
    format: Format,
    names: &[String],
) -> Result<Vec<Game>, CliError> {
    let mut found = Vec::new();
    for (game, number) in games(content, format, &ParseOptions::default()).zip(1..) {
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
