//! The numbers of the search: how much is left out, and when.
//!
//! Scores are in the unit of the evaluation: 250 points are odds of e to 1.

use std::ops::Range;
use std::sync::LazyLock;

use super::depth::Depth;
use super::score::Score;

/// A position so much worse than what is wanted is tried with fours alone.
pub(super) const fn razor_margin(depth: Depth) -> Score {
    120 + depth.get() * 120 / Depth::ONE.get()
}

/// Above this depth no position is judged by fours alone.
pub(super) const RAZOR_DEPTH: Depth = Depth::eighths(20);

/// A position so much better than what the other side will allow needs no search.
pub(super) const fn futility_margin(depth: Depth, is_improving: bool) -> Score {
    let plies = depth.get() / Depth::ONE.get() - if is_improving { 2 } else { 1 };
    80 * if plies < 0 { 0 } else { plies }
}

/// Above this depth every position is searched.
pub(super) const FUTILITY_DEPTH: Depth = Depth::plies(8);

/// How many moves are tried at a node.
pub(super) fn move_count_limit(depth: Depth, is_improving: bool) -> usize {
    static MOVES: LazyLock<[usize; 64]> =
        LazyLock::new(|| std::array::from_fn(|depth| 3 + real(depth).powf(1.3) as usize));
    let moves = MOVES[depth.moves().min(63)];
    if is_improving {
        moves
    } else {
        moves.div_ceil(2) + 1
    }
}

/// A small number as a real one.
fn real(number: usize) -> f64 {
    f64::from(number as u32)
}

/// Below this depth moves that make nothing for either side are left out.
pub(super) const PRUNE_QUIET_DEPTH: Depth = Depth::plies(4);

/// How much less a late move is looked ahead.
pub(super) fn lmr_base(depth: Depth, number: usize, is_restricted: bool) -> i32 {
    static LOGS: LazyLock<[[i32; 64]; 64]> = LazyLock::new(|| {
        std::array::from_fn(|depth| {
            std::array::from_fn(|number| {
                let logs = real(depth.max(1)).ln() * real(number.max(1)).ln();
                (logs * f64::from(Depth::ONE.get())) as i32
            })
        })
    });
    let logs = LOGS[depth.moves().min(63)][number.min(63)];
    if is_restricted {
        logs * 9 / 16
    } else {
        logs * 3 / 4
    }
}

/// Within these depths the other moves are looked ahead one move less once a good one is found.
pub(super) const RAISED_ALPHA_DEPTHS: Range<Depth> = Depth::eighths(17)..Depth::plies(12);

// What changes a reduction, in eighths of a move.

/// Less than two moves ago the position was worth more.
pub(super) const LMR_NOT_IMPROVING: i32 = 8;
/// On the principal variation every move counts.
pub(super) const LMR_PV: i32 = 8;
/// The first move was expected to do.
pub(super) const LMR_CUT_NODE: i32 = 10;
/// A move with the best history.
pub(super) const LMR_HISTORY: i32 = 8;
/// A three or more after a three or more: 56 % of 120 games with [`LMR_IGNORES_THREAT`], and 72 of 121
/// wins by threats in 70,000 positions in place of 66.
pub(super) const LMR_THREAT_SEQUENCE: i32 = 16;
/// A move that does not stop the straight four that is threatened.
pub(super) const LMR_IGNORES_THREAT: i32 = 12;
/// A move that promises so much stops it.
pub(super) const LMR_STOPS_THREAT: i32 = 400;
/// A point that only looks forbidden is often the best.
pub(super) const LMR_SUSPECT: i32 = 8;

/// What the only reply to a four is looked ahead besides.
pub(super) const ONLY_MOVE_EXTENSION: Depth = Depth::eighths(10);

/// From this depth on a move is tried for being the only good one.
pub(super) const SINGULAR_DEPTH: Depth = Depth::plies(7);

/// By how much the others have to be worse for that.
pub(super) const fn singular_margin(depth: Depth) -> Score {
    2 * depth.get() / Depth::ONE.get()
}

/// Positions that a search for fours may enter at the horizon.
pub(super) const QUIESCENCE_VCF_NODES: u64 = 100;
