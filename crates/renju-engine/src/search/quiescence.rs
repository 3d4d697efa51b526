//! Quiescence search: alpha-beta over fours and their replies. The static evaluation stands where no
//! four improves on it.

use renju_core::board::Color;
use renju_core::geometry::Point;
use renju_core::pattern::{Shape, ShapeCounts};

use super::candidate_area::CandidateArea;
use super::move_order::MovePicker;
use super::params::SearchParams;
use super::score::{DRAW, Depth, Score, loss_at, score_to_tt, win_at};
use super::static_eval::StaticEvaluator;
use super::tactics::Tactics;
use super::transposition::{Bound, TtEntry};
use super::worker::{MAX_PLY, Worker};

/// The fours that a side has played in a row.
#[derive(Clone, Copy)]
struct FourSequence {
    side: Color,
    /// How many there are.
    length: Depth,
    last: Option<Point>,
}

impl FourSequence {
    const fn new(side: Color) -> FourSequence {
        FourSequence {
            side,
            length: 0,
            last: None,
        }
    }

    const fn and(self, four: Point) -> FourSequence {
        FourSequence {
            side: self.side,
            length: self.length + 1,
            last: Some(four),
        }
    }

    /// Whether a four on this point, which makes these shapes, is tried: near the last one, and after
    /// a few only one that makes something more.
    fn goes_on_at(self, four: Point, made: ShapeCounts, params: &SearchParams) -> bool {
        let Some(last) = self.last else {
            return true;
        };
        let makes_more = || made.pair().second() >= Shape::OpenTwo;
        CandidateArea::OF_FOUR.covers(last, four)
            && (self.length < params.quiescence_any_fours || makes_more())
    }
}

impl<E: StaticEvaluator> Worker<'_, E> {
    /// The score of the node at `ply` without further search of quiet moves.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        self.fours::<PV>([alpha, beta], ply, FourSequence::new(self.side))
    }

    /// The score of a node where only fours and their replies are played.
    fn fours<const PV: bool>(
        &mut self,
        [alpha, beta]: [Score; 2],
        ply: usize,
        sequence: FourSequence,
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
            Tactics::OnlyMove(point) => {
                self.try_in_sequence::<PV>(point, [alpha, beta], ply, sequence)
            }
            Tactics::Defences(_) | Tactics::Quiet => {
                let is_own = sequence.side == self.side;
                let sequence = if is_own {
                    sequence
                } else {
                    FourSequence::new(self.side)
                };
                self.stand_pat::<PV>([alpha, beta], ply, sequence)
            }
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

    /// Plays a four, or the only reply to one, and goes on with the opponent.
    fn try_in_sequence<const PV: bool>(
        &mut self,
        point: Point,
        [alpha, beta]: [Score; 2],
        ply: usize,
        sequence: FourSequence,
    ) -> Score {
        self.play(point, ply);
        let value = -self.fours::<PV>([-beta, -alpha], ply + 1, sequence);
        self.undo();
        if PV && value > alpha {
            self.update_pv(Some(point), ply);
        }
        value
    }

    /// The static evaluation, or the score of a four that is better.
    fn stand_pat<const PV: bool>(
        &mut self,
        [alpha, beta]: [Score; 2],
        ply: usize,
        sequence: FourSequence,
    ) -> Score {
        let static_eval = self.static_eval();
        self.stack[ply].static_eval = static_eval;
        let has_fours = !self.shapes().fours(self.side).is_empty();
        let is_hopeless = E::IS_CALIBRATED && !PV && static_eval + self.params.delta_margin < alpha;
        let is_long = sequence.length >= self.params.quiescence_fours;
        if static_eval >= beta || !has_fours || is_hopeless || is_long {
            return static_eval;
        }
        let key = self.key();
        let entry = self.table.probe(key);
        let depth = -sequence.length;
        let cutoff = entry.and_then(|entry| entry.cutoff(alpha, beta, depth, ply));
        if let Some(score) = cutoff.filter(|_| !PV) {
            return score;
        }
        let table_move = entry.and_then(|entry| entry.best);
        let from = alpha.max(static_eval);
        let best = self.best_four::<PV>([from, beta], ply, sequence, table_move);
        let (score, best) = best.map_or((static_eval, None), |(score, four)| (score, Some(four)));
        let bound = match score {
            _ if score >= beta => Bound::Lower,
            _ if score > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        if !self.counter.is_stopped() {
            let entry = TtEntry {
                score: score_to_tt(score, ply),
                bound,
                depth,
                best,
                static_eval: Some(static_eval),
            };
            self.table.store(key, entry);
        }
        score
    }

    /// The best four with its score, if one is better than `alpha`.
    fn best_four<const PV: bool>(
        &mut self,
        [mut alpha, beta]: [Score; 2],
        ply: usize,
        sequence: FourSequence,
        table_move: Option<Point>,
    ) -> Option<(Score, Point)> {
        let side = self.side;
        let fours = self.shapes().fours(side);
        let table_move = table_move.filter(|&point| fours.contains(point));
        let mut picker = MovePicker::new(fours, table_move, self.moves.len());
        let mut best = None;
        while let Some(four) = self.next_move(&mut picker, ply) {
            let point = four.point;
            let made = self.shapes().counts(point, side);
            if !sequence.goes_on_at(point, made, &self.params) || !self.is_legal(point) {
                continue;
            }
            let value = self.try_in_sequence::<PV>(point, [alpha, beta], ply, sequence.and(point));
            if self.counter.is_stopped() {
                break;
            }
            if value > alpha {
                alpha = value;
                best = Some((value, point));
                if value >= beta {
                    break;
                }
            }
        }
        self.moves.truncate(picker.first);
        best
    }
}
