use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::notation::{Encoding, ErrorCode, ParseError, TextLine};

/// Where the value of a field of the outermost object stands in a JSON text, or an element of it:
/// `path` has a number for each list on the way.
pub(super) fn locate(text: &str, key: &str, path: &[usize]) -> Option<Range<usize>> {
    let fields: HashMap<String, &RawValue> = serde_json::from_str(text).ok()?;
    let mut value = *fields.get(key)?;
    for &index in path {
        let list: Vec<&RawValue> = serde_json::from_str(value.get()).ok()?;
        value = list.get(index)?;
    }
    // A raw value is a part of the text it was read from.
    let start = value.get().as_ptr() as usize - text.as_ptr() as usize;
    Some(start..start + value.get().len())
}

/// The name of a record, for an answer to a line that cannot be read otherwise.
///
/// It is found in broken JSON as well, as long as it stands before the break.
pub fn line_id(text: &str) -> Option<String> {
    let mut id = None;
    // An error comes after all that could be read.
    let _ = serde_json::Deserializer::from_str(text).deserialize_map(IdVisitor(&mut id));
    match id? {
        Value::String(id) => Some(id),
        Value::Number(id) => Some(id.to_string()),
        _ => None,
    }
}

/// Keeps the first `id` of an object, whatever comes after it.
struct IdVisitor<'a>(&'a mut Option<Value>);

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

/// An error of serde about a text, with its place in the text.
pub fn json_error(error: &serde_json::Error, text: &str) -> ParseError {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or(&message);
    let is_json = if error.is_data() { "" } else { "not JSON: " };
    let lines = text.split('\n').take(error.line().saturating_sub(1));
    let before: usize = lines.map(|line| line.len() + 1).sum();
    let start = before + error.column().saturating_sub(1);
    placed(
        ParseError::new(ErrorCode::BadJson, format!("{is_json}{message}")),
        text,
        start,
        start + 1,
    )
}

/// The error at the bytes from `start` to `end` of `text`.
pub(super) fn placed(error: ParseError, text: &str, start: usize, end: usize) -> ParseError {
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
pub(super) fn line(text: &str, number: u64) -> TextLine {
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
mod tests {
    use super::*;

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
