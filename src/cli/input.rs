//! Input arguments of all commands: files, stdin or `--moves` to records, and checks of points.

use std::fmt::Display;
use std::io::{IsTerminal, stdin};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use renju::batch::{
    BytesRead, Folders, Pick, Record, RecordBody, RecordError, RecordId, Sources, UnreadFile,
    picked_file,
};
use renju::geometry::Point;
use renju::notation::{self, Encoding, ErrorCode, Format, ParsedSetup, ResolvedOptions};
use renju::systems;
use renju_core::counted::counted;

use super::error::CliError;
use super::{GlobalArgs, diagnostics};

/// Where positions come from.
#[derive(Args, Serialize, Clone, Debug)]
pub(crate) struct InputArgs {
    /// Files with positions, folders with all their files, or `-` for standard input
    #[arg(value_name = "POSITION")]
    pub(crate) positions: Vec<PathBuf>,

    /// Moves in place of a file, such as "h8 i9 g7"; "" is the empty board. With a file they are
    /// played on top of it, as by --play
    #[arg(short = 'm', long = "moves", value_name = "MOVES")]
    pub(crate) moves: Option<String>,
}

impl InputArgs {
    /// These arguments with the moves beside a file as those that are played on top of it.
    pub(super) fn going_on(&self, global: &GlobalArgs) -> Result<GlobalArgs, CliError> {
        let mut global = global.clone();
        if let Some(moves) = self.moves.as_ref().filter(|_| !self.positions.is_empty()) {
            let play = moves.parse();
            let play = play.map_err(|error| CliError::usage(format!("--moves: {error}")))?;
            if global.position.play.replace(play).is_some() {
                let message = "-m beside a file means the same as --play; one of them is enough";
                return Err(CliError::usage(message));
            }
        }
        Ok(global)
    }

    /// The records of the input. Files of folders that are not read are named in a note.
    pub(super) fn records(&self, global: &GlobalArgs) -> Result<InputRecords, CliError> {
        self.records_by(global, |sources| sources)
    }

    /// The records of the input, games with their variations.
    pub(super) fn games(&self, global: &GlobalArgs) -> Result<InputRecords, CliError> {
        self.records_by(global, Sources::of_games)
    }

    fn records_by(
        &self,
        global: &GlobalArgs,
        read: impl FnOnce(Sources) -> Sources,
    ) -> Result<InputRecords, CliError> {
        let typed: Option<Box<dyn Iterator<Item = Record> + Send>> =
            match (&self.moves, &self.positions[..]) {
                (Some(moves), []) => Some(Box::new(std::iter::once(record_of(moves, global)))),
                (_, [text]) => records_of_text(text, global).map(|records| Box::new(records) as _),
                _ => None,
            };
        if let Some(records) = typed {
            return Ok(InputRecords {
                records,
                files_not_read: 0,
                bytes: None,
            });
        }
        self.refuse_evaluator()?;
        self.refuse_moves(global)?;
        let standard_input = [PathBuf::from("-")];
        let inputs = match &self.positions[..] {
            [] if stdin().is_terminal() => {
                return Err(CliError::usage(
                    "no position: name a file, pipe one in, or give moves with -m \"h8 i9\"",
                ));
            }
            [] => &standard_input,
            files => files,
        };
        let (from, reading) = (global.reading.from, global.reading());
        let sources = Sources::new(inputs, Folders::Walked, from, reading);
        let unread = sources.unread();
        if sources.has_no_files() {
            return Err(no_files(inputs, unread));
        }
        let files_not_read = unread.len();
        if files_not_read > 0 {
            let files = counted(files_not_read, "file is", "files are");
            let note = format!("{files} not read: {}", listed(unread));
            diagnostics::note(&note, global);
        }
        Ok(InputRecords {
            bytes: sources.bytes(),
            records: Box::new(read(sources)),
            files_not_read,
        })
    }

    /// Refuses the name of an evaluator, or a file with the weights of one, in the place of a position.
    fn refuse_evaluator(&self) -> Result<(), CliError> {
        let is_evaluator = |path: &&PathBuf| {
            let name = path.to_str().unwrap_or_default();
            is_weights(name) || !path.exists() && systems::find(name).is_ok()
        };
        let Some(found) = self.positions.iter().find(is_evaluator) else {
            return Ok(());
        };
        let name = found.display();
        let error = CliError::usage(format!("{name} is an evaluator, and no position"));
        Err(error.hint(format!("an evaluator is named by -e {name}")))
    }

