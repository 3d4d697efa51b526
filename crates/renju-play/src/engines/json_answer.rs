//! The answers of engines that speak JSON lines: values, what a search found, forbidden points.

use std::cmp::Reverse;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use renju_core::board::Board;
use renju_core::geometry::{Point, PointMap, PointSet};
use renju_engine::eval::{Evaluation, ProvedEnd, SearchedMove, Worth};
use renju_formats::excerpt;

use super::answer::{check_empty, worth};

/// The line that a program answers with: `board`, `points`, or both.
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JsonAnswer {
    /// That of the question, or its number.
    #[cfg_attr(feature = "schema", schemars(with = "Option<form::QuestionId>"))]
    id: Option<Value>,
    /// What the board is worth to the side to move of the question.
    #[cfg_attr(feature = "schema", schemars(with = "Option<form::AnsweredWorth>"))]
    board: Option<Value>,
    /// What empty points are worth to it, by their names.
    #[cfg_attr(feature = "schema", schemars(with = "Option<form::AnsweredPoints>"))]
    points: Option<PointEntries>,
    /// The empty points that Black may not play: of a program that judges them, for `hunt forbidden`.
    forbidden: Option<Vec<String>>,
}

/// The forms of values that are read one by one.
#[cfg(feature = "schema")]
mod form {
    use std::collections::BTreeMap;

    use super::{Point, SearchedEntry};

    #[derive(schemars::JsonSchema)]
    #[schemars(inline, untagged)]
    #[expect(dead_code, reason = "only its schema is asked for")]
    pub(super) enum QuestionId {
        Text(String),
        Number(f64),
    }

