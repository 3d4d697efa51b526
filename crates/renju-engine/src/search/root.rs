//! The root: iterations over the root moves with multi-PV and aspiration windows.

use renju_core::board::Color;
use renju_core::geometry::{Point, PointSet, Size};
use renju_core::limits::PrincipalVariation;
use renju_core::pattern::ShapeBoard;
use renju_core::trace::NodeEnd;

use super::SearchOptions;
use super::candidate_area::CandidateArea;
use super::move_order::{MovePicker, ScoredMove};
use super::node_trace::{BegunVisit, LastVisit};
use super::params::{ASPIRATION_DEPTH, SearchParams};
use super::score::{Depth, INFINITE, PLY, Score, is_decided, is_loss, loss_at, win_at};
use super::static_eval::StaticEvaluator;
use super::tactics::Tactics;
use super::transposition::SharedTable;
use super::worker::{NodeCounter, Worker};

/// The score of a root move that has none: not searched, or failed low.
pub(super) const UNSCORED: Score = -INFINITE;

/// A move of the root, and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    /// `None` is a pass, where no move is legal.
    pub(super) point: Option<Point>,
    /// What this iteration found it worth, if it has come to it.
    pub(super) score: Score,
    /// In the iteration before.
    previous_score: Score,
    /// What it is worth at most by proof: a loss, or [`INFINITE`]. It holds in all iterations.
    bound: Score,
    /// The move and what follows.
    pub(super) pv: Vec<Option<Point>>,
    /// Whether it was proved to lose, as `pv` shows.
    is_refuted: bool,
}

impl RootMove {
    fn new(point: Option<Point>) -> RootMove {
        RootMove {
            point,
            score: UNSCORED,
            previous_score: UNSCORED,
            bound: INFINITE,
            pv: vec![point],
            is_refuted: false,
        }
    }

    /// Whether it is proved to lose.
    pub(super) const fn is_lost(&self) -> bool {
        is_loss(self.bound)
    }

    /// Sorts what is not known to lose before what is, and the greatest scores first.
    const fn rank(&self) -> (bool, Score) {
        (self.is_lost(), -self.score)
    }
}

