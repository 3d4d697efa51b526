//! The entry of a search, and its threads: each deepens iteratively by itself, and shares what it
//! finds through the table (lazy SMP).

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::eval::Evaluator;
use crate::eval::network::IncrementalNetwork;
use crate::eval::shapes::IncrementalShapes;
use crate::geometry::Point;
use crate::limits::{Control, Iteration, PrincipalVariation, StopReason, Value};
use crate::pattern::ShapeBoard;
use crate::position::Position;
#[cfg(feature = "parallel")]
use crate::threads;
use crate::threat::ThreatOutcome;

use super::principal_variation::checked;
use super::root::{RootMove, RootSearch};
use super::score::{Depth, INFINITE, MAX_EVAL, PLY, Score, is_decided, value_of};
use super::static_eval::{FullEvaluator, StaticEvaluator};
use super::transposition::TranspositionTable;
use super::win_probe::{ExcludedWins, Probes, ProvenResult, WinProbe};
use super::worker::{NodeCounter, SharedNodes};
use super::{ForcedWins, SearchOptions, SearchResult};

/// The depth of the last iteration without another limit, in plies.
const MAX_DEPTH: u16 = 120;

/// Memory of each solver of forced wins: a fourth of the table within these bounds, in bytes.
const MIN_SOLVER_MEMORY: usize = 1 << 20;
const MAX_SOLVER_MEMORY: usize = 24 << 20;

/// Looks for best play of the side to move, by the static evaluation of `evaluator`.
///
/// `table` may come from a search of another position of the same size, by the same rule and
/// evaluator. With an empty one, one thread and no time limit the same question has the same
/// answer every time.
///
/// ```
/// use renju::eval::shapes::Shapes;
/// use renju::geometry::Size;
/// use renju::limits::{Control, Limits, Value};
/// use renju::position::Position;
/// use renju::rule::Rule;
/// use renju::search::{SearchOptions, TranspositionTable, search};
///
/// let mut position = Position::new(Size::RENJU, Rule::Freestyle);
/// for name in ["H8", "A1", "I8", "A3", "J8", "A5"] {
///     position = position.play(name.parse()?)?;
/// }
/// let control = Control::new(Limits::nodes(10_000));
/// let mut table = TranspositionTable::new(1 << 20);
/// let options = SearchOptions::depth(6);
/// let result = search(&position, Shapes::ours(), &options, &control, &mut table);
/// let best = &result.last.lines[0];
/// assert_eq!(best.value, Value::WinIn(3));
/// assert_eq!(best.moves.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(
    position: &Position,
    evaluator: &dyn Evaluator,
    options: &SearchOptions,
    control: &Control<'_>,
    table: &mut TranspositionTable,
) -> SearchResult {
    search_with(Probes::All, position, evaluator, options, control, table)
}

/// As [`search`], with some of the solvers.
pub(super) fn search_with(
    probes: Probes,
    position: &Position,
    evaluator: &dyn Evaluator,
    options: &SearchOptions,
    control: &Control<'_>,
    table: &mut TranspositionTable,
) -> SearchResult {
    table.new_generation();
    let nodes = SharedNodes::new(control);
    if position.outcome().is_some() {
        return unsearched(&nodes, StopReason::GameOver);
    }
    let (board, rule) = (position.board().clone(), position.rule());
    if let Some(shapes) = evaluator.as_shapes() {
        let evaluator = IncrementalShapes::new(board, rule, shapes.weights());
        search_by(evaluator, probes, position, options, &nodes, table)
    } else if let Some(network) = evaluator.as_network() {
        let evaluator = IncrementalNetwork::new(board, rule, network.weights());
        search_by(evaluator, probes, position, options, &nodes, table)
    } else {
        let evaluator = FullEvaluator::new(ShapeBoard::new(board, rule), evaluator);
        search_by(evaluator, probes, position, options, &nodes, table)
    }
}

/// Searches with one type of static evaluation, so that the search is compiled for it.
fn search_by<E: StaticEvaluator>(
    evaluator: E,
    probes: Probes,
    position: &Position,
    options: &SearchOptions,
    nodes: &SharedNodes<'_>,
    table: &TranspositionTable,
) -> SearchResult {
    let counter = NodeCounter::new(nodes);
    let root = RootSearch::new(evaluator, position.to_move(), options, table, counter);
    if root.moves.is_empty() {
        return unsearched(nodes, StopReason::Decided);
    }
    let threads = Threads {
        position,
        probes,
        options,
        nodes,
        lines: options.lines.clamp(1, root.moves.len()),
        memory: (table.bytes() / 4).clamp(MIN_SOLVER_MEMORY, MAX_SOLVER_MEMORY),
        found: FoundByThreads::default(),
    };
    threads.search(root)
}

/// The answer without a search.
fn unsearched(nodes: &SharedNodes<'_>, stop: StopReason) -> SearchResult {
    let last = Iteration {
        nodes: nodes.nodes(),
        elapsed: nodes.control.elapsed(),
        ..Iteration::default()
    };
    nodes.control.observer().iteration(&last);
    SearchResult {
        last,
        stop,
        forced_wins: None,
    }
}

