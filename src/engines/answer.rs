//! Answers of engines: read, and checked against the board.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::board::Board;
use crate::eval::{Evaluation, Failure, FailureKind, PointValues};
use crate::geometry::{Point, PointMap};
use crate::notation::excerpt;

use super::engine_process::failure;

/// The largest value that is accepted, and with a minus the smallest.
pub(super) const MAX_VALUE: i64 = 1_000_000_000_000;

#[derive(serde::Deserialize)]
struct JsonAnswer {
    id: Option<Value>,
    board: Option<Value>,
    points: Option<PointEntries>,
}

/// The keys and values of an object as they stand, so that a key that occurs twice is noticed.
struct PointEntries(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for PointEntries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PointEntries, D::Error> {
        struct PairVisitor;
        impl<'de> Visitor<'de> for PairVisitor {
            type Value = PointEntries;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of points and their values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<PointEntries, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(PointEntries(pairs))
            }
        }
        deserializer.deserialize_map(PairVisitor)
    }
}

/// Reads the answer to the question called `id` about `board`.
pub(super) fn read(line: &str, id: &str, board: &Board) -> Result<Evaluation, Failure> {
    if !line.starts_with('{') {
        return Err(invalid_answer(format!(
            "answered no JSON object: \"{}\"",
            excerpt(line)
        )));
    }
    let answer: JsonAnswer = serde_json::from_str(line).map_err(|error| {
        let why = excerpt(&error.to_string());
        invalid_answer(format!(
            "answered what cannot be read ({why}): \"{}\"",
            excerpt(line)
        ))
    })?;
    if let Some(other) = answer.id.filter(|other| !is_same(other, id)) {
        let other = excerpt(&other.to_string());
        return Err(invalid_answer(format!(
            "answered question {other} instead of \"{id}\""
        )));
    }
    let board_value = answer
        .board
        .map(|value| whole("the board", &value))
        .transpose()?;
    let points = answer
        .points
        .map(|pairs| values(pairs, board))
        .transpose()?;
    if board_value.is_none() && points.is_none() {
        return Err(invalid_answer(format!(
            "answered neither \"board\" nor \"points\": \"{}\"",
            excerpt(line)
        )));
    }
    Ok(Evaluation {
        board: board_value,
        points,
    })
}

/// Whether an id is the one asked for; a number is as good as its digits.
fn is_same(other: &Value, id: &str) -> bool {
    match other {
        Value::String(other) => other == id,
        Value::Number(other) => other.to_string() == id,
        _ => false,
    }
}

fn values(pairs: PointEntries, board: &Board) -> Result<PointValues, Failure> {
    let mut values = PointMap::filled(None);
    let mut named = PointMap::filled(false);
    for (name, value) in pairs.0 {
        let point = empty_point(&name, board)?;
        if std::mem::replace(&mut named[point], true) {
            return Err(invalid_answer(format!("values {point} twice")));
        }
        if !value.is_null() {
            values[point] = Some(whole(&point.to_string(), &value)?);
        }
    }
    Ok(values)
}

fn empty_point(name: &str, board: &Board) -> Result<Point, Failure> {
    let shown = excerpt(name);
    let point: Point = name.parse().map_err(|error| {
        let why = excerpt(&format!("{error}"));
        invalid_answer(format!("values \"{shown}\", which is no point: {why}"))
    })?;
    check_empty(point, board)?;
    Ok(point)
}

/// Whether a stone can be played on a point that an engine names.
pub(super) fn check_empty(point: Point, board: &Board) -> Result<(), Failure> {
    if !point.is_on(board.size()) {
        return Err(invalid_answer(format!(
            "names {point}, which is off the {} board",
            board.size()
        )));
    }
    board.stone(point).map_or(Ok(()), |color| {
        Err(invalid_answer(format!(
            "names {point}, which has a {color} stone"
        )))
    })
}

fn whole(of: &str, value: &Value) -> Result<i64, Failure> {
    let number = value
        .as_i64()
        .filter(|number| (-MAX_VALUE..=MAX_VALUE).contains(number));
    number.ok_or_else(|| {
        let value = excerpt(&value.to_string());
        invalid_answer(format!(
            "the value of {of} is no whole number from -10^12 to 10^12: {value}"
        ))
    })
}

pub(super) fn invalid_answer(message: String) -> Failure {
    failure(FailureKind::InvalidAnswer, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    fn board() -> Board {
        Board::with_stones(Size::RENJU, &[point("H8")], &[point("I9")])
    }

    fn why_not(line: &str) -> String {
        let failure = read(line, "7", &board()).unwrap_err();
        assert_eq!(failure.kind, FailureKind::InvalidAnswer);
        failure.message
    }

    #[test]
    fn values_are_those_of_the_answer() {
        for id in ["\"id\":\"7\",", "\"id\":7,", "\"id\":null,", ""] {
            let line =
                format!("{{{id}\"points\":{{\"G7\":-3,\"a1\":null}},\"board\":12,\"x\":[]}}");
            let answer = read(&line, "7", &board()).unwrap();
            let points = answer.points.unwrap();
            assert_eq!((answer.board, points[point("G7")]), (Some(12), Some(-3)));
            assert_eq!(points[point("A1")], None);
        }
        let nothing = read("{}", "7", &board()).unwrap_err();
        assert_eq!(nothing.kind, FailureKind::InvalidAnswer);
        let least = read("{\"board\":-1000000000000}", "7", &board()).unwrap();
        assert_eq!(least.board, Some(-MAX_VALUE));
    }

    #[test]
    fn what_cannot_be_true_is_named() {
        for (line, word) in [
            ("G7", "no JSON object: \"G7\""),
            ("[1,2,3]", "no JSON object"),
            ("{\"board\":1", "EOF"),
            ("{\"points\":[1]}", "expected an object of points"),
            ("{\"id\":\"8\"}", "question \"8\" instead of \"7\""),
            ("{\"board\":1.5}", "the board is no whole number"),
            ("{\"board\":1000000000001}", "1000000000001"),
            (
                "{\"board\":9223372036854775808}",
                "the board is no whole number",
            ),
            ("{\"points\":{\"G7\":\"3\"}}", "G7 is no whole number"),
            ("{\"points\":{\"H8\":3}}", "H8, which has a black stone"),
            (
                "{\"points\":{\"T20\":3}}",
                "T20, which is off the 15x15 board",
            ),
            (
                "{\"points\":{\"U1\":3}}",
                "\"U1\", which is no point: column 'U'",
            ),
            ("{\"points\":{\"G7\":3,\"g7\":3}}", "G7 twice"),
            ("{\"points\":{\"G7\":3,\"G7\":null}}", "G7 twice"),
        ] {
            let message = why_not(line);
            assert!(message.contains(word), "{line}: {message}");
        }
    }

    #[test]
    fn a_message_is_short_and_tame_whatever_the_engine_said() {
        let long = "\u{1b}é\"".repeat(100_000);
        let key = serde_json::to_string(&long).unwrap();
        for line in [
            long.clone(),
            format!("{{\"points\":{{{key}:1}}}}"),
            format!("{{\"points\":{key}}}"),
            format!("{{\"id\":{key}}}"),
            format!("{{\"board\":{key}}}"),
            "{\"x\":".repeat(100_000),
        ] {
            let message = why_not(&line);
            assert!(message.chars().count() < 1200, "{message}");
            assert!(!message.chars().any(char::is_control), "{message}");
        }
    }
}
