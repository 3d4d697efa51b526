//! Tuned search parameters of each rule: margins and depths of pruning, reductions, extensions.

use std::ops::Range;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use renju_core::rule::Rule;

use super::score::{Depth, PLY, Score, plies};

/// The parameters of pruning, reductions and extensions.
///
/// Those of a rule ([`SearchParams::of`]) were tried in games, one by one (`docs/strength.md`);
/// `examples/tune spsa` goes on from there. Scores (margins, windows) are in the unit of `shapes`: the
/// chance to win is the logistic function of score / 250. Depths, reductions and extensions are in
/// eighths of a ply. Up to 1,000 either way no sum passes 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchParams {
    /// Razoring: below this depth a hopeless position is left to quiescence.
    pub razor_depth: i32,
    /// Razoring: the margin below alpha of a hopeless static evaluation at depth 0.
    pub razor_margin: i32,
    /// Razoring: what each ply of depth adds to the margin.
    pub razor_margin_per_ply: i32,
    /// Reverse futility pruning: below this depth a position far above beta is cut.
    pub futility_depth: i32,
    /// Reverse futility pruning: how far above beta for each ply, less one ply, or two where the static
    /// evaluation rose.
    pub futility_margin_per_ply: i32,
    /// Late move pruning: the fewest moves that are searched at a node, where the static evaluation rose.
    pub lmp_moves: i32,
    /// Late move pruning: the moves that depth adds, in percent of plies to the power 1.3.
    pub lmp_percent: i32,
    /// Late move pruning: below this depth moves that make no shape for either side are pruned.
    pub lmp_idle_depth: i32,
    /// Late move reductions: sixteenths of ln(depth) ln(number). In freestyle 16 are 108-85-7 against 12
    /// in games of 100,000 nodes a move, and equal in games of 20,000; under renju 12 are 25-51-4
    /// against 9.
    pub lmr_scale: i32,
    /// More reduction where the static evaluation fell since two plies ago.
    pub lmr_not_improving: i32,
    /// Less reduction on the principal variation.
    pub lmr_pv: i32,
    /// More reduction where the first move is expected to fail high.
    pub lmr_cut_node: i32,
    /// Less reduction for a move with the best history.
    pub lmr_history: i32,
    /// Less reduction for a three or more after a three or more: 56 % of 120 games with
    /// `lmr_ignores_threat`, and 72 of 121 wins by threats in 70,000 nodes in place of 66.
    pub lmr_threat_sequence: i32,
    /// More reduction for a move that does not stop the straight four that is threatened.
    pub lmr_ignores_threat: i32,
    /// Less reduction for a point that may be forbidden to Black: it is often the best.
    pub lmr_suspect: i32,
    /// More reduction where a fail high is expected, off the principal variation, but not for fours (after
    /// the fail-high reduction of Rapfi).
    pub lmr_fail_high: i32,
    /// A fail high is expected where the static evaluation is this far above beta for each ply.
    pub fail_high_margin_per_ply: i32,
    /// Extension of the only reply to a four.
    pub only_move_extension: i32,
    /// Singular extension: from this depth on the table move is compared with all others.
    pub singular_depth: i32,
    /// Singular extension: how far the others have to stay below the table's score for each ply.
    pub singular_margin_per_ply: i32,
    /// Internal iterative reduction: from this depth on, on the principal variation.
    pub iir_depth: i32,
    /// Internal iterative reduction: less depth where the table has no move.
    pub iir_no_move: i32,
    /// Internal iterative reduction: less depth where the table's move is from a search less deep, in
    /// percent of the difference.
    pub iir_old_percent: i32,
    /// Delta pruning: a static evaluation this far below alpha is taken as it is, without a look at
    /// fours. They had been two thirds of all nodes.
    pub delta_margin: i32,
    /// Quiescence: the most fours in a row.
    pub quiescence_fours: i32,
    /// Quiescence: fours after this number in a row have to make another shape too.
    pub quiescence_any_fours: i32,
    /// Half the aspiration window of an iteration.
    pub aspiration_window: i32,
}

