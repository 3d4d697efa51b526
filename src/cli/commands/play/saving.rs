//! Autosave, save and load in `play`: file locks, overwrite checks, and the folder of games.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::cli::error::CliError;
use crate::cli::input::refuse_no_folder;
use crate::cli::{GlobalArgs, InputArgs};
use renju::batch::RecordError;
use renju::board::ByColor;
use renju::contest::{GameTerms, LiveGame, LoadedGame};
use renju::files::{DiskFile, NewFile, Overwrite, content_of, create_folders};
use renju::notation::{
    FileRecord, FileWriter, Format, Losses, Lossy, ParseOptions, WriteOptions, games, io_words,
};
use renju::position::{Game, GameNode, Setup};

/// Where games are written to and read from.
pub(super) struct GameStore {
    /// The file that has the game after every move.
    path: PathBuf,
    format: Format,
    date: String,
    /// How games are read.
    global: GlobalArgs,
    /// What was written or read here, and may be written over.
    own: RefCell<BTreeMap<PathBuf, OwnFile>>,
}

impl GameStore {
    /// A store that writes after every move to this file, or to a new one in the user's folder of
    /// games. A file that is there already has to be the one that the game was loaded from, unless it
    /// may be overwritten, and no other game may write to it.
    pub(super) fn new(
        asked: Option<&Path>,
        loaded: Option<&Path>,
        overwrite: Overwrite,
        global: &GlobalArgs,
    ) -> Result<GameStore, CliError> {
        let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let date = now.get(..10).unwrap_or_default().to_owned();
        let path = match asked {
            Some(path) => path.to_owned(),
            None => new_file(&now),
        };
        let format = format_of(&path).map_err(CliError::usage)?;
        // The folder of games is made where it is not there.
        if let Some(path) = asked {
            refuse_no_folder(path)?;
        }
        let is_loaded = loaded.is_some_and(|loaded| is_same(loaded, &path));
        if is_loaded && overwrite == Overwrite::Refused && !is_one_line(&path, format)? {
            let message = format!(
                "{} holds more than the game to be continued",
                path.display()
            );
            let error = CliError::usage(message);
            return Err(error.hint("--save names another file; with --force the rest is lost"));
        }
        if !is_loaded && overwrite.check(&path).is_err() {
            let message = format!("{} is there already", path.display());
            let error = CliError::usage(message);
            return Err(error.hint("--load goes on with it; another name, or --force, begins anew"));
        }
        let mut own = BTreeMap::new();
        if path.is_file() {
            let file = locked(&path).and_then(|file| OwnFile::new(file, &path));
            own.insert(path.clone(), file.map_err(CliError::usage)?);
        }
        Ok(GameStore {
            own: RefCell::new(own),
            path,
            format,
            date,
            global: global.clone(),
        })
    }

    /// The file that has the game after every move.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the game as it is now, and says what does not fit into the format. The file has the
    /// whole of the last game or of this one, whenever the program ends.
    pub(super) fn autosave(
        &self,
        game: &LiveGame,
        names: &ByColor<String>,
    ) -> Result<Losses, String> {
        let record = game.record(names, Some(self.date.clone()));
        self.write(&record, self.format, &self.path)
    }

    /// Writes the game to another file, in the format of its name, and says what does not fit into
    /// that.
    pub(super) fn save_as(
        &self,
        game: &LiveGame,
        names: &ByColor<String>,
        path: &Path,
    ) -> Result<Losses, String> {
        let format = format_of(path)?;
        refuse_no_folder(path).map_err(|error| error.message())?;
        self.write(&game.record(names, Some(self.date.clone())), format, path)
    }

    /// Writes a file in one piece, and locks it; what does not fit into its format. A file that is
    /// not ours, or not any more, stays as it is.
    fn write(&self, game: &Game, format: Format, path: &Path) -> Result<Losses, String> {
        let mut writer = FileWriter::new(format, WriteOptions::default());
        let written = writer.next(&FileRecord::Game(game.clone()));
        let Lossy { bytes, lost } = written.map_err(|error| error.to_string())?;
        let named = |error: io::Error| format!("{}: {}", path.display(), io_words(&error));
        if let Some(folder) = path.parent() {
            create_folders(folder).map_err(named)?;
        }
        let mut own = self.own.borrow_mut();
        let overwrite = match own.get(path) {
            Some(file) if file.is_unchanged(path) => Overwrite::Ours,
            _ => Overwrite::Refused,
        };
        let put = || {
            let mut file = NewFile::create(path, overwrite)?;
            file.write_all(&bytes)?;
            file.finish_locked()
        };
        match put() {
            Ok(Some(file)) => {
                own.insert(path.to_owned(), OwnFile::new(file, path)?);
            }
            Ok(None) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let was_ours = own.contains_key(path);
                let why = if was_ours {
                    "was changed by another program"
                } else {
                    "is there already"
                };
                return Err(format!("{} {why}", path.display()));
            }
            Err(error) => return Err(named(error)),
        }
        Ok(lost)
    }

    /// As [`GameStore::load`], for one file.
    pub(super) fn load_file(
        &self,
        path: &Path,
        terms: &GameTerms,
    ) -> Result<(LoadedGame, Vec<String>), CliError> {
        let input = InputArgs {
            positions: vec![path.to_owned()],
            moves: None,
        };
        self.load(&input, terms)
    }

    /// Reads the first game of an input; what is odd about it is in the second part.
    pub(super) fn load(
        &self,
        input: &InputArgs,
        terms: &GameTerms,
    ) -> Result<(LoadedGame, Vec<String>), CliError> {
        let global = &input.going_on(&self.global)?;
        let reading = global.read_options();
        let records = input.records(global)?.records;
        let mut entries = records.flat_map(|record| record.entries(&reading));
        let entry = entries.next();
        let name = input.positions.first();
        let name = name.map_or_else(|| "-m".to_owned(), |path| path.display().to_string());
        let in_file = |message: &str| CliError::usage(format!("{name}: {message}"));
        let entry = entry.ok_or_else(|| in_file("there is no game"))?;
        let entry = entry.map_err(CliError::Input)?;
        if let (Some(asked), Some(rule)) = (reading.asked.rule, entry.setup.rule)
            && asked != rule
        {
            let message = format!("the game is played by the rule {rule}, not {asked}");
            return Err(in_file(&message));
        }
        let told = |warning: &RecordError| format!("{}: {}", warning.place, warning.error.message);
        let mut warnings: Vec<String> = entry.warnings.iter().map(told).collect();
        match entries.next() {
            Some(Ok(_)) => warnings.push(format!("{name}: the first game is taken")),
            Some(Err(error)) => warnings.push(told(&error)),
            None => {}
        }
        let setup = Setup {
            size: Some(entry.position.board().size()),
            rule: Some(entry.position.rule()),
            ..entry.setup
        };
        let loaded = LiveGame::load(&Game::from(setup), terms);
        let loaded = loaded.map_err(|error| in_file(&error.to_string()))?;
        Ok((loaded, warnings))
    }
}

