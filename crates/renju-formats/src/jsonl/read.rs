//! Parses a JSON record in any of its dialects, and chooses the dialect by the fields it finds.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::assumptions::Assumptions;
use crate::header::same_size;
use crate::lines::{LINE_LIMIT, without_mark};
use crate::parsed::{
    ByteStream, Evidence, ParsedSetup, ParsedSetups, TextSample, doubt_of_turn, failed,
};
use crate::{
    Encoding, ErrorCode, Format, Letters, ParseError, ParseOptions, ResolvedOptions, TextLine,
};
use renju_core::position::{PositionId, Setup};

use super::array::begins_array;
use super::field_names::is_field;
use super::fields::{Fields, json_error, placed, record_name};
use super::katago_query::{self, QueryTurn};
use super::position_line;
use super::records::json_records;

/// What a line says.
#[derive(Clone, PartialEq, Debug)]
pub struct JsonLine {
    /// The position or game.
    pub setup: Setup,
    /// Fields that mean nothing to a reader, as they stand; none unless
    /// [`keep_unknown`](ParseOptions::keep_unknown) is set.
    pub unknown: Map<String, Value>,
    /// After how many of `setup.moves` the position is asked for; empty: after all.
    pub turns: Vec<QueryTurn>,
    /// How it was read.
    pub assumed: ResolvedOptions,
    /// Fields that are one letter off one that is read.
    pub warnings: Vec<ParseError>,
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
pub fn parse_line(text: &str, options: &ParseOptions) -> Result<JsonLine, ParseError> {
    parse(text, Format::Jsonl, Encoding::UTF_8, *options)
}

/// As [`parse_line`], of a query as `KataGo` takes them and nothing else.
///
/// # Errors
///
/// `bad_json`, `missing_field`, or the code of the field that is wrong.
pub fn parse_query(text: &str, options: &ParseOptions) -> Result<JsonLine, ParseError> {
    parse(text, Format::Katago, Encoding::UTF_8, *options)
}

/// The set-ups of a file, one after the other.
pub(crate) fn read(
    input: ByteStream<'_>,
    format: Format,
    options: ParseOptions,
) -> ParsedSetups<'_> {
    let records = match json_records(input, options.encoding, LINE_LIMIT) {
        Ok(records) => records,
        Err(error) => return failed(ParseError::io(&error)),
    };
    Box::new(records.flat_map(move |record| {
        match record.and_then(|record| items(&record, format, options)) {
            Ok(items) => items.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        }
    }))
}

/// Whether a text that begins with these bytes is JSON: an object, or an array of them.
pub(crate) fn begins_json(bytes: &[u8]) -> bool {
    let bytes = without_mark(bytes);
    bytes.trim_ascii_start().starts_with(b"{") || begins_array(bytes) || begins_list(bytes)
}

/// Whether a text begins with a list of pairs of numbers or of names, all on its first line: the moves
/// of a game, and no matrix.
fn begins_list(bytes: &[u8]) -> bool {
    let bytes = bytes.trim_ascii_start();
    if !bytes.starts_with(b"[") {
        return false;
    }
    let line = bytes.split(|&byte| byte == b'\n').next();
    let is_move = |value: &Value| match value {
        Value::Array(pair) => (2..=3).contains(&pair.len()) && pair.iter().all(Value::is_number),
        Value::String(name) => (2..=3).contains(&name.len()),
        _ => false,
    };
    let moves = serde_json::from_slice::<Vec<Value>>(line.unwrap_or_default());
    moves.is_ok_and(|moves| !moves.is_empty() && moves.iter().all(is_move))
}

/// An object on the first line makes it JSON; its mistakes are found by reading it. Further down, lines
/// are JSON that begin with the name of a field.
pub(crate) fn detect(sample: &TextSample<'_>) -> Evidence {
    let lines = sample.lines.iter();
    let lines = lines.map(|line| line.trim_start_matches(['\u{feff}', ' ']));
    let mut lines = lines.peekable();
    if lines.peek().is_some_and(|first| first.starts_with('{')) {
        return Evidence::Certain;
    }
    Evidence::Lines {
        fitting: lines.filter(|line| line.starts_with("{\"")).count(),
        are_enough: true,
    }
}

