//! Journal beside an output of a match: settings and games written, so that `--resume` is safe.

use std::path::Path;

use crate::cli::error::CliError;
use crate::cli::named_file::NamedFile;
use crate::cli::run_settings::Existing;
use renju::batch::{Journal, JournalError, RunSummary, Settings, WholeRecords};
use renju::files::{DiskFile, is_special};

/// The journal of a file of a match, or of a folder of games; a device or a pipe has none.
pub(super) struct MatchJournal {
    journal: Option<Journal>,
    /// Games that were added in this run.
    added: u64,
}

impl MatchJournal {
    /// Begins the file, or goes on behind what `whole` finds in it.
    pub(super) fn open(
        path: &Path,
        existing: Existing,
        settings: &Settings,
        whole: impl FnOnce() -> Result<WholeRecords, CliError>,
    ) -> Result<MatchJournal, CliError> {
        let journal = match existing {
            _ if is_special(path) => {
                if existing == Existing::Resumed {
                    let message = format!("{} is no file that can be resumed", path.display());
                    return Err(CliError::usage(message));
                }
                None
            }
            Existing::Resumed => Some(Journal::resume_whole(path, None, settings, whole)?),
            Existing::Refused => Some(Journal::start(path, None, settings, false)?),
            Existing::Overwritten => Some(Journal::start(path, None, settings, true)?),
        };
        Ok(MatchJournal { journal, added: 0 })
    }

    /// How many games of earlier runs are kept.
    pub(super) fn kept(&self) -> usize {
        let answered = self.journal.as_ref().map_or(0, Journal::answered);
        usize::try_from(answered).unwrap_or(usize::MAX)
    }

    /// The bytes that were cut off behind the last whole game of a killed match.
    pub(super) fn cut_off(&self) -> u64 {
        self.journal.as_ref().map_or(0, Journal::cut_off)
    }

    /// The file, to write behind what is kept.
    pub(super) fn file(&self, path: &Path) -> Result<NamedFile, CliError> {
        let file = match &self.journal {
            Some(journal) => journal.files()?.0,
            None => DiskFile::open_special(path).map_err(CliError::in_file(path))?,
        };
        Ok(NamedFile::new(path, file))
    }

    /// Leaves the file empty.
    pub(super) fn begin_anew(&mut self) -> Result<(), CliError> {
        match &mut self.journal {
            Some(journal) => Ok(journal.begin_anew()?),
            None => Ok(()),
        }
    }

    /// Counts a game that was written.
    pub(super) fn add(&mut self) -> Result<(), CliError> {
        self.added += 1;
        self.note(false)
    }

    /// Notes how far the match is, about once a second.
    pub(super) fn note(&mut self, is_last: bool) -> Result<(), CliError> {
        let summary = RunSummary {
            read: self.added,
            ..RunSummary::default()
        };
        match &mut self.journal {
            Some(journal) => Ok(journal.note(&summary, is_last)?),
            None => Ok(()),
        }
    }
}

/// That a file is not as a match has left it.
pub(super) fn is_changed(path: &Path) -> CliError {
    JournalError::OutputDiffers(path.to_owned()).into()
}
