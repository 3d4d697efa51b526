//! The root: iterations over the root moves with multi-PV and aspiration windows.

use crate::board::Color;
use crate::geometry::{Point, PointSet, Size};
use crate::limits::PrincipalVariation;
use crate::pattern::ShapeBoard;

use super::SearchOptions;
use super::candidate_area::CandidateArea;
use super::move_order::{MovePicker, ScoredMove};
use super::params::{ASPIRATION_DEPTH, SearchParams};
use super::score::{Depth, INFINITE, PLY, Score, is_decided, loss_at, win_at};
use super::static_eval::StaticEvaluator;
use super::transposition::SharedTable;
use super::worker::{NodeCounter, Worker};

/// A move of the root, and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    /// `None` is a pass, where no move is legal.
    pub(super) point: Option<Point>,
    /// In this iteration; -[`INFINITE`] if it failed low.
    pub(super) score: Score,
    /// In the iteration before.
    previous_score: Score,
    /// The move and what follows.
    pub(super) pv: Vec<Option<Point>>,
    /// Whether it was proved to lose, as `pv` shows.
    is_refuted: bool,
}

impl RootMove {
    fn new(point: Option<Point>) -> RootMove {
        RootMove {
            point,
            score: -INFINITE,
            previous_score: -INFINITE,
            pv: vec![point],
            is_refuted: false,
        }
    }
}

/// One thread at the root: its worker and its order of the root moves.
pub(super) struct RootSearch<'a, E: StaticEvaluator> {
    pub(super) worker: Worker<'a, E>,
    /// The root moves, best first.
    pub(super) moves: Vec<RootMove>,
}

