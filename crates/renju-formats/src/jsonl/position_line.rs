//! Position lines, the project's own JSON: stones or moves, expectations, or a board in a string.

use serde_json::Value;

use crate::assumptions::Assumptions;
use crate::characters::characters;
use crate::coordinates::CoordinateSystem;
use crate::diagram::read_rows;
use crate::header::in_our_names;
use crate::move_tokens::play_each;
use crate::occupied_points::play;
use crate::{ErrorCode, ParseError, ParseOptions};
use renju_core::board::Color;
use renju_core::geometry::{Point, PointSet};
use renju_core::position::{Claim, Setup};

use super::field_names::{named, side_of};
use super::fields::{Fields, StoneReader, point, wrong};

/// Reads a position line: `moves`, or `black` and `white`, or all three if they agree.
pub(super) fn read(fields: &mut Fields<'_>, options: ParseOptions) -> Result<Setup, ParseError> {
    let size = fields.any_size()?;
    let names = CoordinateSystem::new(size, options);
    let mut setup = Setup {
        id: fields.id()?,
        size,
        rule: fields.any_rule()?,
        to_move: fields.any_side()?,
        ..Setup::default()
    };
    let mut set_up = StoneReader::new(names);
    let black = stones(fields, "black", &mut set_up)?;
    let white = stones(fields, "white", &mut set_up)?;
    match moves(fields, names)? {
        Some(moves) => {
            agree(&moves, [black, white]).map_err(|error| fields.at("moves", error))?;
            setup.moves = moves;
        }
        None if black.is_none() && white.is_none() => {
            let error = fields.missing("the stones are missing: black and white, or moves");
            return Err(match fields.misspelt().pop() {
                Some(ParseError { message, hint, .. }) => ParseError {
                    hint: hint.map(|hint| format!("{message}; {hint}")),
                    ..error
                },
                None => error.hint("an empty board has empty lists"),
            });
        }
        None => {
            setup.black = black.unwrap_or_default();
            setup.white = white.unwrap_or_default();
        }
    }
    setup.expect = expectations(fields, names)?;
    setup.claims = marked(fields, "claims", names)?;
    setup.marks = marked(fields, "marks", names)?;
    setup.info = fields.if_fitting("info");
    Ok(setup)
}

/// The stones of a colour: a list of points, or a string of them.
fn stones(
    fields: &mut Fields<'_>,
    key: &'static str,
    set_up: &mut StoneReader,
) -> Result<Option<Vec<Point>>, ParseError> {
    let key = fields.known_as(key);
    if !fields.get(&key).is_some_and(Value::is_string) {
        return fields.each(&key, |value| set_up.stone(value));
    }
    let text = fields.string(&key)?.unwrap_or_default();
    let mut points = Vec::new();
    let read = play_each(&characters(&text), set_up.names(), |point| {
        points.extend(point);
        point.map_or(Ok(()), |point| set_up.put(point))
    });
    read.map(|()| Some(points))
        .map_err(|error| fields.in_string(&key, error))
}

/// `moves`: a list of points, or a string as in a file of moves.
fn moves(
    fields: &mut Fields<'_>,
    names: CoordinateSystem,
) -> Result<Option<Vec<Option<Point>>>, ParseError> {
    let key = fields.known_as("moves");
    if !fields.get(&key).is_some_and(Value::is_string) {
        let mut played = StoneReader::new(names);
        let steps = fields.each(&key, |value| Ok((player_of(value), played.step(value)?)))?;
        return Ok(steps.map(with_passes));
    }
    let text = fields.string(&key)?.unwrap_or_default();
    let moves = play(&characters(&text), names);
    moves
        .map(Some)
        .map_err(|error| fields.in_string(&key, error))
}

/// The player that the element of a list of moves names.
fn player_of(step: &Value) -> Option<Color> {
    let keys = ["color", "colour", "player", "side", "stone", "c"];
    let player = match step {
        Value::Array(step) => step.get(2),
        Value::Object(step) => keys.iter().find_map(|key| step.get(*key)),
        _ => None,
    };
    player.and_then(side_of)
}

/// The moves with a pass where a player plays twice in a row.
fn with_passes(steps: Vec<(Option<Color>, Option<Point>)>) -> Vec<Option<Point>> {
    let mut moves = Vec::with_capacity(steps.len());
    for (player, point) in steps {
        let turn = Color::BOTH[moves.len() % 2];
        if player.is_some_and(|player| player != turn) {
            moves.push(None);
        }
        moves.push(point);
    }
    moves
}

