//! Parameters for the output files of a match: paths, players, openings and journal settings.

use std::path::Path;

use crate::cli::run_settings::Existing;
use renju::batch::Settings;
use renju::position::Position;

/// Where the files of a match are to be.
#[derive(Clone, Copy)]
pub(super) struct MatchPaths<'a> {
    /// A file or a folder for the games.
    pub(super) games: Option<&'a Path>,
    /// A file for training samples.
    pub(super) samples: Option<&'a Path>,
    /// What is to be done with files that are there.
    pub(super) existing: Existing,
}

/// What the files of a match have to suit.
#[derive(Clone, Copy)]
pub(super) struct MatchTerms<'a> {
    pub(super) names: &'a [String],
    pub(super) openings: &'a [Position],
    /// What the journals hold against a match that goes on.
    pub(super) settings: &'a Settings,
}
