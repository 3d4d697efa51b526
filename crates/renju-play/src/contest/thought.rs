//! Converts the value of a search to the form in which databases store it with the move.

use renju_core::limits::Value;
use renju_core::position::StoredValue;

/// Points beyond this are cut: larger numbers stand for forced wins.
const MOST_POINTS: i64 = 20_000;

/// What a player thinks of its move, by the value of the position before it: as a database stores it
/// of the position after the move.
pub(super) fn thought_of(value: Value, depth: i32) -> StoredValue {
    let label = match value {
        Value::Points(_) => None,
        Value::WinIn(_) => Some('w'),
        Value::LossIn(_) => Some('l'),
        Value::Draw => Some('d'),
    };
    let after = match value.after_move() {
        Value::Points(points) => Value::Points(points.clamp(-MOST_POINTS, MOST_POINTS)),
        proved => proved,
    };
    StoredValue {
        label,
        value: i32::try_from(after.as_whole()).ok(),
        depth: Some(depth),
        bound: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thought_is_stored_for_the_side_that_moves_next() {
        let stored = |value| {
            let stored = thought_of(value, 3);
            (stored.label, stored.value)
        };
        assert_eq!(stored(Value::Points(120)), (None, Some(-120)));
        assert_eq!(stored(Value::Points(i64::MIN)), (None, Some(20_000)));
        assert_eq!(stored(Value::WinIn(1)), (Some('w'), Some(-30_000)));
        assert_eq!(stored(Value::LossIn(4)), (Some('l'), Some(29_997)));
        assert_eq!(stored(Value::Draw), (Some('d'), Some(0)));
    }
}
