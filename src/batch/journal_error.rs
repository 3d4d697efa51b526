//! Errors of starting or resuming a batch run, with the way out that each one tells the user.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;
use thiserror::Error;

use crate::notation::io_words;

/// Why a run cannot write to its file, or resume it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The output, or the journal, cannot be read or written.
    #[error("{}: {}", path.display(), io_words(error))]
    Io {
        /// The file that failed.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// An earlier run has written to the file.
    #[error("{} is there already; --resume goes on with it, --force starts anew", .0.display())]
    Exists(PathBuf),
    /// There is something in the file that no run can go on with.
    #[error("{} is there already; --force overwrites it", .0.display())]
    Foreign(PathBuf),
    /// The output exists, but its journal is missing.
    #[error(
        "{} is missing, so it is not known how {} was made: a finished run keeps none without --keep-run; --force starts anew",
        .0.display(), .0.with_extension("").display()
    )]
    NoSettings(PathBuf),
    /// There is another file where the journal is to be.
    #[error(
        "{} is needed for the journal of the run, and is something else, or damaged; move it away, or name another output",
        .0.display()
    )]
    NoJournal(PathBuf),
    /// Another run writes to the file.
    #[error("another run writes to {}{}", path.display(), named(*process))]
    Locked {
        /// The output of both.
        path: PathBuf,
        /// The number of its process, if the journal tells.
        process: Option<u32>,
    },
    /// Another program has begun the run to be resumed: another version, or one with another search.
    #[error(
        "this program is {now}, but {path} was begun by {then}, whose answers may differ; go on with that program, or start anew with --force"
    )]
    ProgramDiffers {
        /// The journal.
        path: PathBuf,
        /// This program.
        now: String,
        /// The other one.
        then: String,
    },
    /// A setting has another value than in the run to be resumed.
    #[error(
        "this run has {name} {}, but {} says {}; use the same settings, or start anew with --force",
        shown(now), path.display(), shown(then)
    )]
    SettingsDiffer {
        /// The journal with the earlier settings.
        path: PathBuf,
        /// The name of the setting.
        name: String,
        /// Its value in this run.
        now: Value,
        /// Its value in the earlier run.
        then: Value,
    },
    /// The output, or the file of trees, is not as the run has left it.
    #[error("{} was changed since a run wrote to it; --force starts anew", .0.display())]
    OutputDiffers(PathBuf),
    /// The input has changed.
    #[error(
        "the input is not the one that {} answers: among its first {records} records at least one was changed, added or removed{}; --force starts anew",
        path.display(), resized(*then, *now)
    )]
    InputDiffers {
        /// The output.
        path: PathBuf,
        /// How many records it answers.
        records: u64,
        /// The bytes of these.
        then: u64,
        /// The bytes of as many records of the input.
        now: u64,
    },
    /// The input has become shorter.
    #[error(
        "the input is not the one that {} answers: it has {found} records, and {records} are answered; --force starts anew",
        path.display()
    )]
    InputEnds {
        /// The output.
        path: PathBuf,
        /// How many records it answers.
        records: u64,
        /// How many the input has.
        found: u64,
    },
}

/// A value of a setting; that of one that was not given, too.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        value => value.to_string(),
    }
}

fn resized(then: u64, now: u64) -> String {
    if then == now {
        String::new()
    } else {
        format!(" ({now} bytes where there were {then})")
    }
}

fn named(process: Option<u32>) -> String {
    process.map_or_else(String::new, |number| format!(": process {number}"))
}

/// The error of a file.
pub(super) fn at(path: &Path) -> impl Fn(io::Error) -> JournalError + use<'_> {
    |error| JournalError::Io {
        path: path.to_owned(),
        error,
    }
}
