//! Answers of our search and of engines to expected moves, asked side by side by `check`.

use std::time::{Duration, Instant};

use crate::cli::GlobalArgs;
use crate::cli::engine_args::started_opponent;
use crate::cli::error::CliError;
use renju::engines::{
    DEFAULT_START, EngineMove, EngineOpponent, EngineSettings, EngineSpec, EngineThought,
};
use renju::eval::{Failure, FailureKind};
use renju::limits::{Limits, Observer};
use renju::position::Position;
use renju::questions::suite::{SuiteAnswer, SuiteJudge, SuiteLine, SuiteTable, SuiteTotals};
use renju::questions::{
    CheckLine, CheckedExpectation, Expectation, ExpectationChecker, SearchThought,
};

/// How much later than its time an engine may answer.
const TOLERANCE: Duration = Duration::from_secs(1);
/// How long an engine may take for an answer where only nodes or depth are limited.
const PATIENCE: Duration = Duration::from_secs(600);
/// The name of our solvers of forced wins.
const SOLVER: &str = "solver";

/// An expectation of a position with its answer, and the time that took.
pub(super) struct AnsweredExpectation {
    pub(super) number: usize,
    pub(super) expectation: Expectation,
    pub(super) answer: CheckedExpectation,
    pub(super) time: Duration,
    pub(super) line: CheckLine,
}

/// Our search and the engines beside it.
pub(super) struct SuitePlayers {
    own: String,
    engines: Vec<SuiteEngine>,
    limits: Limits,
    depth: Option<u16>,
    totals: SuiteTotals,
    /// What the players thought of the position that they are asked about.
    thoughts: Vec<(String, Thoughts)>,
}

/// An engine that is asked for its move in each position.
struct SuiteEngine {
    name: String,
    opponent: EngineOpponent,
    /// Whether its process has been asked before.
    is_known: bool,
}

/// What a player thought, or why it did not answer, after which time.
type Thoughts = Result<Vec<SearchThought>, (Failure, Duration)>;

impl SuitePlayers {
    /// Starts engines; `None` if there are none.
    pub(super) fn start(
        engines: &[EngineSpec],
        own: &str,
        limits: Limits,
        depth: Option<u16>,
        settings: (EngineSettings, &GlobalArgs),
    ) -> Result<Option<SuitePlayers>, CliError> {
        if engines.is_empty() {
            return Ok(None);
        }
        let mut players = SuitePlayers {
            own: own.to_owned(),
            engines: Vec::new(),
            limits,
            depth,
            totals: SuiteTotals::default(),
            thoughts: Vec::new(),
        };
        for spec in engines {
            let engine = SuiteEngine::start(spec, settings)?;
            if players.has(&engine.name) {
                let message = format!("two players are called {}", engine.name);
                return Err(CliError::usage(message).hint("--engine NAME=CMD names an engine"));
            }
            players.engines.push(engine);
        }
        Ok(Some(players))
    }

    fn has(&self, name: &str) -> bool {
        let mut engines = self.engines.iter();
        [SOLVER, &self.own].contains(&name) || engines.any(|engine| engine.name == name)
    }

    /// Forgets what the players thought: they are asked about another position.
    pub(super) fn turn_page(&mut self) {
        self.thoughts.clear();
    }

    /// A line for each player about an expectation of a position; none if it expects no move. Each is
    /// asked once about a position.
    ///
    /// # Errors
    ///
    /// If the evaluator of the search has no answer for this position.
    pub(super) fn answers(
        &mut self,
        position: &Position,
        asked: &AnsweredExpectation,
        checker: &mut ExpectationChecker<'_>,
        observer: &dyn Observer,
    ) -> Result<Vec<SuiteLine>, Failure> {
        if !SuiteJudge::is_for(&asked.expectation) || position.outcome().is_some() {
            return Ok(Vec::new());
        }
        if self.thoughts.is_empty() {
            let searched = &asked.answer.thoughts;
            let own = if searched.is_empty() {
                checker.search(position, observer)?.1
            } else {
                searched.clone()
            };
            self.thoughts.push((self.own.clone(), Ok(own)));
            for engine in &mut self.engines {
                let thoughts = engine.thoughts(position, self.limits, self.depth);
                self.thoughts.push((engine.name.clone(), thoughts));
            }
        }
        let answers = answers_of(position, asked, &self.thoughts, observer);
        self.totals.add(&answers);
        let lines = answers.into_iter();
        let lines = lines.map(|(player, answer)| SuiteLine::new(&asked.line, player, answer));
        Ok(lines.collect())
    }

