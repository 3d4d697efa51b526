//! All threads of a search: each goes through the iterations by itself, and what one finds out
//! the others read in the table.

use std::sync::{Mutex, OnceLock, PoisonError};

use crate::geometry::Point;
use crate::position::Position;

use super::budget::Budget;
use super::depth::Depth;
use super::lines::checked;
use super::proof::{Proof, Prover};
use super::root::RootMove;
use super::score::{INFINITE, Score, Value, is_decided};
use super::worker::Worker;
use super::{Ask, Found, Heuristic, Iteration, Line, Stop};

/// Iterations beyond which nothing is searched.
const MOST_DEPTH: u16 = 120;

/// What the threads of a search have in common.
pub(super) struct Crew<'a> {
    position: &'a Position,
    ask: &'a Ask<'a>,
    budget: &'a Budget<'a>,
    /// How many lines are wanted.
    lines: usize,
    /// What a solver of forced wins may remember, in bytes.
    memory: usize,
    /// A win that was proved beside the search.
    proved: OnceLock<Line>,
    /// Moves that were proved to lose, with what follows.
    refuted: Mutex<Vec<(Point, Line)>>,
    /// The deepest iteration that a helper has finished.
    deepest: Mutex<Option<Iterated>>,
}

/// An iteration and the best moves it found.
#[derive(Clone)]
struct Iterated {
    depth: u16,
    best: Vec<RootMove>,
}

