//! Training samples of a match in CSV, bin or binpack, rebuilt from the games when it resumes.

use std::io::Write;
use std::path::Path;

use super::match_journal::MatchJournal;
use super::match_terms::MatchPaths;
use super::refusals::MatchFormat;
use crate::cli::error::CliError;
use crate::cli::input::{is_same_file, refuse_no_folder};
use crate::cli::named_file::{NamedFile, refuse_folder};
use crate::cli::run_settings::Existing;
use renju::batch::{Journal, Settings, WholeRecords};
use renju::contest::{sampled_opening, training_samples};
use renju::notation::{FileRecord, FileWriter, Format, WriteOptions};
use renju::position::{Game, Position};

/// What binpack files call the moves before those that are samples.
const OPENING_STONES: &str = "OPENINGSTONES";

/// The file that takes the training samples of a match, those of each game as soon as it is over.
pub(super) struct SamplesFile {
    file: NamedFile,
    journal: MatchJournal,
    format: Format,
    writer: FileWriter,
}

impl SamplesFile {
    /// The format of samples that the name of a file tells, if the openings of a match can be
    /// written in it.
    ///
    /// # Errors
    ///
    /// If the name tells no format, or for the first opening that the format cannot hold.
    pub(super) fn format(path: &Path, openings: &[Position]) -> Result<Format, CliError> {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let format = match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("csv") => Format::SampleCsv,
            Some("bin") => Format::SampleBin,
            Some("binpack") => Format::Binpack,
            _ => {
                let message = format!("{} is no file for training samples", path.display());
                let hint = "name it SAMPLES.csv, SAMPLES.bin or SAMPLES.binpack";
                return Err(CliError::usage(message).hint(hint));
            }
        };
        MatchFormat(format).check_openings(openings)?;
        Ok(format)
    }

    /// Refuses a file that is no match's samples, and one that would take the place of the games.
    pub(super) fn check(path: &Path, paths: MatchPaths<'_>) -> Result<(), CliError> {
        let is_of_games = |games: &Path| games == path || is_same_file(games, path);
        if paths.games.is_some_and(is_of_games) {
            return Err(CliError::usage("--output and --samples name the same file"));
        }
        refuse_folder(path)?;
        refuse_no_folder(path)?;
        let is_filled = path.metadata().is_ok_and(|found| found.len() > 0);
        if paths.existing == Existing::Resumed && is_filled && !Journal::is_beside(path) {
            let message = format!(
                "{} already exists, and it was not written by a match",
                path.display()
            );
            let hint = "name another file: all samples are written again, from the games";
            return Err(CliError::usage(message).hint(hint));
        }
        Ok(())
    }

    /// The file with the samples of games that were played before.
    pub(super) fn open(
        path: &Path,
        format: Format,
        (existing, settings): (Existing, &Settings),
        played: &[Game],
    ) -> Result<SamplesFile, CliError> {
        let none = || Ok(WholeRecords::default());
        let mut journal = MatchJournal::open(path, existing, settings, none)?;
        journal.begin_anew()?;
        let mut new = SamplesFile {
            file: journal.file(path)?,
            journal,
            format,
            writer: FileWriter::new(format, WriteOptions::default()),
        };
        played.iter().try_for_each(|game| new.add(game))?;
        Ok(new)
    }

    /// Writes the samples of a game behind the others.
    pub(super) fn add(&mut self, game: &Game) -> Result<(), CliError> {
        let mut bytes = Vec::new();
        for record in self.records(game) {
            let written = self.writer.next(&record);
            bytes.extend(
                written
                    .map_err(|error| CliError::usage(error.to_string()))?
                    .bytes,
            );
        }
        self.file.write_all(&bytes)?;
        self.file.flush()?;
        self.journal.add()
    }

    /// Notes how far the match is, at its end.
    pub(super) fn close(&mut self) -> Result<(), CliError> {
        self.journal.note(true)
    }

    /// A record for each position, or in a format of whole games one for the game.
    fn records(&self, game: &Game) -> Vec<FileRecord> {
        if self.format != Format::Binpack {
            let samples = training_samples(game).into_iter();
            return samples.map(FileRecord::Setup).collect();
        }
        let Some(opening) = sampled_opening(game) else {
            return Vec::new();
        };
        let mut game = game.clone();
        game.info.properties = vec![(OPENING_STONES.to_owned(), vec![opening.to_string()])];
        vec![FileRecord::Game(game)]
    }
}
