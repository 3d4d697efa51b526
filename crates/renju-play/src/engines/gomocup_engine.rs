//! Gomocup engines as evaluators: sends a position, and reads moves and values from the replies.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use renju_core::board::Color;
use renju_core::geometry::{Point, PointMap, PointSet, Size};
use renju_core::position::Position;
use renju_core::rule::Rule;
use renju_engine::eval::{
    Evaluation, Evaluator, EvaluatorInfo, Failure, FailureKind, SearchedMove, Worth,
};
use renju_formats::{GomocupPoint, excerpt};

use super::answer::{check_empty, engine_info, invalid_answer};
use super::engine_process::{AnswerLimits, EngineProcess, says};
use super::engine_settings::EngineSettings;
use super::engine_spec::{CommandLine, EngineProtocol, EngineSpec};
use super::gomocup_board::{END, check, stones_text};
use super::gomocup_reply::{GomocupReply, ReplyReader, SearchLog, forbidden_of};
use super::idle::Idle;

/// How long an engine may take to end after its last answer.
const GRACE: Duration = Duration::from_millis(100);
/// How long an engine that runs may take to get ready for another game.
const RESTART: Duration = Duration::from_secs(5);

/// An engine that speaks the protocol of the Gomocup tournament.
///
/// Asked for several points ([`EngineSettings::points`]) it is given the position by `YXBOARD` and
/// asked by `YXNBEST`; an engine that knows neither, or is asked for one, plays its move by `BOARD`
/// or `BEGIN`, and that move alone has a value. Values are looked for in `MESSAGE` and `DEBUG`
/// lines after `ev`, `eval`, `score` or `value`, in numbered lines, and in `INFO EVAL`; the move
/// has no value where nothing was printed. Lines and depths are kept where they are told.
///
/// A process lives on and is asked about the next position after `RESTART`, or `START` where it
/// does not know that; one that knows `YXNBEST` empties its table first. If it gets ready for no
/// second game, each question has a process of its own. Getting ready does not count as thinking,
/// for which it is told four fifths of the time limit, of a
/// short one less.
///
/// The protocol has no colours. An engine finds its own from the stones, which matters under renju
/// only; there a side that is not to move by them is refused.
#[derive(Debug)]
pub struct GomocupEngine {
    info: EvaluatorInfo,
    words: CommandLine,
    options: EngineSettings,
    idle: Idle<GomocupProcess>,
    manners: Manners,
}

/// What has been found out about an engine.
#[derive(Debug, Default)]
struct Manners {
    /// It has told several points.
    tells_several: AtomicBool,
    /// It does not know how to.
    tells_one: AtomicBool,
    /// It has got ready for a second game.
    serves_again: AtomicBool,
    /// It did not, and said nothing.
    serves_once: AtomicBool,
    /// A process had its time to start and did not answer: the next ones have none.
    is_slow: AtomicBool,
}

/// A process and what it is in the middle of.
#[derive(Debug)]
struct GomocupProcess {
    process: EngineProcess,
    /// The size of its last game; `None` if it was never asked.
    size: Option<Size>,
    /// Whether it has answered, and so has started for good: a table is made at its first move.
    has_answered: bool,
    /// Whether replies to an earlier question may still come.
    is_behind: bool,
}

/// How a question is put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GomocupQuestion {
    /// For this number of points.
    Several(usize),
    /// For a move.
    Move,
}

/// Why there is no answer.
enum Unanswered {
    /// The engine does not know this way to ask.
    NotKnown,
    Failed(Failure),
}

impl From<Failure> for Unanswered {
    fn from(failure: Failure) -> Unanswered {
        Unanswered::Failed(failure)
    }
}

impl GomocupEngine {
    /// An engine, which is asked by this protocol whatever it says of its own.
    pub fn new(spec: &EngineSpec, options: EngineSettings) -> GomocupEngine {
        GomocupEngine {
            info: info(spec.name(), &spec.program),
            words: spec.words.clone(),
            options,
            idle: Idle::default(),
            manners: Manners::default(),
        }
    }

    /// Starts a process, if none waits.
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

