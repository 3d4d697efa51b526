//! Parses what `find` looks for: a file, a one-line diagram with wildcards, or a list of moves.

use std::io;
use std::path::{Path, PathBuf};

use crate::cli::error::CliError;
use crate::cli::input::close_name;
use crate::cli::{GlobalArgs, diagnostics};
use renju::batch::{Folders, RecordError, RecordId, Sources};
use renju::files::read_file;
use renju::geometry::{Point, Size};
use renju::notation::{self, PatternDiagram, read_pattern};
use renju::position::{NamedOpening, Position, Setup};
use renju::questions::find::{NoPattern, StonePattern};
use renju_core::counted::counted;

/// Bytes of a diagram, at most.
const DIAGRAM_BYTES: u64 = 1 << 20;

/// What is looked for: a file, a diagram in one line, or moves.
pub(super) fn pattern_of(
    words: &str,
    is_anywhere: bool,
    global: &GlobalArgs,
) -> Result<StonePattern, CliError> {
    let path = Path::new(words);
    let pattern = if path.is_file() {
        of_file(path, global)
    } else if path.is_dir() {
        let error = CliError::usage(format!("{words} is a folder, and no pattern"));
        return Err(error.hint("the pattern comes first: renju find \"h8 i9\" FOLDER"));
    } else if words.contains(['?', '/', '\n']) {
        let diagram = read_pattern(&words.replace('/', "\n"), global.reading());
        let diagram = diagram.map_err(|error| {
            let message = format!(
                "neither a file nor a pattern: {:?}: {}",
                words, error.message
            );
            missing(path, CliError::usage(message))
        })?;
        of_diagram(&diagram, global)
    } else {
        of_moves(words, global)
    }?;
    if !is_anywhere {
        return Ok(pattern);
    }
    pattern.anywhere().map_err(|error| {
        let hint = "--anywhere is for a diagram with ? around the points that count";
        CliError::usage(error.to_string()).hint(hint)
    })
}

/// The error with the name of a file that may have been meant.
fn missing(path: &Path, error: CliError) -> CliError {
    match close_name(path) {
        Some(hint) => error.hint(hint),
        None => error,
    }
}

fn of_moves(words: &str, global: &GlobalArgs) -> Result<StonePattern, CliError> {
    let refused = |message: String| {
        let message = format!("{words:?} is neither a file nor moves: {message}");
        let hint = "a pattern is moves such as \"h8 i9\", a file, or a diagram such as \"?XX?\"";
        match close_name(Path::new(words)) {
            Some(close) => CliError::usage(message).hint(close),
            None => CliError::usage(message).hint(hint),
        }
    };
    if words.trim().is_empty() {
        return Err(CliError::usage(NoPattern::Empty.to_string()));
    }
    let setup = match NamedOpening::stones_of(words) {
        Some(stones) => {
            let moves = stones.map(Some);
            if let Some(opening) = NamedOpening::of_moves(&moves, Size::RENJU) {
                let NamedOpening {
                    number, name, ja, ..
                } = opening;
                diagnostics::note(&format!("looks for {number} {name} ({ja})"), global);
            }
            Setup {
                moves: moves.to_vec(),
                ..Setup::default()
            }
        }
        None => notation::parse_moves(words, &global.reading())
            .map_err(|error| refused(error.message))?,
    };
    let asked = global.read_options().asked;
    let position =
        Position::from_setup(&setup, &asked).map_err(|error| refused(error.to_string()))?;
    Ok(StonePattern::position(position.board()))
}

/// A diagram with points left open, or a position in any format.
fn of_file(path: &Path, global: &GlobalArgs) -> Result<StonePattern, CliError> {
    let text = text_of(path)?;
    let diagram = text
        .as_deref()
        .map(|text| read_pattern(text, global.reading()));
    let is_open = text.as_ref().is_some_and(|text| text.contains('?'));
    match (diagram, is_open) {
        (Some(Ok(diagram)), true) => of_diagram(&diagram, global),
        (Some(Err(error)), true) => of_position(path, global).map_err(|_| in_file(path, error)),
        (diagram, _) => match (of_position(path, global), diagram) {
            (Err(_), Some(Ok(diagram))) => of_diagram(&diagram, global),
            (position, _) => position,
        },
    }
}

/// The text of a file; `None` if it is none, or longer than a diagram.
fn text_of(path: &Path) -> Result<Option<String>, CliError> {
    match read_file(path, DIAGRAM_BYTES) {
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => Ok(None),
        bytes => Ok(String::from_utf8(bytes.map_err(CliError::in_file(path))?).ok()),
    }
}

fn in_file(path: &Path, error: notation::ParseError) -> CliError {
    let place = RecordId::file(path.display().to_string());
    CliError::Input(Box::new(RecordError {
        id: place.to_string().into(),
        place,
        error,
    }))
}

/// The only position of a file.
fn of_position(path: &Path, global: &GlobalArgs) -> Result<StonePattern, CliError> {
    let read_options = global.read_options();
    let (file, from) = ([PathBuf::from(path)], global.reading.from);
    let sources = Sources::new(&file, Folders::Refused, from, global.reading());
    let mut entries = sources.flat_map(|record| record.entries(&read_options));
    let Some(entry) = entries.next() else {
        let message = format!("{} holds no position", path.display());
        return Err(CliError::usage(message));
    };
    let entry = entry.map_err(CliError::Input)?;
    if entries.next().is_some() {
        let message = format!("{} holds several positions", path.display());
        return Err(CliError::usage(message).hint("a pattern is one position"));
    }
    Ok(StonePattern::position(entry.position.board()))
}

/// A diagram as large as the board lies in its place; a smaller one anywhere.
fn of_diagram(diagram: &PatternDiagram, global: &GlobalArgs) -> Result<StonePattern, CliError> {
    let sides = (diagram.width, diagram.height);
    let square = Size::new(diagram.width).filter(|_| sides.0 == sides.1);
    let said = global.position.size.or(diagram.size);
    if let Some(size) = said
        && (sides.0 > size.get() || sides.1 > size.get())
    {
        let message = format!(
            "the pattern has {} by {}, the board {size}",
            sides.0,
            counted(sides.1, "point", "points")
        );
        return Err(CliError::usage(message));
    }
    let board = square.filter(|&size| match said {
        Some(said) => said == size,
        None => size >= Size::RENJU,
    });
    let rows = 0..diagram.height;
    let points = rows.flat_map(|row| (0..diagram.width).map(move |column| (column, row)));
    Ok(StonePattern {
        board,
        black: diagram.black.iter().copied().collect(),
        white: diagram.white.iter().copied().collect(),
        empty: diagram.empty.iter().copied().collect(),
        any: points
            .filter_map(|(column, row)| Point::new(column, row))
            .collect(),
    })
}
