//! A search from its question to its answer: threads, iterations, limits.

use crate::board::Color;
use crate::eval::Evaluator;
use crate::eval::shapes::KeptValue;
use crate::geometry::{Point, PointSet, Size};
use crate::pattern::ShapeBoard;
use crate::position::Position;
use crate::rules::{ForRule, RuleSet};

use super::budget::{Budget, Purse};
use super::depth::Depth;
use super::lines::checked;
use super::nearness::Nearness;
use super::proof::Prover;
use super::root::RootMove;
use super::score::{INFINITE, Value, is_decided};
use super::table::Table;
use super::worker::Worker;
use super::{Ask, Found, Heuristic, Iteration, Line, Rescan, Stop};

/// Iterations beyond which nothing is searched.
const MOST_DEPTH: u16 = 120;

/// A question with all that is needed to answer it.
pub(super) struct Run<'a> {
    pub(super) position: &'a Position,
    pub(super) evaluator: &'a dyn Evaluator,
    pub(super) ask: &'a Ask<'a>,
    pub(super) table: &'a Table,
}

impl ForRule for Run<'_> {
    type Output = Found;

    fn run<R: RuleSet>(self) -> Found {
        let budget = Budget::new(self.ask);
        if self.position.outcome().is_some() {
            return self.found(&budget, Vec::new(), Stop::GameOver);
        }
        let board = self.position.board().clone();
        match self.evaluator.as_shapes() {
            Some(shapes) => {
                let kept = KeptValue::<R>::new(board, shapes.weights());
                self.go::<R, _>(kept, &budget)
            }
            None => {
                let rescan = Rescan::<R>::new(ShapeBoard::new(board), self.evaluator);
                self.go::<R, _>(rescan, &budget)
            }
        }
    }
}

impl Run<'_> {
    fn go<R: RuleSet, H: Heuristic<R>>(&self, board: H, budget: &Budget<'_>) -> Found {
        let side = self.position.to_move();
        let moves = self.root_moves(board.shapes(), side);
        let near = Nearness::IN_TREE.around(stones(board.shapes())) | moves;
        let mut worker = Worker::<R, H>::new(board, side, near, self.table, Purse::new(budget));
        let first = worker.rank(moves, None, 0);
        let mut ranked = worker.ranked.split_off(first);
        ranked.retain(|ranked| worker.may_play(ranked.point, side));
        ranked.sort_by_key(|ranked| -ranked.promise);
        worker.root = ranked
            .iter()
            .map(|ranked| RootMove::new(ranked.point))
            .collect();
        if worker.root.is_empty() {
            return self.without_moves(&mut worker, budget);
        }
        let lines = self.ask.lines.clamp(1, worker.root.len());
        Leader {
            run: self,
            budget,
            prover: Prover::new(self.position, self.ask),
            lines,
        }
        .lead(&mut worker)
    }

    /// The moves to choose from.
    fn root_moves<R: RuleSet>(&self, shapes: &ShapeBoard<R>, side: Color) -> PointSet {
        let empties = shapes.board().empties();
        let wanted = self.ask.only.unwrap_or(empties) & empties;
        let wanted = wanted - self.ask.avoid;
        let stones = stones(shapes);
        let near = if stones.is_empty() {
            center(shapes.board().size())
        } else {
            Nearness::AT_ROOT.around(stones)
        };
        let is_legal = |point: &Point| {
            side == Color::White
                || !R::RESTRICTS_BLACK
                || !crate::forbidden::is_forbidden(shapes, *point)
        };
        let legal: PointSet = (wanted & near).iter().filter(is_legal).collect();
        if self.ask.only.is_some() || legal.len() < self.ask.lines.max(1) {
            wanted
        } else {
            legal
        }
    }

    /// A side that may not play anywhere passes.
    fn without_moves<R: RuleSet, H: Heuristic<R>>(
        &self,
        worker: &mut Worker<'_, R, H>,
        budget: &Budget<'_>,
    ) -> Found {
        let empties = worker.shapes().board().empties();
        let side = worker.side;
        let may_pass = !empties.iter().any(|point| worker.may_play(point, side));
        let lines = if may_pass {
            worker.without_legal_moves()
        } else {
            Vec::new()
        };
        self.found(budget, lines, Stop::Decided)
    }

    fn found(&self, budget: &Budget<'_>, lines: Vec<Line>, stop: Stop) -> Found {
        let last = Iteration {
            lines,
            nodes: budget.nodes(),
            elapsed: budget.elapsed(),
            ..Iteration::default()
        };
        self.ask.observer.iteration(&last);
        Found { last, stop }
    }
}

