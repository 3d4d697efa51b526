//! The games of a page: read from any input, with their variations and what was assumed.

#[cfg(feature = "board")]
use super::InputArgs;
use super::error::CliError;
use super::input::with_close_name;
use super::{GlobalArgs, diagnostics};
use renju::batch::{Entry, ReadOptions, Record, RecordBody};
use renju::notation::ErrorCode;
use renju::page::{GameRecord, NoRecord};
use renju::position::Game;

/// Positions of one page.
pub(crate) const OF_A_PAGE: usize = 1000;

/// Reads the games of pages, and counts the records that are none.
pub(crate) struct PageGames<'a> {
    options: ReadOptions,
    global: &'a GlobalArgs,
    /// Records that could not be read; each was told.
    pub(crate) failed: usize,
}

impl<'a> PageGames<'a> {
    pub(crate) fn new(global: &'a GlobalArgs) -> PageGames<'a> {
        PageGames {
            options: global.read_options(),
            global,
            failed: 0,
        }
    }

    /// The games of the next records, as many as a page has.
    ///
    /// # Errors
    ///
    /// If a file cannot be read: a page without it would be taken for the whole.
    pub(crate) fn next(
        &mut self,
        records: &mut impl Iterator<Item = Record>,
    ) -> Result<Vec<GameRecord>, CliError> {
        let mut games = Vec::new();
        for record in records.take(OF_A_PAGE) {
            self.read(record, &mut games)?;
        }
        Ok(games)
    }

    fn read(&mut self, record: Record, games: &mut Vec<GameRecord>) -> Result<(), CliError> {
        let tree = match (&record.body, &record.pick, &self.global.position.pick) {
            (Ok(RecordBody::Game(parsed)), None, None) if self.options.going_on.is_empty() => {
                Some(parsed.game.clone())
            }
            _ => None,
        };
        for entry in record.entries(&self.options) {
            match entry.map_err(with_close_name) {
                Ok(entry) => match game_of(&entry, tree.as_ref()) {
                    Ok(game) => games.push(game),
                    Err(error) => {
                        diagnostics::print(&CliError::usage(format!("{}: {error}", entry.id)));
                        self.failed += 1;
                    }
                },
                Err(error) if error.error.code == ErrorCode::Io => {
                    return Err(CliError::Input(error));
                }
                Err(error) => {
                    diagnostics::print_record(&error, self.global);
                    self.failed += 1;
                }
            }
        }
        Ok(())
    }
}

fn game_of(entry: &Entry, tree: Option<&Game>) -> Result<GameRecord, NoRecord> {
    let game = match tree {
        Some(tree) => GameRecord::of_game(tree, &entry.position)?,
        None => GameRecord::of_setup(&entry.setup, &entry.position),
    };
    let doubts = entry.warnings.iter().map(ToString::to_string);
    Ok(GameRecord {
        id: without_folders(entry),
        notes: entry.read.assumed.iter().cloned().chain(doubts).collect(),
        ..game
    })
}

/// The name of a position, without the folders of its file where it is called by that: a page is sent to
/// others.
fn without_folders(entry: &Entry) -> String {
    let id = entry.id.to_string();
    let folders = entry.read.source.rfind('/').map_or(0, |end| end + 1);
    match id.strip_prefix(&entry.read.source[..folders]) {
        Some(name) if folders > 0 => name.to_owned(),
        _ => id,
    }
}

/// The games of an input, at most those of a page.
///
/// # Errors
///
/// If none of it can be read.
#[cfg(feature = "board")]
pub(crate) fn games_of_input(
    input: &InputArgs,
    global: &GlobalArgs,
) -> Result<Vec<GameRecord>, CliError> {
    let games = PageGames::new(global).next(&mut input.games(global)?.records)?;
    if games.is_empty() {
        return Err(no_position());
    }
    Ok(games)
}

/// That there is nothing to make a page of.
pub(crate) fn no_position() -> CliError {
    CliError::usage("there is no position to begin with")
}
