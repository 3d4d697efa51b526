//! All output files of a match: opens or resumes games and samples, and keeps them in step.

use super::games_file::GamesFile;
use super::match_terms::{MatchPaths, MatchTerms};
use super::samples_file::SamplesFile;
use crate::cli::error::CliError;
use renju::contest::GameSummary;
use renju::notation::Format;
use renju::position::Game;

/// What is written of a match while it is played: the games, and training samples.
pub(super) struct MatchFiles {
    games: Option<GamesFile>,
    samples: Option<SamplesFile>,
}

impl MatchFiles {
    /// The files of a match that begins, or goes on behind the games that are returned. What cannot
    /// be written is refused before any file is made.
    pub(super) fn open(
        paths: MatchPaths<'_>,
        terms: MatchTerms<'_>,
    ) -> Result<(MatchFiles, Vec<GameSummary>), CliError> {
        let samples = match paths.samples {
            Some(path) => {
                let format = SamplesFile::format(path, terms.openings)?;
                SamplesFile::check(path, paths)?;
                Some((path, format))
            }
            None => None,
        };
        let (games, old) = match paths.games {
            Some(path) => {
                let (games, old) = GamesFile::open(path, paths.existing, terms)?;
                (Some(games), old)
            }
            None => (None, Vec::new()),
        };
        let has_values = !matches!(games, Some(GamesFile::Each(_)));
        let needs_values = samples.is_some_and(|(_, format)| format == Format::Binpack);
        if needs_values && !has_values && !old.is_empty() {
            let message =
                "binpack samples need values, but the .psq files to continue from have none";
            return Err(CliError::usage(message).hint("-o GAMES.jsonl or GAMES.sgf keeps them"));
        }
        let samples = samples.map(|(path, format)| {
            SamplesFile::open(path, format, (paths.existing, terms.settings), &old)
        });
        let files = MatchFiles {
            games,
            samples: samples.transpose()?,
        };
        Ok((
            files,
            old.iter().filter_map(GameSummary::of_record).collect(),
        ))
    }

    /// The bytes that were cut off behind the last whole game of a killed match.
    pub(super) fn cut_off(&self) -> u64 {
        self.games.as_ref().map_or(0, GamesFile::cut_off)
    }

    /// Whether anything is to be written.
    pub(super) const fn are_wanted(&self) -> bool {
        self.games.is_some() || self.samples.is_some()
    }

    /// Writes a game that is over, the games in their order.
    pub(super) fn add(&mut self, game: &Game) -> Result<(), CliError> {
        // Samples are made anew from the games, so these are first.
        if let Some(games) = &mut self.games {
            games.add(game)?;
        }
        if let Some(samples) = &mut self.samples {
            samples.add(game)?;
        }
        Ok(())
    }

    /// Notes how far the match is, at its end.
    pub(super) fn close(&mut self) -> Result<(), CliError> {
        if let Some(games) = &mut self.games {
            games.close()?;
        }
        if let Some(samples) = &mut self.samples {
            samples.close()?;
        }
        Ok(())
    }
}
