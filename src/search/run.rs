//! The entry of a search: it chooses the static evaluation and sets up the threads.

use crate::eval::Evaluator;
use crate::eval::shapes::IncrementalShapes;
use crate::limits::{Control, Iteration, PrincipalVariation, StopReason};
use crate::pattern::ShapeBoard;
use crate::position::Position;

use super::node_counter::{NodeCounter, SharedNodes};
use super::root::RootSearch;
use super::static_eval::{FullEvaluator, StaticEvaluator};
use super::threads::{FoundByThreads, Threads};
use super::transposition::TranspositionTable;
use super::{SearchOptions, SearchResult};

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
    table.new_generation();
    let nodes = SharedNodes::new(control);
    if position.outcome().is_some() {
        return unsearched(&nodes, Vec::new(), StopReason::GameOver);
    }
    let (board, rule) = (position.board().clone(), position.rule());
    if let Some(shapes) = evaluator.as_shapes() {
        let board = IncrementalShapes::new(board, rule, shapes.weights());
        search_by(board, position, options, &nodes, table)
    } else {
        let board = FullEvaluator::new(ShapeBoard::new(board, rule), evaluator);
        search_by(board, position, options, &nodes, table)
    }
}

/// Searches with one type of static evaluation, so that the search is compiled for it.
fn search_by<H: StaticEvaluator>(
    board: H,
    position: &Position,
    options: &SearchOptions,
    nodes: &SharedNodes<'_>,
    table: &TranspositionTable,
) -> SearchResult {
    let counter = NodeCounter::new(nodes);
    let mut root = RootSearch::new(board, position.to_move(), options, table, counter);
    if root.moves.is_empty() {
        return unsearched(nodes, root.lines_without_moves(), StopReason::Decided);
    }
    let threads = Threads {
        position,
        options,
        nodes,
        lines: options.lines.clamp(1, root.moves.len()),
        memory: (table.bytes() / 4).clamp(MIN_SOLVER_MEMORY, MAX_SOLVER_MEMORY),
        found: FoundByThreads::default(),
    };
    threads.search(root)
}

/// The answer without a search.
fn unsearched(
    nodes: &SharedNodes<'_>,
    lines: Vec<PrincipalVariation>,
    stop: StopReason,
) -> SearchResult {
    let last = Iteration {
        lines,
        nodes: nodes.nodes(),
        elapsed: nodes.control.elapsed(),
        ..Iteration::default()
    };
    nodes.control.observer().iteration(&last);
    SearchResult { last, stop }
}
