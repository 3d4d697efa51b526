//! Engines that answer JSON lines: one position a line, and a line of values for each.

use std::cmp::Reverse;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use renju_core::board::{Board, Color};
use renju_core::geometry::{Point, PointMap};
use renju_core::position::{Position, PositionId, Setup};
use renju_engine::eval::{
    Evaluation, Evaluator, EvaluatorInfo, Failure, FailureKind, ProvedEnd, SearchedMove, Worth,
};
use renju_formats::{Format, excerpt, write};

use super::answer::{check_empty, engine_info, invalid_answer, worth};
use super::engine_process::{AnswerLimits, EngineProcess};
use super::engine_settings::EngineSettings;
use super::engine_spec::{CommandLine, EngineProtocol, EngineSpec};
use super::gomocup_words::is_refusal;
use super::idle::Idle;

/// A program that answers JSON lines.
///
/// It reads a position line, whose `to_move` is the side asked about, and prints a line
/// `{"id":..,"board":..,"points":{"G7":300,..}}`: what the board and the empty points are worth to
/// that side. `board`, `points` and any point may be missing or `null`; values are numbers from
/// -10^12 to 10^12, such as a win rate. A point may have an object instead: its `value`, and what a
/// search found out, `win_in` or `loss_in` (moves of both sides), `depth` and `line`. `id`, where
/// it is there, is that of the question.
///
/// ```text
/// {"id":"1","size":15,"rule":"renju","to_move":"black","black":["H8"],"white":["I9"]}
/// {"id":"1","board":0.62,"points":{"G7":0.7,"I7":{"win_in":3,"line":["I7","G9","J6"]}}}
/// ```
///
/// Lines before the first answer that are no JSON are passed over: a program may greet.
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
    options: EngineSettings,
    idle: Idle<JsonChild>,
    asked: AtomicU64,
    /// Whether a child had its time to start and did not answer: the next ones have none.
    is_slow: AtomicBool,
}

/// A child, which has time to start until its first answer.
#[derive(Debug)]
struct JsonChild {
    process: EngineProcess,
    has_answered: bool,
}

impl JsonChild {
    /// Its next line; before its first answer what is no JSON is passed over, as a greeting is.
    fn next_answer(&mut self, limits: &mut AnswerLimits) -> Result<String, Failure> {
        loop {
            let line = self.process.receive(limits)?;
            if self.has_answered || line.starts_with('{') {
                return Ok(line);
            }
            let is_refused = is_refusal(&line);
            self.process.pass_over(line);
            if is_refused {
                return Err(invalid_answer("answered no JSON object".to_owned()));
            }
        }
    }

    /// Fails if it was killed or ended with an error.
    fn check_exit(&mut self) -> Result<(), Failure> {
        let exit = self.process.check_exit();
        exit.map_err(|failure| self.process.explain(failure))
    }
}

impl JsonEngine {
    /// An engine, which is asked in JSON whatever it says of its own.
    pub fn new(spec: &EngineSpec, options: EngineSettings) -> JsonEngine {
        let info = engine_info(
            spec.name().to_owned(),
            format!("the command {:?}", spec.program),
            "unknown; the engine's own",
            "what the engine serves",
        );
        JsonEngine {
            info,
            words: spec.words.clone(),
            options,
            idle: Idle::default(),
            asked: AtomicU64::new(0),
            is_slow: AtomicBool::new(false),
        }
    }

    /// Starts a child, if none waits.
    ///
    /// # Errors
    ///
    /// If the program cannot be started.
    pub fn start(&self) -> Result<(), Failure> {
        if self.idle.is_empty() {
            self.idle.put(self.fresh()?);
        }
        Ok(())
    }

    fn fresh(&self) -> Result<JsonChild, Failure> {
        Ok(JsonChild {
            process: EngineProcess::start(&self.words, self.options)?,
            has_answered: false,
        })
    }

