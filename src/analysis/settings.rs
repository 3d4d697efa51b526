//! Typed access to the JSON fields of a query, with errors that say which value a field must have.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::named_enum::Named;

/// The fields of a query in addition to its position, taken out one by one.
///
/// `null` is a field that is not there.
pub(super) struct QuerySettings {
    fields: Map<String, Value>,
}

/// What is wrong with a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FieldError {
    pub(super) field: &'static str,
    pub(super) message: String,
}

impl FieldError {
    pub(super) fn new(field: &'static str, message: impl Into<String>) -> FieldError {
        FieldError {
            field,
            message: message.into(),
        }
    }

    /// That the value of a field is not what it should be.
    pub(super) fn should_be(field: &'static str, should: &str) -> FieldError {
        FieldError::new(field, format!("{field} must be {should}"))
    }
}

impl QuerySettings {
    pub(super) fn new(fields: Map<String, Value>) -> QuerySettings {
        QuerySettings { fields }
    }

    pub(super) fn take(&mut self, field: &str) -> Option<Value> {
        self.fields.remove(field).filter(|value| !value.is_null())
    }

    /// The value of a field as `read` understands it; the error says what it should be.
    pub(super) fn read<T>(
        &mut self,
        field: &'static str,
        should: &str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<Option<T>, FieldError> {
        let Some(value) = self.take(field) else {
            return Ok(None);
        };
        let found = read(&value).ok_or_else(|| FieldError::should_be(field, should));
        found.map(Some)
    }

    /// A whole number in a range.
    pub(super) fn whole(
        &mut self,
        field: &'static str,
        range: RangeInclusive<i64>,
    ) -> Result<Option<i64>, FieldError> {
        let (least, most) = (*range.start(), *range.end());
        let should = if most == i64::MAX {
            format!("a whole number from {least} on")
        } else {
            format!("a whole number from {least} to {most}")
        };
        self.read(field, &should, |value| {
            whole(value).filter(|number| range.contains(number))
        })
    }

    /// A time, in seconds.
    pub(super) fn seconds(&mut self, field: &'static str) -> Result<Option<Duration>, FieldError> {
        self.read(field, "a number of seconds, 0.001 or more", |value| {
            let seconds = value.as_f64().filter(|&seconds| seconds >= 0.001)?;
            // A time beyond what a clock can express is as good as the longest.
            Some(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
        })
    }

    /// A value that is named.
    pub(super) fn named<T: Named + FromStr + 'static>(
        &mut self,
        field: &'static str,
        all: impl IntoIterator<Item = T>,
    ) -> Result<Option<T>, FieldError> {
        self.read(field, &one_of("one of", all), |value| {
            value.as_str()?.parse().ok()
        })
    }

    /// Whether something is wanted; not, if nothing is said.
    pub(super) fn flag(&mut self, field: &'static str) -> Result<bool, FieldError> {
        let flag = self.read(field, "true or false", Value::as_bool)?;
        Ok(flag.unwrap_or_default())
    }

    /// The names of the fields that were not taken.
    pub(super) fn unused(&self) -> impl Iterator<Item = &str> {
        let fields = self.fields.iter().filter(|(_, value)| !value.is_null());
        fields.map(|(name, _)| name.as_str())
    }
}

/// `one of "vcf", "vct"`
pub(super) fn one_of<T: Named>(before: &str, all: impl IntoIterator<Item = T>) -> String {
    let names = all.into_iter().map(|value| format!("{:?}", value.name()));
    format!("{before} {}", names.collect::<Vec<_>>().join(", "))
}

/// A whole number, which may be written `15.0`.
pub(super) fn whole(value: &Value) -> Option<i64> {
    /// Up to here floating-point numbers have no gaps.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let exact = |number: &f64| number.fract() == 0.0 && number.abs() < EXACT;
    value
        .as_i64()
        .or_else(|| Some(value.as_f64().filter(exact)? as i64))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn settings(value: Value) -> QuerySettings {
        match value {
            Value::Object(fields) => QuerySettings::new(fields),
            other => panic!("{other}"),
        }
    }

    #[test]
    fn numbers_may_have_a_point_and_no_fraction() {
        let read = |value| settings(json!({ "n": value })).whole("n", 1..=9);
        assert_eq!(read(json!(3)), Ok(Some(3)));
        assert_eq!(read(json!(3.0)), Ok(Some(3)));
        assert_eq!(read(json!(null)), Ok(None));
        for wrong in [
            json!(0),
            json!(10),
            json!(2.5),
            json!("3"),
            json!(1e300),
            json!([3]),
        ] {
            let error = read(wrong).unwrap_err();
            assert_eq!(error.message, "n must be a whole number from 1 to 9");
        }
    }

    #[test]
    fn times_are_seconds() {
        let read = |value| settings(json!({ "t": value })).seconds("t");
        assert_eq!(read(json!(0.25)), Ok(Some(Duration::from_millis(250))));
        assert_eq!(read(json!(1e300)), Ok(Some(Duration::MAX)));
        for wrong in [json!(0), json!(-1), json!("1"), json!(true)] {
            assert!(read(wrong).is_err());
        }
    }

    #[test]
    fn what_was_not_taken_is_left() {
        let mut settings = settings(json!({ "a": true, "b": null, "c": 1 }));
        assert_eq!(settings.flag("a"), Ok(true));
        assert_eq!(settings.flag("b"), Ok(false));
        assert!(settings.unused().eq(["c"]));
    }
}
