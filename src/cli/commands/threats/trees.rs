//! Wins as files, a line of JSON or a game tree of SGF each, written as soon as they are found.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::batch::Entry;
use crate::cli::InputArgs;
use crate::cli::error::CliError;
use crate::study::ThreatReport;
use crate::study::win_tree::{self, TooLarge};

/// How wins are written, by the ending of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TreeForm {
    /// A line for each win.
    Json,
    /// A collection of game trees, one for each win.
    Sgf,
}

impl TreeForm {
    /// The form that a file of this name has.
    pub(super) fn of(path: &Path) -> TreeForm {
        let ending = path.extension().unwrap_or_default();
        if ending.eq_ignore_ascii_case("sgf") {
            TreeForm::Sgf
        } else {
            TreeForm::Json
        }
    }

    /// The win of an answer, with its line break; `None` if it has none.
    pub(super) fn text(
        self,
        entry: &Entry,
        report: &ThreatReport,
    ) -> Result<Option<String>, TooLarge> {
        let Some(tree) = &report.tree else {
            return Ok(None);
        };
        let file = win_tree::TreeFile {
            id: entry.id.clone(),
            position: entry.position.clone(),
            attacker: report.attacker,
            tree: tree.clone(),
        };
        let text = match self {
            TreeForm::Json => file.to_json()? + "\n",
            TreeForm::Sgf => file.to_sgf()?,
        };
        Ok(Some(text))
    }
}

/// A file that takes wins.
pub(in crate::cli) struct TreeFile {
    path: PathBuf,
    file: File,
    form: TreeForm,
}

impl TreeFile {
    /// Creates the file, or empties the one that is there, unless it is part of the input.
    pub(in crate::cli) fn create(path: &Path, input: &InputArgs) -> Result<TreeFile, CliError> {
        if path.as_os_str() == "-" {
            return Err(CliError::usage(
                "--tree needs a file, for the answers go to stdout",
            ));
        }
        input.refuse_as_output(path)?;
        let file = File::create(path).map_err(CliError::in_file(path))?;
        Ok(TreeFile {
            path: path.to_owned(),
            file,
            form: TreeForm::of(path),
        })
    }
}

impl TreeFile {
    /// Adds the win of an answer, if it has one. False if that is too large, which is told.
    pub(super) fn add(&mut self, entry: &Entry, report: &ThreatReport) -> io::Result<bool> {
        match self.form.text(entry, report) {
            Ok(None) => Ok(true),
            Ok(Some(text)) => {
                self.write_all(text.as_bytes())?;
                self.flush()?;
                Ok(true)
            }
            Err(too_large) => {
                tell_too_large(entry, too_large);
                Ok(false)
            }
        }
    }
}

/// Says that a win is left out.
pub(super) fn tell_too_large(entry: &Entry, too_large: TooLarge) {
    eprintln!("error: the win of {} is not written: {too_large}", entry.id);
}

impl Write for TreeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes);
        written.map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", self.path.display()))
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
