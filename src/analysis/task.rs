//! One turn of an analysis query: its place in the queue, its stop flag, and how it is answered.

use std::cmp::Reverse;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::eval::{Evaluator, PointWorths};
use crate::limits::{Instant, Iteration, Observer, Progress};
use crate::notation::QueryTurn;
use crate::position::{Position, PositionId};
use crate::questions::{self, Report, SearchQuestion, SearchReport};
use crate::search::SearchOptions;

use super::answer::{AnalysisAnswer, SearchAnswer, line_of, policy_list};
use super::evaluators::SessionEvaluators;
use super::query::AnalysisQuery;
use super::study::TurnStudy;
use super::study_settings::QueryStudy;
use super::tables::AnalysisTables;
use super::turn_answer::TurnAnswer;

/// Which turn is next: a higher priority first, then the earlier one.
pub(super) type QueueRank = (Reverse<i64>, u64);

/// A turn of a query that is to be answered.
#[derive(Debug)]
pub struct AnalysisTask {
    query: Arc<AnalysisQuery>,
    turn: QueryTurn,
    rank: QueueRank,
    stop: Arc<AtomicBool>,
}

/// The id and the turn.
impl fmt::Display for AnalysisTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.query.id, self.turn.number)
    }
}

impl AnalysisTask {
    pub(super) fn new(query: Arc<AnalysisQuery>, turn: QueryTurn, rank: QueueRank) -> AnalysisTask {
        AnalysisTask {
            query,
            turn,
            rank,
            stop: Arc::default(),
        }
    }

    /// The id of its query.
    pub fn id(&self) -> &str {
        self.query.id.as_str()
    }

    /// Moves that are listed before its position.
    pub const fn turn_number(&self) -> usize {
        self.turn.number
    }

    /// The number of turns that were asked for before it.
    pub const fn arrival(&self) -> u64 {
        self.rank.1
    }

    pub(super) const fn rank(&self) -> QueueRank {
        self.rank
    }

    /// Ends its search, or has it end as soon as it begins, with what is known by then.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Set to end the search.
    pub(super) fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// The answer to a turn that was terminated before it began.
    pub fn without_results(&self) -> String {
        line_of(&AnalysisAnswer {
            no_results: true,
            ..AnalysisAnswer::to(&self.query, self.turn.number)
        })
    }

    /// Finds the answer. What is known on the way is told to `during`, if the query asks for it, by
    /// the thread that searches. Its search ends when it is stopped, or `observer` wants it.
    pub fn answer(
        &self,
        evaluators: &SessionEvaluators,
        tables: &mut AnalysisTables,
        during: &(dyn Fn(String) + Sync),
        observer: &dyn Observer,
    ) -> TurnAnswer {
        let end = TaskEnd {
            stop: &self.stop,
            observer,
        };
        let answer = self.find(evaluators, tables, during, &end);
        answer.unwrap_or_else(|error| {
            TurnAnswer::without_reports(AnalysisAnswer {
                no_results: true,
                error: Some(error),
                ..AnalysisAnswer::to(&self.query, self.turn.number)
            })
        })
    }

