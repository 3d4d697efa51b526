//! Files of proof trees: a line of JSON or a game of SGF for each position, written with its answer.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::batch::Entry;
use crate::cli::InputArgs;
use crate::cli::error::CliError;
use crate::study::{ThreatReport, TooLarge, TreeLine, tree_sgf};

/// The form of a file of proof trees, by the ending of its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TreeForm {
    /// A line for each position.
    Json,
    /// A collection of games, one for each position.
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

    /// An answer with its tree, if there is one, and its line break.
    pub(super) fn text(self, entry: &Entry, report: &ThreatReport) -> Result<String, TooLarge> {
        match self {
            TreeForm::Json => Ok(TreeLine::new(&entry.position, report).to_json() + "\n"),
            TreeForm::Sgf => tree_sgf(&entry.position, report),
        }
    }
}

/// A file that takes proof trees.
pub(in crate::cli) struct TreeWriter {
    path: PathBuf,
    file: File,
    form: TreeForm,
}

impl TreeWriter {
    /// Creates the file, or empties the one that is there, unless it is part of the input.
    pub(in crate::cli) fn create(path: &Path, input: &InputArgs) -> Result<TreeWriter, CliError> {
        if path.as_os_str() == "-" {
            return Err(CliError::usage(
                "--tree needs a file, for the answers go to stdout",
            ));
        }
        input.refuse_as_output(path)?;
        let file = File::create(path).map_err(CliError::in_file(path))?;
        Ok(TreeWriter {
            path: path.to_owned(),
            file,
            form: TreeForm::of(path),
        })
    }

    /// Adds an answer; false if its tree is too large, which is reported.
    pub(super) fn add(&mut self, entry: &Entry, report: &ThreatReport) -> io::Result<bool> {
        match self.form.text(entry, report) {
            Ok(text) => {
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

/// Reports that a tree is left out.
pub(super) fn tell_too_large(entry: &Entry, too_large: TooLarge) {
    eprintln!(
        "error: the tree of {} is not written: {too_large}",
        entry.id
    );
}

impl Write for TreeWriter {
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
