use std::fmt::Write;
use std::time::Duration;

use crate::board::Color;
use crate::eval::{Evaluation, Evaluator, EvaluatorInfo, Failure, FailureKind};
use crate::geometry::{Point, PointMap, Size};
use crate::notation::{GomocupPoint, excerpt};
use crate::position::Position;
use crate::rule::Rule;

use super::answer::{check_empty, invalid_answer};
use super::command_line::{CommandLine, EngineError};
use super::engine_process::{AnswerLimits, EngineProcess, failure};
use super::info::engine_info;
use super::score::parse_score;

/// What stands before the command of an engine that speaks the Gomocup protocol.
pub(super) const PREFIX: &str = "gomocup:";
/// How long an engine may take to end after its answer.
const GRACE: Duration = Duration::from_millis(100);
/// Lines end as programs of the system expect it.
const END: &str = if cfg!(windows) { "\r\n" } else { "\n" };

/// An engine that speaks the protocol of the Gomocup tournament.
///
/// Its best move is worth the last score it printed before it, or 0 if it printed none; no other
/// point has a value. Scores are looked for in `MESSAGE` and `DEBUG` lines, after `ev`, `eval`,
/// `score` or `value`.
///
/// A process of its own is started for every question, so that nothing is carried over from one
/// position to the next: many engines keep tables, and not all understand `RESTART`. It has the
/// time limit to get ready and once more to answer; four fifths of it are what it is told.
///
/// The protocol has no colours. An engine tells its own from the number of stones, which matters
/// under renju only; there a side that is not to move by the counts is refused.
#[derive(Debug)]
pub struct GomocupEngine {
    info: EvaluatorInfo,
    words: CommandLine,
    time: Duration,
}

impl GomocupEngine {
    /// The program of a command (without `gomocup:`), with `time` for each answer.
    ///
    /// # Errors
    ///
    /// If there is no program, or the quotes do not match.
    pub fn new(command: &str, time: Duration) -> Result<GomocupEngine, EngineError> {
        Ok(GomocupEngine {
            info: info(command),
            words: CommandLine::split(command)?,
            time,
        })
    }

    /// Starts a game, and waits until the engine is ready for it.
    fn start(&self, child: &mut EngineProcess, size: Size) -> Result<(), Failure> {
        child.send(format!("START {}{END}", size.get()));
        match ReplyReader::new(self.time).next(child)? {
            GomocupReply::Ready => Ok(()),
            GomocupReply::Refusal(line) => Err(failure(FailureKind::Unsupported, says(&line))),
            GomocupReply::Other(line) | GomocupReply::Move(_, line) => {
                Err(invalid_answer(says(&line)))
            }
        }
    }

    /// The best move, and the score last printed before it.
    fn best(
        &self,
        child: &mut EngineProcess,
        position: &Position,
        side: Color,
    ) -> Result<(Point, Option<i64>), Failure> {
        child.send(self.turn(position, side));
        let mut replies = ReplyReader::new(self.time);
        loop {
            match replies.next(child)? {
                GomocupReply::Ready => {}
                GomocupReply::Refusal(line) | GomocupReply::Other(line) => {
                    return Err(invalid_answer(says(&line)));
                }
                GomocupReply::Move(at, line) => {
                    let point = at.point(position.board().size());
                    let point = point.ok_or_else(|| {
                        invalid_answer(format!(
                            "plays \"{}\", which is no point of the board",
                            excerpt(&line)
                        ))
                    })?;
                    check_empty(point, position.board())?;
                    return Ok((point, replies.score));
                }
            }
        }
    }

