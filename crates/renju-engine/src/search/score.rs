//! The units of the search: scores, and depths in parts of a ply.

use renju_core::limits::Value;

/// A score to the side to move: a static evaluation, or a win or loss at a ply counted from the
/// root.
pub(super) type Score = i32;

/// A depth in eighths of a ply, so that reductions and extensions can be small.
pub(super) type Depth = i32;

/// The depth of one move of one side.
pub(super) const PLY: Depth = 8;

/// Whole plies of a depth, at least 0.
pub(super) fn plies(depth: Depth) -> usize {
    (depth / PLY).max(0) as usize
}

/// Beyond every score: the open end of a window.
pub(super) const INFINITE: Score = 32_000;
/// The score of a five on the board.
const WIN: Score = 30_000;
/// The longest distance to a five that a score can hold.
pub(super) const MAX_WIN_PLIES: usize = 512;
/// The largest value of an evaluator that the search tells from larger ones: what is beyond counts as
/// this, far from wins.
pub const MAX_EVAL: i32 = 20_000;
/// The score of a full board.
pub(super) const DRAW: Score = 0;

/// The side to move makes a five `ply` plies from the root.
pub(super) const fn win_at(ply: usize) -> Score {
    WIN - ply as Score
}

/// The opponent makes a five `ply` plies from the root.
pub(super) const fn loss_at(ply: usize) -> Score {
    ply as Score - WIN
}

/// Whether a score is a proved win.
pub(super) const fn is_win(score: Score) -> bool {
    score >= WIN - MAX_WIN_PLIES as Score && score <= WIN
}

/// Whether a score is a proved loss.
pub(super) const fn is_loss(score: Score) -> bool {
    is_win(-score)
}

/// Whether a score is a proved win or loss.
pub(super) const fn is_decided(score: Score) -> bool {
    is_win(score) || is_loss(score)
}

/// A score of the node at `ply` as the table keeps it: wins and losses count from the position,
/// so they hold wherever the position is met again.
pub(super) const fn score_to_tt(score: Score, ply: usize) -> Score {
    if is_win(score) {
        score + ply as Score
    } else if is_loss(score) {
        score - ply as Score
    } else {
        score
    }
}

/// The reverse of [`score_to_tt`], for the node at `ply`.
pub(super) const fn score_from_tt(score: Score, ply: usize) -> Score {
    if score > MAX_EVAL {
        score - ply as Score
    } else if score < -MAX_EVAL {
        score + ply as Score
    } else {
        score
    }
}

/// The value that a score at the root stands for.
pub(super) const fn value_of(score: Score) -> Value {
    if is_win(score) {
        Value::WinIn((WIN - score) as u16)
    } else if is_loss(score) {
        Value::LossIn((WIN + score) as u16)
    } else {
        Value::Points(score as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_keeps_its_distance_wherever_it_is_read() {
        let seen = win_at(9);
        let kept = score_to_tt(seen, 4);
        assert_eq!(value_of(kept), Value::WinIn(5));
        assert_eq!(score_from_tt(kept, 4), seen);
        assert_eq!(value_of(score_from_tt(kept, 20)), Value::WinIn(25));
        assert_eq!(score_from_tt(score_to_tt(loss_at(8), 3), 3), loss_at(8));
        assert_eq!(score_from_tt(score_to_tt(-120, 3), 7), -120);
    }

    #[test]
    fn static_evaluations_are_no_wins() {
        assert!(!is_decided(MAX_EVAL) && !is_decided(-MAX_EVAL));
        assert!(is_win(win_at(MAX_WIN_PLIES)) && is_loss(loss_at(0)));
    }
}
