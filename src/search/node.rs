//! A node of the tree: alpha-beta with a window of one point wherever the principal variation
//! does not go (Marsland and Campbell 1982).

use crate::geometry::{Point, PointSet};

use super::Heuristic;
use super::depth::Depth;
use super::glance::Glance;
use super::history::Kind;
use super::margins;
use super::order::Ranked;
use super::score::{
    DRAW, INFINITE, Score, from_here, from_root, is_decided, is_loss, is_win, loss_at, win_at,
};
use super::transposition::{Bound, TtEntry};
use super::worker::{MOST_AHEAD, Worker};

/// A node, as its parts see it.
#[derive(Clone, Copy)]
struct Node {
    alpha: Score,
    beta: Score,
    depth: Depth,
    ply: usize,
    key: u64,
    tt_entry: Option<TtEntry>,
    /// Whether it is expected to be better than `beta`.
    is_cut: bool,
    is_improving: bool,
    /// The only reply to a four.
    only: Option<Point>,
    /// Whether straight fours are threatened.
    is_threatened: bool,
}

/// What came of the moves of a node.
struct Tried {
    best: Score,
    best_move: Option<Point>,
    /// What the next move has to be better than.
    alpha: Score,
    /// How far the next move is looked ahead.
    depth: Depth,
    /// Moves that were searched.
    count: usize,
    /// The first of those that were not good enough.
    worse: [Option<Point>; 32],
}

impl Tried {
    const fn nothing(node: &Node) -> Tried {
        Tried {
            best: -INFINITE,
            best_move: None,
            alpha: node.alpha,
            depth: node.depth,
            count: 0,
            worse: [None; 32],
        }
    }
}

impl Node {
    /// Whether a move is not tried: late ones, and near the horizon those that make nothing. Only
    /// once there is a move that does not lose, so that no loss is invented.
    fn leaves_out<const PV: bool>(&self, ranked: Ranked, tried: &Tried) -> bool {
        if tried.count == 0 || is_loss(tried.best) {
            return false;
        }
        let most = margins::most_moves(self.depth, self.is_improving || PV);
        tried.count >= most || self.depth < margins::MAKES_NOTHING && ranked.made == 0
    }
}