    /// A number from -10^12 to 10^12.
    #[derive(schemars::JsonSchema)]
    #[expect(dead_code, reason = "only its schema is asked for")]
    pub(super) struct AnsweredWorth(#[schemars(range(min = -1e12, max = 1e12))] f64);

    /// A number, or an object with what a search found out.
    #[derive(schemars::JsonSchema)]
    #[schemars(untagged)]
    #[expect(dead_code, reason = "only its schema is asked for")]
    pub(super) enum AnsweredPoint {
        /// What the point is worth.
        Worth(AnsweredWorth),
        /// That, and what is known of it.
        Searched(SearchedEntry),
    }

    pub(super) type AnsweredPoints = BTreeMap<Point, Option<AnsweredPoint>>;
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

/// Reads a line as the answer to the question called `id` about `board`, as [`JsonEngine`](super::JsonEngine) does: to
/// see whether what a program of yours prints is understood.
///
/// ```
/// use renju_core::board::Board;
/// use renju_play::engines::read_json_answer;
/// use renju_core::geometry::Size;
///
/// let board = Board::empty(Size::RENJU);
/// let answer = read_json_answer(r#"{"id":"1","points":{"H8":0.7}}"#, "1", &board)?;
/// assert!(answer.points.is_some());
/// let error = read_json_answer(r#"{"points":{"H99":0.7}}"#, "1", &board).unwrap_err();
/// assert!(error.starts_with("values \"H99\", which is no point"));
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
///
/// What is wrong with it, in words that follow the name of the engine.
pub fn read_json_answer(line: &str, id: &str, board: &Board) -> Result<Evaluation, String> {
    let answer = answer_of(line, id)?;
    let value = answer.board.map(|value| number("the board", &value));
    let mut evaluation = Evaluation {
        board: value.transpose()?,
        ..Evaluation::default()
    };
    if let Some(pairs) = answer.points {
        read_points(pairs, board, &mut evaluation)?;
    }
    if evaluation == Evaluation::default() {
        let shown = excerpt(line);
        return Err(format!(
            "answered neither \"board\" nor \"points\": \"{shown}\""
        ));
    }
    Ok(evaluation)
}

/// Reads the forbidden points of an answer.
pub(super) fn read_json_forbidden(line: &str, id: &str, board: &Board) -> Result<PointSet, String> {
    let names = answer_of(line, id)?.forbidden.ok_or_else(|| {
        let shown = excerpt(line);
        format!("answered no \"forbidden\": \"{shown}\"")
    })?;
    let point = |name: &String| {
        let point = read_point(name)?;
        check_empty(point, board).map(|()| point)
    };
    names.iter().map(point).collect()
}

/// An answer to the question called `id`.
fn answer_of(line: &str, id: &str) -> Result<JsonAnswer, String> {
    let shown = excerpt(line);
    if !line.starts_with('{') {
        return Err(format!("answered no JSON object: \"{shown}\""));
    }
    let answer: JsonAnswer = serde_json::from_str(line).map_err(|error| {
        let why = excerpt(&error.to_string());
        format!("gave an answer that cannot be read ({why}): \"{shown}\"")
    })?;
    match answer.id.as_ref().filter(|other| !is_same(other, id)) {
        None => Ok(answer),
        Some(other) => {
            let other = excerpt(&other.to_string());
            Err(format!("answered question {other} instead of \"{id}\""))
        }
    }
}

/// Whether an id is the one asked for; a number is as good as its digits.
fn is_same(other: &Value, id: &str) -> bool {
    match other {
        Value::String(other) => other == id,
        Value::Number(other) => other.to_string() == id,
        _ => false,
    }
}

/// Adds the points of an answer to it.
fn read_points(
    pairs: PointEntries,
    board: &Board,
    evaluation: &mut Evaluation,
) -> Result<(), String> {
    let mut worths = PointMap::filled(None);
    let mut named = PointMap::filled(false);
    for (name, value) in pairs.0 {
        let point = read_point(&name)?;
        check_empty(point, board)?;
        if std::mem::replace(&mut named[point], true) {
            return Err(format!("values {point} twice"));
        }
        worths[point] = match value {
            Value::Null => None,
            Value::Object(_) => {
                let (worth, moved) = searched(point, value)?;
                evaluation.searched.push(moved);
                worth
            }
            value => Some(number(&point.to_string(), &value)?),
        };
    }
    let best_first = |moved: &SearchedMove| (Reverse(worths[moved.point]), moved.point);
    evaluation.searched.sort_by_key(best_first);
    evaluation.points = Some(worths);
    Ok(())
}

fn read_point(name: &str) -> Result<Point, String> {
    name.parse().map_err(|error| {
        let why = excerpt(&format!("{error}"));
        format!("values \"{}\", which is no point: {why}", excerpt(name))
    })
}

/// What may stand for a point instead of its value.
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SearchedEntry {
    /// What the point is worth; told by the end, where one was proved.
    #[serde(alias = "score")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<form::AnsweredWorth>"))]
    value: Option<Value>,
    /// The side wins in this number of moves of both sides.
    win_in: Option<u32>,
    /// The side loses in this number of moves of both sides.
    loss_in: Option<u32>,
    /// How many plies were looked ahead.
    depth: Option<u32>,
    /// The moves of both sides from this one on.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Point>"))]
    line: Vec<String>,
}

/// What an engine found out about a point, and its worth: the value, or that of the end.
fn searched(point: Point, value: Value) -> Result<(Option<Worth>, SearchedMove), String> {
    let entry: SearchedEntry = serde_json::from_value(value).map_err(|error| {
        let why = excerpt(&error.to_string());
        format!("says of {point} what cannot be read: {why}")
    })?;
    let end = match (entry.win_in, entry.loss_in) {
        (Some(_), Some(_)) => return Err(format!("says that {point} wins and loses")),
        (Some(moves), None) => Some(ProvedEnd::WinIn(moves)),
        (None, Some(moves)) => Some(ProvedEnd::LossIn(moves)),
        (None, None) => None,
    };
    let value = entry.value.filter(|value| !value.is_null());
    let value = value.map(|value| number(&point.to_string(), &value));
    let line = entry.line.iter().map(|name| read_point(name));
    let moved = SearchedMove {
        point,
        end,
        depth: entry.depth,
        line: line.collect::<Result<_, _>>()?,
    };
    Ok((value.transpose()?.or(end.map(ProvedEnd::worth)), moved))
}

fn number(of: &str, value: &Value) -> Result<Worth, String> {
    value.as_f64().and_then(worth).ok_or_else(|| {
        let value = excerpt(&value.to_string());
        format!("the value of {of} is no number from -10^12 to 10^12: {value}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use renju_core::geometry::Size;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    fn board() -> Board {
        Board::with_stones(Size::RENJU, &[point("H8")], &[point("I9")])
    }

    fn why_not(line: &str) -> String {
        read_json_answer(line, "7", &board()).unwrap_err()
    }

    #[test]
    fn values_are_those_of_the_answer() {
        for id in ["\"id\":\"7\",", "\"id\":7,", "\"id\":null,", ""] {
            let line =
                format!("{{{id}\"points\":{{\"G7\":-3,\"a1\":null}},\"board\":12,\"x\":[]}}");
            let answer = read_json_answer(&line, "7", &board()).unwrap();
            let points = answer.points.unwrap();
            let expected = (Some(12.into()), Some((-3).into()));
            assert_eq!((answer.board, points[point("G7")]), expected);
            assert_eq!(points[point("A1")], None);
        }
        assert!(why_not("{}").contains("neither \"board\" nor \"points\""));
        let least = read_json_answer("{\"board\":-1000000000000}", "7", &board()).unwrap();
        assert_eq!(least.board, Some((-1_000_000_000_000).into()));
    }

    #[test]
    fn fractions_and_what_a_search_found_are_read() {
        let line = "{\"board\":0.62,\"points\":{\"G7\":0.125,\"F6\":{\"score\":0.25,\"depth\":9},\"E5\":{\"win_in\":5,\"line\":[\"E5\",\"D4\"]}}}";
        let answer = read_json_answer(line, "7", &board()).unwrap();
        assert_eq!(answer.board.unwrap().to_string(), "0.62");
        let points = answer.points.unwrap();
        let shown = ["G7", "F6", "E5"].map(|name| points[point(name)].unwrap().to_string());
        assert_eq!(shown, ["0.125", "0.25", "999995"]);
        let [won, other] = &answer.searched[..] else {
            panic!("{:?}", answer.searched)
        };
        assert_eq!(
            (won.point, won.end),
            (point("E5"), Some(ProvedEnd::WinIn(5)))
        );
        assert_eq!(won.line, [point("E5"), point("D4")]);
        assert_eq!((other.depth, other.end), (Some(9), None));
    }

    #[test]
    fn forbidden_points_are_those_of_the_answer() {
        let read = |line| read_json_forbidden(line, "7", &board());
        let line = "{\"id\":7,\"points\":{},\"forbidden\":[\"G7\",\"f8\"]}";
        let expected: PointSet = [point("G7"), point("F8")].into_iter().collect();
        assert_eq!(read(line), Ok(expected));
        assert_eq!(read("{\"forbidden\":[]}"), Ok(PointSet::EMPTY));
        let none = read("{\"board\":3}").unwrap_err();
        assert!(none.contains("no \"forbidden\""), "{none}");
        let taken = read("{\"forbidden\":[\"H8\"]}").unwrap_err();
        assert!(taken.contains("H8, which has a black stone"), "{taken}");
    }

    #[test]
    fn what_cannot_be_true_is_named() {
        for (line, word) in [
            ("G7", "no JSON object: \"G7\""),
            ("[1,2,3]", "no JSON object"),
            ("{\"board\":1", "EOF"),
            ("{\"points\":[1]}", "expected an object of points"),
            ("{\"id\":\"8\"}", "question \"8\" instead of \"7\""),
            ("{\"board\":1e13}", "the board is no number"),
            (
                "{\"points\":{\"G7\":{\"win_in\":-3}}}",
                "of G7 what cannot be read",
            ),
            (
                "{\"points\":{\"G7\":{\"win_in\":3,\"loss_in\":4}}}",
                "G7 wins and loses",
            ),
            (
                "{\"points\":{\"G7\":{\"line\":[\"x\"]}}}",
                "\"x\", which is no point",
            ),
            ("{\"board\":1000000000001}", "1000000000001"),
            ("{\"board\":9223372036854775808}", "the board is no number"),
            ("{\"points\":{\"G7\":\"3\"}}", "G7 is no number"),
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
