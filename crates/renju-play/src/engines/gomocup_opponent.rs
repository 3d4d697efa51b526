//! Gomocup engines as players: one process plays all games and is sent each move of its opponent.

use std::fmt::Write;
use std::time::Duration;

use renju_core::geometry::Point;
use renju_core::limits::Limits;
use renju_core::position::Position;
use renju_core::rule::Rule;
use renju_engine::eval::{Failure, FailureKind, ProvedEnd};
use renju_formats::GomocupPoint;

use super::answer::{EngineThought, invalid_answer};
use super::engine_process::{AnswerLimits, CommandLine, EngineError, EngineProcess};
use super::engine_settings::EngineSettings;
use super::gomocup_board::{END, check, stones_text};
use super::gomocup_reply::{GomocupReply, ReplyReader, says};

/// How long an engine may take to end after its last game.
const GRACE: Duration = Duration::from_millis(500);

/// An engine that plays games by the Gomocup protocol, one process for all of them: it is told each
/// move of its opponent, and keeps what it knows from move to move.
#[derive(Debug)]
pub struct GomocupOpponent {
    words: CommandLine,
    settings: EngineSettings,
    process: Option<EngineProcess>,
    /// The number of points that are empty when it is asked next, if it is answered by one stone: it
    /// is told that stone alone then, and else the whole board. `None` before its first move.
    empties_after_reply: Option<usize>,
}

/// The move of an engine, with what it said of it.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineMove {
    /// Where; the point may be taken. `None` if the board does not have it.
    pub point: Option<Point>,
    /// The value of the move to the engine.
    pub value: Option<f64>,
    /// The end of the game that it announces.
    pub end: Option<ProvedEnd>,
    /// The depth that it searched.
    pub depth: Option<u32>,
    /// What it thought best while it searched, as far as it told that, and last the move itself;
    /// empty if the board does not have its point.
    pub thoughts: Vec<EngineThought>,
}

impl GomocupOpponent {
    /// The program of a command (without `gomocup:`), which is started for the first game.
    ///
    /// # Errors
    ///
    /// If there is no program, or the quotes do not match.
    pub fn new(command: &str, settings: EngineSettings) -> Result<GomocupOpponent, EngineError> {
        Ok(GomocupOpponent {
            words: CommandLine::split(command)?,
            settings,
            process: None,
            empties_after_reply: None,
        })
    }

    /// Finds out whether an engine can be asked for the first move of its game in a position: under
    /// renju it takes its colour from the number of stones.
    ///
    /// # Errors
    ///
    /// If the protocol has no words for the position.
    pub fn check(position: &Position) -> Result<(), Failure> {
        check(position, position.to_move())
    }

    /// Starts its process, if none is running, so that a wrong command is found before the first
    /// game.
    ///
    /// # Errors
    ///
    /// If the program cannot be started.
    pub fn start(&mut self) -> Result<(), Failure> {
        if self.process.is_none() {
            self.process = Some(EngineProcess::start(&self.words, self.settings)?);
        }
        Ok(())
    }

    /// Begins a game, and waits until the engine is ready for it. An engine that has failed is
    /// started again.
    ///
    /// # Errors
    ///
    /// If it does not start, refuses the board, or says nothing.
    pub fn begin(
        &mut self,
        position: &Position,
        limits: Limits,
        depth: Option<u16>,
    ) -> Result<(), Failure> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => EngineProcess::start(&self.words, self.settings)?,
        };
        let size = position.board().size().get();
        process.send(format!("START {size}{END}"));
        let ready = await_ready(&mut process, self.settings.start);
        ready.map_err(|failure| process.explain(failure))?;
        process.send(settings_text(position.rule(), limits, depth));
        if self.settings.tells_iterations {
            process.send(format!("INFO show_detail 2{END}"));
        }
        self.process = Some(process);
        self.empties_after_reply = None;
        Ok(())
    }

    /// The move of the side to move, within a time.
    ///
    /// # Errors
    ///
    /// If there is no move: the engine is killed then.
    pub fn choose(&mut self, position: &Position, latest: Duration) -> Result<EngineMove, Failure> {
        let not_begun = || Failure::new(FailureKind::Crashed, "has no game");
        let mut process = self.process.take().ok_or_else(not_begun)?;
        process.send(self.question(position));
        let mut replies = ReplyReader::new(AnswerLimits::new(latest));
        let answer = loop {
            match replies.next(&mut process) {
                Ok(GomocupReply::Ready | GomocupReply::Unknown) => {}
                Ok(GomocupReply::Refusal(line) | GomocupReply::Other(line)) => {
                    break Err(invalid_answer(says(&line)));
                }
                Ok(GomocupReply::Move(at, _)) => break Ok(at),
                Err(failure) => break Err(failure),
            }
        };
        match answer {
            Ok(at) => {
                self.process = Some(process);
                let (board, log) = (position.board(), &replies.log);
                self.empties_after_reply = board.empties().len().checked_sub(2);
                let point = at.point(board.size());
                Ok(EngineMove {
                    point,
                    thoughts: point.map_or_else(Vec::new, |played| log.thoughts(played, board)),
                    value: log.score.map(|score| score.worth.get()),
                    end: log.score.and_then(|score| score.end),
                    depth: log.depth(),
                })
            }
            Err(failure) => Err(process.explain(failure)),
        }
    }

    /// The whole board at first and after a pass, which the protocol does not have; else the last
    /// move.
    fn question(&self, position: &Position) -> String {
        let empties = position.board().empties().len();
        let is_reply = self.empties_after_reply == Some(empties);
        let last = position.last_move().filter(|_| is_reply);
        if let Some(last) = last {
            let at = GomocupPoint::of(last, position.board().size());
            return format!("TURN {at}{END}");
        }
        if empties == position.board().size().area() {
            format!("BEGIN{END}")
        } else {
            stones_text("BOARD", position, position.to_move())
        }
    }
}