    fn fresh(&self) -> Result<GomocupProcess, Failure> {
        Ok(GomocupProcess {
            process: EngineProcess::start(&self.words, self.options)?,
            size: None,
            has_answered: false,
            is_behind: false,
        })
    }

    /// A process that is ready for a game: one that waits, if it can be used again.
    fn session(&self, size: Size) -> Result<GomocupProcess, Failure> {
        while let Some(mut session) = self.idle.take() {
            let is_new = session.size.is_none();
            match self.begin(&mut session, size) {
                Ok(()) => return Ok(session),
                Err(failure) if is_new => return Err(explain_first(session, failure)),
                // One that ended is started again; one that is busy with an old table is waited for.
                Err(failure) => {
                    let is_deaf = failure.kind == FailureKind::Timeout;
                    self.manners
                        .serves_once
                        .fetch_or(is_deaf, Ordering::Relaxed);
                }
            }
        }
        let mut session = self.fresh()?;
        match self.begin(&mut session, size) {
            Ok(()) => Ok(session),
            Err(failure) => Err(explain_first(session, failure)),
        }
    }

    /// Starts a game, and waits until the engine is ready for it.
    fn begin(&self, session: &mut GomocupProcess, size: Size) -> Result<(), Failure> {
        let is_new = session.size.is_none();
        let start = self.options.start.saturating_add(self.options.time);
        let is_trusted = is_new || self.manners.serves_again.load(Ordering::Relaxed);
        let time = if is_trusted {
            start
        } else {
            start.min(RESTART)
        };
        let mut replies = ReplyReader::new(AnswerLimits::new(time));
        let start = format!("START {}{END}", size.get());
        let mut may_restart = session.size == Some(size) && !session.is_behind;
        session.process.send(if may_restart {
            self.restart()
        } else {
            start.clone()
        });
        loop {
            match replies.next(&mut session.process)? {
                GomocupReply::Ready => {
                    self.manners
                        .serves_again
                        .fetch_or(!is_new, Ordering::Relaxed);
                    session.size = Some(size);
                    session.is_behind = false;
                    return Ok(());
                }
                GomocupReply::Refusal(_) | GomocupReply::Unknown if may_restart => {
                    may_restart = false;
                    session.process.send(start.clone());
                }
                GomocupReply::Unknown => {}
                // What is left of an earlier question.
                _ if session.is_behind => {}
                GomocupReply::Refusal(line) => {
                    return Err(Failure::new(FailureKind::Unsupported, says(&line)));
                }
                // It greets, or has not heard of the new game yet.
                GomocupReply::Other(line) | GomocupReply::Move(_, line) => {
                    session.process.pass_over(line);
                }
            }
        }
    }

    /// The command for another game on the same board, with an empty table where there is one.
    fn restart(&self) -> String {
        if self.manners.tells_several.load(Ordering::Relaxed) {
            format!("YXHASHCLEAR{END}RESTART{END}")
        } else {
            format!("RESTART{END}")
        }
    }

    /// Puts a question and reads the answer.
    fn ask(
        &self,
        session: &mut GomocupProcess,
        position: &Position,
        side: Color,
        question: GomocupQuestion,
    ) -> Result<Evaluation, Unanswered> {
        session.process.send(self.text(position, side, question));
        let mut limits = AnswerLimits::new(self.options.time);
        if !session.has_answered && !self.manners.is_slow.load(Ordering::Relaxed) {
            limits = limits.with_start(self.options.start);
        }
        let mut replies = ReplyReader::new(limits);
        loop {
            let reply = replies.next(&mut session.process).inspect_err(|failure| {
                let is_too_late = !session.has_answered && failure.kind == FailureKind::Timeout;
                self.manners
                    .is_slow
                    .fetch_or(is_too_late, Ordering::Relaxed);
            });
            match reply? {
                GomocupReply::Unknown | GomocupReply::Refusal(_)
                    if question != GomocupQuestion::Move =>
                {
                    session.is_behind = true;
                    return Err(Unanswered::NotKnown);
                }
                GomocupReply::Ready | GomocupReply::Unknown => {}
                GomocupReply::Refusal(line) | GomocupReply::Other(line) => {
                    return Err(invalid_answer(says(&line)).into());
                }
                GomocupReply::Move(at, line) => {
                    session.has_answered = true;
                    return Ok(evaluation(at, &line, &replies.log, position, question)?);
                }
            }
        }
    }