impl<H: Heuristic> Worker<'_, H> {
    /// What the position `ply` moves from the root is worth to the side to move: the value if it
    /// lies between `alpha` and `beta`, else a bound of it.
    pub(super) fn visit<const PV: bool>(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: Depth,
        ply: usize,
        is_cut: bool,
    ) -> Score {
        if depth <= Depth::ZERO {
            return self.horizon::<PV>(alpha, beta, ply);
        }
        if PV {
            self.frames[ply].line.clear();
        }
        let (alpha, beta) = (alpha.max(loss_at(ply)), beta.min(win_at(ply + 1)));
        if self.purse.is_empty() || alpha >= beta {
            return alpha;
        }
        if ply >= MOST_AHEAD {
            return self.opinion();
        }
        let left_out = self.frames[ply].left_out;
        let glance = self.glance();
        if let Glance::Win(_) | Glance::Loss(_) = glance {
            return self.settle::<PV>(glance, ply);
        }
        let key = self.key() ^ left_out.map_or(0, |point| (point.slot() as u64 + 1) << 48);
        let tt_entry = self.table.probe(key);
        let cutoff = tt_entry.and_then(|entry| entry.cutoff(alpha, beta, depth, ply));
        if let Some(score) = cutoff.filter(|_| !PV) {
            return score;
        }
        let mut node = Node {
            alpha,
            beta,
            depth,
            ply,
            key,
            tt_entry,
            is_cut,
            is_improving: false,
            only: glance.only(),
            is_threatened: matches!(glance, Glance::Defend(_)),
        };
        self.form_opinion(&mut node);
        if !PV
            && left_out.is_none()
            && H::IS_CALIBRATED
            && let Some(score) = self.judge_unsearched(&node)
        {
            return score;
        }
        let candidates = self.candidates(glance, ply);
        self.search_moves::<PV>(&node, candidates)
    }

    /// What the position is worth at first sight, and whether that is more than two moves ago.
    fn form_opinion(&mut self, node: &mut Node) {
        let ply = node.ply;
        self.frames[ply].is_forced = node.only.is_some();
        self.frames[ply].opinion = if node.only.is_some() && ply > 0 {
            -self.frames[ply - 1].opinion
        } else {
            match node.tt_entry.and_then(|entry| entry.opinion) {
                Some(opinion) => opinion,
                None => self.opinion(),
            }
        };
        node.is_improving = ply >= 2 && self.frames[ply].opinion > self.frames[ply - 2].opinion;
    }

    /// A score for positions so good or so bad that no move is looked ahead.
    fn judge_unsearched(&mut self, node: &Node) -> Option<Score> {
        let opinion = self.frames[node.ply].opinion;
        if node.only.is_some() || node.is_threatened {
            return None;
        }
        if node.depth < margins::RAZOR_DEPTH && opinion + margins::razor(node.depth) < node.alpha {
            let score = self.horizon::<false>(node.alpha, node.beta, node.ply);
            if score <= node.alpha {
                return Some(score);
            }
        }
        let is_own_attack = node.ply > 0 && self.frames[node.ply - 1].is_forced;
        let is_futile = node.depth < margins::FUTILE_DEPTH
            && !is_decided(node.beta)
            && !is_own_attack
            && opinion - margins::futile(node.depth, node.is_improving) >= node.beta;
        is_futile.then_some(opinion)
    }

    /// The moves to try.
    fn candidates(&self, glance: Glance, ply: usize) -> PointSet {
        let empties = self.shapes().board().empties();
        match glance {
            Glance::Only(point) => std::iter::once(point).collect(),
            Glance::Defend(points) => points,
            _ => {
                let near = self.frames[ply].near & empties;
                if near.is_empty() { empties } else { near }
            }
        }
    }

    fn search_moves<const PV: bool>(&mut self, node: &Node, candidates: PointSet) -> Score {
        let known = node.tt_entry.and_then(|entry| entry.best);
        let table_move = known.filter(|&point| candidates.contains(point));
        let singular = match self.singular::<PV>(node, table_move) {
            Ok(extension) => extension,
            Err(score) => return score,
        };
        let first = self.rank(candidates, table_move, node.ply);
        let mut tried = Tried::nothing(node);
        let mut next = first;
        while let Some(ranked) = self.pick(first, next) {
            next += 1;
            if node.leaves_out::<PV>(ranked, &tried) || !self.may_try(ranked.point, node.ply) {
                continue;
            }
            let more = if node.only.is_some() {
                margins::ONLY_REPLY
            } else if Some(ranked.point) == table_move {
                singular
            } else {
                Depth::ZERO
            };
            tried.count += 1;
            let depth = tried.depth - Depth::ONE + more;
            let value = self.try_move::<PV>(node, ranked, depth, &tried);
            if self.purse.is_empty() || self.take_in::<PV>(node, ranked.point, value, &mut tried) {
                break;
            }
        }
        self.ranked.truncate(first);
        self.conclude(node, &tried)
    }

    /// Whether a move is legal and not the one that is left out.
    fn may_try(&self, point: Point, ply: usize) -> bool {
        self.frames[ply].left_out != Some(point) && self.may_play(point, self.side)
    }

    /// Notes the value of a move; whether it is so good that no other need be tried.
    fn take_in<const PV: bool>(
        &mut self,
        node: &Node,
        point: Point,
        value: Score,
        tried: &mut Tried,
    ) -> bool {
        tried.best = tried.best.max(value);
        if value <= tried.alpha {
            if let Some(slot) = tried.worse.get_mut(tried.count - 1) {
                *slot = Some(point);
            }
            return false;
        }
        tried.alpha = value;
        tried.best_move = Some(point);
        if PV {
            self.extend_line(point, node.ply);
        }
        if margins::SETTLED.contains(&tried.depth) {
            tried.depth = tried.depth - Depth::ONE;
        }
        value >= node.beta
    }

    /// Plays a move and searches the position after it.
    fn try_move<const PV: bool>(
        &mut self,
        node: &Node,
        ranked: Ranked,
        depth: Depth,
        tried: &Tried,
    ) -> Score {
        let (ply, alpha, beta) = (node.ply + 1, tried.alpha, node.beta);
        let number = tried.count;
        let less = self.reduction::<PV>(node, ranked, number);
        self.frames[ply].is_attack = ranked.kind == Kind::Attack;
        self.play(ranked.point, node.ply);
        let value = if number == 1 {
            -self.visit::<PV>(-beta, -alpha, depth, ply, !PV && !node.is_cut)
        } else {
            let reduced = if less > Depth::ZERO {
                (depth - less).max(Depth::eighths(1)).min(depth)
            } else {
                depth
            };
            let mut value = -self.visit::<false>(-alpha - 1, -alpha, reduced, ply, true);
            if value > alpha && reduced < depth {
                value = -self.visit::<false>(-alpha - 1, -alpha, depth, ply, !node.is_cut);
            }
            if PV && value > alpha && value < beta {
                value = -self.visit::<true>(-beta, -alpha, depth, ply, false);
            }
            value
        };
        self.undo();
        value
    }

    /// Whether the last two moves of the side to move are threes or more with this one.
    fn goes_on_attacking(&self, node: &Node, ranked: Ranked) -> bool {
        ranked.kind == Kind::Attack && node.ply >= 2 && self.frames[node.ply - 1].is_attack
    }

    /// How much less a move is looked ahead than the first.
    fn reduction<const PV: bool>(&self, node: &Node, ranked: Ranked, number: usize) -> Depth {
        if node.depth < Depth::plies(2) || number < 2 || node.only.is_some() {
            return Depth::ZERO;
        }
        let mut less = margins::reduction(node.depth, number, self.restricts_black());
        let history = self.history.worth(ranked.kind, self.side, ranked.point);
        less -= history * margins::HISTORY / 8192;
        let doubts = [
            (!node.is_improving, margins::NOT_IMPROVING),
            (PV, -margins::ON_PV),
            (node.is_cut, margins::EXPECTED_CUT),
            (
                self.goes_on_attacking(node, ranked),
                -margins::RUN_OF_THREATS,
            ),
            (
                node.is_threatened && ranked.made < margins::STOPS_IT,
                margins::ELSEWHERE,
            ),
            (
                self.shapes().suspects().contains(ranked.point),
                -margins::SUSPECT,
            ),
        ];
        for (applies, more) in doubts {
            less += if applies { more } else { 0 };
        }
        Depth::eighths(less.max(0))
    }

    /// Whether the table's move is the only good one: then it is looked ahead further. A score if
    /// others are too good as well.
    fn singular<const PV: bool>(
        &mut self,
        node: &Node,
        table_move: Option<Point>,
    ) -> Result<Depth, Score> {
        let (Some(entry), Some(point)) = (node.tt_entry, table_move) else {
            return Ok(Depth::ZERO);
        };
        let is_candidate = node.depth >= margins::SINGULAR_DEPTH
            && self.frames[node.ply].left_out.is_none()
            && node.only.is_none()
            && entry.bound.is_lower()
            && entry.depth >= node.depth - Depth::plies(3)
            && !is_decided(entry.score);
        if !is_candidate {
            return Ok(Depth::ZERO);
        }
        let target = from_root(entry.score, node.ply) - margins::singular(node.depth);
        self.frames[node.ply].left_out = Some(point);
        let half = Depth::eighths((node.depth.get() - 8) / 2);
        let value = self.visit::<false>(target - 1, target, half, node.ply, node.is_cut);
        self.frames[node.ply].left_out = None;
        if PV {
            self.frames[node.ply].line.clear();
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
    fn conclude(&mut self, node: &Node, tried: &Tried) -> Score {
        if self.purse.is_empty() {
            return if tried.count == 0 {
                node.alpha
            } else {
                tried.best.max(-INFINITE + 1)
            };
        }
        if tried.count == 0 {
            return self.without_moves(node);
        }
        if tried.best >= node.beta {
            self.learn(node, tried);
        }
        let bound = if tried.best >= node.beta {
            Bound::Lower
        } else if tried.best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.store(
            node.key,
            TtEntry {
                score: from_here(tried.best, node.ply),
                bound,
                depth: node.depth,
                best: tried.best_move,
                opinion: node.only.is_none().then_some(self.frames[node.ply].opinion),
            },
        );
        tried.best
    }

    /// A node none of whose candidates may be played.
    fn without_moves(&mut self, node: &Node) -> Score {
        if self.frames[node.ply].left_out.is_some() {
            return node.alpha;
        }
        let empties = self.shapes().board().empties();
        if empties.is_empty() {
            return DRAW;
        }
        let side = self.side;
        let Some(point) = empties.iter().find(|&point| self.may_play(point, side)) else {
            // Black passes; White has no five at once, or it would have been seen.
            return self.frames[node.ply].opinion;
        };
        if node.is_threatened {
            // Nothing holds: any move, and the straight four comes.
            self.play(point, node.ply);
            let value =
                -self.visit::<true>(-INFINITE, INFINITE, Depth::eighths(1), node.ply + 1, false);
            self.undo();
            self.extend_line(point, node.ply);
            return value;
        }
        self.frames[node.ply].opinion
    }

    /// Remembers that a move was good, and that those tried before it were not.
    fn learn(&mut self, node: &Node, tried: &Tried) {
        let Some(best) = tried.best_move else { return };
        let plies = node.depth.moves() as i32 + 1;
        let bonus = (plies * plies * 16).min(1600);
        let side = self.side;
        let kind = |point| Kind::of(self.shapes().tally(point, side));
        let good = kind(best);
        let bad = tried.worse.map(|point| Some((kind(point?), point?)));
        self.history.learn(good, side, best, bonus);
        for (kind, point) in bad.into_iter().flatten() {
            self.history.learn(kind, side, point, -bonus);
        }
        self.history.answer(side, self.frames[node.ply].last, best);
    }
}
