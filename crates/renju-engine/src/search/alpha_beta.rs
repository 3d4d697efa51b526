//! Alpha-beta with a null window wherever the principal variation does not go (PVS: Marsland and
//! Campbell 1982).

use renju_core::geometry::{Point, PointSet};
use renju_core::trace::NodeEnd;

use super::history::{MAX_HISTORY, MoveKind};
use super::move_order::{MovePicker, ScoredMove};
use super::node_trace::{BegunVisit, LastVisit};
use super::params::{ALPHA_RAISED_DEPTHS, SearchParams};
use super::score::{
    DRAW, Depth, INFINITE, PLY, Score, is_decided, is_loss, is_win, loss_at, plies, score_from_tt,
    score_to_tt, win_at,
};
use super::static_eval::StaticEvaluator;
use super::tactics::Tactics;
use super::transposition::{Bound, TtEntry};
use super::worker::{MAX_PLY, Worker};

/// What the search knows of the current node.
#[derive(Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own, and any may hold"
)]
struct NodeState {
    alpha: Score,
    beta: Score,
    depth: Depth,
    ply: usize,
    key: u64,
    tt_entry: Option<TtEntry>,
    /// Whether it is expected to fail high.
    is_cut_node: bool,
    /// Whether the static evaluation rose since two plies ago.
    is_improving: bool,
    /// The only reply to a four.
    only_move: Option<Point>,
    /// Whether the opponent threatens straight fours.
    is_threatened: bool,
    /// Whether every game is played to its end below.
    is_exhaustive: bool,
}

impl NodeState {
    /// Whether static pruning (razoring, reverse futility) is allowed: nothing is forced, and the end
    /// of the game is not in reach.
    const fn is_quiet(&self) -> bool {
        self.only_move.is_none() && !self.is_threatened && !self.is_exhaustive
    }
}

/// The state of the loop over the moves of a node.
struct MoveLoop {
    best_score: Score,
    best_move: Option<Point>,
    /// The lower bound of the next move.
    alpha: Score,
    /// The depth of the next move.
    depth: Depth,
    /// Moves that were searched.
    move_count: usize,
    /// The moves that failed low, by move number; the first of them.
    failed_low: [Option<Point>; 32],
    /// Whether late moves were left out.
    is_pruned: bool,
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
            is_pruned: false,
        }
    }

    /// Late move pruning: how the moves that are left are pruned. Only once a move is known that does
    /// not lose, so that no loss is invented.
    fn pruning<const PV: bool>(&self, node: &NodeState, params: &SearchParams) -> Pruning {
        if self.move_count == 0 || is_loss(self.best_score) || node.is_exhaustive {
            Pruning::None
        } else if self.move_count >= params.move_count_limit(node.depth, node.is_improving || PV) {
            Pruning::All
        } else if node.depth < params.lmp_idle_depth {
            Pruning::Idle
        } else {
            Pruning::None
        }
    }
}

/// Which of the moves that are left late move pruning leaves out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pruning {
    None,
    /// Those that make nothing.
    Idle,
    /// All, as enough were searched.
    All,
}

