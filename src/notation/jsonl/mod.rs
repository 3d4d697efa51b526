//! One JSON object per line, in three dialects.
//!
//! `position` reads the project's own position lines, `katago` the queries that `KataGo` takes,
//! `boards` boards that stand in a string. `fields` looks fields up and says where a wrong one is.

mod boards;
mod fields;
mod katago;
mod locate;
mod position;
mod records;
mod write;

use serde_json::{Map, Value};

use crate::position::Setup;

use super::header::same_size;
use super::{
    Encoding, ErrorCode, Format, Letters, ParseError, ParseOptions, ParsedSetup, ResolvedOptions,
    TextLine,
};

pub use records::JsonRecords;
pub(super) use write::{write, write_query};

use fields::Fields;

/// What a line says.
#[derive(Clone, PartialEq, Debug)]
pub struct JsonLine {
    /// The position or game.
    pub setup: Setup,
    /// Fields that mean nothing to a reader, as they stand.
    pub unknown: Map<String, Value>,
    /// After how many of `setup.moves` the position is asked for; empty: after all.
    pub turns: Vec<QueryTurn>,
    /// How it was read.
    pub assumed: ResolvedOptions,
}

/// A position of a game that a query asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct QueryTurn {
    /// Its number in the query: moves listed there before it.
    pub number: usize,
    /// Moves of the set-up before it: those listed and the passes between them.
    pub moves: usize,
}

impl JsonLine {
    /// The set-ups that the line asks for, each with the number of its turn if turns are asked for.
    pub fn setups(&self) -> Vec<(Option<usize>, Setup)> {
        if self.turns.is_empty() {
            return vec![(None, self.setup.clone())];
        }
        let after = |turn: &QueryTurn| {
            let setup = self.setup.after(turn.moves)?;
            Some((Some(turn.number), setup))
        };
        self.turns.iter().filter_map(after).collect()
    }
}

/// Reads a JSON object of any of the dialects.
///
/// Line and column of an error are those in `text`.
///
/// # Errors
///
/// `bad_json`, `missing_field`, or the code of the field that is wrong.
pub fn parse_line(text: &str, reading: &ParseOptions) -> Result<JsonLine, ParseError> {
    parse(text, Format::Jsonl, Encoding::UTF_8, reading)
}

/// The name of a record, for an answer to a line that cannot be read otherwise.
///
/// It is found in broken JSON as well, as long as it stands before the break.
pub fn line_id(text: &str) -> Option<String> {
    let value = serde_json::from_str(&text[locate::locate(text, "id", &[])?]).ok()?;
    match value {
        Value::String(id) => Some(id),
        Value::Number(id) => Some(id.to_string()),
        _ => None,
    }
}

fn parse(
    text: &str,
    format: Format,
    encoding: Encoding,
    reading: &ParseOptions,
) -> Result<JsonLine, ParseError> {
    let object: Map<String, Value> = match serde_json::from_str(text) {
        Ok(Value::Object(object)) => object,
        Ok(_) => {
            let error = ParseError::new(
                ErrorCode::BadJson,
                "a position is an object: {\"moves\": ..}",
            );
            return Err(placed(error, text, 0, text.trim_end().len()));
        }
        Err(error) => return Err(bad_json(&error, text)),
    };
    let mut fields = Fields::new(object, text);
    let is_katago = format == Format::Katago || katago::is_query(&fields);
    let (setup, turns, reading) = if is_katago {
        // Letters leave out I in this dialect.
        let reading = ParseOptions {
            letters: Some(reading.letters.unwrap_or(Letters::SkipI)),
            ..reading.clone()
        };
        let (setup, turns) = katago::read(&mut fields, &reading)?;
        (setup, turns, reading)
    } else if boards::is_board(&fields) {
        let setup = boards::read(&mut fields, reading)?;
        (setup, Vec::new(), reading.clone())
    } else {
        let setup = position::read(&mut fields, reading)?;
        (setup, Vec::new(), reading.clone())
    };
    if let Some(size) = setup.size {
        same_size(size, &reading).map_err(|error| error.on(&line(text, 1)))?;
    }
    let format = if is_katago {
        Format::Katago
    } else {
        Format::Jsonl
    };
    Ok(JsonLine {
        setup,
        unknown: fields.rest(),
        turns,
        assumed: ResolvedOptions::new(format, &reading, encoding),
    })
}

/// The set-ups of a file, one after the other.
pub(super) fn stream<'a>(
    lines: impl Iterator<Item = Result<TextLine, ParseError>> + Send + 'a,
    format: Format,
    reading: ParseOptions,
) -> impl Iterator<Item = Result<ParsedSetup, ParseError>> + Send + 'a {
    JsonRecords::new(lines).flat_map(move |record| {
        match record.and_then(|record| items(&record, format, &reading)) {
            Ok(items) => items.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        }
    })
}

fn items(
    record: &TextLine,
    format: Format,
    reading: &ParseOptions,
) -> Result<Vec<ParsedSetup>, ParseError> {
    let json = parse(&record.text, format, record.encoding, reading)
        .map_err(|error| error.further_down(record.number - 1))?;
    let item = |(turn, setup)| ParsedSetup {
        setup,
        assumed: json.assumed.clone(),
        line: record.number,
        turn,
    };
    Ok(json.setups().into_iter().map(item).collect())
}

/// What serde has to say, at its place.
fn bad_json(error: &serde_json::Error, text: &str) -> ParseError {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or(&message);
    let lines = text.split('\n').take(error.line().saturating_sub(1));
    let before: usize = lines.map(|line| line.len() + 1).sum();
    let start = before + error.column().saturating_sub(1);
    placed(
        ParseError::new(ErrorCode::BadJson, format!("not JSON: {message}")),
        text,
        start,
        start + 1,
    )
}

/// The error at the bytes from `start` to `end` of `text`.
fn placed(error: ParseError, text: &str, start: usize, end: usize) -> ParseError {
    let boundary = |at: usize| {
        (0..=at.min(text.len()))
            .rev()
            .find(|&at| text.is_char_boundary(at))
    };
    let start = boundary(start).unwrap_or(0);
    let end = boundary(end).unwrap_or(start).max(start);
    let before = &text[..start];
    let number = before.matches('\n').count() as u64 + 1;
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let width = text[start..end]
        .lines()
        .next()
        .map_or(1, |part| part.chars().count());
    let column = text[line_start..start].chars().count() as u32 + 1;
    error.at(column, width).on(&line(text, number))
}

/// The line `number` of a text, from 1.
fn line(text: &str, number: u64) -> TextLine {
    TextLine {
        number,
        text: text
            .split('\n')
            .nth(number as usize - 1)
            .unwrap_or_default()
            .to_owned(),
        encoding: Encoding::UTF_8,
    }
}

#[cfg(test)]
mod tests;
