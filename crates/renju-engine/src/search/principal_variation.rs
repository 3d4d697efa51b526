//! Principal variations are replayed by the rules before they are reported, so that a bug of the
//! search cannot claim a win that is none.

use renju_core::geometry::Point;
use renju_core::limits::{PrincipalVariation, Value};
use renju_core::position::Position;

use super::score::Score;

/// The line as far as it is legal. A win or loss that it does not end with is not told: it becomes
/// the heuristic value `opinion`.
pub(super) fn checked(
    position: &Position,
    mut line: PrincipalVariation,
    opinion: Score,
) -> PrincipalVariation {
    let (legal, is_won) = replay(position, &line.moves);
    let is_whole = legal == line.moves.len();
    line.moves.truncate(legal);
    let holds = match line.value {
        Value::Points(_) | Value::Draw => is_whole,
        Value::WinIn(plies) => is_won && usize::from(plies) == legal && legal % 2 == 1,
        Value::LossIn(plies) => is_won && usize::from(plies) == legal && legal % 2 == 0,
    };
    debug_assert!(holds, "{line:?} does not hold");
    if !holds {
        line.value = match line.value {
            Value::WinIn(_) | Value::LossIn(_) => Value::Points(opinion.into()),
            other => other,
        };
    }
    line
}

/// How many moves can be played, and whether the last makes a five.
fn replay(position: &Position, moves: &[Option<Point>]) -> (usize, bool) {
    let mut now = position.clone();
    for (number, &played) in moves.iter().enumerate() {
        let next = match played {
            Some(point) => now.play(point).ok(),
            None => Some(now.pass()),
        };
        match next {
            Some(next) => now = next,
            None => return (number, false),
        }
    }
    let last = !now.to_move();
    let is_won = now
        .outcome()
        .is_some_and(|outcome| outcome.winner == Some(last));
    (moves.len(), is_won)
}