/// One thread at the root: its worker and its order of the root moves.
pub(super) struct RootSearch<'a, E: StaticEvaluator> {
    pub(super) worker: Worker<'a, E>,
    /// The root moves, best first.
    pub(super) moves: Vec<RootMove>,
    /// Legal moves far from the stones. They are root moves only once all others lose.
    pub(super) far: PointSet,
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
        let [points, far] = root_moves(evaluator.shapes(), side, options);
        let candidates = CandidateArea::IN_TREE.around(stones(evaluator.shapes())) | points;
        let rule = evaluator.shapes().rule();
        let params = options.params.unwrap_or(SearchParams::of(rule));
        let mut worker = Worker::new(evaluator, side, candidates, params, table, counter);
        let mut picker = MovePicker::new(points, None, 0);
        let mut scored: Vec<ScoredMove> =
            std::iter::from_fn(|| worker.next_move(&mut picker, 0)).collect();
        worker.moves.clear();
        scored.sort_by_key(|scored| -scored.score);
        let mut moves: Vec<RootMove> = scored
            .iter()
            .map(|scored| RootMove::new(Some(scored.point)))
            .collect();
        let mut empties = worker.shapes().board().empties().iter();
        if moves.is_empty() && !empties.any(|point| worker.is_legal(point)) {
            moves.push(RootMove::new(None));
        }
        let (holding, bound) = holding_moves(worker.shapes(), side);
        for root_move in &mut moves {
            let may_hold = root_move.point.is_some_and(|point| holding.contains(point));
            root_move.bound = if may_hold { INFINITE } else { bound };
        }
        let far = far & holding;
        RootSearch { worker, moves, far }
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
        let far = self.far;
        RootSearch { worker, moves, far }
    }

    /// Whether an iteration of this depth, in plies, plays every game to its end.
    pub(super) fn is_exhaustive(&self, depth: u16) -> bool {
        self.worker.is_exhaustive(Depth::from(depth) * PLY) && self.far.is_empty()
    }

    /// Whether the move at place `number` loses, and no move that is not before it holds longer:
    /// every one of them is proved to lose no later.
    pub(super) fn is_loss_proved(&self, number: usize) -> bool {
        let score = self.moves[number].score;
        let mut others = self.moves[number..].iter();
        is_loss(score) && self.far.is_empty() && others.all(|other| other.bound <= score)
    }

    /// Searches the `lines` best moves to a depth. Whether it came to the end; if not, the moves
    /// that it scored come first, and those that are known to lose last.
    pub(super) fn iterate(&mut self, depth: Depth, lines: usize) -> bool {
        for root_move in &mut self.moves {
            root_move.previous_score = root_move.score;
            root_move.score = UNSCORED;
        }
        let lines = lines.min(self.moves.len());
        let is_complete = (0..lines).all(|number| self.search_line(depth, number));
        if !is_complete {
            self.put_lost_moves_last(lines);
        }
        self.moves[..lines].sort_by_key(RootMove::rank);
        is_complete
    }

    /// Orders the moves of an iteration that was interrupted. A move that is proved to lose without
    /// a line that shows it has no score.
    fn put_lost_moves_last(&mut self, lines: usize) {
        let open = self.moves.iter().filter(|root_move| !root_move.is_lost());
        if open.count() < lines {
            self.widen();
        }
        self.moves.sort_by_key(RootMove::rank);
        for root_move in &mut self.moves {
            let previous = root_move.previous_score;
            if root_move.score == UNSCORED && (!root_move.is_lost() || is_loss(previous)) {
                root_move.score = previous;
            }
        }
    }

    /// Makes the legal moves far from the stones root moves. Whether there are any.
    fn widen(&mut self) -> bool {
        let far = std::mem::replace(&mut self.far, PointSet::EMPTY);
        let far = far.iter().map(|point| RootMove::new(Some(point)));
        let known = self.moves.len();
        self.moves.extend(far);
        self.moves.len() > known
    }

    /// Searches the best move but for the first `number` ones, in an aspiration window that is
    /// widened until it holds the score. Whether it came to the end.
    fn search_line(&mut self, depth: Depth, number: usize) -> bool {
        let previous = self.moves[number].previous_score;
        let mut width = self.worker.params.aspiration_window.max(1);
        let is_open = depth <= ASPIRATION_DEPTH || previous == UNSCORED || is_decided(previous);
        let (mut alpha, mut beta) = if is_open {
            (-INFINITE, INFINITE)
        } else {
            (previous - width, previous + width)
        };
        loop {
            let begun = BegunVisit {
                window: [alpha, beta],
                depth,
                ply: 0,
                nodes_before: self.worker.counter.nodes(),
            };
            let score = self.search_moves(alpha, beta, depth, number);
            if self.worker.trace.is_on() && number == 0 {
                self.trace_root(begun, score);
            }
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
                root_move.score = UNSCORED;
            }
        }
    }

    /// Hands on a visit to the root that has ended with `score`.
    fn trace_root(&mut self, begun: BegunVisit, score: Score) {
        let scored = self.moves.iter().filter(|known| known.score != UNSCORED);
        let best = scored.max_by_key(|known| known.score);
        self.worker.trace.last = LastVisit {
            end: if score >= begun.window[1] {
                NodeEnd::Cut
            } else {
                NodeEnd::All
            },
            best: best.and_then(|best| best.point),
            tried: self.moves.len(),
        };
        self.worker.trace_visit(begun, score, None);
    }

    /// Searches the moves from place `number` on; where all of them lose, those far from the stones
    /// as well.
    fn search_moves(
        &mut self,
        mut alpha: Score,
        beta: Score,
        depth: Depth,
        number: usize,
    ) -> Score {
        let (lowest, mut best) = (alpha, -INFINITE);
        let mut next = number;
        while next < self.moves.len() || is_loss(best) && self.widen() {
            let at = next;
            next += 1;
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
            let root_move = &mut self.moves[at];
            if is_loss(value) && value < beta {
                root_move.bound = root_move.bound.min(value);
            }
            if at == number || value > alpha {
                self.worker.update_pv(point, 0);
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
            first.score = UNSCORED;
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
        let score = loss_at(line.moves.len());
        self.moves.push(RootMove {
            score,
            bound: score,
            pv: line.moves.clone(),
            is_refuted: true,
            ..RootMove::new(Some(point))
        });
    }
}

/// The moves that may hold or win, and what any other move is worth at most: the loss by a five or
/// by a straight four that it does not stop.
fn holding_moves(shapes: &ShapeBoard, side: Color) -> (PointSet, Score) {
    match Tactics::of(shapes, side) {
        Tactics::Loss(plies) => (PointSet::EMPTY, loss_at(plies)),
        Tactics::OnlyMove(point) => (std::iter::once(point).collect(), loss_at(2)),
        Tactics::Defences(points) => (points, loss_at(4)),
        Tactics::Win(_) | Tactics::Quiet => (shapes.board().empties(), INFINITE),
    }
}

/// Up to this number of empty points a search may come to the end of every game.
const MAX_EXHAUSTIVE: usize = 30;

/// The root moves to choose from, and those that are left for when all of these lose.
fn root_moves(shapes: &ShapeBoard, side: Color, options: &SearchOptions) -> [PointSet; 2] {
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
    let legal: PointSet = wanted.iter().filter(is_legal).collect();
    let legal_near = legal & near;
    if options.only.is_some() || legal_near.len() < options.lines.max(1) {
        [legal, PointSet::EMPTY]
    } else {
        [legal_near, legal - near]
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
