//! Search that records its best move after each iteration, to tell when it found a solution.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::answer::{SearchQuestion, SearchReport, search};
use crate::eval::Failure;
use crate::limits::{Iteration, Observer, Progress};
use crate::questions::MoveOrPass;
use crate::search::TranspositionTable;

/// The best move at a moment of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchThought {
    /// The first move of the best line then.
    pub best: MoveOrPass,
    /// The time since the search began.
    pub time: Duration,
    /// The nodes since it began; `None` if an engine did not tell.
    pub nodes: Option<u64>,
}

/// As [`search`], and what was best after each iteration, the answer last. There is nothing of a
/// game that is over.
///
/// # Errors
///
/// If the evaluator has no answer for this position, as seen by either side.
pub fn search_with_thoughts(
    question: &SearchQuestion<'_>,
    observer: &dyn Observer,
    table: &mut TranspositionTable,
) -> Result<(SearchReport, Vec<SearchThought>), Failure> {
    let listener = ThoughtListener {
        observer,
        thoughts: Mutex::default(),
    };
    let report = search(question, &listener, table)?;
    let thoughts = listener.thoughts.into_inner();
    let mut thoughts = thoughts.unwrap_or_else(PoisonError::into_inner);
    let best = report.lines.first().and_then(|line| line.moves.first());
    thoughts.extend(best.map(|&best| SearchThought {
        best,
        time: report.elapsed,
        nodes: Some(report.nodes),
    }));
    Ok((report, thoughts))
}

/// Keeps what is best after each iteration.
struct ThoughtListener<'a> {
    observer: &'a dyn Observer,
    thoughts: Mutex<Vec<SearchThought>>,
}

impl Observer for ThoughtListener<'_> {
    fn progress(&self, progress: &Progress) -> ControlFlow<()> {
        self.observer.progress(progress)
    }

    fn iteration(&self, iteration: &Iteration) {
        let best = iteration.lines.first().and_then(|line| line.moves.first());
        if let Some(&best) = best {
            let mut thoughts = self.thoughts.lock().unwrap_or_else(PoisonError::into_inner);
            thoughts.push(SearchThought {
                best: best.into(),
                time: iteration.elapsed,
                nodes: Some(iteration.nodes),
            });
        }
        self.observer.iteration(iteration);
    }
}