impl<'a> Crew<'a> {
    pub(super) fn new(
        position: &'a Position,
        ask: &'a Ask<'a>,
        budget: &'a Budget<'a>,
        lines: usize,
        memory: usize,
    ) -> Crew<'a> {
        Crew {
            position,
            ask,
            budget,
            lines,
            memory,
            proved: OnceLock::new(),
            refuted: Mutex::new(Vec::new()),
            deepest: Mutex::new(None),
        }
    }

    /// Searches with as many threads as were asked for; `worker` stands at the root.
    pub(super) fn search<H: Heuristic>(&self, worker: Worker<'_, H>) -> Found {
        let threads = self.ask.threads.max(1);
        #[cfg(feature = "parallel")]
        if threads > 1 {
            return self.search_together(worker, threads);
        }
        let _ = threads;
        self.lead(worker, true)
    }

    #[cfg(feature = "parallel")]
    fn search_together<H: Heuristic>(&self, worker: Worker<'_, H>, threads: usize) -> Found {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads - 1)
            .build();
        let Ok(pool) = pool else {
            // The system has no more threads to give: one can do it all.
            return self.lead(worker, true);
        };
        worker.table.touch_pages();
        pool.in_place_scope(|scope| {
            for number in 1..threads {
                let helper = worker.twin(self.budget);
                scope.spawn(move |_| self.help(helper, number));
            }
            self.lead(worker, false)
        })
    }

    /// The thread that tells how far the search is and decides when it ends. Alone it also looks
    /// for wins by threats between its iterations.
    fn lead<H: Heuristic>(&self, mut worker: Worker<'_, H>, is_alone: bool) -> Found {
        let most = self.ask.depth.unwrap_or(MOST_DEPTH).clamp(1, MOST_DEPTH);
        let mut prover =
            is_alone.then(|| Prover::new(self.position, self.ask, self.budget, self.memory));
        let mut last = self.tell(&mut worker, 0);
        let mut stop = Stop::Depth;
        for depth in 1..=most {
            if let Some(prover) = &mut prover {
                self.prove(&mut worker, prover);
            }
            if self.proved.get().is_some() {
                break;
            }
            self.hear_refuted(&mut worker);
            let is_complete = worker.iterate(Depth::plies(i32::from(depth)), self.lines);
            last = self.tell(&mut worker, if is_complete { depth } else { depth - 1 });
            if !is_complete {
                stop = self.budget.reached().unwrap_or(Stop::Decided);
                break;
            }
            if self.is_decided(&worker.root) {
                stop = Stop::Decided;
                break;
            }
            if depth < most {
                self.ask.observer.iteration(&last);
            }
        }
        self.budget.end();
        self.conclude(&mut worker, last, stop)
    }

    /// A thread that fills the table, and looks for wins by threats if it is the first.
    #[cfg(feature = "parallel")]
    fn help<H: Heuristic>(&self, mut worker: Worker<'_, H>, number: usize) {
        let mut prover =
            (number == 1).then(|| Prover::new(self.position, self.ask, self.budget, self.memory));
        for depth in 1..=MOST_DEPTH {
            if let Some(prover) = &mut prover {
                self.prove(&mut worker, prover);
            }
            // Not all go step by step, so that they do not all do the same.
            let is_skipped = depth > 2 && usize::from(depth) % 2 == number % 2 && number > 1;
            if is_skipped {
                continue;
            }
            self.hear_refuted(&mut worker);
            if !worker.iterate(Depth::plies(i32::from(depth)), self.lines) {
                return;
            }
            let done = Iterated {
                depth,
                best: worker.root[..self.lines].to_vec(),
            };
            let mut deepest = self.deepest.lock().unwrap_or_else(PoisonError::into_inner);
            if deepest.as_ref().is_none_or(|other| other.depth < depth) {
                *deepest = Some(done);
            }
            drop(deepest);
            if self.is_decided(&worker.root) {
                self.budget.end();
                return;
            }
        }
    }

    /// Asks the solvers of forced wins, if it is time to.
    fn prove<H: Heuristic>(&self, worker: &mut Worker<'_, H>, prover: &mut Prover<'_>) {
        loop {
            let best = worker.root.first().filter(|best| !is_decided(best.score));
            let best = best.map(|best| best.point);
            match prover.ask(best, &mut worker.purse) {
                Some(Proof::Win(line)) => {
                    // Only the first counts.
                    let _ = self.proved.set(line);
                    self.budget.end();
                    return;
                }
                Some(Proof::Loss(point, line)) => {
                    let mut refuted = self.refuted.lock().unwrap_or_else(PoisonError::into_inner);
                    refuted.push((point, line));
                }
                None => return,
            }
            self.hear_refuted(worker);
        }
    }

    /// Has a worker take over what was proved of moves since.
    fn hear_refuted<H: Heuristic>(&self, worker: &mut Worker<'_, H>) {
        let refuted = self.refuted.lock().unwrap_or_else(PoisonError::into_inner);
        for (point, line) in refuted.iter() {
            worker.refute(*point, line);
        }
    }

    /// The answer: a win that was proved, else the deepest iteration.
    fn conclude<H: Heuristic>(
        &self,
        worker: &mut Worker<'_, H>,
        mut last: Iteration,
        mut stop: Stop,
    ) -> Found {
        let deepest = self.deepest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(line) = self.proved.get() {
            last.selective_depth = last.selective_depth.max(line.moves.len() as u16);
            last.lines = vec![checked(self.position, line.clone())];
            stop = Stop::Decided;
        } else if let Some(found) = deepest.as_ref()
            && (found.depth > last.depth && stop != Stop::Depth || self.is_decided(&found.best))
        {
            worker.root[..self.lines].clone_from_slice(&found.best);
            if self.is_decided(&found.best) {
                stop = Stop::Decided;
            }
            last = self.tell(worker, found.depth);
        }
        last.nodes = self.budget.nodes();
        last.elapsed = self.budget.elapsed();
        self.ask.observer.iteration(&last);
        Found { last, stop }
    }

    /// Whether all lines are won or lost.
    fn is_decided(&self, root: &[RootMove]) -> bool {
        let mut lines = root[..self.lines].iter();
        lines.all(|root_move| is_decided(root_move.score))
    }

    /// What a worker knows at the end of an iteration.
    fn tell<H: Heuristic>(&self, worker: &mut Worker<'_, H>, depth: u16) -> Iteration {
        worker.purse.look();
        let mut least = worker.opinion();
        let line = |root_move: &RootMove| {
            // What was not searched is not better than what was.
            least = if root_move.score > -INFINITE {
                root_move.score
            } else {
                unsearched(least)
            };
            let line = Line {
                value: Value::of(least),
                moves: root_move.line.clone(),
            };
            checked(self.position, line)
        };
        Iteration {
            depth,
            selective_depth: worker.deepest as u16,
            lines: worker.root[..self.lines].iter().map(line).collect(),
            nodes: self.budget.nodes(),
            elapsed: self.budget.elapsed(),
        }
    }
}

/// A value for a line that was not searched, below one of that value: an opinion, never a win.
const fn unsearched(above: Score) -> Score {
    use super::score::MOST_OPINION;
    if above > MOST_OPINION {
        MOST_OPINION
    } else if above < -MOST_OPINION {
        -MOST_OPINION
    } else {
        above
    }
}
