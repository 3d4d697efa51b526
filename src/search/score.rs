use crate::limits::Value;

/// A value as the search counts it, seen by the side to move: an opinion, or a win or loss so many
/// moves from the root.
pub(super) type Score = i32;

/// More than any score.
pub(super) const INFINITE: Score = 32_000;
/// A five on the board.
const WIN: Score = 30_000;
/// The longest way to a five that scores can tell.
pub(super) const MAX_WIN_PLIES: usize = 512;
/// The largest opinion.
pub(super) const MAX_EVAL: Score = 20_000;
/// Nobody wins.
pub(super) const DRAW: Score = 0;

/// The side to move makes a five so many moves from the root.
pub(super) const fn win_at(ply: usize) -> Score {
    WIN - ply as Score
}

/// The other side does.
pub(super) const fn loss_at(ply: usize) -> Score {
    ply as Score - WIN
}

/// Whether a score is a forced win.
pub(super) const fn is_win(score: Score) -> bool {
    score >= WIN - MAX_WIN_PLIES as Score && score <= WIN
}

/// Whether a score is a forced loss.
pub(super) const fn is_loss(score: Score) -> bool {
    is_win(-score)
}

/// Whether a score is a forced win or loss.
pub(super) const fn is_decided(score: Score) -> bool {
    is_win(score) || is_loss(score)
}

/// A score of the node at `ply` as it is true of the position wherever it stands in the tree.
pub(super) const fn score_to_tt(score: Score, ply: usize) -> Score {
    if is_win(score) {
        score + ply as Score
    } else if is_loss(score) {
        score - ply as Score
    } else {
        score
    }
}

/// The reverse of [`score_to_tt`]: a score of the position for the node at `ply`.
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
    fn opinions_are_no_wins() {
        assert!(!is_decided(MAX_EVAL) && !is_decided(-MAX_EVAL));
        assert!(is_win(win_at(MAX_WIN_PLIES)) && is_loss(loss_at(0)));
    }
}