impl<'a, E: StaticEvaluator> RootSearch<'a, E> {
    /// The root moves in the order of their scores; `side` is to move.
    pub(super) fn new(
        evaluator: E,
        side: Color,
        options: &SearchOptions,
        table: SharedTable<'a>,
        counter: NodeCounter<'a>,
    ) -> RootSearch<'a, E> {
        let points = root_moves(evaluator.shapes(), side, options);
        let candidates = CandidateArea::IN_TREE.around(stones(evaluator.shapes())) | points;
        let rule = evaluator.shapes().rule();
        let params = options.params.unwrap_or(SearchParams::of(rule));
        let mut worker = Worker::new(evaluator, side, candidates, params, table, counter);
        let mut picker = MovePicker::new(points, None, 0);
        let mut scored: Vec<ScoredMove> =
            std::iter::from_fn(|| worker.next_move(&mut picker, 0)).collect();
        worker.moves.clear();
        scored.retain(|scored| worker.is_legal(scored.point));
        scored.sort_by_key(|scored| -scored.score);
        let moves = scored.iter().map(|scored| Some(scored.point));
        let mut moves: Vec<RootMove> = moves.map(RootMove::new).collect();
        let mut empties = worker.shapes().board().empties().iter();
        if moves.is_empty() && !empties.any(|point| worker.is_legal(point)) {
            moves.push(RootMove::new(None));
        }
        RootSearch { worker, moves }
    }

    /// A copy for another thread, with empty history.
    #[cfg(feature = "parallel")]
    pub(super) fn clone_for_thread<'b>(&self, counter: NodeCounter<'b>) -> RootSearch<'b, E>
    where
        'a: 'b,
    {
        let (worker, moves) = (&self.worker, self.moves.clone());
        let candidates = worker.stack[0].candidates;
        let (evaluator, side) = (worker.evaluator.clone(), worker.side);
        let (params, table) = (worker.params, worker.table);
        let worker = Worker::new(evaluator, side, candidates, params, table, counter);
        RootSearch { worker, moves }
    }

    /// Whether an iteration of this depth, in plies, plays every game to its end.
    pub(super) const fn is_exhaustive(&self, depth: u16) -> bool {
        self.worker.is_exhaustive(depth as Depth * PLY)
    }

    /// Searches the `lines` best moves to a depth. Whether it came to the end; if not, the moves
    /// stand in the order of the last iteration but for one found better since.
    pub(super) fn iterate(&mut self, depth: Depth, lines: usize) -> bool {
        for root_move in &mut self.moves {
            root_move.previous_score = root_move.score;
            root_move.score = -INFINITE;
        }
        let lines = lines.min(self.moves.len());
        let is_complete = (0..lines).all(|number| self.search_line(depth, number));
        if !is_complete {
            for root_move in &mut self.moves {
                if root_move.score == -INFINITE {
                    root_move.score = root_move.previous_score;
                }
            }
        }
        self.moves[..lines].sort_by_key(|root_move| -root_move.score);
        is_complete
    }

    /// Searches the best move but for the first `number` ones, in an aspiration window that is
    /// widened until it holds the score. Whether it came to the end.
    fn search_line(&mut self, depth: Depth, number: usize) -> bool {
        let previous = self.moves[number].previous_score;
        let mut width = self.worker.params.aspiration_window.max(1);
        let is_open = depth <= ASPIRATION_DEPTH || previous == -INFINITE || is_decided(previous);
        let (mut alpha, mut beta) = if is_open {
            (-INFINITE, INFINITE)
        } else {
            (previous - width, previous + width)
        };
        loop {
            let score = self.search_moves(alpha, beta, depth, number);
            if self.worker.counter.is_stopped() {
                return false;
            }
            self.moves[number..].sort_by_key(|root_move| -root_move.score);
            width *= 3;
            let is_wide = width > 1000;
            if score <= alpha && alpha > -INFINITE {
                alpha = if is_wide { -INFINITE } else { score - width };
            } else if score >= beta && beta < INFINITE {
                beta = if is_wide { INFINITE } else { score + width };
            } else {
                return true;
            }
            for root_move in &mut self.moves[number..] {
                root_move.score = -INFINITE;
            }
        }
    }

    /// Searches the moves from place `number` on.
    fn search_moves(
        &mut self,
        mut alpha: Score,
        beta: Score,
        depth: Depth,
        number: usize,
    ) -> Score {
        let (lowest, mut best) = (alpha, -INFINITE);
        for at in number..self.moves.len() {
            if self.moves[at].is_refuted {
                let value = loss_at(self.moves[at].pv.len());
                self.moves[at].score = value;
                best = best.max(value);
                alpha = alpha.max(value);
                continue;
            }
            let point = self.moves[at].point;
            let value = self.search_move(point, [alpha, beta], depth, at - number);
            if self.worker.counter.is_stopped() {
                self.forget_loss(number, lowest);
                return best;
            }
            best = best.max(value);
            if at == number || value > alpha {
                self.worker.update_pv(point, 0);
                let root_move = &mut self.moves[at];
                root_move.score = value;
                if value > alpha && value < beta {
                    root_move.pv.clone_from(&self.worker.stack[0].pv);
                }
            }
            alpha = alpha.max(value);
            if value >= beta {
                break;
            }
        }
        best
    }

    /// Takes a loss back that is only a bound: a move that failed low has the line of the iteration
    /// before, and a loss is not told without the moves that prove it.
    fn forget_loss(&mut self, number: usize, lowest: Score) {
        let first = &mut self.moves[number];
        if first.score <= lowest && is_decided(first.score) && !first.is_refuted {
            first.score = -INFINITE;
        }
    }

    /// Searches a move, or a pass, after `earlier` others. Root moves are reduced less than those of
    /// a node.
    fn search_move(
        &mut self,
        point: Option<Point>,
        [alpha, beta]: [Score; 2],
        depth: Depth,
        earlier: usize,
    ) -> Score {
        let worker = &mut self.worker;
        let Some(point) = point else {
            worker.pass(0);
            let value = -worker.alpha_beta::<true>(-beta, -alpha, depth, 1, false);
            worker.undo_pass();
            return value;
        };
        if worker.shapes().fives(worker.side).contains(point) {
            worker.stack[1].pv.clear();
            return win_at(1);
        }
        let next = depth - PLY;
        let number = earlier + 1;
        let is_reduced = number > 3 && depth >= 3 * PLY && !worker.is_exhaustive(depth);
        let reduction = if is_reduced {
            worker.params.lmr_base(depth, number) - PLY
        } else {
            0
        };
        worker.play(point, 0);
        let mut value = INFINITE;
        if earlier > 0 {
            let reduced = (next - reduction).max(1).min(next.max(1));
            value = worker.null_window(alpha, [reduced, next], 1, false);
        }
        if value > alpha {
            value = -worker.alpha_beta::<true>(-beta, -alpha, next, 1, false);
        }
        worker.undo();
        value
    }

    /// Notes that a move is proved to lose. It is searched last from now on.
    pub(super) fn refute(&mut self, point: Point, line: &PrincipalVariation) {
        let is_news = |known: &RootMove| known.point == Some(point) && !known.is_refuted;
        let Some(at) = self.moves.iter().position(is_news) else {
            return;
        };
        self.moves.remove(at);
        self.moves.push(RootMove {
            score: loss_at(line.moves.len()),
            pv: line.moves.clone(),
            is_refuted: true,
            ..RootMove::new(Some(point))
        });
    }
}

/// Up to this number of empty points a search may come to the end of every game.
const MAX_EXHAUSTIVE: usize = 30;

/// The root moves to choose from.
fn root_moves(shapes: &ShapeBoard, side: Color, options: &SearchOptions) -> PointSet {
    let empties = shapes.board().empties();
    let wanted = (options.only.unwrap_or(empties) & empties) - options.avoid;
    let stones = stones(shapes);
    let near = if empties.len() <= MAX_EXHAUSTIVE {
        empties
    } else if stones.is_empty() {
        center(shapes.board().size())
    } else {
        CandidateArea::AT_ROOT.around(stones)
    };
    let is_legal = |point: &Point| shapes.is_legal(*point, side);
    let legal: PointSet = (wanted & near).iter().filter(is_legal).collect();
    if options.only.is_some() || legal.len() < options.lines.max(1) {
        wanted
    } else {
        legal
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