    /// Refuses names of files that are not there and can be read as moves.
    fn refuse_moves(&self, global: &GlobalArgs) -> Result<(), CliError> {
        let missing = self.positions.iter().filter(|path| !is_there(path));
        let names: Vec<&str> = missing.filter_map(|path| path.to_str()).collect();
        let moves = names.join(" ");
        if let Some(name) = names.iter().find(|name| name.parse::<Pick>().is_ok()) {
            let error = CliError::usage(format!("there is no file {name}"));
            return Err(error.hint(format!(
                "the position after a move is -n {name}, or FILE@{name}"
            )));
        }
        if names.is_empty() || notation::parse_moves(&moves, &global.reading()).is_err() {
            return Ok(());
        }
        let error = CliError::usage(format!("there is no file {}", names[0]));
        let point: Option<Point> = names[0].parse().ok();
        let is_behind_file = names.len() < self.positions.len();
        Err(error.hint(match point {
            _ if self.moves.is_some() => {
                let before = self.moves.as_deref().unwrap_or_default();
                let quoted = format!("-m \"{before} {moves}\"");
                if global.position.takes_point && !global.position.names_point {
                    let at = names.join(",");
                    format!("did you mean --at {at}? Several moves stand in quotes: {quoted}")
                } else {
                    format!("put several moves in quotes: {quoted}")
                }
            }
            _ if global.position.play.is_some() => {
                let before = global.position.play.as_ref().map(ToString::to_string);
                format!(
                    "put several moves in quotes: --play \"{} {moves}\"",
                    before.unwrap_or_default()
                )
            }
            _ if !is_behind_file => format!("did you mean -m {moves:?}?"),
            Some(point) if global.position.takes_point => {
                format!("write a point after a file as --at {point}")
            }
            _ => format!("moves replace a file: write only -m {moves:?}"),
        }))
    }

    /// Refuses names of files that are not there, before anything is done for the others.
    pub(super) fn refuse_missing(&self) -> Result<(), CliError> {
        let Some(missing) = self.positions.iter().find(|path| !is_there(path)) else {
            return Ok(());
        };
        let error = CliError::usage(format!("there is no file {}", missing.display()));
        Err(match close_name(missing) {
            Some(hint) => error.hint(hint),
            None => error,
        })
    }

    /// Refuses an output that is one of the inputs, or that lies in a folder among them, or in none
    /// that is there.
    pub(super) fn refuse_as_output(&self, out: &Path) -> Result<(), CliError> {
        let folder = refuse_no_folder(out)?.canonicalize();
        let reads_stdin = self.moves.is_none() && self.positions.is_empty()
            || self.positions.iter().any(|path| path.as_os_str() == "-");
        if reads_stdin && is_same_file(out, Path::new("/dev/stdin")) {
            return Err(CliError::usage(format!(
                "the output {} is also read from standard input; write it elsewhere",
                out.display()
            )));
        }
        for path in &self.positions {
            let is_same = is_same_file(out, path);
            let is_inside = path.is_dir()
                && matches!((&folder, path.canonicalize()), (Ok(folder), Ok(path)) if folder.starts_with(&path));
            if is_same || is_inside {
                return Err(CliError::usage(format!(
                    "the output {} is part of the input {}; write it elsewhere",
                    out.display(),
                    path.display()
                )));
            }
        }
        Ok(())
    }
}

/// Whether a file of this name holds the weights of an evaluator.
pub(super) fn is_weights(name: &str) -> bool {
    let ending = Path::new(name).extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
}

/// Whether an input can be read: standard input, a file, positions of one (`FILE@12`), or the address of a
/// board.
pub(super) fn is_there(path: &Path) -> bool {
    let name = path.to_str().unwrap_or_default();
    name == "-" || name.contains("://") || path.exists() || picked_file(path).is_some()
}

/// The records of an input, and how many files of its folders are not read.
pub(super) struct InputRecords {
    pub(super) records: Box<dyn Iterator<Item = Record> + Send>,
    pub(super) files_not_read: usize,
    /// How much of it is read, where its length is known.
    pub(super) bytes: Option<BytesRead>,
}

