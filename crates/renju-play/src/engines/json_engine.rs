//! Engines that answer JSON lines: one position a line, and a line of values for each.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use renju_core::board::{Board, Color};
use renju_core::geometry::PointSet;
use renju_core::position::{Position, PositionId, Setup};
use renju_engine::eval::{Evaluation, Evaluator, EvaluatorInfo, Failure, FailureKind};
use renju_formats::{Format, write};

use super::answer::{engine_info, invalid_answer};
use super::engine_process::{AnswerLimits, EngineProcess};
use super::engine_settings::EngineSettings;
use super::engine_spec::{CommandLine, EngineProtocol, EngineSpec};
use super::gomocup_words::is_refusal;
use super::idle::Idle;
use super::json_answer::{read_json_answer, read_json_forbidden};

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
/// A program that knows forbidden points may add those of Black, `"forbidden":["H8",..]`, which
/// [`forbidden`](JsonEngine::forbidden) asks for.
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

/// Reads the line of an answer to the question with this id, about this board.
type ReadLine<T> = fn(&str, &str, &Board) -> Result<T, String>;

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

    fn exchange<T>(
        &self,
        child: &mut JsonChild,
        question: &JsonQuestion<'_>,
        time: Duration,
        read: ReadLine<T>,
    ) -> Result<T, Failure> {
        let mut limits = AnswerLimits::new(time);
        if !child.has_answered && !self.is_slow.load(Ordering::Relaxed) {
            limits = limits.with_start(self.options.start);
        }
        child.process.send(question.line.clone());
        let line = child.next_answer(&mut limits).inspect_err(|failure| {
            let is_too_late = !child.has_answered && failure.kind == FailureKind::Timeout;
            self.is_slow.fetch_or(is_too_late, Ordering::Relaxed);
        })?;
        read(&line, &question.id, question.position.board()).map_err(invalid_answer)
    }

    /// The answer of a child, which waits for more if it is a good one.
    fn finish<T>(&self, mut child: JsonChild, answer: Result<T, Failure>) -> Result<T, Failure> {
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
        self.ask(position, side, time, read_json_answer)
    }

    /// The points that the program says Black may not play: `"forbidden":["H8",..]` in its answer.
    ///
    /// # Errors
    ///
    /// If it does not answer, or its answer has no such list.
    pub fn forbidden(&self, position: &Position) -> Result<PointSet, Failure> {
        self.ask(
            position,
            Color::Black,
            self.options.time,
            read_json_forbidden,
        )
    }

    fn ask<T>(
        &self,
        position: &Position,
        side: Color,
        time: Duration,
        read: ReadLine<T>,
    ) -> Result<T, Failure> {
        let number = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        let question = JsonQuestion::new(number.to_string(), position, side);
        if let Some(mut child) = self.waiting()? {
            match self.exchange(&mut child, &question, time, read) {
                // If it ended by itself instead of answering, a fresh one is asked.
                Err(failure) if child.has_answered && failure.kind == FailureKind::Crashed => {
                    child.check_exit()?;
                }
                answer => return self.finish(child, answer),
            }
        }
        let mut child = self.fresh()?;
        let answer = self.exchange(&mut child, &question, time, read);
        self.finish(child, answer)
    }
}
