use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::board::Color;
use crate::eval::{Evaluation, Evaluator, EvaluatorInfo, Failure, FailureKind};
use crate::notation::{Format, write};
use crate::position::{Position, Setup};

use super::answer;
use super::command_line::{CommandLine, EngineError};
use super::engine_process::{AnswerLimits, EngineProcess};
use super::info::engine_info;

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

    /// Asks a child that has answered before. If it ended by itself instead, a fresh one is asked.
    fn ask_again(
        &self,
        mut child: EngineProcess,
        question: &Question,
    ) -> Result<Evaluation, Failure> {
        match self.exchange(&mut child, question) {
            Err(failure) if failure.kind == FailureKind::Crashed => {
                child.check_exit()?;
                self.ask(question)
            }
            Err(failure) => Err(failure),
            Ok(evaluation) => {
                self.idle().push(child);
                Ok(evaluation)
            }
        }
    }

    /// Asks a fresh child, and keeps it if the answer is good.
    fn ask(&self, question: &Question) -> Result<Evaluation, Failure> {
        let mut child = EngineProcess::start(&self.words)?;
        let evaluation = self.exchange(&mut child, question)?;
        self.idle().push(child);
        Ok(evaluation)
    }

    fn exchange(
        &self,
        child: &mut EngineProcess,
        question: &Question,
    ) -> Result<Evaluation, Failure> {
        let mut limits = AnswerLimits::new(self.time);
        child.send(question.line.clone());
        let line = child.receive(&mut limits)?;
        answer::read(&line, &question.id, question.position.board())
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
        match self.waiting()? {
            Some(child) => self.ask_again(child, &question),
            None => self.ask(&question),
        }
    }
}