    /// What all have solved.
    pub(super) fn table(self) -> SuiteTable {
        self.totals.table()
    }
}

/// The answer of each player to an expectation; that of our solvers first, where a win is expected.
fn answers_of<'a>(
    position: &Position,
    asked: &AnsweredExpectation,
    thoughts: &'a [(String, Thoughts)],
    observer: &dyn Observer,
) -> Vec<(&'a str, SuiteAnswer)> {
    let AnsweredExpectation {
        expectation,
        answer,
        time,
        ..
    } = asked;
    let mut judge = SuiteJudge::new(position, expectation, answer, observer);
    let mut answers = Vec::new();
    if matches!(expectation, Expectation::Win { .. }) {
        answers.push((SOLVER, SuiteAnswer::of_solver(answer, *time)));
    }
    for (player, thoughts) in thoughts {
        let answer = match thoughts {
            Ok(thoughts) => SuiteAnswer::judged(thoughts, &mut judge),
            Err((failure, time)) => SuiteAnswer::failed(failure, *time),
        };
        answers.push((player, answer));
    }
    answers
}

impl SuiteEngine {
    fn start(
        spec: &EngineSpec,
        (settings, global): (EngineSettings, &GlobalArgs),
    ) -> Result<SuiteEngine, CliError> {
        Ok(SuiteEngine {
            name: spec.name().to_owned(),
            opponent: started_opponent(spec, settings, global)?.0,
            is_known: false,
        })
    }

    fn thoughts(&mut self, position: &Position, limits: Limits, depth: Option<u16>) -> Thoughts {
        let checked = self.opponent.check(position);
        checked.map_err(|failure| (failure, Duration::ZERO))?;
        let mut begun = self.opponent.begin(position, limits, None, depth);
        if begun.is_err() && self.is_known {
            // Some engines get ready for no second game: this begins it in a new process.
            begun = self.opponent.begin(position, limits, None, depth);
        }
        let started = Instant::now();
        let latest = limits.time.map(|time| time.saturating_add(TOLERANCE));
        let found = begun.and_then(|()| {
            self.opponent
                .choose(position, None, latest.unwrap_or(PATIENCE))
        });
        self.is_known = found.is_ok();
        let found = found.and_then(|found| on_board(found, position));
        let found = found.map_err(|failure| (failure, started.elapsed()))?;
        let thoughts = found.thoughts.into_iter();
        let thought = |thought: EngineThought| SearchThought {
            best: Some(thought.point).into(),
            time: thought.time,
            nodes: thought.nodes,
        };
        Ok(thoughts.map(thought).collect())
    }
}

fn on_board(found: EngineMove, position: &Position) -> Result<EngineMove, Failure> {
    let message = match found.point {
        Some(point) if position.board().is_empty(point) => return Ok(found),
        Some(point) => format!("plays {point}, which is taken"),
        None => "plays off the board".to_owned(),
    };
    Err(Failure::new(FailureKind::InvalidAnswer, message))
}

/// How engines are asked.
pub(super) fn settings(start: Option<Duration>, shows_stderr: bool) -> EngineSettings {
    EngineSettings {
        start: start.unwrap_or(DEFAULT_START),
        tells_iterations: true,
        shows_stderr,
        ..EngineSettings::default()
    }
}
