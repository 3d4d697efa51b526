//! Where a run of `batch` writes.

use std::io::{self, Write};
use std::path::Path;

use crate::cli::InputArgs;
use crate::cli::commands::forced_win::TreeWriter;
use crate::cli::error::CliError;
use crate::cli::input::is_same_file;
use crate::cli::named_file::{NamedFile, refuse_folder};
use crate::cli::run_settings::Existing;
use renju::batch::{Checkpoint, Journal, Record, RunSummary, Settings};
use renju::files::{Overwrite, is_same_place, is_special, stdout};

/// The files of a run, open and empty, or at the place where an earlier run has ended.
pub(super) struct RunFiles {
    pub(super) lines: Box<dyn Write + Send>,
    pub(super) trees: Box<dyn Write + Send>,
    journal: Option<Journal>,
    /// Whether nothing is in the file of the lines yet.
    is_new: bool,
}

impl RunFiles {
    /// Opens stdout, or `out`, and the file for trees.
    pub(super) fn open(
        out: Option<&Path>,
        trees: Option<&Path>,
        existing: Existing,
        input: &InputArgs,
        settings: &Settings,
    ) -> Result<RunFiles, CliError> {
        if let (Some(out), Some(trees)) = (out, trees)
            && (is_same_place(trees, out) || is_same_file(trees, out))
        {
            return Err(CliError::usage("--out and --tree name the same file"));
        }
        if let (Some(out), Some(trees)) = (out, trees)
            && Journal::needs(out, trees)
        {
            let message = format!("{} is needed for the journal", trees.display());
            return Err(CliError::usage(message).hint("name another file for --tree"));
        }
        match out {
            Some(out) => {
                input.refuse_as_output(out)?;
                refuse_folder(out)?;
                if !is_special(out) {
                    if let Some(trees) = trees {
                        TreeWriter::check(trees, input)?;
                    }
                    return RunFiles::with_journal(out, trees, existing, settings);
                }
                if existing == Existing::Resumed {
                    let message = format!("{} is no file that can be resumed", out.display());
                    return Err(CliError::usage(message));
                }
                let file = NamedFile::begin(out, Overwrite::Allowed)?;
                RunFiles::without_journal(Box::new(file), trees, existing, input)
            }
            None => RunFiles::without_journal(Box::new(stdout()), trees, existing, input),
        }
    }

    fn with_journal(
        out: &Path,
        trees: Option<&Path>,
        existing: Existing,
        settings: &Settings,
    ) -> Result<RunFiles, CliError> {
        let journal = match existing {
            Existing::Resumed => Journal::resume(out, trees, settings)?,
            Existing::Refused => Journal::start(out, trees, settings, false)?,
            Existing::Overwritten => Journal::start(out, trees, settings, true)?,
        };
        let (lines, tree_file) = journal.files()?;
        let length = lines.metadata().map_err(CliError::in_file(out))?.len();
        Ok(RunFiles {
            is_new: length == 0,
            lines: Box::new(NamedFile::new(out, lines)),
            trees: match (trees, tree_file) {
                (Some(path), Some(file)) => Box::new(NamedFile::new(path, file)),
                _ => Box::new(io::sink()),
            },
            journal: Some(journal),
        })
    }

    fn without_journal(
        lines: Box<dyn Write + Send>,
        trees: Option<&Path>,
        existing: Existing,
        input: &InputArgs,
    ) -> Result<RunFiles, CliError> {
        let overwrite = Overwrite::if_forced(existing == Existing::Overwritten);
        let trees = trees.map(|path| {
            TreeWriter::check(path, input)?;
            NamedFile::begin(path, overwrite)
        });
        Ok(RunFiles {
            is_new: true,
            lines,
            trees: match trees.transpose()? {
                Some(trees) => Box::new(trees),
                None => Box::new(io::sink()),
            },
            journal: None,
        })
    }

    /// Writes what stands before the first line, unless an earlier run has.
    pub(super) fn begin(&mut self, header: &[u8]) -> io::Result<()> {
        if self.is_new {
            self.lines.write_all(header)?;
        }
        Ok(())
    }

    /// Passes over the records that an earlier run has answered, and tells how far that was.
    pub(super) fn pass_answered(
        &self,
        records: impl Iterator<Item = Record>,
    ) -> Result<Checkpoint, CliError> {
        match &self.journal {
            Some(journal) => {
                let contents = records.map(|record| record.content());
                Ok(journal.pass_answered(contents)?)
            }
            None => Ok(Checkpoint::default()),
        }
    }

    /// The bytes that were cut off behind the last note of a killed run.
    pub(super) fn cut_off(&self) -> u64 {
        self.journal.as_ref().map_or(0, Journal::cut_off)
    }

    /// Whether the run can be resumed.
    pub(super) fn have_journal(&self) -> bool {
        self.journal.is_some()
    }

    /// Takes the journal, to be written to while the files are.
    pub(super) fn take_journal(&mut self) -> RunJournal {
        RunJournal(self.journal.take())
    }
}

/// The journal of a run, if it has one.
pub(super) struct RunJournal(Option<Journal>);

impl RunJournal {
    /// Notes how far the run is.
    pub(super) fn note(&mut self, summary: &RunSummary, is_last: bool) -> io::Result<()> {
        match &mut self.0 {
            Some(journal) => {
                let noted = journal.note(summary, is_last);
                noted.map_err(|error| io::Error::other(error.to_string()))
            }
            None => Ok(()),
        }
    }
}