impl Drop for GomocupOpponent {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.quit(&format!("END{END}"), GRACE);
        }
    }
}

fn await_ready(process: &mut EngineProcess, time: Duration) -> Result<(), Failure> {
    let mut replies = ReplyReader::new(AnswerLimits::new(time));
    loop {
        match replies.next(process)? {
            GomocupReply::Ready => return Ok(()),
            GomocupReply::Unknown => {}
            GomocupReply::Refusal(line) => {
                return Err(Failure::new(FailureKind::Unsupported, says(&line)));
            }
            GomocupReply::Other(line) | GomocupReply::Move(_, line) => {
                return Err(invalid_answer(says(&line)));
            }
        }
    }
}

/// The rule and the limits, in `INFO` lines.
fn settings_text(rule: Rule, limits: Limits, depth: Option<u16>) -> String {
    let rule = match rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 4,
    };
    let mut lines = vec![
        format!("rule {rule}"),
        "timeout_match 0".to_owned(),
        "thread_num 1".to_owned(),
    ];
    if let Some(time) = limits.time {
        lines.push(format!(
            "timeout_turn {}",
            time.as_millis().min(i32::MAX as u128)
        ));
        lines.push(format!("time_left {}", i32::MAX));
    }
    lines.extend(limits.nodes.map(|nodes| format!("max_node {nodes}")));
    lines.extend(depth.map(|depth| format!("max_depth {depth}")));
    lines.iter().fold(String::new(), |mut text, line| {
        let _ = write!(text, "INFO {line}{END}");
        text
    })
}

#[cfg(test)]
mod tests {
    use renju_core::geometry::Size;

    use super::*;

    /// A game from the empty board; `-` is a pass.
    fn after(moves: &str) -> Position {
        let start = Position::new(Size::RENJU, Rule::Renju);
        moves.split(' ').fold(start, |position, name| match name {
            "-" => position.pass(),
            name => position.play(name.parse().unwrap()).unwrap(),
        })
    }

    #[test]
    fn the_whole_board_is_told_at_first_and_behind_a_pass() {
        let mut opponent = GomocupOpponent::new("engine", EngineSettings::default()).unwrap();
        let told = |opponent: &GomocupOpponent, moves: &str| {
            let text = opponent.question(&after(moves));
            text.lines().collect::<Vec<&str>>().join(" ")
        };
        assert_eq!(told(&opponent, "H8"), "BOARD 7,7,2 DONE");
        // It has answered the board with one stone.
        opponent.empties_after_reply = Some(222);
        assert_eq!(told(&opponent, "H8 I9 G7"), "TURN 6,8");
        let passed = "BOARD 8,6,1 7,7,2 DONE";
        assert_eq!(
            told(&opponent, "H8 I9 -"),
            passed,
            "the opponent has passed"
        );
        let twice = "BOARD 7,7,2 8,6,1 6,8,2 5,9,2 DONE";
        assert_eq!(
            told(&opponent, "H8 I9 G7 - F6"),
            twice,
            "it has passed itself"
        );
    }
}
