//! Quiescence search: the static evaluation stands unless a VCF wins.

use crate::board::Color;
use crate::geometry::Point;
use crate::pattern::ShapeBoard;

use super::params::QUIESCENCE_VCF_NODES;
use super::score::{Score, loss_at, score_to_tt, win_at};
use super::static_eval::StaticEvaluator;
use super::tactics::Tactics;
use super::transposition::{Bound, TtEntry};
use super::worker::{MAX_PLY, Worker};

/// The score of the node at `ply` without further search of quiet moves.
pub(super) fn quiescence<const PV: bool, H: StaticEvaluator>(
    worker: &mut Worker<'_, H>,
    alpha: Score,
    beta: Score,
    ply: usize,
) -> Score {
    if PV {
        worker.stack[ply].pv.clear();
    }
    let (alpha, beta) = (alpha.max(loss_at(ply)), beta.min(win_at(ply + 1)));
    if alpha >= beta {
        return alpha;
    }
    match Tactics::of(worker.shapes(), worker.side) {
        decided @ (Tactics::Win(_) | Tactics::Loss(_)) => {
            tactical_score::<PV, H>(worker, decided, ply)
        }
        _ if ply >= MAX_PLY || worker.counter.is_stopped() => worker.static_eval(),
        Tactics::OnlyMove(point) => only_reply::<PV, H>(worker, point, alpha, beta, ply),
        Tactics::Defences(_) | Tactics::Quiet => stand_pat::<PV, H>(worker, alpha, beta, ply),
    }
}

/// The score of what tactics decide.
pub(super) fn tactical_score<const PV: bool, H: StaticEvaluator>(
    worker: &mut Worker<'_, H>,
    decided: Tactics,
    ply: usize,
) -> Score {
    if PV {
        worker.stack[ply].pv = decided.forced_line(worker.board.board_mut(), worker.side);
    }
    match decided {
        Tactics::Win(plies) => win_at(ply + plies),
        Tactics::Loss(plies) => loss_at(ply + plies),
        _ => unreachable!("only wins and losses have a tactical score"),
    }
}

/// Plays the only reply to a four and goes on with the opponent.
fn only_reply<const PV: bool, H: StaticEvaluator>(
    worker: &mut Worker<'_, H>,
    point: Point,
    alpha: Score,
    beta: Score,
    ply: usize,
) -> Score {
    worker.play(point, ply);
    let value = -quiescence::<PV, H>(worker, -beta, -alpha, ply + 1);
    worker.undo();
    if PV {
        worker.update_pv(point, ply);
    }
    value
}

/// The static evaluation, or the score of a VCF that wins.
fn stand_pat<const PV: bool, H: StaticEvaluator>(
    worker: &mut Worker<'_, H>,
    alpha: Score,
    beta: Score,
    ply: usize,
) -> Score {
    let key = worker.key();
    let entry = worker.table.probe(key);
    let cutoff = entry.and_then(|entry| entry.cutoff(alpha, beta, 0, ply));
    if let Some(score) = cutoff.filter(|_| !PV) {
        return score;
    }
    let static_eval = match entry.and_then(|entry| entry.static_eval) {
        Some(static_eval) => static_eval,
        None => worker.static_eval(),
    };
    worker.stack[ply].static_eval = static_eval;
    if static_eval >= beta {
        return static_eval;
    }
    let win = vcf_score::<PV, H>(worker, ply);
    let score = win.unwrap_or(static_eval);
    let has_win = win.is_some();
    let entry = TtEntry {
        score: score_to_tt(score, ply),
        bound: if has_win { Bound::Lower } else { Bound::Exact },
        depth: 0,
        best: None,
        static_eval: Some(static_eval),
    };
    worker.table.store(key, entry);
    score
}

/// The score of a VCF, if one is found within few nodes.
fn vcf_score<const PV: bool, H: StaticEvaluator>(
    worker: &mut Worker<'_, H>,
    ply: usize,
) -> Option<Score> {
    let side = worker.side;
    if worker.shapes().fours(side).is_empty() {
        return None;
    }
    let before = worker.vcf.nodes();
    let board = worker.board.board_mut();
    let found = worker.vcf.find(board, side, QUIESCENCE_VCF_NODES);
    let win = found.map(|found| {
        let line = if PV { found.line.to_vec() } else { Vec::new() };
        (found.plies, line)
    });
    worker.counter.add(worker.vcf.nodes() - before);
    let (plies, fours) = win?;
    worker.selective_depth = worker.selective_depth.max(ply + plies);
    if PV {
        worker.stack[ply].pv = vcf_line(worker.board.board_mut(), side, &fours, plies);
    }
    Some(win_at(ply + plies))
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
