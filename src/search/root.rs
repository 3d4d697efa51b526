//! The moves of the root, one iteration after another.

use crate::geometry::Point;
use crate::limits::PrincipalVariation;

use super::StaticEvaluator;
use super::depth::Depth;
use super::params;
use super::score::{INFINITE, Score, is_decided, loss_at, win_at};
use super::worker::Worker;

/// A move of the root, and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) point: Point,
    /// In this iteration; less than any score if it was not good enough to tell.
    pub(super) score: Score,
    /// In the last iteration.
    pub(super) before: Score,
    /// The move and what follows.
    pub(super) line: Vec<Option<Point>>,
    /// Whether it was proved to lose, as `line` shows.
    pub(super) is_refuted: bool,
}

impl RootMove {
    pub(super) fn new(point: Point) -> RootMove {
        RootMove {
            point,
            score: -INFINITE,
            before: -INFINITE,
            line: vec![Some(point)],
            is_refuted: false,
        }
    }
}

/// Half the window around the last score.
const ASPIRATION: Score = 40;
/// Up to here the window is open.
const OPEN_DEPTH: Depth = Depth::plies(4);

impl<H: StaticEvaluator> Worker<'_, H> {
    /// Searches the `lines` best moves of the root to a depth. Whether it came to the end; if
    /// not, the moves stand in the order of the last iteration but for one found better since.
    pub(super) fn iterate(&mut self, depth: Depth, lines: usize) -> bool {
        for root_move in &mut self.root {
            root_move.before = root_move.score;
            root_move.score = -INFINITE;
        }
        for number in 0..lines.min(self.root.len()) {
            if !self.search_line(depth, number) {
                self.restore(lines);
                return false;
            }
        }
        self.root[..lines].sort_by_key(|root_move| -root_move.score);
        true
    }

    /// After an iteration that was broken off in that line: scores of the last one where there
    /// are none of this.
    fn restore(&mut self, lines: usize) {
        for root_move in &mut self.root {
            if root_move.score == -INFINITE {
                root_move.score = root_move.before;
            }
        }
        self.root[..lines].sort_by_key(|root_move| -root_move.score);
    }

    /// Searches for the best move but for the first `number` ones. Whether it came to the end.
    fn search_line(&mut self, depth: Depth, number: usize) -> bool {
        let before = self.root[number].before;
        let mut wide = ASPIRATION;
        let is_open = depth <= OPEN_DEPTH || before == -INFINITE || is_decided(before);
        let (mut alpha, mut beta) = if is_open {
            (-INFINITE, INFINITE)
        } else {
            (before - wide, before + wide)
        };
        loop {
            let score = self.search_root(alpha, beta, depth, number);
            if self.counter.is_stopped() {
                return false;
            }
            self.root[number..].sort_by_key(|root_move| -root_move.score);
            wide *= 3;
            if score <= alpha && alpha > -INFINITE {
                alpha = if wide > 1000 { -INFINITE } else { score - wide };
            } else if score >= beta && beta < INFINITE {
                beta = if wide > 1000 { INFINITE } else { score + wide };
            } else {
                return true;
            }
            for root_move in &mut self.root[number..] {
                root_move.score = -INFINITE;
            }
        }
    }

    /// Searches the moves from place `number` on with that window.
    fn search_root(&mut self, mut alpha: Score, beta: Score, depth: Depth, number: usize) -> Score {
        let mut best = -INFINITE;
        for at in number..self.root.len() {
            let point = self.root[at].point;
            if self.root[at].is_refuted {
                let value = loss_at(self.root[at].line.len());
                self.root[at].score = value;
                best = best.max(value);
                alpha = alpha.max(value);
                continue;
            }
            let value = self.try_root_move(point, alpha, beta, depth, at - number + 1);
            if self.counter.is_stopped() {
                return best;
            }
            if value > best {
                best = value;
            }
            if at == number || value > alpha {
                self.update_pv(point, 0);
                let line = self.stack[0].pv.clone();
                let root_move = &mut self.root[at];
                root_move.score = value;
                if value > alpha && value < beta {
                    root_move.line = line;
                }
            }
            alpha = alpha.max(value);
            if value >= beta {
                break;
            }
        }
        best
    }

    /// Notes that a move loses. It is tried last from now on.
    pub(super) fn refute(&mut self, point: Point, line: &PrincipalVariation) {
        let is_news = |known: &RootMove| known.point == point && !known.is_refuted;
        let Some(at) = self.root.iter().position(is_news) else {
            return;
        };
        let refuted = RootMove {
            point,
            score: loss_at(line.moves.len()),
            before: -INFINITE,
            line: line.moves.clone(),
            is_refuted: true,
        };
        self.root.remove(at);
        self.root.push(refuted);
    }

    fn try_root_move(
        &mut self,
        point: Point,
        alpha: Score,
        beta: Score,
        depth: Depth,
        count: usize,
    ) -> Score {
        if self.shapes().fives(self.side).contains(point) {
            self.stack[1].pv.clear();
            return win_at(1);
        }
        let next = depth - Depth::ONE;
        let reduction = if count > 3 && depth >= Depth::plies(3) {
            Depth::eighths(params::lmr_base(depth, count, self.restricts_black()) - 8)
        } else {
            Depth::ZERO
        };
        self.play(point, 0);
        let value = if count == 1 {
            -self.alpha_beta::<true>(-beta, -alpha, next, 1, false)
        } else {
            let reduced = (next - reduction)
                .max(Depth::eighths(1))
                .min(next.max(Depth::eighths(1)));
            let mut value = -self.alpha_beta::<false>(-alpha - 1, -alpha, reduced, 1, true);
            if value > alpha && reduced < next {
                value = -self.alpha_beta::<false>(-alpha - 1, -alpha, next, 1, false);
            }
            if value > alpha {
                value = -self.alpha_beta::<true>(-beta, -alpha, next, 1, false);
            }
            value
        };
        self.undo();
        value
    }
}
