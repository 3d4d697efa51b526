//! Gomocup engines as players: one process plays all games and is sent each move of its opponent.

use std::fmt::Write;
use std::time::Duration;

use renju_core::limits::Limits;
use renju_core::position::Position;
use renju_core::rule::Rule;
use renju_engine::eval::{Failure, FailureKind};
use renju_formats::GomocupPoint;

use super::answer::{EngineMove, invalid_answer};
use super::engine_process::{AnswerLimits, EngineProcess, says};
use super::engine_settings::EngineSettings;
use super::engine_spec::{CommandLine, EngineProtocol, EngineSpec};
use super::gomocup_board::{END, stones_text};
use super::gomocup_reply::{GomocupReply, ReplyReader};
use crate::time_control::TimeLeft;

/// How long an engine may take to end after its last game.
const GRACE: Duration = Duration::from_millis(500);

/// An engine that plays games by the Gomocup protocol, one process for all of them: it is told each
/// move of its opponent, and keeps what it knows from move to move.
#[derive(Debug)]
pub(super) struct GomocupOpponent {
    words: CommandLine,
    settings: EngineSettings,
    process: Option<EngineProcess>,
    /// The number of points that are empty when it is asked next, if it is answered by one stone: it
    /// is told that stone alone then, and else the whole board. `None` before its first move.
    empties_after_reply: Option<usize>,
}

impl GomocupOpponent {
    /// An engine, which is started for its first game.
    pub(super) fn new(spec: &EngineSpec, settings: EngineSettings) -> GomocupOpponent {
        GomocupOpponent {
            words: spec.words.clone(),
            settings,
            process: None,
            empties_after_reply: None,
        }
    }

    pub(super) fn start(&mut self) -> Result<(), Failure> {
        if self.process.is_none() {
            self.process = Some(EngineProcess::start(&self.words, self.settings)?);
        }
        Ok(())
    }

    /// Begins a game, and waits until the engine is ready for it. An engine that has failed is
    /// started again.
    pub(super) fn begin(
        &mut self,
        position: &Position,
        limits: Limits,
        clock: Option<TimeLeft>,
        depth: Option<u16>,
    ) -> Result<(), Failure> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => EngineProcess::start(&self.words, self.settings)?,
        };
        let size = position.board().size().get();
        process.send(format!("START {size}{END}"));
        let ready = await_ready(&mut process, self.settings.start);
        ready.map_err(|failure| process.explain_first(failure, EngineProtocol::Gomocup))?;
        process.send(settings_text(position.rule(), limits, clock, depth));
        if self.settings.tells_iterations {
            process.send(format!("INFO show_detail 2{END}"));
        }
        self.process = Some(process);
        self.empties_after_reply = None;
        Ok(())
    }

    /// The move of the side to move, within a time; without one the engine is killed. Where a clock runs,
    /// it is told what is left.
    pub(super) fn choose(
        &mut self,
        position: &Position,
        clock: Option<TimeLeft>,
        latest: Duration,
    ) -> Result<EngineMove, Failure> {
        let not_begun = || Failure::new(FailureKind::Crashed, "has no game");
        let mut process = self.process.take().ok_or_else(not_begun)?;
        if let Some(clock) = clock {
            process.send(format!("INFO time_left {}{END}", milliseconds(clock.left)));
        }
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
            // It greets, or has not heard of the new game yet.
            GomocupReply::Other(line) | GomocupReply::Move(_, line) => process.pass_over(line),
        }
    }
}

/// A time as the protocol has it, in 31 bits.
fn milliseconds(time: Duration) -> u128 {
    time.as_millis().min(i32::MAX as u128)
}

/// The rule and the limits, in `INFO` lines.
fn settings_text(
    rule: Rule,
    limits: Limits,
    clock: Option<TimeLeft>,
    depth: Option<u16>,
) -> String {
    let rule = match rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 4,
    };
    let whole = clock.map_or(0, |clock| milliseconds(clock.left));
    let mut lines = vec![
        format!("rule {rule}"),
        format!("timeout_match {whole}"),
        "thread_num 1".to_owned(),
    ];
    let turn = limits.time.or(clock.map(|clock| clock.left));
    lines.extend(turn.map(|time| format!("timeout_turn {}", milliseconds(time))));
    match clock {
        Some(TimeLeft { increment, .. }) => {
            // What is left is told before each move.
            let is_some = !increment.is_zero();
            lines.extend(is_some.then(|| format!("time_increment {}", milliseconds(increment))));
        }
        None => lines.extend(turn.map(|_| format!("time_left {}", i32::MAX))),
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
    fn a_clock_is_told_with_what_it_adds() {
        let clock = |increment| TimeLeft {
            left: Duration::from_secs(60),
            increment: Duration::from_millis(increment),
        };
        let told =
            |limits, clock| settings_text(Rule::Renju, limits, clock, None).replace(END, "|");
        let game = "INFO rule 4|INFO timeout_match 60000|INFO thread_num 1|";
        let turn = Limits::time(Duration::from_secs(5));
        for (limits, increment, rest) in [
            (Limits::NONE, 0, "INFO timeout_turn 60000|"),
            (turn, 500, "INFO timeout_turn 5000|INFO time_increment 500|"),
        ] {
            assert_eq!(
                told(limits, Some(clock(increment))),
                format!("{game}{rest}")
            );
        }
        let each = "INFO timeout_turn 5000|INFO time_left 2147483647|";
        let game = "INFO rule 4|INFO timeout_match 0|INFO thread_num 1|";
        assert_eq!(told(turn, None), format!("{game}{each}"));
    }

    #[test]
    fn the_whole_board_is_told_at_first_and_behind_a_pass() {
        let mut opponent =
            GomocupOpponent::new(&"engine".parse().unwrap(), EngineSettings::default());
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