    /// The limits, the rule and the stones.
    fn turn(&self, position: &Position, side: Color) -> String {
        let turn = (self.time.saturating_mul(4) / 5).as_millis();
        let turn = turn.min(i32::MAX as u128);
        let rule = match position.rule() {
            Rule::Freestyle => 0,
            Rule::Standard => 1,
            Rule::Renju => 4,
        };
        let infos = [
            format!("timeout_turn {turn}"),
            "timeout_match 0".to_owned(),
            format!("time_left {}", i32::MAX),
            "max_memory 0".to_owned(),
            format!("rule {rule}"),
        ];
        let mut text = String::new();
        for info in infos {
            let _ = write!(text, "INFO {info}{END}");
        }
        text + &stones_text(position, side)
    }
}

/// The stones as the protocol has them: those of the engine are 1, those of its opponent 2.
fn stones_text(position: &Position, side: Color) -> String {
    let board = position.board();
    let stones = in_order(position);
    if stones.is_empty() {
        return format!("BEGIN{END}");
    }
    let mut text = format!("BOARD{END}");
    for point in stones {
        let GomocupPoint { x, y } = GomocupPoint::of(point, board.size());
        let who = if board.stone(point) == Some(side) {
            1
        } else {
            2
        };
        let _ = write!(text, "{x},{y},{who}{END}");
    }
    text + "DONE" + END
}

/// The stones in the order of the game, or Black and White by turns where it is not known.
fn in_order(position: &Position) -> Vec<Point> {
    if let Some(moves) = position.moves() {
        return moves.iter().copied().flatten().collect();
    }
    let board = position.board();
    let mut by_turns = Vec::new();
    let mut black = board.stones(Color::Black).iter();
    let mut white = board.stones(Color::White).iter();
    loop {
        let pair = [black.next(), white.next()];
        if pair == [None, None] {
            return by_turns;
        }
        by_turns.extend(pair.into_iter().flatten());
    }
}

/// A line of an engine that is more than a message.
enum GomocupReply {
    Ready,
    Move(GomocupPoint, String),
    Refusal(String),
    Other(String),
}

/// Reads replies and keeps the score of the messages before them.
struct ReplyReader {
    limits: AnswerLimits,
    score: Option<i64>,
    /// The last command that the engine said it does not know; it may go on all the same.
    unknown: Option<String>,
}

impl ReplyReader {
    fn new(time: Duration) -> ReplyReader {
        ReplyReader {
            limits: AnswerLimits::new(time),
            score: None,
            unknown: None,
        }
    }

    fn next(&mut self, child: &mut EngineProcess) -> Result<GomocupReply, Failure> {
        loop {
            let line = child
                .receive(&mut self.limits)
                .map_err(|failure| self.explain(failure))?;
            let word = line
                .split_ascii_whitespace()
                .next()
                .unwrap_or_default()
                .to_ascii_uppercase();
            match word.as_str() {
                "MESSAGE" | "DEBUG" => self.score = parse_score(&line).or(self.score),
                "UNKNOWN" => self.unknown = Some(line),
                "OK" => return Ok(GomocupReply::Ready),
                "ERROR" => return Ok(GomocupReply::Refusal(line)),
                _ => {
                    return Ok(match GomocupPoint::parse(&line) {
                        Some(at) => GomocupReply::Move(at, line),
                        None => GomocupReply::Other(line),
                    });
                }
            }
        }
    }

    /// An engine that does not know a command and says no more has not understood the question.
    fn explain(&self, failure: Failure) -> Failure {
        match &self.unknown {
            Some(line) if failure.kind == FailureKind::Timeout => invalid_answer(says(line)),
            _ => failure,
        }
    }
}

fn says(line: &str) -> String {
    format!("says \"{}\"", excerpt(line))
}

/// Fails for a position that the protocol cannot express.
fn check(position: &Position, side: Color) -> Result<(), Failure> {
    let board = position.board();
    let unsupported = |message: &str| Err(failure(FailureKind::Unsupported, message));
    if board.empties().is_empty() {
        return unsupported("the board is full");
    }
    let [black, white] = Color::BOTH.map(|color| board.stones(color).len());
    let is_its_turn = match side {
        Color::Black => black == white,
        Color::White => black == white + 1,
    };
    if position.rule().restricts(Color::Black) && !is_its_turn {
        return unsupported(
            "a Gomocup engine takes its colour from the number of stones, and they say that the other side is to move",
        );
    }
    Ok(())
}

