//! The horizon: where no more moves are looked ahead, fours still are.

use crate::geometry::Point;

use super::Heuristic;
use super::depth::Depth;
use super::glance::Glance;
use super::margins;
use super::score::{Score, from_here, loss_at, win_at};
use super::transposition::{Bound, TtEntry};
use super::worker::{MOST_AHEAD, Worker};

impl<H: Heuristic> Worker<'_, H> {
    /// What the position is worth to the side to move if it wins by fours or leaves it at that.
    pub(super) fn horizon<const PV: bool>(
        &mut self,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        if PV {
            self.frames[ply].line.clear();
        }
        let (alpha, beta) = (alpha.max(loss_at(ply)), beta.min(win_at(ply + 1)));
        if alpha >= beta {
            return alpha;
        }
        match self.glance() {
            sure @ (Glance::Win(_) | Glance::Loss(_)) => self.settle::<PV>(sure, ply),
            _ if ply >= MOST_AHEAD || self.purse.is_empty() => self.opinion(),
            Glance::Only(point) => self.forced::<PV>(point, alpha, beta, ply),
            Glance::Defend(_) | Glance::Free => self.stand::<PV>(alpha, beta, ply),
        }
    }

    /// The only reply to a four; then the other side goes on.
    fn forced<const PV: bool>(
        &mut self,
        point: Point,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        self.play(point, ply);
        let value = -self.horizon::<PV>(-beta, -alpha, ply + 1);
        self.undo();
        if PV {
            self.extend_line(point, ply);
        }
        value
    }

    /// The position as it stands, unless fours win.
    fn stand<const PV: bool>(&mut self, alpha: Score, beta: Score, ply: usize) -> Score {
        let key = self.key();
        let tt_entry = self.table.probe(key);
        let cutoff = tt_entry.and_then(|entry| entry.cutoff(alpha, beta, Depth::ZERO, ply));
        if let Some(score) = cutoff.filter(|_| !PV) {
            return score;
        }
        let opinion = match tt_entry.and_then(|entry| entry.opinion) {
            Some(opinion) => opinion,
            None => self.opinion(),
        };
        self.frames[ply].opinion = opinion;
        if opinion >= beta {
            return opinion;
        }
        let win = self.win_by_fours::<PV>(ply);
        let score = win.unwrap_or(opinion);
        self.table.store(
            key,
            TtEntry {
                score: from_here(score, ply),
                bound: if win.is_some() {
                    Bound::Lower
                } else {
                    Bound::Exact
                },
                depth: Depth::ZERO,
                best: None,
                opinion: Some(opinion),
            },
        );
        score
    }

    /// The score of a win by fours, if one is found at little cost.
    fn win_by_fours<const PV: bool>(&mut self, ply: usize) -> Option<Score> {
        if self.four_points(self.side).is_empty() {
            return None;
        }
        let before = self.fours.nodes();
        let found = self
            .fours
            .find(self.board.lend(), self.side, margins::FOURS);
        let win = found.map(|found| {
            (
                found.plies,
                if PV { found.line.to_vec() } else { Vec::new() },
            )
        });
        self.purse.spend_many(self.fours.nodes() - before);
        let (plies, fours) = win?;
        self.deepest = self.deepest.max(ply + plies);
        if PV {
            self.frames[ply].line = self.whole_line(&fours, plies);
        }
        Some(win_at(ply + plies))
    }

    /// The moves of a win by fours to the five.
    fn whole_line(&mut self, fours: &[Point], plies: usize) -> Vec<Option<Point>> {
        let mut line: Vec<_> = fours.iter().copied().map(Some).collect();
        if fours.len() < plies {
            for &point in fours {
                self.board.play(point, self.side);
                self.side = !self.side;
            }
            line.extend(self.finish(Glance::Loss(2)));
            for _ in fours {
                self.undo();
            }
        }
        line
    }

    /// The score of what is decided at first sight.
    pub(super) fn settle<const PV: bool>(&mut self, sure: Glance, ply: usize) -> Score {
        if PV {
            self.frames[ply].line = self.finish(sure);
        }
        match sure {
            Glance::Win(moves) => win_at(ply + moves),
            Glance::Loss(moves) => loss_at(ply + moves),
            _ => unreachable!("only wins and losses are settled"),
        }
    }
}
