//! The horizon: where no more moves are looked ahead, fours still are.

use crate::geometry::Point;

use super::StaticEvaluator;
use super::depth::Depth;
use super::params;
use super::score::{Score, loss_at, score_to_tt, win_at};
use super::tactics::Tactics;
use super::transposition::{Bound, TtEntry};
use super::worker::{MAX_PLY, Worker};

impl<H: StaticEvaluator> Worker<'_, H> {
    /// What the position is worth to the side to move if it wins by fours or leaves it at that.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        if PV {
            self.stack[ply].pv.clear();
        }
        let (alpha, beta) = (alpha.max(loss_at(ply)), beta.min(win_at(ply + 1)));
        if alpha >= beta {
            return alpha;
        }
        match self.tactics() {
            decided @ (Tactics::Win(_) | Tactics::Loss(_)) => {
                self.tactical_score::<PV>(decided, ply)
            }
            _ if ply >= MAX_PLY || self.counter.is_stopped() => self.static_eval(),
            Tactics::OnlyMove(point) => self.forced_reply::<PV>(point, alpha, beta, ply),
            Tactics::Defences(_) | Tactics::Quiet => self.stand_pat::<PV>(alpha, beta, ply),
        }
    }

    /// The only reply to a four; then the other side goes on.
    fn forced_reply<const PV: bool>(
        &mut self,
        point: Point,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        self.play(point, ply);
        let value = -self.quiescence::<PV>(-beta, -alpha, ply + 1);
        self.undo();
        if PV {
            self.update_pv(point, ply);
        }
        value
    }

    /// The position as it stands, unless fours win.
    fn stand_pat<const PV: bool>(&mut self, alpha: Score, beta: Score, ply: usize) -> Score {
        let key = self.shapes().key(self.side);
        let tt_entry = self.table.probe(key);
        let cutoff = tt_entry.and_then(|entry| entry.cutoff(alpha, beta, Depth::ZERO, ply));
        if let Some(score) = cutoff.filter(|_| !PV) {
            return score;
        }
        let static_eval = match tt_entry.and_then(|entry| entry.static_eval) {
            Some(static_eval) => static_eval,
            None => self.static_eval(),
        };
        self.stack[ply].static_eval = static_eval;
        if static_eval >= beta {
            return static_eval;
        }
        let win = self.vcf_score::<PV>(ply);
        let score = win.unwrap_or(static_eval);
        self.table.store(
            key,
            TtEntry {
                score: score_to_tt(score, ply),
                bound: if win.is_some() {
                    Bound::Lower
                } else {
                    Bound::Exact
                },
                depth: Depth::ZERO,
                best: None,
                static_eval: Some(static_eval),
            },
        );
        score
    }

    /// The score of a win by fours, if one is found at little cost.
    fn vcf_score<const PV: bool>(&mut self, ply: usize) -> Option<Score> {
        if self.shapes().fours(self.side).is_empty() {
            return None;
        }
        let before = self.fours.nodes();
        let found = self.fours.find(
            self.board.board_mut(),
            self.side,
            params::QUIESCENCE_VCF_NODES,
        );
        let win = found.map(|found| {
            (
                found.plies,
                if PV { found.line.to_vec() } else { Vec::new() },
            )
        });
        self.counter.count_many(self.fours.nodes() - before);
        let (plies, fours) = win?;
        self.deepest = self.deepest.max(ply + plies);
        if PV {
            self.stack[ply].pv = self.vcf_line(&fours, plies);
        }
        Some(win_at(ply + plies))
    }

    /// The moves of a win by fours to the five.
    fn vcf_line(&mut self, fours: &[Point], plies: usize) -> Vec<Option<Point>> {
        let mut line: Vec<_> = fours.iter().copied().map(Some).collect();
        if fours.len() < plies {
            for &point in fours {
                self.board.play(point, self.side);
                self.side = !self.side;
            }
            line.extend(self.forced_line(Tactics::Loss(2)));
            for _ in fours {
                self.undo();
            }
        }
        line
    }

    /// The score of what is decided at first sight.
    pub(super) fn tactical_score<const PV: bool>(&mut self, decided: Tactics, ply: usize) -> Score {
        if PV {
            self.stack[ply].pv = self.forced_line(decided);
        }
        match decided {
            Tactics::Win(moves) => win_at(ply + moves),
            Tactics::Loss(moves) => loss_at(ply + moves),
            _ => unreachable!("only wins and losses are settled"),
        }
    }
}
