//! Field access in JSON objects: typed values, misspelt names, and where in the text an error lies.

use std::collections::HashMap;
use std::ops::Range;

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::coordinates::{CoordinateSystem, shortened};
use crate::{ErrorCode, ParseError, TextLine};
use renju_core::board::Color;
use renju_core::geometry::{Point, PointSet, Size};
use renju_core::position::PositionId;
use renju_core::rule::Rule;

use super::field_names::{BESIDE_MOVES, alias_of, meant_field, named, rule_of, side_of};

/// The fields of an object, taken out one by one, and the text to say where a wrong one stands.
///
/// `null` is a field that is not there.
pub(super) struct Fields<'a> {
    pub(super) object: Map<String, Value>,
    pub(super) text: &'a str,
    /// Fields by the names of other programs, each with what it means.
    pub(super) aliases: Vec<(&'static str, String)>,
}

/// An error in the value of a field, and the numbers of the elements that lead to it, the
/// innermost first.
pub(super) struct ValueError {
    error: Box<ParseError>,
    path: Vec<usize>,
}

impl From<ParseError> for ValueError {
    fn from(error: ParseError) -> ValueError {
        ValueError {
            error: Box::new(error),
            path: Vec::new(),
        }
    }
}

impl ValueError {
    /// The error in the list that the value is an element of.
    pub(super) fn within(mut self, index: usize) -> ValueError {
        self.path.push(index);
        self
    }
}

/// That a field is not what it should be.
pub(super) fn wrong(code: ErrorCode, key: &str, should: &str) -> ParseError {
    ParseError::new(code, format!("{key} must be {should}"))
}

