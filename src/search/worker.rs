use crate::board::Color;
use crate::geometry::{Point, PointSet};
use crate::limits::{PrincipalVariation, Value};
use crate::pattern::ShapeBoard;
use crate::threat::VcfProbe;

use super::StaticEvaluator;
use super::candidates::candidates_near;
use super::history::History;
use super::move_order::ScoredMove;
use super::node_counter::NodeCounter;
#[cfg(feature = "parallel")]
use super::node_counter::SharedNodes;
use super::root::RootMove;
use super::score::{MAX_EVAL, Score, value_of};
use super::tactics::Tactics;
use super::transposition::TranspositionTable;

/// The most moves that are looked ahead; lines of forced moves end here too.
pub(super) const MAX_PLY: usize = 200;

/// What is remembered of positions without a VCF, in bytes.
const FOURS_MEMORY: usize = 4 << 20;

/// One thread's board, what it may spend, and what it learns about the order of moves.
pub(super) struct Worker<'a, H: StaticEvaluator> {
    pub(super) board: H,
    /// Whose turn it is.
    pub(super) side: Color,
    pub(super) table: &'a TranspositionTable,
    pub(super) counter: NodeCounter<'a>,
    /// By the number of moves played from the root.
    pub(super) stack: Vec<StackEntry>,
    /// Moves to try, of all nodes on the way, those of the deepest last.
    pub(super) moves: Vec<ScoredMove>,
    pub(super) history: History,
    /// The moves of the root, best first.
    pub(super) root: Vec<RootMove>,
    /// The longest line looked at.
    pub(super) deepest: usize,
    /// Who looks for fours at the horizon.
    pub(super) fours: VcfProbe,
}

/// What is known of a node while its children are searched.
#[derive(Clone, Default)]
pub(super) struct StackEntry {
    /// Points near stones, stones included.
    pub(super) candidates: PointSet,
    /// What the position is worth without looking ahead, to the side to move.
    pub(super) static_eval: Score,
    /// Whether there was only one move.
    pub(super) is_forced: bool,
    /// Whether the move that led here makes a three or more.
    pub(super) is_attack: bool,
    /// The move that led here.
    pub(super) last: Option<Point>,
    /// A move left out to see how good the others are.
    pub(super) excluded_move: Option<Point>,
    /// Best play from here; kept on the principal variation only.
    pub(super) pv: Vec<Option<Point>>,
}

impl<'a, H: StaticEvaluator> Worker<'a, H> {
    /// A worker at the root, where `near` are the points near stones.
    pub(super) fn new(
        board: H,
        side: Color,
        near: PointSet,
        table: &'a TranspositionTable,
        counter: NodeCounter<'a>,
    ) -> Worker<'a, H> {
        let mut stack = vec![StackEntry::default(); MAX_PLY + 2];
        stack[0].candidates = near;
        Worker {
            board,
            side,
            table,
            counter,
            stack,
            moves: Vec::new(),
            history: History::default(),
            root: Vec::new(),
            deepest: 0,
            fours: VcfProbe::new(FOURS_MEMORY),
        }
    }

    /// Another worker at the same root, who has learnt nothing yet.
    #[cfg(feature = "parallel")]
    pub(super) fn clone_for_thread<'b>(&self, budget: &'b SharedNodes<'b>) -> Worker<'b, H>
    where
        'a: 'b,
    {
        let near = self.stack[0].candidates;
        let counter = NodeCounter::new(budget);
        let mut clone_for_thread =
            Worker::new(self.board.clone(), self.side, near, self.table, counter);
        clone_for_thread.root.clone_from(&self.root);
        clone_for_thread
    }

    pub(super) fn shapes(&self) -> &ShapeBoard {
        self.board.shapes()
    }

    /// Plays a move of the side to move in the node `ply` moves from the root.
    #[inline]
    pub(super) fn play(&mut self, point: Point, ply: usize) {
        self.counter.count();
        self.board.play(point, self.side);
        self.side = !self.side;
        let grown = self.stack[ply].candidates | *candidates_near(point);
        let next = &mut self.stack[ply + 1];
        next.candidates = grown;
        next.last = Some(point);
        self.deepest = self.deepest.max(ply + 1);
    }

    pub(super) fn undo(&mut self) {
        self.board.undo();
        self.side = !self.side;
    }

    /// What the position is worth to the side to move without looking ahead.
    pub(super) fn static_eval(&mut self) -> Score {
        let value = self.board.value(self.side);
        value.clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// Whether the rule forbids Black some points.
    #[inline]
    pub(super) fn restricts_black(&self) -> bool {
        self.shapes().rule().restricts(Color::Black)
    }

    /// Makes `best` and what follows it the line of the node at `ply`.
    pub(super) fn update_pv(&mut self, best: Point, ply: usize) {
        let (above, below) = self.stack.split_at_mut(ply + 1);
        let line = &mut above[ply].pv;
        line.clear();
        line.push(Some(best));
        line.extend_from_slice(&below[0].pv);
    }

    /// What can be said at the root when no move is legal: a pass, and what it is worth.
    pub(super) fn without_legal_moves(&mut self) -> Vec<PrincipalVariation> {
        let tactics = self.tactics();
        if let Tactics::Loss(plies) = tactics {
            let value = Value::LossIn(plies as u16);
            let moves = self.forced_line(tactics);
            return vec![PrincipalVariation { value, moves }];
        }
        let value = value_of(self.static_eval());
        let moves = vec![None];
        vec![PrincipalVariation { value, moves }]
    }
}