/// Refuses moves whose stones are not the stones listed, as far as they are.
fn agree(moves: &[Option<Point>], listed: [Option<Vec<Point>>; 2]) -> Result<(), ParseError> {
    for (color, listed) in Color::BOTH.into_iter().zip(listed) {
        let own = moves.iter().skip(color as usize).step_by(2);
        let played: PointSet = own.flatten().copied().collect();
        let listed = listed.map(PointSet::from_iter);
        if listed.is_some_and(|listed| listed != played) {
            let message = format!("{color} does not hold the stones that moves put there");
            let error = ParseError::new(ErrorCode::BadBoard, message);
            return Err(error.hint("either of them is enough"));
        }
    }
    Ok(())
}

/// `expect`: a string, or a list of them.
fn expectations(
    fields: &mut Fields<'_>,
    names: CoordinateSystem,
) -> Result<Vec<String>, ParseError> {
    let words = |value: &Value| Some(in_our_names(value.as_str()?, names));
    let should = "a string or a list of strings";
    let expectations = fields.read("expect", ErrorCode::BadJson, should, |value| match value {
        Value::Array(list) => list.iter().map(words).collect(),
        other => Some(vec![words(other)?]),
    });
    Ok(expectations?.unwrap_or_default())
}

/// `claims` or `marks`, as `show` writes them: `[{"point":"H8","mark":"3"}]`.
fn marked(
    fields: &mut Fields<'_>,
    key: &str,
    names: CoordinateSystem,
) -> Result<Vec<Claim>, ParseError> {
    let should = "a list of {\"point\": .., \"mark\": ..}";
    let marked = fields.each(key, |value| {
        let mark = named(&value["mark"]);
        let mark = mark.ok_or_else(|| wrong(ErrorCode::BadJson, key, should))?;
        let point = point(&value["point"], names)?;
        Ok(Claim { point, mark })
    });
    Ok(marked?.unwrap_or_default())
}

/// Whether an object holds its board point by point: as a string, or as lists of rows.
pub(super) fn has_board(fields: &Fields<'_>) -> bool {
    let board = fields.get(&fields.known_as("board"));
    board.is_some_and(|board| board.is_string() || board.is_array())
        && !fields.has(&fields.known_as("moves"))
        && !fields.has(&fields.known_as("black"))
}

/// Reads an object with `board`, rows from the top: strings, lists of cells, or one string of all.
pub(super) fn read_board(
    fields: &mut Fields<'_>,
    options: ParseOptions,
) -> Result<(Setup, Assumptions), ParseError> {
    let key = fields.known_as("board");
    let should = "rows of cells";
    let rows = fields
        .read(&key, ErrorCode::BadBoard, should, rows_of)?
        .unwrap_or_default();
    let size = fields.any_size()?.or(options.size);
    let board = read_rows(&rows, ParseOptions { size, ..options });
    let (board, assumed) = board.map_err(|error| fields.at(&key, in_string(error)))?;
    let setup = Setup {
        id: fields.id()?,
        rule: fields.any_rule()?,
        to_move: fields.any_side()?,
        ..board
    };
    Ok((setup, assumed))
}

/// The rows of a board as lines of text.
fn rows_of(board: &Value) -> Option<String> {
    let Value::Array(rows) = board else {
        return board.as_str().map(str::to_owned);
    };
    let cells = |row: &[Value]| -> Option<String> {
        let cells: Option<Vec<String>> = row.iter().map(cell_of).collect();
        Some(cells?.join(" "))
    };
    let side = rows.len().isqrt();
    let is_flat = side > 4 && side * side == rows.len() && !rows.iter().any(Value::is_array);
    let rows: Option<Vec<String>> = if is_flat {
        rows.chunks(side).map(cells).collect()
    } else {
        let row = |row: &Value| match row {
            Value::Array(row) => cells(row),
            Value::String(row) => Some(row.clone()),
            _ => None,
        };
        rows.iter().map(row).collect()
    };
    Some(rows?.join("\n"))
}

/// A cell as a sign of a diagram.
fn cell_of(cell: &Value) -> Option<String> {
    match cell {
        Value::Null => Some(".".to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::String(word) => Some(match word.to_ascii_lowercase().as_str() {
            "black" => "X".to_owned(),
            "white" => "O".to_owned(),
            "" | " " | "empty" | "none" => ".".to_owned(),
            _ => word.clone(),
        }),
        _ => None,
    }
}

/// An error of a row as one of the string that holds all of them.
fn in_string(mut error: ParseError) -> ParseError {
    if let (ErrorCode::BadBoard, Some(row), Some(column)) = (error.code, error.line, error.column) {
        let place = format!(" (row {row} of the string, character {column})");
        error.message.push_str(&place);
    }
    error.label = None;
    error
}