/// The info of an engine, named as users type its command.
fn info(command: &str) -> EvaluatorInfo {
    engine_info(
        format!("{PREFIX}{command}"),
        format!("the command {command:?}, by the Gomocup protocol"),
        "as the engine prints it, decimals cut; a win announced in N moves is 1000000 - N, a loss N - 1000000; 0 where it prints nothing",
        "what the engine serves; its best move only; under renju the side whose turn the counts of stones say",
    )
}

impl Evaluator for GomocupEngine {
    fn info(&self) -> &EvaluatorInfo {
        &self.info
    }

    fn evaluate(&self, position: &Position, side: Color) -> Result<Evaluation, Failure> {
        check(position, side)?;
        let mut child = EngineProcess::start(&self.words)?;
        self.start(&mut child, position.board().size())?;
        let (point, score) = self.best(&mut child, position, side)?;
        child.quit(&format!("END{END}"), GRACE);
        let mut points = PointMap::filled(None);
        points[point] = Some(score.unwrap_or(0));
        Ok(Evaluation {
            board: score,
            points: Some(points),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{ParseOptions, parse_moves};
    use crate::position::{PositionOverrides, Setup};

    fn position(setup: &Setup) -> Position {
        Position::from_setup(setup, &PositionOverrides::default()).unwrap()
    }

    fn points(names: &str) -> Vec<Point> {
        names
            .split_whitespace()
            .map(|name| name.parse().unwrap())
            .collect()
    }

    fn lines(position: &Position, side: Color) -> String {
        stones_text(position, side).replace(END, " ")
    }

    #[test]
    fn a_game_is_told_in_its_order_and_from_the_top() {
        let game = parse_moves("H8 A1 O15", &ParseOptions::default()).unwrap();
        let position = position(&game);
        assert_eq!(
            lines(&position, Color::White),
            "BOARD 7,7,2 0,14,1 14,0,2 DONE "
        );
        assert_eq!(
            lines(&position, Color::Black),
            "BOARD 7,7,1 0,14,2 14,0,1 DONE "
        );
    }

    #[test]
    fn stones_without_order_go_by_turns() {
        let setup = Setup {
            size: Size::new(6),
            to_move: Some(Color::Black),
            black: points("A1 B1 C1"),
            white: points("A2"),
            ..Setup::default()
        };
        assert_eq!(
            lines(&position(&setup), Color::Black),
            "BOARD 0,5,1 0,4,2 1,5,1 2,5,1 DONE "
        );
        assert_eq!(lines(&position(&Setup::default()), Color::Black), "BEGIN ");
    }

    #[test]
    fn limits_and_rule_are_told() {
        let engine = GomocupEngine::new("x", Duration::from_secs(5)).unwrap();
        let text = engine.turn(&position(&Setup::default()), Color::Black);
        assert!(text.contains("INFO timeout_turn 4000"), "{text}");
        assert!(text.contains("INFO rule 4"), "{text}");
        let endless = GomocupEngine::new("x", Duration::MAX).unwrap();
        let text = endless.turn(&position(&Setup::default()), Color::Black);
        assert!(text.contains("INFO timeout_turn 2147483647"), "{text}");
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

    #[test]
    fn under_renju_a_side_out_of_turn_is_refused() {
        let game = parse_moves("H8 I9", &ParseOptions::default()).unwrap();
        let renju = position(&game);
        assert_eq!(check(&renju, Color::Black), Ok(()));
        assert_eq!(
            check(&renju, Color::White).unwrap_err().kind,
            FailureKind::Unsupported
        );
        let freestyle = position(&Setup {
            rule: Some(Rule::Freestyle),
            ..game
        });
        assert_eq!(check(&freestyle, Color::White), Ok(()));
    }
}
