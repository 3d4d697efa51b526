//! A search from its question to its first position.

use crate::board::Color;
use crate::eval::Evaluator;
use crate::eval::shapes::IncrementalShapes;
use crate::geometry::{Point, PointSet, Size};
use crate::limits::{Control, Iteration, PrincipalVariation, StopReason};
use crate::pattern::ShapeBoard;
use crate::position::Position;

use super::candidates::CandidateArea;
use super::node_counter::{NodeCounter, SharedNodes};
use super::root::RootMove;
use super::threads::Threads;
use super::transposition::TranspositionTable;
use super::worker::Worker;
use super::{FullEvaluator, SearchOptions, SearchResult, StaticEvaluator};

/// What each of the solvers of forced wins may remember, in bytes: a fourth of the table.
const LEAST_MEMORY: usize = 1 << 20;
const MOST_MEMORY: usize = 24 << 20;

/// A question with all that is needed to answer it.
pub(super) struct Run<'a> {
    pub(super) position: &'a Position,
    pub(super) evaluator: &'a dyn Evaluator,
    pub(super) options: &'a SearchOptions,
    pub(super) control: &'a Control<'a>,
    pub(super) table: &'a TranspositionTable,
}

impl Run<'_> {
    pub(super) fn run(&self) -> SearchResult {
        let budget = SharedNodes::new(self.control);
        if self.position.outcome().is_some() {
            return self.found(&budget, Vec::new(), StopReason::GameOver);
        }
        let (board, rule) = (self.position.board().clone(), self.position.rule());
        if let Some(shapes) = self.evaluator.as_shapes() {
            let kept = IncrementalShapes::new(board, rule, shapes.weights());
            self.go(kept, &budget)
        } else {
            let full_evaluator = FullEvaluator::new(ShapeBoard::new(board, rule), self.evaluator);
            self.go(full_evaluator, &budget)
        }
    }

    fn go<H: StaticEvaluator>(&self, board: H, budget: &SharedNodes<'_>) -> SearchResult {
        let side = self.position.to_move();
        let moves = self.root_moves(board.shapes(), side);
        let near = CandidateArea::IN_TREE.around(stones(board.shapes())) | moves;
        let mut worker = Worker::new(board, side, near, self.table, NodeCounter::new(budget));
        let first = worker.score_moves(moves, None, 0);
        let mut ranked = worker.moves.split_off(first);
        ranked.retain(|ranked| worker.shapes().is_legal(ranked.point, side));
        ranked.sort_by_key(|ranked| -ranked.score);
        worker.root = ranked
            .iter()
            .map(|ranked| RootMove::new(ranked.point))
            .collect();
        if worker.root.is_empty() {
            return self.without_moves(&mut worker, budget);
        }
        let lines = self.options.lines.clamp(1, worker.root.len());
        let memory = (self.table.bytes() / 4).clamp(LEAST_MEMORY, MOST_MEMORY);
        Threads::new(self.position, self.options, budget, lines, memory).search(worker)
    }

    /// The moves to choose from.
    fn root_moves(&self, shapes: &ShapeBoard, side: Color) -> PointSet {
        let empties = shapes.board().empties();
        let wanted = self.options.only.unwrap_or(empties) & empties;
        let wanted = wanted - self.options.avoid;
        let stones = stones(shapes);
        let near = if stones.is_empty() {
            center(shapes.board().size())
        } else {
            CandidateArea::AT_ROOT.around(stones)
        };
        let is_legal = |point: &Point| shapes.is_legal(*point, side);
        let legal: PointSet = (wanted & near).iter().filter(is_legal).collect();
        if self.options.only.is_some() || legal.len() < self.options.lines.max(1) {
            wanted
        } else {
            legal
        }
    }

    /// A side that may not play anywhere passes.
    fn without_moves<H: StaticEvaluator>(
        &self,
        worker: &mut Worker<'_, H>,
        budget: &SharedNodes<'_>,
    ) -> SearchResult {
        let empties = worker.shapes().board().empties();
        let side = worker.side;
        let may_pass = !empties
            .iter()
            .any(|point| worker.shapes().is_legal(point, side));
        let lines = if may_pass {
            worker.without_legal_moves()
        } else {
            Vec::new()
        };
        self.found(budget, lines, StopReason::Decided)
    }

    fn found(
        &self,
        budget: &SharedNodes<'_>,
        lines: Vec<PrincipalVariation>,
        stop: StopReason,
    ) -> SearchResult {
        let last = Iteration {
            lines,
            nodes: budget.nodes(),
            elapsed: budget.control().elapsed(),
            ..Iteration::default()
        };
        self.control.observer().iteration(&last);
        SearchResult { last, stop }
    }
}

fn stones(shapes: &ShapeBoard) -> PointSet {
    let board = shapes.board();
    board.stones(Color::Black) | board.stones(Color::White)
}

fn center(size: Size) -> PointSet {
    let middle = size.get() / 2;
    Point::new(middle, middle).into_iter().collect()
}