    /// The limits, the rule, the stones and the question.
    fn text(&self, position: &Position, side: Color, question: GomocupQuestion) -> String {
        let turn = thinking_time(self.options.time).as_millis();
        let turn = turn.min(i32::MAX as u128);
        let rule = match position.rule() {
            Rule::Freestyle => 0,
            Rule::Standard => 1,
            Rule::Renju => 4,
        };
        let mut text = String::new();
        for info in [
            format!("timeout_turn {turn}"),
            "timeout_match 0".to_owned(),
            format!("time_left {}", i32::MAX),
            "max_memory 0".to_owned(),
            format!("rule {rule}"),
        ] {
            let _ = write!(text, "INFO {info}{END}");
        }
        for info in [
            self.options.nodes.map(|nodes| format!("max_node {nodes}")),
            self.options.depth.map(|depth| format!("max_depth {depth}")),
        ] {
            let _ = info.map(|info| write!(text, "INFO {info}{END}"));
        }
        let is_first = position.board().empties().len() == position.board().size().area();
        match question {
            GomocupQuestion::Several(count) => {
                let stones = stones_text("YXBOARD", position, side);
                let _ = write!(text, "INFO show_detail 2{END}{stones}YXNBEST {count}{END}");
            }
            GomocupQuestion::Move if is_first => {
                let _ = write!(text, "BEGIN{END}");
            }
            GomocupQuestion::Move => text += &stones_text("BOARD", position, side),
        }
        text
    }

    /// Several points, if they are wanted and the engine knows how to tell them; `None` if not.
    fn several(&self, position: &Position, side: Color) -> Result<Option<Evaluation>, Failure> {
        let Manners {
            tells_several,
            tells_one,
            ..
        } = &self.manners;
        if self.options.points < 2 || tells_one.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let mut session = self.session(position.board().size())?;
        let question = GomocupQuestion::Several(self.options.points);
        match self.ask(&mut session, position, side, question) {
            Ok(answer) => {
                tells_several.store(true, Ordering::Relaxed);
                self.keep(session);
                Ok(Some(answer))
            }
            Err(Unanswered::NotKnown) => {
                let knew = tells_several.load(Ordering::Relaxed);
                tells_one.store(!knew, Ordering::Relaxed);
                self.keep(session);
                Ok(None)
            }
            // It may have passed over commands that it does not know.
            Err(Unanswered::Failed(failure))
                if failure.kind == FailureKind::Timeout
                    && !tells_several.load(Ordering::Relaxed) =>
            {
                tells_one.store(true, Ordering::Relaxed);
                Ok(None)
            }
            Err(Unanswered::Failed(failure)) => Err(session.process.explain(failure)),
        }
    }

    /// The points that the engine says Black may not play, asked by `YXSHOWFORBID`.
    ///
    /// # Errors
    ///
    /// If it does not know the command or does not answer, and for a board on which it could not be
    /// Black's move.
    pub fn forbidden(&self, position: &Position) -> Result<PointSet, Failure> {
        check(position, Color::Black)?;
        let size = position.board().size();
        let mut session = self.session(size)?;
        let stones = stones_text("YXBOARD", position, Color::Black);
        let asked = format!("INFO rule 4{END}{stones}YXSHOWFORBID{END}");
        session.process.send(asked);
        let mut replies = ReplyReader::new(AnswerLimits::new(self.options.time));
        let answer = loop {
            match replies.next(&mut session.process) {
                Err(failure) => break Err(failure),
                Ok(GomocupReply::Ready) => {}
                Ok(GomocupReply::Other(line)) => {
                    let points = forbidden_of(&line, size);
                    break points.ok_or_else(|| invalid_answer(says(&line)));
                }
                Ok(GomocupReply::Refusal(line) | GomocupReply::Move(_, line)) => {
                    break Err(invalid_answer(says(&line)));
                }
                Ok(GomocupReply::Unknown) => {
                    break Err(invalid_answer("does not know YXSHOWFORBID".to_owned()));
                }
            }
        };
        match answer {
            Ok(points) => {
                self.keep(session);
                Ok(points)
            }
            Err(failure) => Err(session.process.explain(failure)),
        }
    }

