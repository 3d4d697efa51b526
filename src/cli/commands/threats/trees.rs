//! Wins as files, written by `--tree` and checked by `--verify`.
//!
//! TO BE PLUGGED IN: these three functions are all that `vcf` and `vct` know of such files.

use std::path::Path;

use crate::batch::Entry;
use crate::cli::output::Refused;
use crate::cli::{Exit, GlobalArgs, Trouble};
use crate::study::ThreatReport;
use crate::threat::Attack;

/// A file that takes a line for each win.
pub(super) struct TreeFile {}

impl TreeFile {
    /// Creates the file, or empties the one that is there.
    pub(super) fn create(_path: &Path) -> Result<TreeFile, Trouble> {
        Err(not_there_yet("--tree"))
    }

    /// Takes an answer: `report.tree` is the win of `report.attacker` in `entry.position`, if
    /// there is one.
    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "until it is plugged in"
    )]
    pub(super) fn add(&mut self, _entry: &Entry, _report: &ThreatReport) -> Result<(), Refused> {
        Ok(())
    }
}

/// Checks every win of a file: 0 if all hold, 1 if one does not, 2 if the file cannot be read.
pub(super) fn verify(_path: &Path, _attack: Attack, _global: &GlobalArgs) -> Result<Exit, Trouble> {
    Err(not_there_yet("--verify"))
}

fn not_there_yet(flag: &str) -> Trouble {
    Trouble::Usage(format!("{flag} is not there yet"))
}
