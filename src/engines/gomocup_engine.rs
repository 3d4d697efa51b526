use std::fmt::Write;
use std::time::Duration;

use crate::board::Color;
use crate::eval::{Evaluation, Evaluator, EvaluatorInfo, Failure, FailureKind};
use crate::geometry::{Point, PointMap, Size};
use crate::notation::{GomocupPoint, excerpt};
use crate::position::Position;
use crate::rule::Rule;

use super::answer::{MAX_VALUE, check_empty, engine_info, failure, invalid_answer};
use super::engine_process::{AnswerLimits, CommandLine, EngineError, EngineProcess};

/// What stands before the command of an engine that speaks the Gomocup protocol.
pub(super) const PREFIX: &str = "gomocup:";
/// How long an engine may take to end after its answer.
const GRACE: Duration = Duration::from_millis(100);
/// The words that engines put before a score.
const WORDS: [&str; 4] = ["ev", "eval", "score", "value"];
/// What a win announced in no moves at all would be worth.
const WIN: i64 = 1_000_000;
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
                    let point = at.point(position.board().size()).ok_or_else(|| {
                        let line = excerpt(&line);
                        invalid_answer(format!("plays \"{line}\", which is no point of the board"))
                    })?;
                    check_empty(point, position.board()).map_err(invalid_answer)?;
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
    let [mut black, mut white] = Color::BOTH.map(|color| position.board().stones(color).iter());
    let turns = std::iter::from_fn(|| match [black.next(), white.next()] {
        [None, None] => None,
        turn => Some(turn),
    });
    turns.flatten().flatten().collect()
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
            let line = child.receive(&mut self.limits);
            let line = line.map_err(|failure| self.explain(failure))?;
            let word = line.split_ascii_whitespace().next().unwrap_or_default();
            match word.to_ascii_uppercase().as_str() {
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

/// The last score in a message, such as `ev 123`, `Eval: -0.5` or `score=+M7`.
///
/// Decimals are cut. A win announced in N moves is [`WIN`] - N, a loss N - [`WIN`].
fn parse_score(message: &str) -> Option<i64> {
    let is_letter = |sign: char| sign.is_ascii_alphabetic();
    let mut rest = message;
    let mut last = None;
    while let Some(start) = rest.find(is_letter) {
        let end = rest[start..].find(|sign| !is_letter(sign));
        let end = end.map_or(rest.len(), |length| start + length);
        let word = &rest[start..end];
        rest = &rest[end..];
        if WORDS.iter().any(|known| known.eq_ignore_ascii_case(word)) {
            last = number(rest).or(last);
        }
    }
    last
}

/// The number at the start of a text, after blanks, a colon or an equals sign.
fn number(text: &str) -> Option<i64> {
    let text = text.trim_start_matches([' ', '\t', ':', '=']);
    let is_minus = text.starts_with('-');
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_win = text.starts_with(['M', 'm']);
    let text = text.strip_prefix(['M', 'm']).unwrap_or(text);
    let end = text.find(|sign: char| !sign.is_ascii_digit());
    let number: i64 = text[..end.unwrap_or(text.len())].parse().ok()?;
    let value = if is_win { WIN - number } else { number };
    let value = if is_minus { -value } else { value };
    (-MAX_VALUE..=MAX_VALUE).contains(&value).then_some(value)
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

    #[test]
    fn common_manners_are_understood() {
        for (message, score) in [
            ("ev 123", Some(123)),
            ("depth 2-8 ev -17 n 12345 h8", Some(-17)),
            ("Depth 5-10 | Eval 24 | Time 3ms | H8 G7", Some(24)),
            ("SCORE=+5", Some(5)),
            ("Eval: 0.5", Some(0)),
            ("Eval: -12.9", Some(-12)),
            ("ev:+M5", Some(999_995)),
            ("value : -M6", Some(-999_994)),
            ("ev 1, later ev 2", Some(2)),
            ("eval 3 score unknown", Some(3)),
            ("best value\t7", Some(7)),
        ] {
            assert_eq!(parse_score(message), score, "{message}");
        }
    }

    #[test]
    fn other_numbers_are_no_scores() {
        for message in [
            "",
            "prev 12",
            "evaluated 1000 nodes",
            "level 3",
            "eval",
            "ev: -",
            "nodes 5",
            "score 99999999999999999999",
            "score 9999999999999",
            "四 ev四 5",
        ] {
            assert_eq!(parse_score(message), None, "{message}");
        }
    }
}
