use serde_json::Value;

use crate::notation::diagram::read_rows;
use crate::notation::{ErrorCode, ParseError, ParseOptions};
use crate::position::Setup;

use super::fields::Fields;

/// Whether an object holds its board as a string.
pub(super) fn is_board(fields: &Fields<'_>) -> bool {
    fields.get("board").is_some_and(Value::is_string)
        && !fields.has("moves")
        && !fields.has("black")
}

/// Reads an object with `board`, rows from the top with `\n` between them, and `side` to move.
pub(super) fn read(fields: &mut Fields<'_>, options: &ParseOptions) -> Result<Setup, ParseError> {
    let rows = fields.string("board")?.unwrap_or_default();
    let said = fields.size("size")?.or(options.size);
    let options = ParseOptions {
        size: said,
        ..options.clone()
    };
    let board = read_rows(&rows, &options).map_err(|error| in_string(error, fields))?;
    Ok(Setup {
        id: fields.id()?,
        rule: fields.rule("rule")?,
        to_move: fields.color("side")?.or(fields.color("to_move")?),
        ..board
    })
}

/// An error of a row as one of the field that holds all of them.
fn in_string(error: ParseError, fields: &Fields<'_>) -> ParseError {
    let place = match (error.line, error.column) {
        (Some(row), Some(column)) if error.code == ErrorCode::BadBoard => {
            format!(" (row {row} of the string, character {column})")
        }
        _ => String::new(),
    };
    let inner = ParseError {
        message: format!("{}{place}", error.message),
        label: None,
        ..error
    };
    fields.at(inner, "board", &[])
}