    /// A child that waits and is ready for a question; `None` if there is none.
    ///
    /// One that ended by itself after its answer is let go, as a program for one question may. One
    /// that was killed or failed is a crash.
    fn waiting(&self) -> Result<Option<JsonChild>, Failure> {
        loop {
            let Some(mut child) = self.idle.take() else {
                return Ok(None);
            };
            // Of one that was started ahead the first line tells.
            if !child.has_answered || child.process.is_ready() {
                return Ok(Some(child));
            }
            child.check_exit()?;
        }
    }

    fn exchange(
        &self,
        child: &mut JsonChild,
        question: &JsonQuestion,
        time: Duration,
    ) -> Result<Evaluation, Failure> {
        let mut limits = AnswerLimits::new(time);
        if !child.has_answered && !self.is_slow.load(Ordering::Relaxed) {
            limits = limits.with_start(self.options.start);
        }
        child.process.send(question.line.clone());
        let line = child.next_answer(&mut limits).inspect_err(|failure| {
            let is_too_late = !child.has_answered && failure.kind == FailureKind::Timeout;
            self.is_slow.fetch_or(is_too_late, Ordering::Relaxed);
        })?;
        read_json_answer(&line, &question.id, question.position.board()).map_err(invalid_answer)
    }

    /// The answer of a child, which waits for more if it is a good one.
    fn finish(
        &self,
        mut child: JsonChild,
        answer: Result<Evaluation, Failure>,
    ) -> Result<Evaluation, Failure> {
        let answer = answer.map_err(|failure| {
            if child.has_answered {
                child.process.explain(failure)
            } else {
                let asked = EngineProtocol::Json;
                child.process.explain_first(failure, asked)
            }
        })?;
        child.has_answered = true;
        self.idle.put(child);
        Ok(answer)
    }
}

/// A position line, and what its answer is held against.
pub(super) struct JsonQuestion<'a> {
    id: String,
    position: &'a Position,
    pub(super) line: String,
}

impl JsonQuestion<'_> {
    pub(super) fn new(id: String, position: &Position, side: Color) -> JsonQuestion<'_> {
        let board = position.board();
        let setup = Setup {
            id: Some(PositionId::from(&id)),
            size: Some(board.size()),
            rule: Some(position.rule()),
            to_move: Some(side),
            black: board.stones(Color::Black).iter().collect(),
            white: board.stones(Color::White).iter().collect(),
            ..Setup::default()
        };
        let bytes = write(&setup, Format::Jsonl).expect("the line says all of such a set-up");
        let line = String::from_utf8(bytes).expect("JSON is text");
        JsonQuestion { id, position, line }
    }
}

impl Evaluator for JsonEngine {
    fn info(&self) -> &EvaluatorInfo {
        &self.info
    }

    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure> {
        self.evaluate_within(position, side, self.options.time)
    }
}

impl JsonEngine {
    /// The values of a position to a side, within a time.
    pub(super) fn evaluate_within(
        &self,
        position: &Position,
        side: Color,
        time: Duration,
    ) -> Result<Evaluation, Failure> {
        let number = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        let question = JsonQuestion::new(number.to_string(), position, side);
        if let Some(mut child) = self.waiting()? {
            match self.exchange(&mut child, &question, time) {
                // If it ended by itself instead of answering, a fresh one is asked.
                Err(failure) if child.has_answered && failure.kind == FailureKind::Crashed => {
                    child.check_exit()?;
                }
                answer => return self.finish(child, answer),
            }
        }
        let mut child = self.fresh()?;
        let answer = self.exchange(&mut child, &question, time);
        self.finish(child, answer)
    }
}

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

/// Reads a line as the answer to the question called `id` about `board`, as [`JsonEngine`] does: to
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
    let value = answer.board.map(|value| number("the board", &value));
    let mut evaluation = Evaluation {
        board: value.transpose()?,
        ..Evaluation::default()
    };
    if let Some(pairs) = answer.points {
        read_points(pairs, board, &mut evaluation)?;
    }
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