    /// Lets a process wait for the next question, or ends it.
    fn keep(&self, session: GomocupProcess) {
        if self.manners.serves_once.load(Ordering::Relaxed) {
            session.quit();
        } else {
            self.idle.put(session);
        }
    }
}

fn explain_first(mut session: GomocupProcess, failure: Failure) -> Failure {
    let process = &mut session.process;
    process.explain_first(failure, EngineProtocol::Gomocup)
}

impl GomocupProcess {
    fn quit(self) {
        self.process.quit(&format!("END{END}"), GRACE);
    }
}

impl Drop for GomocupEngine {
    fn drop(&mut self) {
        while let Some(session) = self.idle.take() {
            session.quit();
        }
    }
}

/// The time limit that an engine is sent: four fifths; of a short one less, but half of it.
fn thinking_time(limit: Duration) -> Duration {
    const SLACK: Duration = Duration::from_millis(200);
    let slack = (limit / 5).max(SLACK).min(limit / 2);
    limit.saturating_sub(slack)
}

/// Reads what an engine prints after a question about `position`, for `points` points, up to the move
/// that ends its answer, as [`GomocupEngine`] does; `None` if there is no such move.
///
/// ```
/// use renju_play::engines::read_gomocup_answer;
/// use renju_core::geometry::Size;
/// use renju_core::position::Position;
/// use renju_core::rule::Rule;
///
/// let position = Position::new(Size::RENJU, Rule::Freestyle);
/// let lines = ["MESSAGE depth 9-14 ev 23 pv H8 G7", "7,7"];
/// let answer = read_gomocup_answer(lines, &position, 1)?.expect("a move is there");
/// assert_eq!(answer.searched[0].depth, Some(9));
/// # Ok::<(), renju_engine::eval::Failure>(())
/// ```
///
/// # Errors
///
/// If the engine refuses the question, or the move is none that could be played.
pub fn read_gomocup_answer<'a>(
    lines: impl IntoIterator<Item = &'a str>,
    position: &Position,
    points: usize,
) -> Result<Option<Evaluation>, Failure> {
    let mut log = SearchLog::default();
    for line in lines {
        match log.read(line.to_owned()) {
            None | Some(GomocupReply::Ready | GomocupReply::Unknown) => {}
            Some(GomocupReply::Refusal(line) | GomocupReply::Other(line)) => {
                return Err(invalid_answer(says(&line)));
            }
            Some(GomocupReply::Move(at, line)) => {
                let question = GomocupQuestion::Several(points.max(1));
                return evaluation(at, &line, &log, position, question).map(Some);
            }
        }
    }
    Ok(None)
}

/// The answer that a move ends, with what was told before it.
fn evaluation(
    at: GomocupPoint,
    line: &str,
    log: &SearchLog,
    position: &Position,
    question: GomocupQuestion,
) -> Result<Evaluation, Failure> {
    let board = position.board();
    let played = at.point(board.size()).ok_or_else(|| {
        let line = excerpt(line);
        invalid_answer(format!("plays \"{line}\", which is no point of the board"))
    })?;
    check_empty(played, board).map_err(invalid_answer)?;
    let count = match question {
        GomocupQuestion::Several(count) => count,
        GomocupQuestion::Move => 1,
    };
    let told = log.moves(played, board, count).into_iter();
    let mut told: Vec<_> = told.map(|(worth, moved)| (Some(worth), moved)).collect();
    if told.first().is_none_or(|(_, moved)| moved.point != played) {
        told.insert(0, unexplained(played, log));
        told.truncate(count);
    }
    let mut points = PointMap::filled(None);
    for (worth, moved) in &told {
        points[moved.point] = *worth;
    }
    Ok(Evaluation {
        board: points[played],
        points: Some(points),
        searched: told.into_iter().map(|(_, moved)| moved).collect(),
    })
}

