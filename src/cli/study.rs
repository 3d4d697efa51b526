//! What `batch` asks of a command: arguments that answer a question for any number of positions.

use std::path::Path;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::error::CliError;
use crate::batch::Entry;
use crate::board::Color;
use crate::study::Report;

/// The arguments of a study that `batch` runs.
///
/// Serialised they are part of the settings of a run, which `--resume` compares; a field that
/// does not change the answers is left out with `#[serde(skip)]`.
pub(super) trait BatchStudy: Args + Serialize {
    /// Checks the arguments once, before the first position is read.
    fn prepare(&self) -> Result<Study<'_>, CliError>;

    /// The file for the proof trees of the answers, for studies that have them.
    fn tree_path(&self) -> Option<&Path> {
        None
    }
}

/// Answers a study for one position, on any thread.
pub(super) type Study<'a> = Box<dyn Fn(&Entry) -> Result<StudyAnswer, CliError> + Sync + 'a>;

/// The answer for one position.
pub(super) struct StudyAnswer {
    /// The line of the answer.
    pub(super) report: Report,
    /// The text for the file of proof trees; `None` if it could not be written, which is
    /// reported then.
    pub(super) tree: Option<String>,
}

impl From<Report> for StudyAnswer {
    fn from(report: Report) -> StudyAnswer {
        StudyAnswer {
            report,
            tree: Some(String::new()),
        }
    }
}

/// Which sides an answer is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum SideArg {
    Black,
    White,
    Both,
}

impl SideArg {
    /// The one side, or `None` for both.
    pub(super) const fn color(self) -> Option<Color> {
        match self {
            SideArg::Black => Some(Color::Black),
            SideArg::White => Some(Color::White),
            SideArg::Both => None,
        }
    }
}