    fn find(
        &self,
        evaluators: &SessionEvaluators,
        tables: &mut AnalysisTables,
        during: &(dyn Fn(String) + Sync),
        end: &TaskEnd<'_>,
    ) -> Result<TurnAnswer, String> {
        let query = &*self.query;
        let evaluator = &evaluators.find(query.study.evaluator.as_deref())?;
        let position = query.position(self.turn);
        let position = &position.map_err(|errors| errors.to_string())?;
        let policy = if query.has_policy {
            let values = questions::move_values(position, &**evaluator);
            Some(values.map_err(|failure| failure.message)?)
        } else {
            None
        };
        let answer = AnalysisAnswer {
            policy: policy.as_ref().map(|values| policy_list(position, values)),
            ..AnalysisAnswer::to(query, self.turn.number)
        };
        if query.study.kind == QueryStudy::Search {
            let report = self.search(
                position,
                &**evaluator,
                tables,
                policy.as_ref(),
                (during, end),
            )?;
            let found = SearchAnswer::new(&report, query, position, policy.as_ref());
            let answer = AnalysisAnswer {
                found: Some(found),
                ..answer
            };
            return Ok(TurnAnswer::new(
                answer,
                vec![Report::Search(Box::new(report))],
                query,
            ));
        }
        let study = TurnStudy {
            query,
            turn: self.turn,
            position,
            evaluator,
            stop: end,
        };
        let found = study.find(tables, &|reports| during(self.so_far(reports)))?;
        let answer = AnalysisAnswer {
            tree: found.tree,
            ..answer
        };
        let answer = answer.with_reports(&found.reports, query);
        Ok(TurnAnswer::new(answer, found.reports, query))
    }

    /// What a study has found so far, as a line.
    fn so_far(&self, reports: Vec<Report>) -> String {
        let query = &*self.query;
        let answer = AnalysisAnswer {
            is_during_search: true,
            ..AnalysisAnswer::to(query, self.turn.number)
        };
        TurnAnswer::new(answer.with_reports(&reports, query), reports, query).to_line()
    }

    fn search(
        &self,
        position: &Position,
        evaluator: &dyn Evaluator,
        tables: &mut AnalysisTables,
        policy: Option<&PointWorths>,
        (during, end): (&(dyn Fn(String) + Sync), &TaskEnd<'_>),
    ) -> Result<SearchReport, String> {
        let query = &*self.query;
        let first = query.root_moves.in_position(position);
        let first = first.map_err(|error| error.to_string())?;
        let question = SearchQuestion {
            id: &PositionId::from(self.id()),
            position,
            evaluator,
            options: SearchOptions {
                depth: query.depth,
                threads: query.threads,
                lines: query.lines,
                only: first.only,
                avoid: first.avoid,
                params: None,
            },
            limits: query.limits,
        };
        let tell = |known: &Iteration| {
            let report = question.report(known, None);
            during(line_of(&AnalysisAnswer {
                is_during_search: true,
                found: Some(SearchAnswer::new(&report, query, position, policy)),
                ..AnalysisAnswer::to(query, self.turn.number)
            }));
        };
        let reporter = SearchReporter {
            end,
            every: query.report_every,
            tell: &tell,
            known: Mutex::new((Instant::now(), None)),
        };
        // As if nothing had been searched before: an answer depends on its query alone.
        tables.table.clear();
        let report = questions::search(&question, &reporter, &mut tables.table);
        report.map_err(|failure| failure.message)
    }
}

/// When the work on a turn ends before its limits: when it is stopped, or who waits for it wants it.
struct TaskEnd<'a> {
    stop: &'a AtomicBool,
    observer: &'a dyn Observer,
}

impl Observer for TaskEnd<'_> {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        self.stop.progress(progress)?;
        self.observer.progress(progress)
    }
}

/// Ends a search with its turn, and tells now and then what is known.
struct SearchReporter<'a> {
    end: &'a TaskEnd<'a>,
    every: Option<Duration>,
    tell: &'a (dyn Fn(&Iteration) + Sync),
    /// When something was told last, and what is known since an iteration is complete.
    known: Mutex<(Instant, Option<Iteration>)>,
}

impl Observer for SearchReporter<'_> {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        if let Some(every) = self.every {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            let (last, iteration) = &mut *known;
            if let Some(iteration) = iteration
                && last.elapsed() >= every
            {
                *last = Instant::now();
                iteration.nodes = iteration.nodes.max(progress.nodes);
                (self.tell)(iteration);
            }
        }
        self.end.progress(progress)
    }

    fn iteration(&self, iteration: &Iteration) {
        if self.every.is_some() {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.1 = Some(iteration.clone());
        }
    }
}