/// That there is nothing to read in the folders that were named.
fn no_files(folders: &[PathBuf], unread: &[UnreadFile]) -> CliError {
    let folders: Vec<_> = folders.iter().map(|folder| folder.display()).collect();
    let message = format!("there is no file with positions in {}", listed(&folders));
    let known = "files are recognised by what they hold, compressed or not";
    CliError::usage(message).hint(match unread {
        [] => known.to_owned(),
        unread => format!("{known}; not read: {}", listed(unread)),
    })
}

/// The error with the name of a file that may have been meant, where one is missing.
pub(super) fn with_close_name(mut error: Box<RecordError>) -> Box<RecordError> {
    if error.error.code == ErrorCode::Io && error.error.hint.is_none() {
        error.error.hint = close_name(Path::new(&*error.place.source));
    }
    error
}

/// A hint at the file beside a missing one whose name is nearly the same.
pub(super) fn close_name(missing: &Path) -> Option<String> {
    if missing.symlink_metadata().is_ok() {
        return None;
    }
    let name = missing.file_name()?.to_str()?;
    let folder = missing
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let entries = folder.unwrap_or(Path::new(".")).read_dir().ok()?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let close = names.filter_map(|other| {
        let distance = strsim::osa_distance(name, &other);
        (distance <= 2 && distance * 3 < name.len()).then_some((distance, other))
    });
    let (_, other) = close.min()?;
    Some(format!(
        "did you mean {}?",
        missing.with_file_name(other).display()
    ))
}

/// The first names of a list, and how many more there are.
fn listed(files: &[impl Display]) -> String {
    const NAMED: usize = 8;
    let names = files.iter().take(NAMED).map(ToString::to_string);
    let names = names.collect::<Vec<_>>().join(", ");
    match files.len().saturating_sub(NAMED) {
        0 => names,
        more => format!("{names} and {more} more"),
    }
}

/// Refuses an output in a folder that is not there; otherwise gives the folder.
pub(super) fn refuse_no_folder(out: &Path) -> Result<&Path, CliError> {
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let (folder, out) = (folder.display(), out.display());
        let message = format!("there is no folder {folder} to write {out} to");
        return Err(CliError::usage(message).hint("create it first"));
    }
    Ok(folder)
}

/// Whether two names lead to one file that is there.
#[cfg(unix)]
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let identity = |path: &Path| path.metadata().map(|found| (found.dev(), found.ino())).ok();
    identity(one).is_some() && identity(one) == identity(other)
}

/// Whether two names lead to one file that is there.
#[cfg(not(unix))]
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The position of the address of a board on the web in the place of a file, if it is one.
/// The records of the address of a board on the web, or of a text in a known format, in the place of a
/// file.
fn records_of_text(typed: &Path, global: &GlobalArgs) -> Option<Sources> {
    let text = typed.to_str()?;
    let (name, format) = if text.contains("://") {
        (text, Some(Format::Moves))
    } else if is_pasted(text) && !is_there(typed) {
        ("text", global.reading.from)
    } else {
        return None;
    };
    Some(Sources::of_text(name, text, format, global.reading()))
}

/// Whether an argument begins as SGF or JSON does, and as no file is called.
pub(super) fn is_pasted(text: &str) -> bool {
    text.starts_with("(;") || text.starts_with("{\"")
}

fn record_of(moves: &str, global: &GlobalArgs) -> Record {
    let reading = global.reading();
    let assumed = ResolvedOptions::new(Format::Moves, reading, Encoding::UTF_8);
    let parsed = |setup| ParsedSetup {
        setup,
        assumed,
        line: Some(1),
        turn: None,
        other_lines: 0,
        expect_places: Vec::new(),
        warnings: Vec::new(),
    };
    let body = notation::parse_moves(moves, &reading);
    let is_empty = moves.trim().is_empty();
    let format = body.is_ok().then_some(Format::Moves);
    let format = format.or(global.reading.from);
    // As it would be read from a file, with what is odd about it; there moves may be said to be none.
    if !is_empty {
        let mut records = Sources::of_text("-m", moves, format, reading);
        let record = records.next().filter(|record| record.body.is_ok());
        if let Some(record) = record.filter(|_| records.next().is_none()) {
            return record;
        }
    }
    let body = body.map(|setup| RecordBody::Setup(Box::new(parsed(setup))));
    Record {
        place: RecordId::file("-m"),
        line: Some(1),
        body,
        is_by_lines: false,
        pick: None,
    }
}