/// The move that an engine plays without a line: its score is the last that was told, if one was.
fn unexplained(played: Point, log: &SearchLog) -> (Option<Worth>, SearchedMove) {
    let worth = log.score.map(|score| score.worth);
    let moved = SearchedMove {
        point: played,
        end: log.score.and_then(|score| score.end),
        depth: None,
        line: vec![played],
    };
    (worth, moved)
}

/// The info of an engine.
fn info(name: &str, command: &str) -> EvaluatorInfo {
    engine_info(
        name.to_owned(),
        format!("the command {command:?}, by the Gomocup protocol"),
        "as the engine prints it; a win announced in N moves is 1000000 - N, a loss N - 1000000; no value where it prints none",
        "what the engine serves; the points it gives, or its best move only; under renju the side whose turn the stones say",
    )
}

impl Evaluator for GomocupEngine {
    fn info(&self) -> &EvaluatorInfo {
        &self.info
    }

    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure> {
        check(position, side)?;
        if let Some(answer) = self.several(position, side)? {
            return Ok(answer);
        }
        let mut session = self.session(position.board().size())?;
        match self.ask(&mut session, position, side, GomocupQuestion::Move) {
            Ok(answer) => {
                self.keep(session);
                Ok(answer)
            }
            Err(Unanswered::Failed(failure)) => {
                // Time was too short for either question.
                let is_slow = failure.kind == FailureKind::Timeout;
                self.manners
                    .tells_one
                    .fetch_and(!is_slow, Ordering::Relaxed);
                Err(session.process.explain(failure))
            }
            Err(Unanswered::NotKnown) => Err(invalid_answer("does not know BOARD".to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use renju_core::position::{PositionOverrides, Setup};

    fn text(time: Duration, question: GomocupQuestion) -> String {
        let options = EngineSettings {
            time,
            ..EngineSettings::default()
        };
        let engine = GomocupEngine::new(&"x".parse().unwrap(), options);
        let empty = Position::from_setup(&Setup::default(), &PositionOverrides::default());
        engine.text(&empty.unwrap(), Color::Black, question)
    }

    #[test]
    fn limits_and_rule_are_told() {
        let told = text(Duration::from_secs(5), GomocupQuestion::Move);
        assert!(told.contains("INFO timeout_turn 4000"), "{told}");
        assert!(told.contains("INFO rule 4"), "{told}");
        assert!(told.ends_with(&format!("BEGIN{END}")), "{told}");
        assert!(!told.contains("max_node"), "{told}");
        let told = text(Duration::from_millis(300), GomocupQuestion::Move);
        assert!(told.contains("INFO timeout_turn 150"), "{told}");
        let told = text(Duration::MAX, GomocupQuestion::Several(3)).replace(END, " ");
        assert!(told.contains("INFO timeout_turn 2147483647"), "{told}");
        assert!(told.ends_with("YXBOARD DONE YXNBEST 3 "), "{told}");
    }

    #[test]
    fn nodes_and_depth_are_told_where_they_are_limited() {
        let options = EngineSettings {
            nodes: Some(2000),
            depth: Some(9),
            ..EngineSettings::default()
        };
        let engine = GomocupEngine::new(&"x".parse().unwrap(), options);
        let empty = Position::new(Size::RENJU, Rule::Renju);
        let told = engine.text(&empty, Color::Black, GomocupQuestion::Move);
        let told = told.replace(END, " ");
        let end = "INFO rule 4 INFO max_node 2000 INFO max_depth 9 BEGIN ";
        assert!(told.ends_with(end), "{told}");
    }

    #[test]
    fn moves_are_read_and_held_against_the_board() {
        let size = Size::RENJU;
        let point = |text| GomocupPoint::parse(text).and_then(|at| at.point(size));
        assert_eq!(point("7,7"), "H8".parse().ok());
        assert_eq!(point("0 , 0"), "A15".parse().ok());
        for wrong in [
            "15,0",
            "0,15",
            "-1,-1",
            "9223372036854775807,-9223372036854775808",
            "7",
            "7,7,1",
            "H8",
        ] {
            assert_eq!(point(wrong), None, "{wrong}");
        }
    }
}
