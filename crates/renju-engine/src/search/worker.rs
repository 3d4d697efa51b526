//! The state of one searching thread: its stack, its moves, and its nodes.

use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};

use crate::move_scores::MoveScores;
use renju_core::board::{ByColor, Color};
use renju_core::geometry::{Point, PointSet};
use renju_core::limits::{Control, StopReason};
use renju_core::pattern::ShapeBoard;
use renju_core::trace::TraceSink;

use super::candidate_area::candidates_near;
use super::history::History;
use super::move_order::{MovePicker, MoveScorer, ScoredMove};
use super::node_trace::NodeTrace;
use super::params::SearchParams;
use super::score::{Depth, MAX_EVAL, PLY, Score};
use super::static_eval::StaticEvaluator;
use super::transposition::SharedTable;

/// The longest line that is searched, in plies from the root.
pub(super) const MAX_PLY: usize = 200;

/// One thread's board, stack and move histories.
pub(super) struct Worker<'a, E: StaticEvaluator> {
    /// The board, with its shapes and its static evaluation.
    pub(super) evaluator: E,
    /// The side to move.
    pub(super) side: Color,
    /// The number of empty points.
    pub(super) empties: usize,
    /// The parameters of pruning, reductions and extensions.
    pub(super) params: SearchParams,
    pub(super) table: SharedTable<'a>,
    pub(super) counter: NodeCounter<'a>,
    /// By ply from the root.
    pub(super) stack: Vec<StackEntry>,
    /// Moves to try, of all nodes from the root on, those of the deepest last.
    pub(super) moves: Vec<ScoredMove>,
    pub(super) history: History,
    move_scores: ByColor<&'static MoveScores>,
    /// The greatest ply that was reached.
    pub(super) selective_depth: usize,
    /// Who takes the nodes, if they are traced.
    pub(super) trace: NodeTrace<'a>,
}

/// What is known of a node while its children are searched.
#[derive(Clone, Default)]
pub(super) struct StackEntry {
    /// Points near stones, stones included.
    pub(super) candidates: PointSet,
    pub(super) static_eval: Score,
    /// Whether there was only one move.
    pub(super) is_forced: bool,
    /// Whether the move that led here makes a three or more.
    pub(super) is_attack: bool,
    /// The move that led here.
    pub(super) last: Option<Point>,
    /// Left out while the singular extension looks at the other moves.
    pub(super) excluded_move: Option<Point>,
    /// Best play from here; kept on the principal variation only.
    pub(super) pv: Vec<Option<Point>>,
}

impl<'a, E: StaticEvaluator> Worker<'a, E> {
    /// A worker at the root, with empty history; `candidates` are the points near stones.
    pub(super) fn new(
        evaluator: E,
        side: Color,
        candidates: PointSet,
        params: SearchParams,
        table: SharedTable<'a>,
        counter: NodeCounter<'a>,
    ) -> Worker<'a, E> {
        let mut stack = vec![StackEntry::default(); MAX_PLY + 2];
        stack[0].candidates = candidates;
        Worker {
            empties: evaluator.shapes().board().empties().len(),
            move_scores: MoveScores::of(evaluator.shapes().rule()),
            evaluator,
            side,
            params,
            table,
            trace: NodeTrace::new(counter.sink()),
            counter,
            stack,
            moves: Vec::new(),
            history: History::default(),
            selective_depth: 0,
        }
    }

    /// The stones and the shapes they make.
    pub(super) fn shapes(&self) -> &ShapeBoard {
        self.evaluator.shapes()
    }

    /// Plays a move of the side to move in the node at `ply`.
    #[inline]
    pub(super) fn play(&mut self, point: Point, ply: usize) {
        self.counter.add(1);
        let key = self.shapes().board().key().with_stone(point, self.side);
        self.table.prefetch(key.for_side(!self.side));
        self.evaluator.play(point, self.side);
        self.side = !self.side;
        self.empties -= 1;
        let candidates = self.stack[ply].candidates | *candidates_near(point);
        let next = &mut self.stack[ply + 1];
        next.candidates = candidates;
        next.last = Some(point);
        self.selective_depth = self.selective_depth.max(ply + 1);
    }

    /// Takes the last move back.
    pub(super) fn undo(&mut self) {
        self.evaluator.undo();
        self.side = !self.side;
        self.empties += 1;
    }

    /// Passes for the side to move in the node at `ply`, which has no legal move.
    pub(super) fn pass(&mut self, ply: usize) {
        self.counter.add(1);
        self.side = !self.side;
        let candidates = self.stack[ply].candidates;
        let next = &mut self.stack[ply + 1];
        next.candidates = candidates;
        next.last = None;
        next.is_attack = false;
        self.selective_depth = self.selective_depth.max(ply + 1);
    }

    /// Takes a pass back.
    pub(super) fn undo_pass(&mut self) {
        self.side = !self.side;
    }

    /// Whether a search to this depth plays every game to its end: nothing is reduced or pruned
    /// then, so that a draw is proved too. A pass takes no depth.
    pub(super) const fn is_exhaustive(&self, depth: Depth) -> bool {
        depth >= self.empties as Depth * PLY
    }

    /// The key of the position in the transposition table.
    pub(super) fn key(&self) -> u64 {
        self.shapes().key(self.side)
    }

    /// The static evaluation, to the side to move.
    pub(super) fn static_eval(&mut self) -> Score {
        let value = self.evaluator.value(self.side);
        value.clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// Whether the rules let the side to move play the empty `point`.
    #[inline]
    pub(super) fn is_legal(&self, point: Point) -> bool {
        self.shapes().is_legal(point, self.side)
    }

    /// The next move of the node at `ply`.
    pub(super) fn next_move(&mut self, picker: &mut MovePicker, ply: usize) -> Option<ScoredMove> {
        let scorer = MoveScorer {
            shapes: self.evaluator.shapes(),
            us: self.side,
            scores: self.move_scores[self.side],
            history: &self.history,
            last: self.stack[ply].last,
        };
        picker.pick(&scorer, &mut self.moves)
    }

    /// Makes `best`, `None` for a pass, and what follows it the principal variation of the node at `ply`.
    pub(super) fn update_pv(&mut self, best: Option<Point>, ply: usize) {
        let (above, below) = self.stack.split_at_mut(ply + 1);
        let pv = &mut above[ply].pv;
        pv.clear();
        pv.push(best);
        pv.extend_from_slice(&below[0].pv);
    }
}

