//! The entry of a search, and its threads: each deepens iteratively by itself, and shares what it
//! finds through the table (lazy SMP).

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::eval::{Evaluator, Incremental, IncrementalKind};
use crate::threat::ThreatOutcome;
use renju_core::geometry::{Point, PointSet};
use renju_core::limits::{Control, Iteration, PrincipalVariation, StopReason, Value};
use renju_core::position::Position;
#[cfg(feature = "parallel")]
use renju_system::threads;

use super::principal_variation::checked;
use super::root::{RootMove, RootSearch, UNSCORED};
use super::score::{Depth, MAX_EVAL, PLY, is_decided, is_loss, value_of};
use super::static_eval::{AskedAnew, OtherEvaluator, StaticEvaluator};
use super::transposition::{SharedTable, TranspositionTable};
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
/// use renju_engine::eval::shapes::Shapes;
/// use renju_core::geometry::Size;
/// use renju_core::limits::{Control, Limits, Value};
/// use renju_core::position::Position;
/// use renju_core::rule::Rule;
/// use renju_engine::search::{SearchOptions, TranspositionTable, search};
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
    let table = table.share();
    let nodes = SharedNodes::new(control);
    if position.outcome().is_some() {
        return unsearched(&nodes, StopReason::GameOver);
    }
    let kept = evaluator.incremental(position.board(), position.rule());
    match kept.map(|Incremental(kind)| kind) {
        Some(IncrementalKind::Shapes(kept)) => {
            search_by(kept, probes, position, options, &nodes, table)
        }
        Some(IncrementalKind::Network(kept)) => {
            search_by(kept, probes, position, options, &nodes, table)
        }
        Some(IncrementalKind::Other(kept)) => {
            let kept = OtherEvaluator::new(position, kept);
            search_by(kept, probes, position, options, &nodes, table)
        }
        None => {
            let asked = Box::new(AskedAnew::new(position, evaluator));
            let kept = OtherEvaluator::new(position, asked);
            search_by(kept, probes, position, options, &nodes, table)
        }
    }
}

/// Searches with one type of static evaluation, so that the search is compiled for it.
fn search_by<E: StaticEvaluator>(
    evaluator: E,
    probes: Probes,
    position: &Position,
    options: &SearchOptions,
    nodes: &SharedNodes<'_>,
    table: SharedTable<'_>,
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
    /// The iterations that were completed and not told yet, by depth: each by the thread that was
    /// first.
    completed: Mutex<BTreeMap<u16, CompletedIteration>>,
}

/// An iteration, and the root moves as it left them.
struct CompletedIteration {
    iteration: Iteration,
    moves: Vec<RootMove>,
    far: PointSet,
    /// Whether nothing is open any more.
    is_decided: bool,
}

