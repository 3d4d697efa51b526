//! A node of the tree: alpha-beta with a window of one point wherever the principal variation
//! does not go (Marsland and Campbell 1982).

use crate::geometry::{Point, PointSet};

use super::StaticEvaluator;
use super::depth::Depth;
use super::history::MoveKind;
use super::move_order::ScoredMove;
use super::params;
use super::score::{
    DRAW, INFINITE, Score, is_decided, is_loss, is_win, loss_at, score_from_tt, score_to_tt, win_at,
};
use super::tactics::Tactics;
use super::transposition::{Bound, TtEntry};
use super::worker::{MAX_PLY, Worker};

/// A node, as its parts see it.
#[expect(
    clippy::struct_field_names,
    reason = "cut node is the name of the idea"
)]
#[derive(Clone, Copy)]
struct NodeState {
    alpha: Score,
    beta: Score,
    depth: Depth,
    ply: usize,
    key: u64,
    tt_entry: Option<TtEntry>,
    /// Whether it is expected to be better than `beta`.
    is_cut_node: bool,
    is_improving: bool,
    /// The only reply to a four.
    only_move: Option<Point>,
    /// Whether straight fours are threatened.
    is_threatened: bool,
}

/// What came of the moves of a node.
struct MoveLoop {
    best_score: Score,
    best_move: Option<Point>,
    /// What the next move has to be better than.
    alpha: Score,
    /// How far the next move is looked ahead.
    depth: Depth,
    /// Moves that were searched.
    move_count: usize,
    /// The first of those that were not good enough.
    failed_low: [Option<Point>; 32],
}

impl MoveLoop {
    const fn new(node: &NodeState) -> MoveLoop {
        MoveLoop {
            best_score: -INFINITE,
            best_move: None,
            alpha: node.alpha,
            depth: node.depth,
            move_count: 0,
            failed_low: [None; 32],
        }
    }
}

impl NodeState {
    /// Whether a move is not tried: late ones, and near the horizon those that make nothing. Only
    /// once there is a move that does not lose, so that no loss is invented.
    fn is_late_move_pruned<const PV: bool>(&self, candidate: ScoredMove, state: &MoveLoop) -> bool {
        if state.move_count == 0 || is_loss(state.best_score) {
            return false;
        }
        let most = params::move_count_limit(self.depth, self.is_improving || PV);
        state.move_count >= most
            || self.depth < params::PRUNE_QUIET_DEPTH && candidate.shape_score == 0
    }
}

