//! The constants of pruning, reductions and extensions, each begins with its technique.
//!
//! Scores are in the unit of `shapes`: the chance to win is the logistic function of score / 250.
//! Depths are in eighths of a ply.

use std::ops::Range;
use std::sync::LazyLock;

use super::score::{Depth, PLY, Score, plies};

/// Razoring: below this depth a hopeless position is left to quiescence.
pub(super) const RAZOR_DEPTH: Depth = 5 * PLY / 2;

/// Razoring: hopeless is a static evaluation this far below alpha.
pub(super) const fn razor_margin(depth: Depth) -> Score {
    120 + depth * 120 / PLY
}

/// Reverse futility pruning: below this depth a position far above beta is cut.
pub(super) const FUTILITY_DEPTH: Depth = 8 * PLY;

/// Reverse futility pruning: how far above beta.
pub(super) const fn futility_margin(depth: Depth, is_improving: bool) -> Score {
    let plies = depth / PLY - if is_improving { 2 } else { 1 };
    80 * if plies < 0 { 0 } else { plies }
}

/// Late move pruning: the number of moves that are searched at a node.
pub(super) fn move_count_limit(depth: Depth, is_improving: bool) -> usize {
    static LIMITS: LazyLock<[usize; 64]> =
        LazyLock::new(|| std::array::from_fn(|plies| 3 + real(plies).powf(1.3) as usize));
    let limit = LIMITS[plies(depth).min(63)];
    if is_improving {
        limit
    } else {
        limit.div_ceil(2) + 1
    }
}

/// Late move pruning: below this depth moves that make no shape for either side are pruned.
pub(super) const LMP_QUIET_DEPTH: Depth = 4 * PLY;

/// Late move reductions: the base, by the logarithms of depth and move number. Where nothing is
/// forbidden they are larger: in freestyle 108-85-7 in games of 100,000 nodes a move against three
/// quarters of them, and equal in games of 20,000.
pub(super) fn lmr_base(depth: Depth, number: usize, is_restricted: bool) -> Depth {
    static LOGS: LazyLock<[[i32; 64]; 64]> = LazyLock::new(|| {
        std::array::from_fn(|plies| {
            std::array::from_fn(|number| {
                let logs = real(plies.max(1)).ln() * real(number.max(1)).ln();
                (logs * f64::from(PLY)) as i32
            })
        })
    });
    let logs = LOGS[plies(depth).min(63)][number.min(63)];
    if is_restricted { logs * 9 / 16 } else { logs }
}

fn real(number: usize) -> f64 {
    f64::from(number as u32)
}

/// More reduction where the static evaluation fell since two plies ago.
pub(super) const LMR_NOT_IMPROVING: Depth = 8;
/// Less reduction on the principal variation.
pub(super) const LMR_PV: Depth = 8;
/// More reduction where the first move is expected to fail high.
pub(super) const LMR_CUT_NODE: Depth = 10;
/// Less reduction for a move with the best history.
pub(super) const LMR_HISTORY: Depth = 8;
/// Less reduction for a three or more after a three or more: 56 % of 120 games with
/// [`LMR_IGNORES_THREAT`], and 72 of 121 wins by threats in 70,000 nodes in place of 66.
pub(super) const LMR_THREAT_SEQUENCE: Depth = 16;
/// More reduction for a move that does not stop the straight four that is threatened.
pub(super) const LMR_IGNORES_THREAT: Depth = 12;
/// Less reduction for a point that may be forbidden to Black: it is often the best.
pub(super) const LMR_SUSPECT: Depth = 8;

/// Within these depths the moves after one that raised alpha are searched a ply less.
pub(super) const ALPHA_RAISED_DEPTHS: Range<Depth> = 2 * PLY + 1..12 * PLY;

/// Extension of the only reply to a four.
pub(super) const ONLY_MOVE_EXTENSION: Depth = 10;

/// Singular extension: from this depth on the table move is compared with all others.
pub(super) const SINGULAR_DEPTH: Depth = 7 * PLY;

/// Singular extension: how far the others have to stay below the table's score.
pub(super) const fn singular_margin(depth: Depth) -> Score {
    2 * depth / PLY
}

/// Delta pruning: a static evaluation this far below alpha is taken as it is, without a look at fours.
/// They had been two thirds of all nodes. Where Black may be forbidden points more is hoped of them.
pub(super) const fn delta_margin(is_restricted: bool) -> Score {
    if is_restricted { 400 } else { 200 }
}

/// Quiescence: the most fours in a row.
pub(super) const QUIESCENCE_FOURS: Depth = 21;
/// Quiescence: so many fours in a row may be any; the ones after that have to make something more.
pub(super) const QUIESCENCE_ANY_FOURS: Depth = 3;

/// Half the aspiration window of an iteration.
pub(super) const ASPIRATION_WINDOW: Score = 40;
/// Up to this depth iterations have an open window.
pub(super) const ASPIRATION_DEPTH: Depth = 4 * PLY;
