use std::io::Write;
use std::path::Path;

use super::refusals::{MatchFormat, refuse_existing};
use crate::cli::error::CliError;
use crate::cli::named_file::NamedFile;
use crate::contest::{sampled_opening, training_samples};
use crate::files::{GrowingFile, Overwrite};
use crate::notation::{FileRecord, FileWriter, Format, WriteOptions};
use crate::position::{Game, Position};

/// What binpack files call the moves before those that are samples.
const OPENING_STONES: &str = "OPENINGSTONES";

/// The file that takes the training samples of a match, those of each game as soon as it is over.
pub(super) struct SamplesFile {
    file: NamedFile<GrowingFile>,
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

    /// A new file with the samples of games that were played before.
    pub(super) fn create(
        path: &Path,
        format: Format,
        resume: bool,
        played: &[Game],
    ) -> Result<SamplesFile, CliError> {
        if !resume {
            refuse_existing(path)?;
        }
        let mut new = SamplesFile {
            file: NamedFile::begin(path, Overwrite::Allowed)?,
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
        Ok(self.file.flush()?)
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
