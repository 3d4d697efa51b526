//! The positions that the games of a match begin with: those of a file, or some random stones.

use std::collections::HashSet;
use std::path::Path;

use crate::cli::error::CliError;
use crate::cli::{GlobalArgs, diagnostics};
use renju::batch::{Folders, Sources};
use renju::contest::random_openings;
use renju::geometry::Size;
use renju::position::Position;
use renju::rule::Rule;
use renju_core::counted::counted;

/// Openings of a match, at most: each is a position in memory.
const MOST_OPENINGS: usize = 100_000;

/// `count` openings of random stones, but no more than are kept in memory; each is another one.
pub(super) fn random(
    stones: u8,
    count: usize,
    seed: u64,
    global: &GlobalArgs,
) -> Result<Vec<Position>, CliError> {
    let size = global.position.size.unwrap_or(Size::RENJU);
    let rule = global.position.rule.unwrap_or(Rule::default_on(size));
    let count = count.min(MOST_OPENINGS);
    let found = random_openings(size, rule, stones.into(), count, seed);
    some(found)
}

fn some(openings: Vec<Position>) -> Result<Vec<Position>, CliError> {
    if openings.is_empty() {
        return Err(CliError::usage("there is no opening"));
    }
    Ok(openings)
}

/// The openings of a file. One that is no position, or in which the game is over, is an error; one
/// that is there twice is said.
pub(super) fn of_file(path: &Path, global: &GlobalArgs) -> Result<Vec<Position>, CliError> {
    let paths = [path.to_owned()];
    let options = global.read_options();
    let sources = Sources::new(
        &paths,
        Folders::Refused,
        global.reading.from,
        options.reading,
    );
    let mut openings: Vec<Position> = Vec::new();
    let mut known = HashSet::new();
    let mut twice = 0;
    for entry in sources.flat_map(|record| record.entries(&options)) {
        let entry = entry.map_err(CliError::Input)?;
        if entry.position.outcome().is_some() {
            let source = entry.read.source;
            return Err(CliError::usage(format!(
                "{source}: the game is over in this opening"
            )));
        }
        if openings.len() == MOST_OPENINGS {
            let source = entry.read.source;
            let message = format!("{source}: more than {MOST_OPENINGS} openings");
            return Err(CliError::usage(message).hint("all openings of a match are kept in memory"));
        }
        twice += usize::from(!known.insert(entry.position.board().key()));
        openings.push(entry.position);
    }
    if twice > 0 {
        let message = format!(
            "{}: {} there more than once",
            path.display(),
            counted(twice, "opening is", "openings are")
        );
        diagnostics::note(&message, global);
    }
    some(openings)
}
