//! All threads of a search: each goes through the iterations by itself, and what one finds out
//! the others read in the table.

use std::sync::{Mutex, OnceLock, PoisonError};

use crate::geometry::Point;
use crate::limits::{Iteration, PrincipalVariation, StopReason};
use crate::position::Position;

use super::depth::Depth;
use super::node_counter::SharedNodes;
use super::principal_variation::checked;
use super::root::RootMove;
use super::score::{INFINITE, Score, is_decided, value_of};
use super::win_probe::{ProvenResult, WinProbe};
use super::worker::Worker;
use super::{SearchOptions, SearchResult, StaticEvaluator};

/// Iterations beyond which nothing is searched.
const MAX_DEPTH: u16 = 120;

/// What the threads of a search have in common.
pub(super) struct Threads<'a> {
    position: &'a Position,
    options: &'a SearchOptions,
    budget: &'a SharedNodes<'a>,
    /// How many lines are wanted.
    lines: usize,
    /// What a solver of forced wins may remember, in bytes.
    memory: usize,
    /// A win that was proved beside the search.
    proven_win: OnceLock<PrincipalVariation>,
    /// Moves that were proved to lose, with what follows.
    refuted: Mutex<Vec<(Point, PrincipalVariation)>>,
    /// The deepest iteration that a helper has finished.
    deepest: Mutex<Option<CompletedIteration>>,
}

/// An iteration and the best moves it found.
#[derive(Clone)]
struct CompletedIteration {
    depth: u16,
    best: Vec<RootMove>,
}

