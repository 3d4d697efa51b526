use std::io::{IsTerminal, stdin};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::batch::{Entry, Folders, Record, RecordBody, RecordId, Sources};
use crate::board::Color;
use crate::geometry::Point;
use crate::notation::{self, Encoding, ErrorCode, Format, ParsedSetup, ResolvedOptions};

use super::GlobalArgs;
use super::error::CliError;

/// Where positions come from.
#[derive(Args, Serialize, Clone, Debug)]
pub struct InputArgs {
    /// Files with positions, or `-` for standard input
    #[arg(value_name = "POSITION")]
    pub positions: Vec<PathBuf>,

    /// Moves in place of a file, such as "h8 i9 g7"; "" is the empty board
    #[arg(
        short = 'm',
        long = "moves",
        value_name = "MOVES",
        conflicts_with = "positions"
    )]
    pub moves: Option<String>,
}

impl InputArgs {
    /// The records of the input.
    pub(super) fn records(
        &self,
        global: &GlobalArgs,
        folders: Folders,
    ) -> Result<Box<dyn Iterator<Item = Record> + Send>, CliError> {
        if let Some(moves) = &self.moves {
            return Ok(Box::new(std::iter::once(record_of(moves, global))));
        }
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
        Ok(Box::new(Sources::new(inputs, folders, from, reading)))
    }

    /// Refuses names of files that are not there and can be read as moves.
    fn refuse_moves(&self, global: &GlobalArgs) -> Result<(), CliError> {
        let is_missing = |path: &&PathBuf| path.as_os_str() != "-" && !path.exists();
        let missing = self.positions.iter().filter(is_missing);
        let names: Vec<&str> = missing.filter_map(|path| path.to_str()).collect();
        let moves = names.join(" ");
        if names.is_empty() || notation::parse_moves(&moves, &global.reading()).is_err() {
            return Ok(());
        }
        let message = format!("there is no file {}", names[0]);
        Err(CliError::usage(message).hint(format!("did you mean -m {moves:?}?")))
    }

    /// Refuses an output that is one of the inputs, or that lies in a folder among them.
    pub(super) fn refuse_as_output(&self, out: &Path) -> Result<(), CliError> {
        let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize();
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

fn record_of(moves: &str, global: &GlobalArgs) -> Record {
    let reading = global.reading();
    let assumed = ResolvedOptions::new(Format::Moves, reading, Encoding::UTF_8);
    let parsed = |setup| ParsedSetup {
        setup,
        assumed,
        line: 1,
        turn: None,
        warnings: Vec::new(),
    };
    let body = notation::parse_moves(moves, &reading)
        .map(|setup| RecordBody::Setup(Box::new(parsed(setup))));
    Record {
        place: RecordId::file("-m"),
        line: Some(1),
        body,
    }
}

/// Refuses a point that the board does not have, or that has a stone.
pub(super) fn require_empty(point: Point, entry: &Entry) -> Result<(), CliError> {
    match stone_on(point, entry)? {
        Some(color) => Err(taken(point, color, "only empty points can be asked about")),
        None => Ok(()),
    }
}

/// Refuses a point that the board does not have, or that has a white stone: White may play anywhere.
pub(super) fn require_no_white(point: Point, entry: &Entry) -> Result<(), CliError> {
    match stone_on(point, entry)? {
        Some(Color::White) => Err(taken(point, Color::White, "nothing is forbidden to white")),
        _ => Ok(()),
    }
}

fn stone_on(point: Point, entry: &Entry) -> Result<Option<Color>, CliError> {
    let board = entry.position.board();
    if point.is_on(board.size()) {
        return Ok(board.stone(point));
    }
    let message = format!("{point} is not on a {} board", board.size());
    Err(CliError::coded(ErrorCode::OffBoard, message))
}

fn taken(point: Point, color: Color, therefore: &str) -> CliError {
    let message = format!("{point} has a {color} stone; {therefore}");
    CliError::coded(ErrorCode::PointTaken, message)
}