/// The fields of an object, or a list of moves as the field of that name.
fn object_of(text: &str, keep_unknown: bool) -> Result<Map<String, Value>, ParseError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let object = if begins_list(text.as_bytes()) {
        let moves = Value::deserialize(&mut reader);
        moves.map(|moves| Map::from_iter([("moves".to_owned(), moves)]))
    } else {
        ObjectSeed(keep_unknown).deserialize(&mut reader)
    };
    let object = object.and_then(|object| reader.end().map(|()| object));
    object.map_err(|error| {
        if !error.is_data() {
            return json_error(&error, text);
        }
        let message = "a position is an object: {\"moves\": ..}";
        let error = ParseError::new(ErrorCode::BadJson, message);
        placed(error, text, 0, text.trim_end().len())
    })
}

fn parse(
    text: &str,
    format: Format,
    encoding: Encoding,
    options: ParseOptions,
) -> Result<JsonLine, ParseError> {
    let object = object_of(text, options.keep_unknown)?;
    let mut fields = Fields::new(object, text);
    let is_katago = format == Format::Katago || katago_query::is_query(&fields);
    let (format, letters) = if is_katago {
        // Letters leave out I in this dialect, unless a query says otherwise.
        let own = katago_query::letters(&fields)?;
        (Format::Katago, own.or(Some(Letters::SkipI)))
    } else {
        (Format::Jsonl, None)
    };
    let options = ParseOptions {
        letters: options.letters.or(letters),
        ..options
    };
    let mut assumed = Assumptions::default();
    let (setup, turns) = if is_katago {
        katago_query::read(&mut fields, options)?
    } else if position_line::has_board(&fields) {
        let (setup, roles) = position_line::read_board(&mut fields, options)?;
        assumed = roles;
        (setup, Vec::new())
    } else {
        (position_line::read(&mut fields, options)?, Vec::new())
    };
    let first = || TextLine::utf8(1, text.split('\n').next().unwrap_or_default());
    if let Some(size) = setup.size {
        same_size(size, options).map_err(|error| error.on(&first()))?;
    }
    let mut warnings = fields.misspelt();
    warnings.extend(doubt_of_turn(&setup).map(|doubt| doubt.on(&first())));
    if options.strict_fields && !warnings.is_empty() {
        return Err(warnings.swap_remove(0));
    }
    Ok(JsonLine {
        setup,
        unknown: Some(fields.object)
            .filter(|_| options.keep_unknown)
            .unwrap_or_default(),
        turns,
        assumed: ResolvedOptions {
            assumed,
            ..ResolvedOptions::new(format, options, encoding)
        },
        warnings,
    })
}

/// Reads the fields of an object. Of those that mean nothing to a reader only the names, with `null`
/// for their values, unless all are kept: answers of other programs can be far longer than the
/// positions that they are about.
struct ObjectSeed(bool);

impl<'de> DeserializeSeed<'de> for ObjectSeed {
    type Value = Map<String, Value>;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Self::Value, D::Error> {
        reader.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ObjectSeed {
    type Value = Map<String, Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            let value = if self.0 || is_field(&key) {
                map.next_value()?
            } else {
                map.next_value::<IgnoredAny>()?;
                Value::Null
            };
            object.insert(key, value);
        }
        Ok(object)
    }
}

fn items(
    record: &TextLine,
    format: Format,
    options: ParseOptions,
) -> Result<Vec<ParsedSetup>, ParseError> {
    let json = parse(&record.text, format, record.encoding, options)
        .map_err(|error| error.in_file_of(record))?;
    let warnings = json.warnings.iter().cloned();
    let mut warnings = warnings.map(|warning| warning.in_file_of(record)).collect();
    let item = |(turn, setup)| ParsedSetup {
        turn,
        warnings: std::mem::take(&mut warnings),
        ..ParsedSetup::new(setup, json.assumed, Some(record.number))
    };
    let setups = match json.turns[..] {
        [] => vec![(None, json.setup)],
        _ => json.setups(),
    };
    Ok(setups.into_iter().map(item).collect())
}

/// The name of a record, for an answer to a line that cannot be read otherwise.
///
/// It is found in broken JSON as well, as long as it stands before the break.
pub fn line_id(text: &str) -> Option<PositionId> {
    let mut id = None;
    // An error comes after all that could be read.
    let _ = serde_json::Deserializer::from_str(text).deserialize_map(IdVisitor(&mut id));
    record_name(&id?)
}

/// Keeps the first `id` of an object, whatever comes after it.
struct IdVisitor<'a>(&'a mut Option<Box<RawValue>>);

impl<'de> Visitor<'de> for IdVisitor<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == "id" {
                *self.0 = Some(map.next_value()?);
                return Ok(());
            }
            map.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}