/// A file of this program's games: locked, and as it was written or found.
struct OwnFile {
    file: DiskFile,
    stamp: (u64, Option<SystemTime>),
}

impl OwnFile {
    fn new(file: DiskFile, path: &Path) -> Result<OwnFile, String> {
        let stamp =
            stamp(&file).map_err(|error| format!("{}: {}", path.display(), io_words(&error)))?;
        Ok(OwnFile { file, stamp })
    }

    /// Whether it is at its path still, and as this program left it.
    fn is_unchanged(&self, path: &Path) -> bool {
        self.file.is_at(path) && stamp(&self.file).is_ok_and(|stamp| stamp == self.stamp)
    }
}

/// The length of a file, and when it was changed.
fn stamp(file: &DiskFile) -> io::Result<(u64, Option<SystemTime>)> {
    let found = file.metadata()?;
    Ok((found.len(), found.modified().ok()))
}

/// Whether a file holds one game without variations and words, so that nothing is lost when it is
/// written again.
fn is_one_line(path: &Path, format: Format) -> Result<bool, CliError> {
    let content = content_of(path).map_err(CliError::in_file(path))?;
    let content = content.unwrap_or_default();
    let mut found = games(content.as_slice(), format, &ParseOptions::default());
    let (Some(Ok(read)), None) = (found.next(), found.next()) else {
        return Ok(false);
    };
    let tree = &read.game.tree;
    let is_plain = |node: &GameNode| {
        let more = node.more();
        node.title().is_empty()
            && node.comment().is_empty()
            && more.is_none_or(|more| more.labels.is_empty() && more.marks.is_empty())
    };
    let mut nodes = tree.places().map(|place| tree.node(place));
    Ok(tree.lines().count() == 1 && nodes.all(is_plain))
}

/// The format of a file by its name.
fn format_of(path: &Path) -> Result<Format, String> {
    Format::of_file_name(&path.to_string_lossy()).ok_or_else(|| {
        let path = path.display();
        format!("{path}: no format has such a name; .sgf, .jsonl, .psq and .lib are possible")
    })
}

fn is_same(one: &Path, other: &Path) -> bool {
    let canonical = |path: &Path| path.canonicalize().ok();
    canonical(one).is_some_and(|one| Some(one) == canonical(other))
}

/// A file that is not there yet, such as `~/.local/state/renju/2026-11-23T10-15-00.sgf`.
fn new_file(now: &str) -> PathBuf {
    let stem = now.trim_end_matches('Z').replace(':', "-");
    let numbered = (2..).map(|number| format!("{stem}-{number}.sgf"));
    let mut names = std::iter::once(format!("{stem}.sgf")).chain(numbered);
    let folder = games_folder();
    let path = names.find_map(|name| {
        let path = folder.join(name);
        (!path.exists()).then_some(path)
    });
    path.unwrap_or_else(|| folder.join("game.sgf"))
}

/// Where programs keep such files: `$XDG_STATE_HOME/renju`, or `~/.local/state/renju`; the current
/// folder where there is no home.
pub(super) fn games_folder() -> PathBuf {
    let named = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let state = named("XDG_STATE_HOME").map(PathBuf::from);
    let home = || named("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    let state = state.filter(|path| path.is_absolute()).or_else(home);
    state.map_or_else(PathBuf::new, |state| state.join("renju"))
}

/// The game in the user's folder that was written last.
pub(super) fn last_game() -> Option<PathBuf> {
    let files = fs::read_dir(games_folder()).ok()?.filter_map(Result::ok);
    let games = files.filter(|file| file.path().extension().is_some_and(|end| end == "sgf"));
    let written = |file: &fs::DirEntry| file.metadata().and_then(|found| found.modified()).ok();
    games.max_by_key(written).map(|file| file.path())
}

/// Locks a file that is there for the games of this program.
fn locked(path: &Path) -> Result<DiskFile, String> {
    let file = DiskFile::open_or_create(path).and_then(|file| file.lock().map(|()| file));
    file.map_err(|error| match error.kind() {
        io::ErrorKind::WouldBlock => format!("another game is saved to {}", path.display()),
        _ => format!("{}: {}", path.display(), io_words(&error)),
    })
}