/// What the threads of a search have in common.
struct Threads<'a> {
    position: &'a Position,
    probes: Probes,
    options: &'a SearchOptions,
    nodes: &'a SharedNodes<'a>,
    /// Number of lines to report, no more than there are root moves.
    lines: usize,
    /// Memory of each solver of forced wins, in bytes.
    memory: usize,
    found: FoundByThreads,
}

/// What the threads tell each other outside of the table.
#[derive(Default)]
struct FoundByThreads {
    /// A win that a solver proved.
    win: OnceLock<PrincipalVariation>,
    /// Root moves that a solver proved to lose, with what follows.
    refuted: Mutex<Vec<(Point, PrincipalVariation)>>,
    /// What the solvers have shown not to be there.
    excluded: Mutex<ExcludedWins>,
    /// The deepest iteration that a helper has completed.
    deepest: Mutex<Option<CompletedIteration>>,
}

/// An iteration and the best moves it found.
struct CompletedIteration {
    depth: u16,
    selective_depth: usize,
    best: Vec<RootMove>,
    /// Whether nothing is open any more.
    is_decided: bool,
}

impl Threads<'_> {
    /// Searches with as many threads as were asked for.
    fn search<E: StaticEvaluator>(&self, root: RootSearch<'_, E>) -> SearchResult {
        #[cfg(feature = "parallel")]
        if self.options.threads > 1 {
            return self.search_in_parallel(root);
        }
        self.run_main(root, true)
    }

    #[cfg(feature = "parallel")]
    fn search_in_parallel<E: StaticEvaluator>(&self, root: RootSearch<'_, E>) -> SearchResult {
        let helpers = self.options.threads - 1;
        root.worker.table.touch_pages();
        std::thread::scope(|scope| {
            let work = |number| {
                let helper = root.clone_for_thread(NodeCounter::new(self.nodes));
                move || self.run_helper(helper, number + 1)
            };
            // Where the system has no more threads to give, one can do it all.
            let is_alone = threads::start_some(scope, "search", helpers, work).is_err();
            self.run_main(root, is_alone)
        })
    }

    /// The thread that reports iterations and decides when to end. Alone it also runs the solvers
    /// between iterations.
    fn run_main<E: StaticEvaluator>(
        &self,
        mut root: RootSearch<'_, E>,
        is_alone: bool,
    ) -> SearchResult {
        let last_depth = self.last_depth();
        let mut probe = is_alone.then(|| self.win_probe());
        let mut last = self.snapshot(&mut root, 0);
        let mut stop = StopReason::Depth;
        for depth in 1..=last_depth {
            if let Some(probe) = &mut probe {
                self.prove(&mut root, probe);
            }
            if self.found.win.get().is_some() {
                break;
            }
            self.apply_refutations(&mut root);
            let is_complete = root.iterate(Depth::from(depth) * PLY, self.lines);
            last = self.snapshot(&mut root, if is_complete { depth } else { depth - 1 });
            if !is_complete {
                stop = self.nodes.stop_reason().unwrap_or(StopReason::Decided);
                break;
            }
            if self.is_decided(&root, depth) {
                stop = StopReason::Decided;
                break;
            }
            if depth < last_depth {
                self.nodes.control.observer().iteration(&last);
            }
        }
        self.nodes.stop();
        self.conclude(&mut root, last, stop)
    }

    /// A thread that fills the table; the first also runs the solvers.
    #[cfg(feature = "parallel")]
    fn run_helper<E: StaticEvaluator>(&self, mut root: RootSearch<'_, E>, number: usize) {
        let mut probe = (number == 1).then(|| self.win_probe());
        let last_depth = self.last_depth();
        for depth in 1..=last_depth {
            if let Some(probe) = &mut probe {
                self.prove(&mut root, probe);
            }
            // Helpers skip different depths, so that they do not all do the same work.
            let has_choice = depth > 2 && depth < last_depth && number > 1;
            if has_choice && usize::from(depth) % 2 == number % 2 {
                continue;
            }
            self.apply_refutations(&mut root);
            if !root.iterate(Depth::from(depth) * PLY, self.lines) {
                return;
            }
            let best = root.moves[..self.lines].to_vec();
            let is_decided = self.is_decided(&root, depth);
            let mut deepest = lock(&self.found.deepest);
            if deepest.as_ref().is_none_or(|other| other.depth < depth) {
                *deepest = Some(CompletedIteration {
                    depth,
                    selective_depth: root.worker.selective_depth,
                    best,
                    is_decided,
                });
            }
            drop(deepest);
            if is_decided || depth == last_depth {
                self.nodes.stop();
                return;
            }
        }
    }

    /// The depth of the last iteration, in plies.
    fn last_depth(&self) -> u16 {
        self.options.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH)
    }

    fn win_probe(&self) -> WinProbe<'_> {
        WinProbe::new(
            self.probes,
            self.position,
            self.options,
            self.nodes,
            self.memory,
        )
    }

    /// Runs the solvers of forced wins as long as they have nodes to spend.
    fn prove<E: StaticEvaluator>(&self, root: &mut RootSearch<'_, E>, probe: &mut WinProbe<'_>) {
        loop {
            let best = root.moves.first().filter(|best| !is_decided(best.score));
            let best = best.and_then(|best| best.point);
            match probe.probe(best, &mut root.worker.counter) {
                Some(ProvenResult::Win(line)) => {
                    // Only the first counts.
                    let _ = self.found.win.set(line);
                    self.nodes.stop();
                    return;
                }
                Some(ProvenResult::Loss(point, line)) => {
                    lock(&self.found.refuted).push((point, line));
                }
                None => break,
            }
            self.apply_refutations(root);
        }
        *lock(&self.found.excluded) = probe.excluded();
    }

    /// Has a thread take over which root moves were refuted since.
    fn apply_refutations<E: StaticEvaluator>(&self, root: &mut RootSearch<'_, E>) {
        for (point, line) in lock(&self.found.refuted).iter() {
            root.refute(*point, line);
        }
    }

    /// The answer: a win that was proved, else the deepest iteration of all threads.
    fn conclude<E: StaticEvaluator>(
        &self,
        root: &mut RootSearch<'_, E>,
        mut last: Iteration,
        mut stop: StopReason,
    ) -> SearchResult {
        if let Some(line) = self.found.win.get() {
            last.selective_depth = last.selective_depth.max(line.moves.len() as u16);
            last.lines = vec![checked(
                self.position,
                line.clone(),
                root.worker.static_eval(),
            )];
            stop = StopReason::Decided;
        } else if let Some(found) = lock(&self.found.deepest).as_ref()
            && (found.is_decided || found.depth > last.depth && stop != StopReason::Depth)
        {
            root.moves[..self.lines].clone_from_slice(&found.best);
            let reached = &mut root.worker.selective_depth;
            *reached = (*reached).max(found.selective_depth);
            if found.is_decided {
                stop = StopReason::Decided;
            } else if found.depth == self.last_depth() {
                stop = StopReason::Depth;
            }
            last = self.snapshot(root, found.depth);
        }
        last.nodes = self.nodes.nodes();
        last.elapsed = self.nodes.control.elapsed();
        self.nodes.control.observer().iteration(&last);
        SearchResult {
            forced_wins: last.lines.first().map(|best| self.forced_wins(best)),
            last,
            stop,
        }
    }

    /// What the value of the best line says of forced wins, or what the solvers have excluded.
    fn forced_wins(&self, best: &PrincipalVariation) -> ForcedWins {
        use ThreatOutcome::{None, Unknown, Win};
        let [own, opponent] = match best.value {
            Value::WinIn(_) => [Win, None],
            Value::LossIn(_) => [None, Win],
            Value::Draw => [None, None],
            Value::Points(_) => {
                let excluded = lock(&self.found.excluded);
                let first = best.moves.first().copied().flatten();
                let is_safe = first.is_some_and(|first| excluded.after.contains(&first));
                [excluded.own, is_safe].map(|is_none| if is_none { None } else { Unknown })
            }
        };
        ForcedWins { own, opponent }
    }

    /// Whether an iteration of this depth leaves nothing open: all lines are won or lost, or every
    /// game was played to its end.
    fn is_decided<E: StaticEvaluator>(&self, root: &RootSearch<'_, E>, depth: u16) -> bool {
        let mut lines = root.moves[..self.lines].iter();
        lines.all(|root_move| is_decided(root_move.score)) || root.is_exhaustive(depth)
    }

    /// What a thread knows at the end of an iteration.
    fn snapshot<E: StaticEvaluator>(&self, root: &mut RootSearch<'_, E>, depth: u16) -> Iteration {
        root.worker.counter.poll();
        let opinion = root.worker.static_eval();
        let mut least = opinion;
        let is_exhaustive = root.is_exhaustive(depth);
        let line = |root_move: &RootMove| {
            // A move without a score is no better than those that have one.
            least = if root_move.score > -INFINITE {
                root_move.score
            } else {
                unsearched_score(least)
            };
            let value = match value_of(least) {
                Value::Points(0) if is_exhaustive => Value::Draw,
                value => value,
            };
            let moves = root_move.pv.clone();
            checked(self.position, PrincipalVariation { value, moves }, opinion)
        };
        Iteration {
            depth,
            lines: root.moves[..self.lines].iter().map(line).collect(),
            selective_depth: root.worker.selective_depth as u16,
            nodes: self.nodes.nodes(),
            elapsed: self.nodes.control.elapsed(),
        }
    }
}

/// A lock that a thread that panicked left is taken over: the panic ends the search anyway.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A score for a root move that was not searched: that of the move above it, but never a win.
fn unsearched_score(above: Score) -> Score {
    above.clamp(-MAX_EVAL, MAX_EVAL)
}
