use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::board::{Board, Color};
use crate::eval::{Evaluation, Evaluator, EvaluatorInfo, Failure, FailureKind, PointValues};
use crate::geometry::{Point, PointMap};
use crate::notation::{Format, excerpt, write};
use crate::position::{Position, Setup};

use super::answer::{MAX_VALUE, check_empty, engine_info, invalid_answer};
use super::engine_process::{AnswerLimits, CommandLine, EngineError, EngineProcess};

/// A program that answers JSON lines.
///
/// It reads a position line, whose `to_move` is the side asked about, and prints a line
/// `{"id":..,"board":..,"points":{"G7":300,..}}`: what the board and the empty points are worth to
/// that side. `board`, `points` and any point may be missing or `null`; values are whole numbers
/// from -10^12 to 10^12. `id`, where it is there, is that of the question.
///
/// ```text
/// {"id":"1","size":15,"rule":"renju","to_move":"black","black":["H8"],"white":["I9"]}
/// {"id":"1","board":12,"points":{"G7":300,"I7":280}}
/// ```
///
/// A child lives on after a good answer and is asked again; threads that ask at the same time have
/// one child each. After a failure it is killed, and the next question starts another. So it is,
/// silently, if it ended or printed something since its last answer, and with the same question
/// once more, if it ends before it answers its second question or a later one: a program may serve
/// one question and leave.
#[derive(Debug)]
pub struct JsonEngine {
    info: EvaluatorInfo,
    words: CommandLine,
    time: Duration,
    /// Children that wait for their next question.
    idle: Mutex<Vec<EngineProcess>>,
    asked: AtomicU64,
}

impl JsonEngine {
    /// The program of a command, with `time` for each answer.
    ///
    /// # Errors
    ///
    /// If there is no program, or the quotes do not match.
    pub fn new(command: &str, time: Duration) -> Result<JsonEngine, EngineError> {
        let info = engine_info(
            command.to_owned(),
            format!("the command {command:?}"),
            "unknown; the engine's own",
            "what the engine serves",
        );
        Ok(JsonEngine {
            info,
            words: CommandLine::split(command)?,
            time,
            idle: Mutex::default(),
            asked: AtomicU64::new(0),
        })
    }

    fn idle(&self) -> MutexGuard<'_, Vec<EngineProcess>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A child that has answered before and is ready for more; `None` if there is none.
    ///
    /// One that ended by itself after its answer is let go, as a program for one question may. One
    /// that was killed or failed is a crash.
    fn waiting(&self) -> Result<Option<EngineProcess>, Failure> {
        loop {
            let Some(mut child) = self.idle().pop() else {
                return Ok(None);
            };
            if child.is_ready() {
                return Ok(Some(child));
            }
            child.check_exit()?;
        }
    }

    fn exchange(
        &self,
        child: &mut EngineProcess,
        question: &Question,
    ) -> Result<Evaluation, Failure> {
        let mut limits = AnswerLimits::new(self.time);
        child.send(question.line.clone());
        let line = child.receive(&mut limits)?;
        read(&line, &question.id, question.position.board()).map_err(invalid_answer)
    }
}

/// A position line, and what its answer is held against.
struct Question<'a> {
    id: String,
    position: &'a Position,
    line: String,
}

impl Question<'_> {
    fn new(id: String, position: &Position, side: Color) -> Question<'_> {
        let board = position.board();
        let setup = Setup {
            id: Some(id.clone()),
            size: Some(board.size()),
            rule: Some(position.rule()),
            to_move: Some(side),
            black: board.stones(Color::Black).iter().collect(),
            white: board.stones(Color::White).iter().collect(),
            ..Setup::default()
        };
        let bytes = write(&setup, Format::Jsonl).expect("the line says all of such a set-up");
        let line = String::from_utf8(bytes).expect("JSON is text");
        Question { id, position, line }
    }
}

impl Evaluator for JsonEngine {
    fn info(&self) -> &EvaluatorInfo {
        &self.info
    }

    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure> {
        let number = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        let question = Question::new(number.to_string(), position, side);
        if let Some(mut child) = self.waiting()? {
            match self.exchange(&mut child, &question) {
                // If it ended by itself instead of answering, a fresh one is asked.
                Err(failure) if failure.kind == FailureKind::Crashed => child.check_exit()?,
                answer => return answer.inspect(|_| self.idle().push(child)),
            }
        }
        let mut child = EngineProcess::start(&self.words)?;
        let answer = self.exchange(&mut child, &question);
        answer.inspect(|_| self.idle().push(child))
    }
}

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

/// Reads the answer to the question called `id` about `board`, or tells what is wrong with it.
fn read(line: &str, id: &str, board: &Board) -> Result<Evaluation, String> {
    let shown = excerpt(line);
    if !line.starts_with('{') {
        return Err(format!("answered no JSON object: \"{shown}\""));
    }
    let answer: JsonAnswer = serde_json::from_str(line).map_err(|error| {
        let why = excerpt(&error.to_string());
        format!("answered what cannot be read ({why}): \"{shown}\"")
    })?;
    if let Some(other) = answer.id.filter(|other| !is_same(other, id)) {
        let other = excerpt(&other.to_string());
        return Err(format!("answered question {other} instead of \"{id}\""));
    }
    let value = answer.board.map(|value| whole("the board", &value));
    let points = answer.points.map(|pairs| values(pairs, board));
    let evaluation = Evaluation {
        board: value.transpose()?,
        points: points.transpose()?,
    };
    if evaluation == Evaluation::default() {
        return Err(format!(
            "answered neither \"board\" nor \"points\": \"{shown}\""
        ));
    }
    Ok(evaluation)
}

/// Whether an id is the one asked for; a number is as good as its digits.
fn is_same(other: &Value, id: &str) -> bool {
    match other {
        Value::String(other) => other == id,
        Value::Number(other) => other.to_string() == id,
        _ => false,
    }
}

fn values(pairs: PointEntries, board: &Board) -> Result<PointValues, String> {
    let mut values = PointMap::filled(None);
    let mut named = PointMap::filled(false);
    for (name, value) in pairs.0 {
        let point: Point = name.parse().map_err(|error| {
            let why = excerpt(&format!("{error}"));
            format!("values \"{}\", which is no point: {why}", excerpt(&name))
        })?;
        check_empty(point, board)?;
        if std::mem::replace(&mut named[point], true) {
            return Err(format!("values {point} twice"));
        }
        if !value.is_null() {
            values[point] = Some(whole(&point.to_string(), &value)?);
        }
    }
    Ok(values)
}

fn whole(of: &str, value: &Value) -> Result<i64, String> {
    let number = value.as_i64();
    let number = number.filter(|number| (-MAX_VALUE..=MAX_VALUE).contains(number));
    number.ok_or_else(|| {
        let value = excerpt(&value.to_string());
        format!("the value of {of} is no whole number from -10^12 to 10^12: {value}")
    })
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
        read(line, "7", &board()).unwrap_err()
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
        assert!(why_not("{}").contains("neither \"board\" nor \"points\""));
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
