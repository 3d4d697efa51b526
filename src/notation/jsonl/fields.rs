use serde_json::{Map, Value};

use crate::board::Color;
use crate::geometry::{Point, PointSet, Size};
use crate::notation::coordinates::{CoordinateSystem, shortened};
use crate::notation::{ErrorCode, ParseError};
use crate::rule::Rule;

use super::locate::{locate, placed};

/// The fields of an object, taken out one by one, and the text to say where a wrong one stands.
///
/// `null` is a field that is not there.
pub(super) struct Fields<'a> {
    object: Map<String, Value>,
    text: &'a str,
}

impl<'a> Fields<'a> {
    pub(super) fn new(object: Map<String, Value>, text: &'a str) -> Fields<'a> {
        Fields { object, text }
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    pub(super) fn get(&self, key: &str) -> Option<&Value> {
        self.object.get(key).filter(|value| !value.is_null())
    }

    pub(super) fn take(&mut self, key: &str) -> Option<Value> {
        self.object.remove(key).filter(|value| !value.is_null())
    }

    /// The fields that were not taken.
    pub(super) fn rest(self) -> Map<String, Value> {
        self.object
    }

    /// The error at the field, or at an element of it.
    pub(super) fn at(&self, error: ParseError, key: &str, path: &[usize]) -> ParseError {
        match locate(self.text, key, path) {
            Some(range) => placed(error, self.text, range.start, range.end),
            None => placed(error, self.text, 0, 1),
        }
    }

    /// That a field has not the type it should have.
    pub(super) fn wrong(
        &self,
        code: ErrorCode,
        key: &str,
        path: &[usize],
        should: &str,
    ) -> ParseError {
        self.at(
            ParseError::new(code, format!("{key} must be {should}")),
            key,
            path,
        )
    }

    pub(super) fn missing(&self, message: &str) -> ParseError {
        let end = self.text.trim_end().len();
        placed(
            ParseError::new(ErrorCode::MissingField, message),
            self.text,
            0,
            end,
        )
    }

    /// The value of a field as `read` understands it; the error says what it should be.
    fn read<T>(
        &mut self,
        key: &str,
        code: ErrorCode,
        should: &str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<Option<T>, ParseError> {
        match self.take(key) {
            None => Ok(None),
            Some(value) => match read(&value) {
                None => Err(self.wrong(code, key, &[], should)),
                found => Ok(found),
            },
        }
    }

    pub(super) fn string(&mut self, key: &str) -> Result<Option<String>, ParseError> {
        let read = |value: &Value| value.as_str().map(str::to_owned);
        self.read(key, ErrorCode::BadJson, "a string", read)
    }

    /// The name of the record. Numbers, which some programs use, are names as well.
    pub(super) fn id(&mut self) -> Result<Option<String>, ParseError> {
        self.read("id", ErrorCode::BadJson, "a string", |value| match value {
            Value::Number(number) => Some(number.to_string()),
            other => other.as_str().map(str::to_owned),
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
            if is_string {
                error.hint("a number stands without quotes")
            } else {
                error
            }
        })
    }

    pub(super) fn rule(&mut self, key: &str) -> Result<Option<Rule>, ParseError> {
        let should = "one of \"renju\", \"standard\", \"freestyle\"";
        self.read(key, ErrorCode::BadRule, should, |value| {
            value.as_str()?.parse().ok()
        })
    }

    pub(super) fn color(&mut self, key: &str) -> Result<Option<Color>, ParseError> {
        let should = "\"black\" or \"white\"";
        self.read(key, ErrorCode::BadColor, should, |value| {
            value.as_str()?.parse().ok()
        })
    }

    pub(super) fn list(&mut self, key: &str) -> Result<Option<Vec<Value>>, ParseError> {
        match self.take(key) {
            None => Ok(None),
            Some(Value::Array(list)) => Ok(Some(list)),
            Some(_) => Err(self.wrong(ErrorCode::BadJson, key, &[], "a list")),
        }
    }

    /// The point that an element names.
    pub(super) fn point(
        &self,
        value: &Value,
        names: CoordinateSystem,
        key: &str,
        path: &[usize],
    ) -> Result<Point, ParseError> {
        let Some(name) = value.as_str() else {
            let message = format!("{} is not a point", shortened(&value.to_string()));
            let error = ParseError::new(ErrorCode::BadPoint, message);
            return Err(self.at(error.hint("a point is a string such as \"H8\""), key, path));
        };
        names.parse(name).map_err(|error| self.at(error, key, path))
    }

    /// The move that an element names, `None` for a pass.
    pub(super) fn step(
        &self,
        value: &Value,
        names: CoordinateSystem,
        key: &str,
        path: &[usize],
    ) -> Result<Option<Point>, ParseError> {
        if value
            .as_str()
            .is_some_and(|name| name.eq_ignore_ascii_case("pass"))
        {
            return Ok(None);
        }
        self.point(value, names, key, path).map(Some)
    }

    /// Puts a stone on a point that must be free.
    pub(super) fn put(
        &self,
        stones: &mut PointSet,
        point: Point,
        key: &str,
        path: &[usize],
    ) -> Result<(), ParseError> {
        if stones.insert(point) {
            return Ok(());
        }
        let error = ParseError::new(ErrorCode::PointTaken, format!("a second stone on {point}"));
        Err(self.at(error, key, path))
    }

    /// A list of points without any twice, or the points that `stones` holds already.
    pub(super) fn points(
        &mut self,
        key: &str,
        names: CoordinateSystem,
        stones: &mut PointSet,
    ) -> Result<Option<Vec<Point>>, ParseError> {
        let Some(list) = self.list(key)? else {
            return Ok(None);
        };
        let mut points = Vec::with_capacity(list.len());
        for (index, value) in list.iter().enumerate() {
            let point = self.point(value, names, key, &[index])?;
            self.put(stones, point, key, &[index])?;
            points.push(point);
        }
        Ok(Some(points))
    }
}