/// Nodes of a thread between two looks at the limits.
const POLL_INTERVAL: u64 = 256;

/// Nodes of all threads of a search, and its limits.
pub(super) struct SharedNodes<'a> {
    pub(super) control: &'a Control<'a>,
    nodes: AtomicU64,
    is_stopped: AtomicBool,
    /// The deepest iteration that a thread has completed, in plies.
    completed: AtomicU16,
}

impl<'a> SharedNodes<'a> {
    pub(super) fn new(control: &'a Control<'a>) -> SharedNodes<'a> {
        SharedNodes {
            control,
            nodes: AtomicU64::new(0),
            is_stopped: AtomicBool::new(false),
            completed: AtomicU16::new(0),
        }
    }

    /// Nodes of all threads, up to the last poll of each.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Nodes left before the limit.
    pub(super) fn left(&self) -> u64 {
        self.control.max_nodes().saturating_sub(self.nodes())
    }

    /// Tells all threads to stop.
    pub(super) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// The depth of the deepest iteration that a thread has completed.
    pub(super) fn completed(&self) -> u16 {
        self.completed.load(Ordering::Relaxed)
    }

    /// Notes that a thread has completed an iteration of this depth.
    pub(super) fn complete(&self, depth: u16) {
        self.completed.store(depth, Ordering::Relaxed);
    }

    /// The limit that is reached, if any.
    pub(super) fn stop_reason(&self) -> Option<StopReason> {
        self.control.stop_reason(self.nodes())
    }
}

/// Nodes of one thread, added to the shared ones now and then: an atomic for every node would cost
/// more than the node.
pub(super) struct NodeCounter<'a> {
    shared: &'a SharedNodes<'a>,
    nodes: u64,
    /// Of these, those that are added to the shared ones.
    reported: u64,
    next_poll: u64,
    is_stopped: bool,
    /// The depth of the iteration that this thread gives up when another one completes it.
    awaited: u16,
}

impl<'a> NodeCounter<'a> {
    pub(super) fn new(shared: &'a SharedNodes<'a>) -> NodeCounter<'a> {
        NodeCounter {
            shared,
            nodes: 0,
            reported: 0,
            next_poll: POLL_INTERVAL.min(shared.left().max(1)),
            is_stopped: false,
            awaited: u16::MAX,
        }
    }

    /// Begins an iteration of this depth, which ends when another thread completes it.
    pub(super) fn await_iteration(&mut self, depth: u16) {
        self.awaited = depth;
        self.is_stopped = false;
        self.poll();
    }

    /// Counts nodes: one for each stone played, by the search or by a solver.
    #[inline]
    pub(super) fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
        if self.nodes >= self.next_poll {
            self.poll();
        }
    }

    /// Nodes of this thread.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Who takes the nodes of this search, if they are traced.
    pub(super) fn sink(&self) -> Option<&'a dyn TraceSink> {
        self.shared.control.observer().trace_sink()
    }

    /// Whether the search has to end.
    #[inline]
    pub(super) const fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Adds to the shared nodes and looks at the limits.
    pub(super) fn poll(&mut self) {
        let shared = self.shared;
        let new = self.nodes - self.reported;
        shared.nodes.fetch_add(new, Ordering::Relaxed);
        self.reported = self.nodes;
        self.is_stopped |= shared.is_stopped.load(Ordering::Relaxed)
            || shared.completed() >= self.awaited
            || shared.stop_reason().is_some();
        self.next_poll = self.nodes + POLL_INTERVAL.min(shared.left().max(1));
    }
}