impl<E: StaticEvaluator> Worker<'_, E> {
    /// The score of the node at `ply` if it lies between `alpha` and `beta`, else a bound of it
    /// (fail-soft).
    pub(super) fn alpha_beta<const PV: bool>(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: Depth,
        ply: usize,
        is_cut_node: bool,
    ) -> Score {
        if !self.trace.is_on() {
            return self.visit::<PV>(alpha, beta, depth, ply, is_cut_node);
        }
        let begun = BegunVisit {
            window: [alpha, beta],
            depth,
            ply,
            nodes_before: self.counter.nodes(),
        };
        let excluded = self.stack[ply].excluded_move;
        let value = self.visit::<PV>(alpha, beta, depth, ply, is_cut_node);
        self.trace_visit(begun, value, excluded);
        value
    }

    fn visit<const PV: bool>(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: Depth,
        ply: usize,
        is_cut_node: bool,
    ) -> Score {
        if depth <= 0 {
            let value = self.quiescence::<PV>(alpha, beta, ply);
            return self.left(NodeEnd::Quiescence, value);
        }
        if PV {
            self.stack[ply].pv.clear();
        }
        let (alpha, beta) = (alpha.max(loss_at(ply)), beta.min(win_at(ply + 1)));
        if self.counter.is_stopped() || alpha >= beta {
            return self.left(NodeEnd::Decided, alpha);
        }
        if self.empties == 0 || ply >= MAX_PLY {
            return self.score_at_end();
        }
        let excluded_move = self.stack[ply].excluded_move;
        let tactics = Tactics::of(self.shapes(), self.side);
        if let Tactics::Win(_) | Tactics::Loss(_) = tactics {
            let value = self.tactical_score::<PV>(tactics, ply);
            return self.left(NodeEnd::Decided, value);
        }
        // The search without a move (singular extension) has entries of its own.
        let key = self.key() ^ excluded_move.map_or(0, |point| (point.slot() as u64 + 1) << 48);
        let tt_entry = self.table.probe(key);
        let cutoff = tt_entry.and_then(|entry| entry.cutoff(alpha, beta, depth, ply));
        if let Some(score) = cutoff.filter(|_| !PV) {
            return self.left(NodeEnd::Table, score);
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
            is_exhaustive: self.is_exhaustive(depth),
        };
        self.set_static_eval(&mut node);
        if !PV
            && excluded_move.is_none()
            && let Some(score) = self.prune_node(&node)
        {
            return score;
        }
        self.reduce_without_move::<PV>(&mut node);
        let candidates = self.candidates(tactics, &node);
        self.search_moves::<PV>(&node, candidates)
    }

    /// Internal iterative reduction: a node of the principal variation is searched less deep where no
    /// search of about its depth has found a move to begin with.
    fn reduce_without_move<const PV: bool>(&self, node: &mut NodeState) {
        let is_open = node.only_move.is_none() && !node.is_exhaustive;
        if !PV || !is_open || node.depth < self.params.iir_depth {
            return;
        }
        let known = node.tt_entry.filter(|entry| entry.best.is_some());
        node.depth -= known.map_or(self.params.iir_no_move, |entry| {
            (node.depth - entry.depth.max(0)).max(0) * self.params.iir_old_percent / 100
        });
    }

    /// The score of a full board, or where no line is searched further.
    fn score_at_end(&mut self) -> Score {
        if self.empties == 0 {
            return self.left(NodeEnd::Decided, DRAW);
        }
        let value = self.static_eval();
        self.left(NodeEnd::Leaf, value)
    }

    /// Notes for the trace why a node is left without a move, and gives its score back.
    #[inline]
    const fn left(&mut self, end: NodeEnd, score: Score) -> Score {
        self.trace.last = LastVisit::without_moves(end);
        score
    }

    /// Sets the static evaluation of the node, from the table where it is known, and whether it is
    /// improving.
    fn set_static_eval(&mut self, node: &mut NodeState) {
        let ply = node.ply;
        self.stack[ply].is_forced = node.only_move.is_some();
        self.stack[ply].static_eval = if node.only_move.is_some() && ply > 0 {
            // With a four on the board an evaluation says little; the one before it says more.
            -self.stack[ply - 1].static_eval
        } else {
            match node.tt_entry.and_then(|entry| entry.static_eval) {
                Some(static_eval) => static_eval,
                None => self.static_eval(),
            }
        };
        let stack = &self.stack;
        node.is_improving = ply >= 2 && stack[ply].static_eval > stack[ply - 2].static_eval;
    }

    /// The score of a quiet node that is too far from the window to be searched, where the
    /// evaluation's margins are known.
    fn prune_node(&mut self, node: &NodeState) -> Option<Score> {
        if !E::IS_CALIBRATED || !node.is_quiet() {
            return None;
        }
        if let Some(score) = self.razor(node) {
            return Some(self.left(NodeEnd::Razoring, score));
        }
        let score = self.reverse_futility(node)?;
        Some(self.left(NodeEnd::ReverseFutility, score))
    }

    /// Razoring: a position far below alpha is left to quiescence.
    fn razor(&mut self, node: &NodeState) -> Option<Score> {
        let static_eval = self.stack[node.ply].static_eval;
        let is_hopeless = node.depth < self.params.razor_depth
            && static_eval + self.params.razor_margin(node.depth) < node.alpha;
        if !is_hopeless {
            return None;
        }
        let score = self.quiescence::<false>(node.alpha, node.beta, node.ply);
        (score <= node.alpha).then_some(score)
    }

    /// Reverse futility pruning: a position far above beta is not searched, unless its side has just
    /// made a four and is about to go on.
    fn reverse_futility(&self, node: &NodeState) -> Option<Score> {
        let static_eval = self.stack[node.ply].static_eval;
        let is_own_attack = node.ply > 0 && self.stack[node.ply - 1].is_forced;
        let is_futile = node.depth < self.params.futility_depth
            && !is_decided(node.beta)
            && !is_own_attack
            && static_eval - self.params.futility_margin(node.depth, node.is_improving)
                >= node.beta;
        is_futile.then_some(static_eval)
    }

    /// The moves to try.
    fn candidates(&self, tactics: Tactics, node: &NodeState) -> PointSet {
        let empties = self.shapes().board().empties();
        match tactics {
            Tactics::OnlyMove(point) => std::iter::once(point).collect(),
            Tactics::Defences(points) => points,
            _ if node.is_exhaustive => empties,
            _ => {
                let near = self.stack[node.ply].candidates & empties;
                if near.is_empty() { empties } else { near }
            }
        }
    }

    fn search_moves<const PV: bool>(&mut self, node: &NodeState, candidates: PointSet) -> Score {
        let best = node.tt_entry.and_then(|entry| entry.best);
        // The move of the transposition table (TT move, hash move).
        let table_move = best.filter(|&point| candidates.contains(point));
        let singular = match self.singular_extension::<PV>(node, table_move) {
            Ok(extension) => extension,
            Err(score) => return self.left(NodeEnd::MultiCut, score),
        };
        if self.counter.is_stopped() {
            return node.alpha;
        }
        let mut picker = MovePicker::new(candidates, table_move, self.moves.len());
        let mut state = MoveLoop::new(node);
        loop {
            let pruning = state.pruning::<PV>(node, &self.params);
            if pruning == Pruning::All {
                state.is_pruned = true;
                break;
            }
            let Some(scored) = self.next_move(&mut picker, node.ply) else {
                break;
            };
            let point = scored.point;
            if pruning == Pruning::Idle && scored.is_idle
                || self.stack[node.ply].excluded_move == Some(point)
                || !self.is_legal(point)
            {
                continue;
            }
            let extension = if node.only_move.is_some() {
                self.params.only_move_extension
            } else if Some(point) == table_move {
                singular
            } else {
                0
            };
            state.move_count += 1;
            let depth = state.depth - PLY + extension;
            let value = self.search_move::<PV>(node, scored, depth, &state);
            if self.counter.is_stopped() || self.update_best::<PV>(node, point, value, &mut state) {
                break;
            }
        }
        self.moves.truncate(picker.first);
        if state.move_count == 0 && !self.counter.is_stopped() {
            return self.search_without_candidates::<PV>(node);
        }
        self.finish_node(node, &state)
    }

    /// Notes the value of a move. Returns whether it fails high. After one that raised alpha the later
    /// moves are searched a ply less.
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
            self.update_pv(Some(point), node.ply);
        }
        if ALPHA_RAISED_DEPTHS.contains(&state.depth) && !node.is_exhaustive {
            state.depth -= PLY;
        }
        value >= node.beta
    }

    /// Plays a move and searches the position after it: the first with the whole window, others with a
    /// null window and reduced.
    fn search_move<const PV: bool>(
        &mut self,
        node: &NodeState,
        scored: ScoredMove,
        depth: Depth,
        state: &MoveLoop,
    ) -> Score {
        let (ply, alpha, beta) = (node.ply + 1, state.alpha, node.beta);
        let reduction = self.reduction::<PV>(node, scored, state.move_count);
        self.stack[ply].is_attack = scored.kind == MoveKind::Attack;
        self.play(scored.point, node.ply);
        let value = if state.move_count == 1 {
            let is_cut_node = !PV && !node.is_cut_node;
            -self.alpha_beta::<PV>(-beta, -alpha, depth, ply, is_cut_node)
        } else {
            let reduced = if reduction > 0 {
                (depth - reduction).max(1).min(depth)
            } else {
                depth
            };
            let value = self.null_window(alpha, [reduced, depth], ply, !node.is_cut_node);
            if PV && value > alpha && value < beta {
                -self.alpha_beta::<true>(-beta, -alpha, depth, ply, false)
            } else {
                value
            }
        };
        self.undo();
        value
    }

    /// Searches the node after a move with a null window: reduced, and to its whole depth if that
    /// raises alpha.
    pub(super) fn null_window(
        &mut self,
        alpha: Score,
        [reduced, depth]: [Depth; 2],
        ply: usize,
        is_cut_node: bool,
    ) -> Score {
        let value = -self.alpha_beta::<false>(-alpha - 1, -alpha, reduced, ply, true);
        if value > alpha && reduced < depth {
            -self.alpha_beta::<false>(-alpha - 1, -alpha, depth, ply, is_cut_node)
        } else {
            value
        }
    }

    /// Late move reduction: how much less deep a move is searched than the first.
    fn reduction<const PV: bool>(
        &self,
        node: &NodeState,
        scored: ScoredMove,
        number: usize,
    ) -> Depth {
        if node.depth < 2 * PLY || number < 2 || node.only_move.is_some() || node.is_exhaustive {
            return 0;
        }
        let params = &self.params;
        let (kind, point, side) = (scored.kind, scored.point, self.side);
        let history = self.history.history_score(kind, side, point);
        let continues_attack =
            kind == MoveKind::Attack && node.ply >= 2 && self.stack[node.ply - 1].is_attack;
        let ignores_threat = node.is_threatened && !scored.stops_four;
        let is_suspect = self.shapes().suspects().contains(point);
        let adjustments = [
            (!node.is_improving, params.lmr_not_improving),
            (PV, -params.lmr_pv),
            (node.is_cut_node, params.lmr_cut_node),
            (continues_attack, -params.lmr_threat_sequence),
            (ignores_threat, params.lmr_ignores_threat),
            (is_suspect, -params.lmr_suspect),
        ];
        let mut reduction = params.lmr_base(node.depth, number);
        reduction -= history * params.lmr_history / MAX_HISTORY;
        for (applies, adjustment) in adjustments {
            reduction += if applies { adjustment } else { 0 };
        }
        let is_high = !PV && self.expects_fail_high(node);
        if is_high && !self.shapes().fours(side).contains(point) {
            reduction.max(0) + params.lmr_fail_high
        } else {
            reduction.max(0)
        }
    }

    /// Whether the static evaluation is far above beta, and no straight four is threatened.
    fn expects_fail_high(&self, node: &NodeState) -> bool {
        let static_eval = self.stack[node.ply].static_eval;
        let margin = self.params.fail_high_margin_per_ply * node.depth / PLY;
        !node.is_threatened && static_eval >= node.beta + margin
    }

    /// Singular extension: a table move that all others stay below is searched deeper. `Err` is a
    /// score that fails high, if another move is too good as well (multi-cut).
    fn singular_extension<const PV: bool>(
        &mut self,
        node: &NodeState,
        table_move: Option<Point>,
    ) -> Result<Depth, Score> {
        let (Some(entry), Some(point)) = (node.tt_entry, table_move) else {
            return Ok(0);
        };
        let ply = node.ply;
        let is_candidate = node.depth >= self.params.singular_depth
            && !node.is_exhaustive
            && self.stack[ply].excluded_move.is_none()
            && node.only_move.is_none()
            && entry.bound.is_lower()
            && entry.depth >= node.depth - 3 * PLY
            && !is_decided(entry.score);
        if !is_candidate {
            return Ok(0);
        }
        let target = score_from_tt(entry.score, ply) - self.params.singular_margin(node.depth);
        self.stack[ply].excluded_move = Some(point);
        let half = (node.depth - PLY) / 2;
        let value = self.alpha_beta::<false>(target - 1, target, half, ply, node.is_cut_node);
        self.stack[ply].excluded_move = None;
        if PV {
            self.stack[ply].pv.clear();
        }
        if value < target {
            Ok(PLY)
        } else if !PV && target >= node.beta && !is_win(value) {
            Err(target)
        } else {
            Ok(0)
        }
    }

    /// The score of a node when its moves are searched; stored in the table.
    fn finish_node(&mut self, node: &NodeState, state: &MoveLoop) -> Score {
        self.trace.last = LastVisit {
            end: match state.best_score >= node.beta {
                true => NodeEnd::Cut,
                false if state.is_pruned => NodeEnd::LateMoves,
                false => NodeEnd::All,
            },
            best: state.best_move,
            tried: state.move_count,
        };
        if self.counter.is_stopped() {
            return if state.move_count == 0 {
                node.alpha
            } else {
                state.best_score.max(-INFINITE + 1)
            };
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
        let static_eval = self.stack[node.ply].static_eval;
        let entry = TtEntry {
            score: score_to_tt(state.best_score, node.ply),
            bound,
            depth: node.depth,
            best: state.best_move,
            static_eval: node.only_move.is_none().then_some(static_eval),
        };
        self.table.store(node.key, entry);
        state.best_score
    }

    /// The score of a node where no candidate may be played.
    fn search_without_candidates<const PV: bool>(&mut self, node: &NodeState) -> Score {
        let ply = node.ply;
        if self.stack[ply].excluded_move.is_some() {
            return node.alpha;
        }
        let empties = self.shapes().board().empties();
        if !empties.iter().any(|point| self.is_legal(point)) {
            return self.search_pass::<PV>(node);
        }
        self.search_moves::<PV>(node, empties)
    }

    /// Passes, as Black does without a legal move. A pass takes no depth, so that a search deep enough
    /// to fill the board reaches its end.
    fn search_pass<const PV: bool>(&mut self, node: &NodeState) -> Score {
        let ply = node.ply;
        self.pass(ply);
        let value = -self.alpha_beta::<PV>(-node.beta, -node.alpha, node.depth, ply + 1, false);
        self.undo_pass();
        if PV {
            self.update_pv(None, ply);
        }
        self.left(NodeEnd::All, value)
    }

    /// Rewards the move that failed high, and punishes those searched before it.
    fn update_history(&mut self, node: &NodeState, state: &MoveLoop) {
        let Some(best) = state.best_move else { return };
        let plies = plies(node.depth) as i32 + 1;
        let bonus = (plies * plies * 16).min(1600);
        let side = self.side;
        let kind = |point| MoveKind::of(self.evaluator.shapes().counts(point, side).strongest());
        let history = &mut self.history;
        history.update(kind(best), side, best, bonus);
        for point in state.failed_low.into_iter().flatten() {
            history.update(kind(point), side, point, -bonus);
        }
        history.set_countermove(side, self.stack[node.ply].last, best);
    }
}