fn stones<R: RuleSet>(shapes: &ShapeBoard<R>) -> PointSet {
    let board = shapes.board();
    board.stones(Color::Black) | board.stones(Color::White)
}

fn center(size: Size) -> PointSet {
    let middle = size.get() / 2;
    Point::new(middle, middle).into_iter().collect()
}

/// The thread that tells how far the search is, and decides when it ends.
struct Leader<'a> {
    run: &'a Run<'a>,
    budget: &'a Budget<'a>,
    prover: Prover<'a>,
    lines: usize,
}

impl Leader<'_> {
    fn lead<R: RuleSet, H: Heuristic<R>>(mut self, worker: &mut Worker<'_, R, H>) -> Found {
        let most = self
            .run
            .ask
            .depth
            .unwrap_or(MOST_DEPTH)
            .clamp(1, MOST_DEPTH);
        let mut last = self.told(worker, 0);
        let mut stop = Stop::Depth;
        if let Some(proved) = self.prove(worker) {
            return self.end(proved, Stop::Decided);
        }
        for depth in 1..=most {
            let is_complete = worker.iterate(Depth::plies(i32::from(depth)), self.lines);
            last = self.told(worker, if is_complete { depth } else { depth - 1 });
            if !is_complete {
                stop = self.budget.reached().unwrap_or(Stop::Interrupted);
                break;
            }
            if self.is_decided(worker) {
                stop = Stop::Decided;
                break;
            }
            if depth == most {
                break;
            }
            self.run.ask.observer.iteration(&last);
            if let Some(proved) = self.prove(worker) {
                return self.end(proved, Stop::Decided);
            }
        }
        self.end(last, stop)
    }

    /// Asks the solvers of forced wins, if it is time to.
    fn prove<R: RuleSet, H: Heuristic<R>>(
        &mut self,
        worker: &mut Worker<'_, R, H>,
    ) -> Option<Iteration> {
        let line = self.prover.ask(&mut worker.purse, self.budget)?;
        let mut proved = self.told(worker, 0);
        proved.selective_depth = proved.selective_depth.max(line.moves.len() as u16);
        proved.lines = vec![line];
        Some(proved)
    }

    fn end(&self, last: Iteration, stop: Stop) -> Found {
        self.budget.end();
        self.run.ask.observer.iteration(&last);
        Found { last, stop }
    }

    /// Whether all lines are won or lost.
    fn is_decided<R: RuleSet, H: Heuristic<R>>(&self, worker: &Worker<'_, R, H>) -> bool {
        let mut lines = worker.root[..self.lines].iter();
        lines.all(|root_move| is_decided(root_move.score))
    }

    /// What is known when an iteration ends.
    fn told<R: RuleSet, H: Heuristic<R>>(
        &self,
        worker: &mut Worker<'_, R, H>,
        depth: u16,
    ) -> Iteration {
        worker.purse.look();
        let opinion = worker.opinion();
        let line = |root_move: &RootMove| {
            let is_known = root_move.score > -INFINITE;
            let line = Line {
                value: Value::of(if is_known { root_move.score } else { opinion }),
                moves: root_move.line.clone(),
            };
            checked(self.run.position, line)
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
