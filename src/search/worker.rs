//! The state of one searching thread.

use crate::board::Color;
use crate::geometry::{Point, PointSet};
use crate::pattern::ShapeBoard;
use crate::threat::VcfProbe;

use super::candidates::candidates_near;
use super::history::History;
use super::move_order::{self, ScoredMove};
use super::node_counter::NodeCounter;
use super::score::{MAX_EVAL, Score};
use super::static_eval::StaticEvaluator;
use super::transposition::TranspositionTable;

/// The longest line that is searched, in plies from the root.
pub(super) const MAX_PLY: usize = 200;

/// Memory for positions without a VCF, in bytes.
const VCF_MEMORY: usize = 4 << 20;

/// One thread's board, stack and move histories.
pub(super) struct Worker<'a, H: StaticEvaluator> {
    pub(super) board: H,
    /// The side to move.
    pub(super) side: Color,
    pub(super) table: &'a TranspositionTable,
    pub(super) counter: NodeCounter<'a>,
    /// By ply from the root.
    pub(super) stack: Vec<StackEntry>,
    /// Moves to try, of all nodes from the root on, those of the deepest last.
    pub(super) moves: Vec<ScoredMove>,
    pub(super) history: History,
    /// The greatest ply that was reached.
    pub(super) selective_depth: usize,
    /// Looks for fours in quiescence.
    pub(super) vcf: VcfProbe,
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

impl<'a, H: StaticEvaluator> Worker<'a, H> {
    /// A worker at the root, with empty history; `candidates` are the points near stones.
    pub(super) fn new(
        board: H,
        side: Color,
        candidates: PointSet,
        table: &'a TranspositionTable,
        counter: NodeCounter<'a>,
    ) -> Worker<'a, H> {
        let mut stack = vec![StackEntry::default(); MAX_PLY + 2];
        stack[0].candidates = candidates;
        Worker {
            board,
            side,
            table,
            counter,
            stack,
            moves: Vec::new(),
            history: History::default(),
            selective_depth: 0,
            vcf: VcfProbe::new(VCF_MEMORY),
        }
    }

    /// The stones and the shapes they make.
    pub(super) fn shapes(&self) -> &ShapeBoard {
        self.board.shapes()
    }

    /// Plays a move of the side to move in the node at `ply`.
    #[inline]
    pub(super) fn play(&mut self, point: Point, ply: usize) {
        self.counter.add(1);
        self.board.play(point, self.side);
        self.side = !self.side;
        let candidates = self.stack[ply].candidates | *candidates_near(point);
        let next = &mut self.stack[ply + 1];
        next.candidates = candidates;
        next.last = Some(point);
        self.selective_depth = self.selective_depth.max(ply + 1);
    }

    /// Takes the last move back.
    pub(super) fn undo(&mut self) {
        self.board.undo();
        self.side = !self.side;
    }

    /// The key of the position in the transposition table.
    pub(super) fn key(&self) -> u64 {
        self.shapes().key(self.side)
    }

    /// The static evaluation, to the side to move.
    pub(super) fn static_eval(&mut self) -> Score {
        let value = self.board.value(self.side);
        value.clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// Whether the rules let the side to move play the empty `point`.
    #[inline]
    pub(super) fn is_legal(&self, point: Point) -> bool {
        self.shapes().is_legal(point, self.side)
    }

    /// Whether some points may be forbidden to Black.
    #[inline]
    pub(super) fn is_restricted(&self) -> bool {
        self.shapes().rule().restricts(Color::Black)
    }

    /// Adds the points of a set to the moves; gives the place of the first.
    pub(super) fn score_moves(
        &mut self,
        points: PointSet,
        table_move: Option<Point>,
        ply: usize,
    ) -> usize {
        let (shapes, history) = (self.board.shapes(), &self.history);
        let last = self.stack[ply].last;
        let moves = &mut self.moves;
        move_order::score_moves(moves, points, table_move, shapes, self.side, history, last)
    }

    /// Makes `best` and what follows it the principal variation of the node at `ply`.
    pub(super) fn update_pv(&mut self, best: Point, ply: usize) {
        let (above, below) = self.stack.split_at_mut(ply + 1);
        let pv = &mut above[ply].pv;
        pv.clear();
        pv.push(Some(best));
        pv.extend_from_slice(&below[0].pv);
    }
}