impl<'a> Fields<'a> {
    pub(super) fn new(object: Map<String, Value>, text: &'a str) -> Fields<'a> {
        let aliases = object.iter().filter(|(_, value)| !value.is_null());
        let aliases = aliases.filter_map(|(key, _)| Some((alias_of(key)?, key.clone())));
        Fields {
            aliases: aliases.collect(),
            object,
            text,
        }
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    pub(super) fn get(&self, key: &str) -> Option<&Value> {
        self.object.get(key).filter(|value| !value.is_null())
    }

    /// What a field says, if it is of this form; otherwise it stays as one that is not read.
    pub(super) fn if_fitting<T: DeserializeOwned>(&mut self, key: &str) -> Option<T> {
        let found = T::deserialize(self.get(key)?).ok()?;
        self.object.remove(key);
        Some(found)
    }

    fn take(&mut self, key: &str) -> Option<Value> {
        self.object.remove(key).filter(|value| !value.is_null())
    }

    /// The error at the field, or at an element of it.
    pub(super) fn at(&self, key: &str, error: impl Into<ValueError>) -> ParseError {
        let ValueError { error, mut path } = error.into();
        path.reverse();
        let range = locate(self.text, key, &path).unwrap_or(0..1);
        placed(*error, self.text, range.start, range.end)
    }

    /// The error in the string that a field holds; its column is that in the string.
    pub(super) fn in_string(&self, key: &str, error: ParseError) -> ParseError {
        let Some(range) = locate(self.text, key, &[]) else {
            return self.at(key, error);
        };
        let raw = &self.text[range.clone()];
        let Some(column) = error.column.filter(|_| !raw.contains('\\')) else {
            return self.at(key, error);
        };
        let byte = |characters: usize| {
            let length = raw.char_indices().nth(characters);
            range.start + length.map_or(raw.len() - 1, |(byte, _)| byte)
        };
        let (start, width) = (column as usize, error.width as usize);
        let place = byte(start)..byte(start + width);
        placed(error, self.text, place.start, place.end)
    }

    /// That what a position cannot be without is not there.
    pub(super) fn missing(&self, message: &str) -> ParseError {
        let error = ParseError::new(ErrorCode::MissingField, message);
        placed(error, self.text, 0, self.text.trim_end().len())
    }

    /// The fields that are one letter off one that is read; a `move` beside `moves` is none.
    pub(super) fn misspelt(&self) -> Vec<ParseError> {
        let unread = self.object.keys();
        let found = unread.filter_map(|key| {
            let is_there = |known: &str| {
                BESIDE_MOVES.contains(&key.as_str()) && self.text.contains(&format!("\"{known}\""))
            };
            let meant = meant_field(key, is_there)?;
            let message = format!("the field {key:?} is not read");
            let error = ParseError::new(ErrorCode::UnknownField, message)
                .hint(format!("did you mean {meant:?}?"));
            let quoted = format!("\"{key}\"");
            let start = self.text.find(&quoted).unwrap_or(0);
            Some(placed(error, self.text, start, start + quoted.len()))
        });
        found.chain(self.passed_over()).collect()
    }

    /// The value of a field as `read` understands it; the error says what it should be.
    pub(super) fn read<T>(
        &mut self,
        key: &str,
        code: ErrorCode,
        should: &str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<Option<T>, ParseError> {
        let Some(value) = self.take(key) else {
            return Ok(None);
        };
        let found = read(&value).ok_or_else(|| self.at(key, wrong(code, key, should)));
        found.map(Some)
    }

    /// The elements of a list as `read` understands them.
    pub(super) fn each<T>(
        &mut self,
        key: &str,
        mut read: impl FnMut(&Value) -> Result<T, ValueError>,
    ) -> Result<Option<Vec<T>>, ParseError> {
        let list = match self.take(key) {
            None => return Ok(None),
            Some(Value::Array(list)) => list,
            Some(_) => return Err(self.at(key, wrong(ErrorCode::BadJson, key, "a list"))),
        };
        let elements = list.iter().enumerate();
        let elements: Result<Vec<T>, ValueError> = elements
            .map(|(index, value)| read(value).map_err(|error| error.within(index)))
            .collect();
        elements.map(Some).map_err(|error| self.at(key, error))
    }

    pub(super) fn string(&mut self, key: &str) -> Result<Option<String>, ParseError> {
        let read = |value: &Value| value.as_str().map(str::to_owned);
        self.read(key, ErrorCode::BadJson, "a string", read)
    }

    /// The name of the record. Numbers, which some programs use, are names as well, as they are
    /// written.
    pub(super) fn id(&mut self) -> Result<Option<PositionId>, ParseError> {
        let text = self.text;
        let should = "a string or a number";
        self.read("id", ErrorCode::BadJson, should, |value| match value {
            Value::String(name) => Some(PositionId::from(name)),
            Value::Number(number) if number.is_u64() || number.is_i64() => {
                PositionId::of_number(&number.to_string())
            }
            // As a value it has lost how it was written.
            Value::Number(_) => PositionId::of_number(&text[locate(text, "id", &[])?]),
            _ => None,
        })
    }

    /// A side of a board: a whole number, which may be written `15.0`.
    pub(super) fn size(&mut self, key: &str) -> Result<Option<Size>, ParseError> {
        let is_string = self.get(key).is_some_and(Value::is_string);
        let should = "a whole number from 5 to 20";
        let size = self.read(key, ErrorCode::BadSize, should, |value| {
            let whole = |side: &f64| side.fract() == 0.0 && (0.0..256.0).contains(side);
            Size::new(value.as_f64().filter(whole)? as u8)
        });
        size.map_err(|error| {
            let hint = is_string.then(|| "a number stands without quotes".to_owned());
            ParseError { hint, ..error }
        })
    }

    /// A rule by its name or by its number in the Gomocup protocol.
    pub(super) fn rule(&mut self, key: &str) -> Result<Option<Rule>, ParseError> {
        let should = "one of \"renju\", \"standard\", \"freestyle\", or 0 for freestyle, 1 for standard, 2 or 4 for renju";
        self.read(key, ErrorCode::BadRule, should, rule_of)
    }

    pub(super) fn color(&mut self, key: &str) -> Result<Option<Color>, ParseError> {
        self.read(key, ErrorCode::BadColor, "\"black\" or \"white\"", named)
    }
}

/// What a JSON text names a record: a string, or a number in its place.
pub(super) fn record_name(json: &RawValue) -> Option<PositionId> {
    let name: Option<String> = serde_json::from_str(json.get()).ok();
    name.map(PositionId::from)
        .or_else(|| PositionId::of_number(json.get()))
}

/// The point that a value names.
pub(super) fn point(value: &Value, names: CoordinateSystem) -> Result<Point, ValueError> {
    match value {
        Value::Object(fields) => return point_of_object(fields, names),
        Value::Array(list) => {
            if let [Value::Number(first), Value::Number(second), player @ ..] = &list[..]
                && player.len() <= 1
                && player.iter().all(|player| side_of(player).is_some())
            {
                return Ok(names.pair([&first.to_string(), &second.to_string()])?);
            }
        }
        _ => {}
    }
    let Some(name) = value.as_str() else {
        let message = format!("{} is not a point", shortened(&value.to_string()));
        let error = ParseError::new(ErrorCode::BadPoint, message);
        return Err(error.hint("a point is a string such as \"H8\"").into());
    };
    Ok(names.parse(name)?)
}

/// The point of an object: its column and row by name, or the one of its strings that names a point.
fn point_of_object(
    fields: &Map<String, Value>,
    names: CoordinateSystem,
) -> Result<Point, ValueError> {
    let number = |keys: [&str; 4]| {
        let mut found = keys.iter().filter_map(|key| fields.get(*key)?.as_u64());
        found.next().map(|number| number.to_string())
    };
    let column = number(["x", "col", "column", "c"]);
    let row = number(["y", "row", "line", "r"]);
    if let Some((column, row)) = column.zip(row) {
        return Ok(names.column_and_row([&column, &row])?);
    }
    let texts = fields.values().filter_map(Value::as_str);
    let mut points = texts.filter_map(|text| names.parse(text).ok());
    if let (Some(point), None) = (points.next(), points.next()) {
        return Ok(point);
    }
    let error = ParseError::new(ErrorCode::BadPoint, "an object without one point");
    Err(error
        .hint("a move is {\"x\": .., \"y\": ..}, {\"row\": .., \"col\": ..} or has one field such as \"H8\"")
        .into())
}

/// Reads points that must be free, and takes them.
pub(super) struct StoneReader {
    names: CoordinateSystem,
    taken: PointSet,
}

impl StoneReader {
    pub(super) fn new(names: CoordinateSystem) -> StoneReader {
        let taken = PointSet::EMPTY;
        StoneReader { names, taken }
    }

    /// The point of a stone.
    pub(super) fn stone(&mut self, value: &Value) -> Result<Point, ValueError> {
        let point = point(value, self.names)?;
        self.put(point)?;
        Ok(point)
    }

    /// Takes a point that must be free.
    pub(super) fn put(&mut self, point: Point) -> Result<(), ParseError> {
        if self.taken.insert(point) {
            return Ok(());
        }
        let message = format!("a second stone on {point}");
        Err(ParseError::new(ErrorCode::PointTaken, message))
    }

    /// How its points are named.
    pub(super) const fn names(&self) -> CoordinateSystem {
        self.names
    }

    /// The point of a move, `None` for a pass.
    pub(super) fn step(&mut self, value: &Value) -> Result<Option<Point>, ValueError> {
        match value.as_str() {
            Some(name) if name.eq_ignore_ascii_case("pass") => Ok(None),
            _ => self.stone(value).map(Some),
        }
    }
}

/// Where the value of a field of the outermost object stands in a JSON text, or an element of it:
/// `path` has a number for each list on the way.
pub(super) fn locate(text: &str, key: &str, path: &[usize]) -> Option<Range<usize>> {
    let fields: HashMap<String, &RawValue> = serde_json::from_str(text).ok()?;
    let mut value = *fields.get(key)?;
    for &index in path {
        let list: Vec<&RawValue> = serde_json::from_str(value.get()).ok()?;
        value = list.get(index)?;
    }
    Some(range_of(value, text))
}

/// Where a value stands in the text that it was read from, of which it is a part.
pub(super) fn range_of(value: &RawValue, text: &str) -> Range<usize> {
    let start = value.get().as_ptr() as usize - text.as_ptr() as usize;
    start..start + value.get().len()
}

/// The field of the outermost object of a line whose value has this character, counted from 1.
pub fn field_at(line: &str, column: u32) -> Option<String> {
    let fields: HashMap<String, &RawValue> = serde_json::from_str(line).ok()?;
    let (byte, _) = line.char_indices().nth(column.checked_sub(1)? as usize)?;
    let mut found = fields
        .into_iter()
        .filter(|(_, value)| range_of(value, line).contains(&byte));
    found.next().map(|(name, _)| name)
}

/// An error of serde about a text, with its place in the text.
pub fn json_error(error: &serde_json::Error, text: &str) -> ParseError {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or(&message);
    let is_json = if error.is_data() { "" } else { "not JSON: " };
    let lines = text.split('\n').take(error.line().saturating_sub(1));
    let before: usize = lines.map(|line| line.len() + 1).sum();
    let start = before + error.column().saturating_sub(1);
    let error = ParseError::new(ErrorCode::BadJson, format!("{is_json}{message}"));
    placed(error, text, start, start + 1)
}

/// The error at the bytes from `start` to `end` of `text`.
pub(crate) fn placed(error: ParseError, text: &str, start: usize, end: usize) -> ParseError {
    let boundary = |at: usize| {
        let mut before = (0..=at.min(text.len())).rev();
        before.find(|&at| text.is_char_boundary(at))
    };
    let start = boundary(start).unwrap_or(0);
    let end = boundary(end).unwrap_or(start).max(start);
    let before = &text[..start];
    let number = before.matches('\n').count() as u64 + 1;
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let first = text[start..end].lines().next();
    let width = first.map_or(1, |part| part.chars().count());
    let column = text[line_start..start].chars().count() as u32 + 1;
    let line = text[line_start..].split('\n').next().unwrap_or_default();
    error.at(column, width).on(&TextLine::utf8(number, line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_a_line_belongs_to_a_field() {
        let line = r#"{"é":"ab", "c":[1,"x"]}"#;
        let found = |column| field_at(line, column);
        assert_eq!(found(6), Some("é".to_owned()));
        assert_eq!(found(9), Some("é".to_owned()));
        assert_eq!(found(19), Some("c".to_owned()));
        for nothing in [0, 1, 3, 10, 99] {
            assert_eq!(found(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn values_and_elements_are_found() {
        let text = r#"{ "a" : {"b":[1,"]"]}, "b\"": "x,}", "c":[["B", "H8"],["W","I9"] ], "d":15}"#;
        let found = |key, path: &[usize]| locate(text, key, path).map(|range| &text[range]);
        assert_eq!(found("a", &[]), Some(r#"{"b":[1,"]"]}"#));
        assert_eq!(found("b\"", &[]), Some(r#""x,}""#));
        assert_eq!(found("c", &[1, 1]), Some("\"I9\""));
        assert_eq!(found("c", &[0]), Some(r#"["B", "H8"]"#));
        assert_eq!(found("d", &[]), Some("15"));
        assert_eq!(found("e", &[]), None);
        assert_eq!(found("c", &[2]), None);
    }
}
