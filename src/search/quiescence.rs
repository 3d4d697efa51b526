//! Quiescence search: the static evaluation stands unless a VCF wins.

use crate::board::Color;
use crate::geometry::Point;
use crate::pattern::ShapeBoard;

use super::params::QUIESCENCE_VCF_NODES;
use super::score::{DRAW, Score, loss_at, score_to_tt, win_at};
use super::static_eval::StaticEvaluator;
use super::tactics::Tactics;
use super::transposition::{Bound, TtEntry};
use super::worker::{MAX_PLY, Worker};

impl<E: StaticEvaluator> Worker<'_, E> {
    /// The score of the node at `ply` without further search of quiet moves.
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
        match Tactics::of(self.shapes(), self.side) {
            decided @ (Tactics::Win(_) | Tactics::Loss(_)) => {
                self.tactical_score::<PV>(decided, ply)
            }
            _ if self.empties == 0 => DRAW,
            _ if ply >= MAX_PLY || self.counter.is_stopped() => self.static_eval(),
            Tactics::OnlyMove(point) => self.only_reply::<PV>(point, alpha, beta, ply),
            Tactics::Defences(_) | Tactics::Quiet => self.stand_pat::<PV>(alpha, beta, ply),
        }
    }

    /// The score of what tactics decide.
    pub(super) fn tactical_score<const PV: bool>(&mut self, decided: Tactics, ply: usize) -> Score {
        if PV {
            self.stack[ply].pv = decided.forced_line(self.evaluator.shapes_mut(), self.side);
        }
        match decided {
            Tactics::Win(plies) => win_at(ply + plies),
            Tactics::Loss(plies) => loss_at(ply + plies),
            _ => unreachable!("only wins and losses have a tactical score"),
        }
    }

    /// Plays the only reply to a four and goes on with the opponent.
    fn only_reply<const PV: bool>(
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
            self.update_pv(Some(point), ply);
        }
        value
    }

    /// The static evaluation, or the score of a VCF that wins.
    fn stand_pat<const PV: bool>(&mut self, alpha: Score, beta: Score, ply: usize) -> Score {
        let key = self.key();
        let entry = self.table.probe(key);
        let cutoff = entry.and_then(|entry| entry.cutoff(alpha, beta, 0, ply));
        if let Some(score) = cutoff.filter(|_| !PV) {
            return score;
        }
        let static_eval = match entry.and_then(|entry| entry.static_eval) {
            Some(static_eval) => static_eval,
            None => self.static_eval(),
        };
        self.stack[ply].static_eval = static_eval;
        if static_eval >= beta {
            return static_eval;
        }
        let win = self.vcf_score::<PV>(ply);
        let score = win.unwrap_or(static_eval);
        let has_win = win.is_some();
        let entry = TtEntry {
            score: score_to_tt(score, ply),
            bound: if has_win { Bound::Lower } else { Bound::Exact },
            depth: 0,
            best: None,
            static_eval: Some(static_eval),
        };
        self.table.store(key, entry);
        score
    }

    /// The score of a VCF, if one is found within few nodes.
    fn vcf_score<const PV: bool>(&mut self, ply: usize) -> Option<Score> {
        let side = self.side;
        if self.shapes().fours(side).is_empty() {
            return None;
        }
        let before = self.vcf.nodes();
        // A four and its reply are visited together, so that one may be too many.
        let left = self.counter.left().saturating_sub(1);
        let nodes = QUIESCENCE_VCF_NODES.min(left);
        let board = self.evaluator.shapes_mut();
        let found = self.vcf.find(board, side, nodes);
        let win = found.map(|found| {
            let line = if PV { found.line.to_vec() } else { Vec::new() };
            (found.plies, line)
        });
        self.counter.add(self.vcf.nodes() - before);
        let (plies, fours) = win?;
        self.selective_depth = self.selective_depth.max(ply + plies);
        if PV {
            self.stack[ply].pv = vcf_line(self.evaluator.shapes_mut(), side, &fours, plies);
        }
        Some(win_at(ply + plies))
    }
}

/// The moves of a VCF up to the five: the solver's line may end with a four that has no answer.
fn vcf_line(
    shapes: &mut ShapeBoard,
    attacker: Color,
    fours: &[Point],
    plies: usize,
) -> Vec<Option<Point>> {
    let mut line: Vec<_> = fours.iter().copied().map(Some).collect();
    if fours.len() < plies {
        let mut side = attacker;
        for &point in fours {
            shapes.play(point, side);
            side = !side;
        }
        line.extend(Tactics::Loss(2).forced_line(shapes, side));
        for _ in fours {
            shapes.undo();
        }
    }
    line
}