impl Threads<'_> {
    /// Searches with as many threads as were asked for.
    fn search<E: StaticEvaluator>(&self, mut root: RootSearch<'_, E>) -> SearchResult {
        let (last, stop) = self.search_on_threads(&mut root);
        self.conclude(&mut root, last, stop)
    }

    #[cfg(not(feature = "parallel"))]
    fn search_on_threads<E: StaticEvaluator>(
        &self,
        root: &mut RootSearch<'_, E>,
    ) -> (Iteration, StopReason) {
        self.run_main(root, true)
    }

    /// The deepest iteration, and why there is none after it.
    #[cfg(feature = "parallel")]
    fn search_on_threads<E: StaticEvaluator>(
        &self,
        root: &mut RootSearch<'_, E>,
    ) -> (Iteration, StopReason) {
        let helpers = self.options.threads.saturating_sub(1);
        let pool = (helpers > 0).then(|| threads::pool("search", helpers).ok());
        let Some(pool) = pool.flatten() else {
            // Where the system has no more threads to give, one can do it all.
            return self.run_main(root, true);
        };
        root.worker.table.touch_pages();
        pool.in_place_scope(|workers| {
            for number in 1..=helpers {
                let mut helper = root.clone_for_thread(NodeCounter::new(self.nodes));
                helper.worker.trace.thread = number;
                workers.spawn(move |_| self.run_helper(helper, number));
            }
            self.run_main(root, false)
        })
    }

    /// The thread that tells iterations, in the order of their depths, and decides when to end. It
    /// takes over those that another thread was first to complete. Alone it also runs the solvers
    /// between iterations.
    fn run_main<E: StaticEvaluator>(
        &self,
        root: &mut RootSearch<'_, E>,
        is_alone: bool,
    ) -> (Iteration, StopReason) {
        let last_depth = self.last_depth();
        let mut probe = is_alone.then(|| self.win_probe());
        let mut last = self.snapshot(root, 0);
        let mut stop = StopReason::Depth;
        for depth in 1..=last_depth {
            root.worker.counter.await_iteration(depth);
            if let Some(probe) = &mut probe {
                self.prove(root, probe);
            }
            if self.found.win.get().is_some() {
                break;
            }
            self.apply_refutations(root);
            let is_open = !root.worker.counter.is_stopped();
            if is_open && root.iterate(Depth::from(depth) * PLY, self.lines) {
                self.complete(root, depth);
            }
            let Some(completed) = lock(&self.found.completed).remove(&depth) else {
                last = self.snapshot(root, depth - 1);
                stop = self.nodes.stop_reason().unwrap_or(StopReason::Decided);
                break;
            };
            last = completed.iteration;
            (root.moves, root.far) = (completed.moves, completed.far);
            if completed.is_decided {
                stop = StopReason::Decided;
                break;
            }
            if depth < last_depth {
                self.nodes.control.observer().iteration(&last);
            }
        }
        self.nodes.stop();
        (last, stop)
    }

    /// A thread that fills the table; the first also runs the solvers.
    #[cfg(feature = "parallel")]
    fn run_helper<E: StaticEvaluator>(&self, mut root: RootSearch<'_, E>, number: usize) {
        let mut probe = (number == 1).then(|| self.win_probe());
        for depth in 1..=self.last_depth() {
            if let Some(probe) = &mut probe {
                self.prove(&mut root, probe);
            }
            self.apply_refutations(&mut root);
            let is_complete = root.iterate(Depth::from(depth) * PLY, self.lines);
            root.worker.counter.poll();
            if !is_complete {
                return;
            }
            self.complete(&mut root, depth);
            if self.is_decided(&root, depth) {
                return;
            }
        }
    }

    /// Hands in an iteration, if this thread is the first to complete it.
    fn complete<E: StaticEvaluator>(&self, root: &mut RootSearch<'_, E>, depth: u16) {
        let mut completed = lock(&self.found.completed);
        if depth <= self.nodes.completed() {
            return;
        }
        let iteration = CompletedIteration {
            iteration: self.snapshot(root, depth),
            moves: root.moves.clone(),
            far: root.far,
            is_decided: self.is_decided(root, depth),
        };
        completed.insert(depth, iteration);
        self.nodes.complete(depth);
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

    /// The answer: a win that was proved, else the deepest iteration.
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
        }
        root.worker.counter.poll();
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
        // Of moves that were left out nothing is known.
        let is_every_move = self.options.only.is_none() && self.options.avoid.is_empty();
        let no_win = if is_every_move { None } else { Unknown };
        let [own, opponent] = match best.value {
            Value::WinIn(_) => [Win, None],
            Value::LossIn(_) => [no_win, Win],
            Value::Draw => [no_win, None],
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
        let line = |number: usize| {
            let root_move = &root.moves[number];
            let is_proved = is_loss(root_move.score) && root.is_loss_proved(number);
            least = match root_move.score {
                score if is_proved => score,
                _ if root_move.is_lost() => -MAX_EVAL,
                // A move without a score is no better than those that have one, but no win.
                UNSCORED => least.clamp(-MAX_EVAL, MAX_EVAL),
                score => score,
            };
            let value = match value_of(least) {
                Value::Points(0) if is_exhaustive => Value::Draw,
                value => value,
            };
            let is_whole = is_proved || !root_move.is_lost();
            let shown = if is_whole { root_move.pv.len() } else { 1 };
            let moves = root_move.pv[..shown].to_vec();
            checked(self.position, PrincipalVariation { value, moves }, opinion)
        };
        let lines = (0..self.lines).map(line).collect();
        Iteration {
            depth,
            lines,
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