impl SearchParams {
    /// The parameters that the search has under a rule.
    pub const fn of(rule: Rule) -> SearchParams {
        let is_restricted = matches!(rule, Rule::Renju);
        SearchParams {
            razor_depth: 5 * PLY / 2,
            razor_margin: 120,
            razor_margin_per_ply: 120,
            futility_depth: 8 * PLY,
            futility_margin_per_ply: 80,
            lmp_moves: 3,
            lmp_percent: 100,
            lmp_idle_depth: 4 * PLY,
            lmr_scale: if is_restricted { 9 } else { 16 },
            lmr_not_improving: 8,
            lmr_pv: 8,
            lmr_cut_node: 10,
            lmr_history: 8,
            lmr_threat_sequence: 16,
            lmr_ignores_threat: 12,
            lmr_suspect: 8,
            lmr_fail_high: 8,
            fail_high_margin_per_ply: 19,
            only_move_extension: 10,
            singular_depth: 7 * PLY,
            singular_margin_per_ply: 2,
            iir_depth: 3 * PLY,
            iir_no_move: 8,
            iir_old_percent: 28,
            delta_margin: if is_restricted { 400 } else { 200 },
            quiescence_fours: 21,
            quiescence_any_fours: 3,
            aspiration_window: 40,
        }
    }

    pub(super) const fn razor_margin(&self, depth: Depth) -> Score {
        self.razor_margin + depth * self.razor_margin_per_ply / PLY
    }

    pub(super) const fn futility_margin(&self, depth: Depth, is_improving: bool) -> Score {
        let plies = depth / PLY - if is_improving { 2 } else { 1 };
        self.futility_margin_per_ply * if plies < 0 { 0 } else { plies }
    }

    pub(super) const fn singular_margin(&self, depth: Depth) -> Score {
        self.singular_margin_per_ply * depth / PLY
    }

    /// The number of moves that are searched at a node; at least one.
    pub(super) fn move_count_limit(&self, depth: Depth, is_improving: bool) -> usize {
        static POWERS: LazyLock<[i32; 64]> =
            LazyLock::new(|| std::array::from_fn(|plies| real(plies).powf(1.3) as i32));
        let power = POWERS[plies(depth).min(63)];
        let limit = self.lmp_moves + power * self.lmp_percent / 100;
        let limit = usize::try_from(limit).unwrap_or(0).max(1);
        if is_improving {
            limit
        } else {
            limit.div_ceil(2) + 1
        }
    }

    /// The base of late move reductions, by the logarithms of depth and move number.
    pub(super) fn lmr_base(&self, depth: Depth, number: usize) -> Depth {
        static LOGS: LazyLock<[[i32; 64]; 64]> = LazyLock::new(|| {
            std::array::from_fn(|plies| {
                std::array::from_fn(|number| {
                    let logs = real(plies.max(1)).ln() * real(number.max(1)).ln();
                    (logs * f64::from(PLY)) as i32
                })
            })
        });
        LOGS[plies(depth).min(63)][number.min(63)] * self.lmr_scale / 16
    }
}

/// Within these depths the moves after one that raised alpha are searched a ply less.
pub(super) const ALPHA_RAISED_DEPTHS: Range<Depth> = 2 * PLY + 1..12 * PLY;

/// Up to this depth iterations have an open window.
pub(super) const ASPIRATION_DEPTH: Depth = 4 * PLY;

fn real(number: usize) -> f64 {
    f64::from(number as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_moves_are_searched_at_greater_depth_and_later_ones_less_deep() {
        for rule in Rule::ALL {
            let params = SearchParams::of(rule);
            for depth in 1..20 {
                let (near, far) = (depth * PLY, (depth + 1) * PLY);
                for is_improving in [false, true] {
                    let limit = |depth| params.move_count_limit(depth, is_improving);
                    assert!(limit(near) <= limit(far), "{rule} {depth}");
                }
                assert!(
                    params.lmr_base(far, 4) <= params.lmr_base(far, 20),
                    "{rule} {depth}"
                );
            }
        }
    }

    #[test]
    fn no_parameters_leave_a_node_without_a_move() {
        let params = SearchParams {
            lmp_moves: -9,
            lmp_percent: -100,
            ..SearchParams::of(Rule::Renju)
        };
        assert_eq!(params.move_count_limit(8 * PLY, true), 1);
    }
}
