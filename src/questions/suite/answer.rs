//! The JSON line for a player's answer to a test: its move, whether that solves it, the time.

use std::time::Duration;

use serde::Serialize;

use super::judge::SuiteJudge;
use crate::eval::Failure;
use crate::position::PositionId;
use crate::questions::{
    CheckLine, CheckedExpectation, Expectation, MoveOrPass, SearchThought, VERSION,
};

/// What a player answered to an expectation of a file.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuiteLine {
    /// Version of the JSON lines.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    pub v: u32,
    /// Name of the position, from its file.
    pub id: PositionId,
    /// Name of the line, always `"check_player"`.
    #[cfg_attr(feature = "schema", schemars(extend("const" = "check_player")))]
    pub study: &'static str,
    /// The file as it was named, `-` for standard input.
    pub source: String,
    /// The line of the expectation, from 1; `None` where the format has no lines.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub line: Option<u64>,
    /// The character of that line at which the words begin, from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub column: Option<u32>,
    /// The expectation in the words of the file.
    pub expect: String,
    /// The name of the player: the evaluator of our search, an engine, or `"solver"`.
    pub player: String,
    /// The move that it played, and whether that solves the expectation.
    #[serde(flatten)]
    pub answer: SuiteAnswer,
}

/// What a player answered, and what it took.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuiteAnswer {
    /// The move; `None` if there was no answer.
    #[serde(rename = "move")]
    pub played: Option<MoveOrPass>,
    /// Whether the move is a best one, or begins a win; `None` if our solver has not decided that,
    /// and where there is no move.
    pub solved: Option<bool>,
    /// Until it had found a solution that it kept to; if it has none, until its answer.
    #[cfg_attr(feature = "schema", schemars(range(min = 0.0)))]
    pub seconds: f64,
    /// The nodes by then; `None` if an engine did not tell.
    pub nodes: Option<u64>,
    /// Why there was no answer.
    pub error: Option<String>,
}

impl SuiteLine {
    /// The answer of a player to the expectation of a line.
    pub fn new(asked: &CheckLine, player: &str, answer: SuiteAnswer) -> SuiteLine {
        SuiteLine {
            v: VERSION,
            id: asked.id.clone(),
            study: "check_player",
            source: asked.source.clone(),
            line: asked.line,
            column: asked.column,
            expect: asked.expect.clone().unwrap_or_default(),
            player: player.to_owned(),
            answer,
        }
    }
}

impl SuiteAnswer {
    /// The answer of our solver, which is no player, after this time: the first move of a win that it
    /// has proved.
    pub fn of_solver(answer: &CheckedExpectation, time: Duration) -> SuiteAnswer {
        let is_won = matches!(answer.found.first(), Some(Expectation::Win { .. }));
        SuiteAnswer {
            played: answer.line.first().copied().filter(|_| is_won),
            solved: (is_won || !answer.found.is_empty()).then_some(is_won),
            seconds: seconds(time),
            nodes: Some(answer.nodes),
            error: None,
        }
    }

    /// The answer of a player that thought this, its move last. Without a thought it found no move.
    pub fn judged(thoughts: &[SearchThought], judge: &mut SuiteJudge<'_>) -> SuiteAnswer {
        let Some(last) = thoughts.last() else {
            return SuiteAnswer::missing("finds no move".to_owned(), Duration::ZERO);
        };
        let solved = judge.solves(last.best);
        let mut found = last;
        if solved == Some(true) {
            let kept = thoughts.iter().rev();
            let kept = kept.take_while(|thought| judge.solves(thought.best) == Some(true));
            found = kept.last().unwrap_or(last);
        }
        SuiteAnswer {
            played: Some(last.best),
            solved,
            seconds: seconds(found.time),
            nodes: found.nodes,
            error: None,
        }
    }

    /// That a player failed after this time.
    pub fn failed(failure: &Failure, time: Duration) -> SuiteAnswer {
        SuiteAnswer::missing(failure.message.clone(), time)
    }

    fn missing(why: String, time: Duration) -> SuiteAnswer {
        SuiteAnswer {
            played: None,
            solved: None,
            seconds: seconds(time),
            nodes: None,
            error: Some(why),
        }
    }
}

/// Seconds to the microsecond.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}
