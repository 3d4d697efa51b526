//! Position lines, the project's own JSON: stones or moves, expectations, or a board in a string.

use serde_json::Value;

use crate::characters::characters;
use crate::coordinates::CoordinateSystem;
use crate::diagram::read_rows;
use crate::header::in_our_names;
use crate::moves::play;
use crate::{ErrorCode, ParseError, ParseOptions};
use renju_core::board::Color;
use renju_core::geometry::{Point, PointSet};
use renju_core::position::{Claim, Setup};

use super::fields::{Fields, StoneReader, named, point, wrong};

/// Reads a position line: `moves`, or `black` and `white`, or all three if they agree.
pub(super) fn read(fields: &mut Fields<'_>, options: ParseOptions) -> Result<Setup, ParseError> {
    let size = fields.size("size")?;
    let names = CoordinateSystem::new(size, options);
    let mut setup = Setup {
        id: fields.id()?,
        size,
        rule: fields.rule("rule")?,
        to_move: fields.color("to_move")?,
        ..Setup::default()
    };
    let mut set_up = StoneReader::new(names);
    let black = fields.each("black", |value| set_up.stone(value))?;
    let white = fields.each("white", |value| set_up.stone(value))?;
    match moves(fields, names)? {
        Some(moves) => {
            agree(&moves, [black, white]).map_err(|error| fields.at("moves", error))?;
            setup.moves = moves;
        }
        None if black.is_none() && white.is_none() => {
            let error = fields.missing("the stones are missing: black and white, or moves");
            return Err(match fields.misspelt().pop() {
                Some(misspelt) => ParseError {
                    hint: misspelt
                        .hint
                        .map(|hint| format!("{}; {hint}", misspelt.message)),
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
    setup.claims = claims(fields, names)?;
    setup.info = fields.if_fitting("info");
    Ok(setup)
}

/// `moves`: a list of points, or a string as in a file of moves.
fn moves(
    fields: &mut Fields<'_>,
    names: CoordinateSystem,
) -> Result<Option<Vec<Option<Point>>>, ParseError> {
    if !fields.get("moves").is_some_and(Value::is_string) {
        let mut played = StoneReader::new(names);
        return fields.each("moves", |value| played.step(value));
    }
    let text = fields.string("moves")?.unwrap_or_default();
    let moves = play(&characters(&text), names);
    moves
        .map(Some)
        .map_err(|error| fields.in_string("moves", error))
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

/// `claims`, as `show` writes them: `[{"point":"H8","mark":"3"}]`.
fn claims(fields: &mut Fields<'_>, names: CoordinateSystem) -> Result<Vec<Claim>, ParseError> {
    let should = "a list of {\"point\": .., \"mark\": ..}";
    let claims = fields.each("claims", |value| {
        let mark = named(&value["mark"]);
        let mark = mark.ok_or_else(|| wrong(ErrorCode::BadJson, "claims", should))?;
        let point = point(&value["point"], names)?;
        Ok(Claim { point, mark })
    });
    Ok(claims?.unwrap_or_default())
}

/// Whether an object holds its board as a string.
pub(super) fn has_board_string(fields: &Fields<'_>) -> bool {
    fields.get("board").is_some_and(Value::is_string)
        && !fields.has("moves")
        && !fields.has("black")
}

/// Reads an object with `board`, rows from the top with `\n` between them, and `side` to move.
pub(super) fn read_board_string(
    fields: &mut Fields<'_>,
    options: ParseOptions,
) -> Result<Setup, ParseError> {
    let rows = fields.string("board")?.unwrap_or_default();
    let size = fields.size("size")?.or(options.size);
    let board = read_rows(&rows, ParseOptions { size, ..options });
    let board = board.map_err(|error| fields.at("board", in_string(error)))?;
    Ok(Setup {
        id: fields.id()?,
        rule: fields.rule("rule")?,
        to_move: fields.color("side")?.or(fields.color("to_move")?),
        ..board
    })
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