impl<H: StaticEvaluator> Worker<'_, H> {
    /// What the position `ply` moves from the root is worth to the side to move: the value if it
    /// lies between `alpha` and `beta`, else a bound of it.
    pub(super) fn alpha_beta<const PV: bool>(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: Depth,
        ply: usize,
        is_cut_node: bool,
    ) -> Score {
        if depth <= Depth::ZERO {
            return self.quiescence::<PV>(alpha, beta, ply);
        }
        if PV {
            self.stack[ply].pv.clear();
        }
        let (alpha, beta) = (alpha.max(loss_at(ply)), beta.min(win_at(ply + 1)));
        if self.counter.is_stopped() || alpha >= beta {
            return alpha;
        }
        if ply >= MAX_PLY {
            return self.static_eval();
        }
        let excluded_move = self.stack[ply].excluded_move;
        let tactics = self.tactics();
        if let Tactics::Win(_) | Tactics::Loss(_) = tactics {
            return self.tactical_score::<PV>(tactics, ply);
        }
        let key = self.shapes().key(self.side)
            ^ excluded_move.map_or(0, |point| (point.slot() as u64 + 1) << 48);
        let tt_entry = self.table.probe(key);
        let cutoff = tt_entry.and_then(|entry| entry.cutoff(alpha, beta, depth, ply));
        if let Some(score) = cutoff.filter(|_| !PV) {
            return score;
        }
        let mut node = NodeState {
            alpha,
            beta,
            depth,
            ply,
            key,
            tt_entry,
            is_cut_node,
            is_improving: false,
            only_move: tactics.only_move(),
            is_threatened: matches!(tactics, Tactics::Defences(_)),
        };
        self.set_static_eval(&mut node);
        if !PV
            && excluded_move.is_none()
            && H::IS_CALIBRATED
            && let Some(score) = self.judge_unsearched(&node)
        {
            return score;
        }
        let candidates = self.candidates(tactics, ply);
        self.search_moves::<PV>(&node, candidates)
    }

    /// What the position is worth at first sight, and whether that is more than two moves ago.
    fn set_static_eval(&mut self, node: &mut NodeState) {
        let ply = node.ply;
        self.stack[ply].is_forced = node.only_move.is_some();
        self.stack[ply].static_eval = if node.only_move.is_some() && ply > 0 {
            -self.stack[ply - 1].static_eval
        } else {
            match node.tt_entry.and_then(|entry| entry.static_eval) {
                Some(static_eval) => static_eval,
                None => self.static_eval(),
            }
        };
        node.is_improving =
            ply >= 2 && self.stack[ply].static_eval > self.stack[ply - 2].static_eval;
    }

    /// A score for positions so good or so bad that no move is looked ahead.
    fn judge_unsearched(&mut self, node: &NodeState) -> Option<Score> {
        let static_eval = self.stack[node.ply].static_eval;
        if node.only_move.is_some() || node.is_threatened {
            return None;
        }
        if node.depth < params::RAZOR_DEPTH
            && static_eval + params::razor_margin(node.depth) < node.alpha
        {
            let score = self.quiescence::<false>(node.alpha, node.beta, node.ply);
            if score <= node.alpha {
                return Some(score);
            }
        }
        let is_own_attack = node.ply > 0 && self.stack[node.ply - 1].is_forced;
        let is_futile = node.depth < params::FUTILITY_DEPTH
            && !is_decided(node.beta)
            && !is_own_attack
            && static_eval - params::futility_margin(node.depth, node.is_improving) >= node.beta;
        is_futile.then_some(static_eval)
    }

    /// The moves to try.
    fn candidates(&self, tactics: Tactics, ply: usize) -> PointSet {
        let empties = self.shapes().board().empties();
        match tactics {
            Tactics::OnlyMove(point) => std::iter::once(point).collect(),
            Tactics::Defences(points) => points,
            _ => {
                let near = self.stack[ply].candidates & empties;
                if near.is_empty() { empties } else { near }
            }
        }
    }

    fn search_moves<const PV: bool>(&mut self, node: &NodeState, candidates: PointSet) -> Score {
        let best = node.tt_entry.and_then(|entry| entry.best);
        let table_move = best.filter(|&point| candidates.contains(point));
        let singular = match self.singular_extension::<PV>(node, table_move) {
            Ok(extension) => extension,
            Err(score) => return score,
        };
        let first = self.score_moves(candidates, table_move, node.ply);
        let mut state = MoveLoop::new(node);
        let mut next = first;
        while let Some(candidate) = self.pick_next(first, next) {
            next += 1;
            if node.is_late_move_pruned::<PV>(candidate, &state)
                || !self.is_tried(candidate.point, node.ply)
            {
                continue;
            }
            let extension = if node.only_move.is_some() {
                params::ONLY_MOVE_EXTENSION
            } else if Some(candidate.point) == table_move {
                singular
            } else {
                Depth::ZERO
            };
            state.move_count += 1;
            let depth = state.depth - Depth::ONE + extension;
            let value = self.try_move::<PV>(node, candidate, depth, &state);
            if self.counter.is_stopped()
                || self.update_best::<PV>(node, candidate.point, value, &mut state)
            {
                break;
            }
        }
        self.moves.truncate(first);
        self.store_result(node, &state)
    }

    /// Whether a move is legal and not the one that is left out.
    fn is_tried(&self, point: Point, ply: usize) -> bool {
        self.stack[ply].excluded_move != Some(point) && self.shapes().is_legal(point, self.side)
    }

    /// Notes the value of a move; whether it is so good that no other need be tried.
    fn update_best<const PV: bool>(
        &mut self,
        node: &NodeState,
        point: Point,
        value: Score,
        state: &mut MoveLoop,
    ) -> bool {
        state.best_score = state.best_score.max(value);
        if value <= state.alpha {
            if let Some(slot) = state.failed_low.get_mut(state.move_count - 1) {
                *slot = Some(point);
            }
            return false;
        }
        state.alpha = value;
        state.best_move = Some(point);
        if PV {
            self.update_pv(point, node.ply);
        }
        if params::RAISED_ALPHA_DEPTHS.contains(&state.depth) {
            state.depth = state.depth - Depth::ONE;
        }
        value >= node.beta
    }

    /// Plays a move and searches the position after it.
    fn try_move<const PV: bool>(
        &mut self,
        node: &NodeState,
        candidate: ScoredMove,
        depth: Depth,
        state: &MoveLoop,
    ) -> Score {
        let (ply, alpha, beta) = (node.ply + 1, state.alpha, node.beta);
        let number = state.move_count;
        let reduction = self.lmr_reduction::<PV>(node, candidate, number);
        self.stack[ply].is_attack = candidate.kind == MoveKind::Attack;
        self.play(candidate.point, node.ply);
        let value = if number == 1 {
            -self.alpha_beta::<PV>(-beta, -alpha, depth, ply, !PV && !node.is_cut_node)
        } else {
            let reduced = if reduction > Depth::ZERO {
                (depth - reduction).max(Depth::eighths(1)).min(depth)
            } else {
                depth
            };
            let mut value = -self.alpha_beta::<false>(-alpha - 1, -alpha, reduced, ply, true);
            if value > alpha && reduced < depth {
                value =
                    -self.alpha_beta::<false>(-alpha - 1, -alpha, depth, ply, !node.is_cut_node);
            }
            if PV && value > alpha && value < beta {
                value = -self.alpha_beta::<true>(-beta, -alpha, depth, ply, false);
            }
            value
        };
        self.undo();
        value
    }

    /// Whether the last two moves of the side to move are threes or more with this one.
    fn continues_attack(&self, node: &NodeState, candidate: ScoredMove) -> bool {
        candidate.kind == MoveKind::Attack && node.ply >= 2 && self.stack[node.ply - 1].is_attack
    }

    /// How much less a move is looked ahead than the first.
    fn lmr_reduction<const PV: bool>(
        &self,
        node: &NodeState,
        candidate: ScoredMove,
        number: usize,
    ) -> Depth {
        if node.depth < Depth::plies(2) || number < 2 || node.only_move.is_some() {
            return Depth::ZERO;
        }
        let mut reduction = params::lmr_base(node.depth, number, self.restricts_black());
        let history = self
            .history
            .history_score(candidate.kind, self.side, candidate.point);
        reduction -= history * params::LMR_HISTORY / 8192;
        let adjustments = [
            (!node.is_improving, params::LMR_NOT_IMPROVING),
            (PV, -params::LMR_PV),
            (node.is_cut_node, params::LMR_CUT_NODE),
            (
                self.continues_attack(node, candidate),
                -params::LMR_THREAT_SEQUENCE,
            ),
            (
                node.is_threatened && candidate.shape_score < params::LMR_STOPS_THREAT,
                params::LMR_IGNORES_THREAT,
            ),
            (
                self.shapes().suspects().contains(candidate.point),
                -params::LMR_SUSPECT,
            ),
        ];
        for (applies, extension) in adjustments {
            reduction += if applies { extension } else { 0 };
        }
        Depth::eighths(reduction.max(0))
    }

    /// Whether the table's move is the only good one: then it is looked ahead further. A score if
    /// others are too good as well.
    fn singular_extension<const PV: bool>(
        &mut self,
        node: &NodeState,
        table_move: Option<Point>,
    ) -> Result<Depth, Score> {
        let (Some(entry), Some(point)) = (node.tt_entry, table_move) else {
            return Ok(Depth::ZERO);
        };
        let is_candidate = node.depth >= params::SINGULAR_DEPTH
            && self.stack[node.ply].excluded_move.is_none()
            && node.only_move.is_none()
            && entry.bound.is_lower()
            && entry.depth >= node.depth - Depth::plies(3)
            && !is_decided(entry.score);
        if !is_candidate {
            return Ok(Depth::ZERO);
        }
        let target = score_from_tt(entry.score, node.ply) - params::singular_margin(node.depth);
        self.stack[node.ply].excluded_move = Some(point);
        let half = Depth::eighths((node.depth.get() - 8) / 2);
        let value = self.alpha_beta::<false>(target - 1, target, half, node.ply, node.is_cut_node);
        self.stack[node.ply].excluded_move = None;
        if PV {
            self.stack[node.ply].pv.clear();
        }
        if value < target {
            Ok(Depth::ONE)
        } else if !PV && target >= node.beta && !is_win(value) {
            Err(target)
        } else {
            Ok(Depth::ZERO)
        }
    }

    /// The score of a node when its moves have been tried; it is noted in the table.
    fn store_result(&mut self, node: &NodeState, state: &MoveLoop) -> Score {
        if self.counter.is_stopped() {
            return if state.move_count == 0 {
                node.alpha
            } else {
                state.best_score.max(-INFINITE + 1)
            };
        }
        if state.move_count == 0 {
            return self.without_candidates(node);
        }
        if state.best_score >= node.beta {
            self.update_history(node, state);
        }
        let bound = if state.best_score >= node.beta {
            Bound::Lower
        } else if state.best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.store(
            node.key,
            TtEntry {
                score: score_to_tt(state.best_score, node.ply),
                bound,
                depth: node.depth,
                best: state.best_move,
                static_eval: node
                    .only_move
                    .is_none()
                    .then_some(self.stack[node.ply].static_eval),
            },
        );
        state.best_score
    }

    /// A node none of whose candidates may be played.
    fn without_candidates(&mut self, node: &NodeState) -> Score {
        if self.stack[node.ply].excluded_move.is_some() {
            return node.alpha;
        }
        let empties = self.shapes().board().empties();
        if empties.is_empty() {
            return DRAW;
        }
        let side = self.side;
        let Some(point) = empties
            .iter()
            .find(|&point| self.shapes().is_legal(point, side))
        else {
            // Black passes; White has no five at once, or it would have been seen.
            return self.stack[node.ply].static_eval;
        };
        if node.is_threatened {
            // Nothing holds: any move, and the straight four comes.
            self.play(point, node.ply);
            let value = -self.alpha_beta::<true>(
                -INFINITE,
                INFINITE,
                Depth::eighths(1),
                node.ply + 1,
                false,
            );
            self.undo();
            self.update_pv(point, node.ply);
            return value;
        }
        self.stack[node.ply].static_eval
    }

    /// Remembers that a move was good, and that those tried before it were not.
    fn update_history(&mut self, node: &NodeState, state: &MoveLoop) {
        let Some(best) = state.best_move else { return };
        let plies = node.depth.moves() as i32 + 1;
        let bonus = (plies * plies * 16).min(1600);
        let side = self.side;
        let kind = |point| MoveKind::of(self.shapes().counts(point, side));
        let good = kind(best);
        let bad = state.failed_low.map(|point| Some((kind(point?), point?)));
        self.history.update(good, side, best, bonus);
        for (kind, point) in bad.into_iter().flatten() {
            self.history.update(kind, side, point, -bonus);
        }
        self.history
            .set_countermove(side, self.stack[node.ply].last, best);
    }
}