impl<'a> Threads<'a> {
    pub(super) fn new(
        position: &'a Position,
        options: &'a SearchOptions,
        budget: &'a SharedNodes<'a>,
        lines: usize,
        memory: usize,
    ) -> Threads<'a> {
        Threads {
            position,
            options,
            budget,
            lines,
            memory,
            proven_win: OnceLock::new(),
            refuted: Mutex::new(Vec::new()),
            deepest: Mutex::new(None),
        }
    }

    /// Searches with as many threads as were asked for; `worker` stands at the root.
    pub(super) fn search<H: StaticEvaluator>(&self, worker: Worker<'_, H>) -> SearchResult {
        let threads = self.options.threads.max(1);
        #[cfg(feature = "parallel")]
        if threads > 1 {
            return self.search_in_parallel(worker, threads);
        }
        let _ = threads;
        self.run_main(worker, true)
    }

    #[cfg(feature = "parallel")]
    fn search_in_parallel<H: StaticEvaluator>(
        &self,
        worker: Worker<'_, H>,
        threads: usize,
    ) -> SearchResult {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads - 1)
            .build();
        let Ok(pool) = pool else {
            // The system has no more threads to give: one can do it all.
            return self.run_main(worker, true);
        };
        worker.table.touch_pages();
        pool.in_place_scope(|scope| {
            for number in 1..threads {
                let helper = worker.clone_for_thread(self.budget);
                scope.spawn(move |_| self.run_helper(helper, number));
            }
            self.run_main(worker, false)
        })
    }

    /// The thread that tells how far the search is and decides when it ends. Alone it also looks
    /// for wins by threats between its iterations.
    fn run_main<H: StaticEvaluator>(
        &self,
        mut worker: Worker<'_, H>,
        is_alone: bool,
    ) -> SearchResult {
        let most = self.options.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut probe =
            is_alone.then(|| WinProbe::new(self.position, self.options, self.budget, self.memory));
        let mut last = self.snapshot(&mut worker, 0);
        let mut stop = StopReason::Depth;
        for depth in 1..=most {
            if let Some(probe) = &mut probe {
                self.prove(&mut worker, probe);
            }
            if self.proven_win.get().is_some() {
                break;
            }
            self.apply_refutations(&mut worker);
            let is_complete = worker.iterate(Depth::plies(i32::from(depth)), self.lines);
            last = self.snapshot(&mut worker, if is_complete { depth } else { depth - 1 });
            if !is_complete {
                stop = self.budget.stop_reason().unwrap_or(StopReason::Decided);
                break;
            }
            if self.is_decided(&worker.root) {
                stop = StopReason::Decided;
                break;
            }
            if depth < most {
                self.budget.control().observer().iteration(&last);
            }
        }
        self.budget.stop();
        self.conclude(&mut worker, last, stop)
    }

    /// A thread that fills the table, and looks for wins by threats if it is the first.
    #[cfg(feature = "parallel")]
    fn run_helper<H: StaticEvaluator>(&self, mut worker: Worker<'_, H>, number: usize) {
        let mut probe = (number == 1)
            .then(|| WinProbe::new(self.position, self.options, self.budget, self.memory));
        for depth in 1..=MAX_DEPTH {
            if let Some(probe) = &mut probe {
                self.prove(&mut worker, probe);
            }
            // Not all go step by step, so that they do not all do the same.
            let is_skipped = depth > 2 && usize::from(depth) % 2 == number % 2 && number > 1;
            if is_skipped {
                continue;
            }
            self.apply_refutations(&mut worker);
            if !worker.iterate(Depth::plies(i32::from(depth)), self.lines) {
                return;
            }
            let done = CompletedIteration {
                depth,
                best: worker.root[..self.lines].to_vec(),
            };
            let mut deepest = self.deepest.lock().unwrap_or_else(PoisonError::into_inner);
            if deepest.as_ref().is_none_or(|other| other.depth < depth) {
                *deepest = Some(done);
            }
            drop(deepest);
            if self.is_decided(&worker.root) {
                self.budget.stop();
                return;
            }
        }
    }

    /// Asks the solvers of forced wins, if it is time to.
    fn prove<H: StaticEvaluator>(&self, worker: &mut Worker<'_, H>, probe: &mut WinProbe<'_>) {
        loop {
            let best = worker.root.first().filter(|best| !is_decided(best.score));
            let best = best.map(|best| best.point);
            match probe.probe(best, &mut worker.counter) {
                Some(ProvenResult::Win(line)) => {
                    // Only the first counts.
                    let _ = self.proven_win.set(line);
                    self.budget.stop();
                    return;
                }
                Some(ProvenResult::Loss(point, line)) => {
                    let mut refuted = self.refuted.lock().unwrap_or_else(PoisonError::into_inner);
                    refuted.push((point, line));
                }
                None => return,
            }
            self.apply_refutations(worker);
        }
    }

    /// Has a worker take over what was proved of moves since.
    fn apply_refutations<H: StaticEvaluator>(&self, worker: &mut Worker<'_, H>) {
        let refuted = self.refuted.lock().unwrap_or_else(PoisonError::into_inner);
        for (point, line) in refuted.iter() {
            worker.refute(*point, line);
        }
    }

    /// The answer: a win that was proved, else the deepest iteration.
    fn conclude<H: StaticEvaluator>(
        &self,
        worker: &mut Worker<'_, H>,
        mut last: Iteration,
        mut stop: StopReason,
    ) -> SearchResult {
        let deepest = self.deepest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(line) = self.proven_win.get() {
            last.selective_depth = last.selective_depth.max(line.moves.len() as u16);
            last.lines = vec![checked(self.position, line.clone())];
            stop = StopReason::Decided;
        } else if let Some(found) = deepest.as_ref()
            && (found.depth > last.depth && stop != StopReason::Depth
                || self.is_decided(&found.best))
        {
            worker.root[..self.lines].clone_from_slice(&found.best);
            if self.is_decided(&found.best) {
                stop = StopReason::Decided;
            }
            last = self.snapshot(worker, found.depth);
        }
        last.nodes = self.budget.nodes();
        last.elapsed = self.budget.control().elapsed();
        self.budget.control().observer().iteration(&last);
        SearchResult { last, stop }
    }

    /// Whether all lines are won or lost.
    fn is_decided(&self, root: &[RootMove]) -> bool {
        let mut lines = root[..self.lines].iter();
        lines.all(|root_move| is_decided(root_move.score))
    }

    /// What a worker knows at the end of an iteration.
    fn snapshot<H: StaticEvaluator>(&self, worker: &mut Worker<'_, H>, depth: u16) -> Iteration {
        worker.counter.poll();
        let mut least = worker.static_eval();
        let line = |root_move: &RootMove| {
            // What was not searched is not better than what was.
            least = if root_move.score > -INFINITE {
                root_move.score
            } else {
                unsearched(least)
            };
            let line = PrincipalVariation {
                value: value_of(least),
                moves: root_move.line.clone(),
            };
            checked(self.position, line)
        };
        Iteration {
            depth,
            selective_depth: worker.deepest as u16,
            lines: worker.root[..self.lines].iter().map(line).collect(),
            nodes: self.budget.nodes(),
            elapsed: self.budget.control().elapsed(),
        }
    }
}

/// A value for a line that was not searched, below one of that value: an opinion, never a win.
const fn unsearched(above: Score) -> Score {
    use super::score::MAX_EVAL;
    if above > MAX_EVAL {
        MAX_EVAL
    } else if above < -MAX_EVAL {
        -MAX_EVAL
    } else {
        above
    }
}
