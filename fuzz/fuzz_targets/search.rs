//! On small boards: lines are legal, the same question has the same answer, and a win, a loss or a draw
//! that is called proved is one: by its line, and by trying everything where few points are left.

#![no_main]

use libfuzzer_sys::fuzz_target;
use properties::{after, small_position};
use renju::eval::shapes::Shapes;
use renju::limits::{Control, Limits, Value};
use renju::position::Position;
use renju::search::{SearchOptions, SearchResult, TranspositionTable, search};

/// Empty points up to which everything is tried.
const FEW: usize = 6;

fuzz_target!(|bytes: &[u8]| {
    let Some(position) = small_position(bytes) else {
        return;
    };
    let found = searched(&position);
    let again = searched(&position);
    assert_eq!(found.last.lines, again.last.lines, "{position:?}");
    assert_eq!(found.last.nodes, again.last.nodes, "{position:?}");
    for line in &found.last.lines {
        let mut now = position.clone();
        for &point in &line.moves {
            assert!(
                now.outcome().is_none(),
                "moves after the end of {position:?}"
            );
            now = after(&now, point);
        }
        let winner = now.outcome().and_then(|outcome| outcome.winner);
        let (plies, expected) = match line.value {
            Value::WinIn(plies) => (plies, Some(position.to_move())),
            Value::LossIn(plies) => (plies, Some(!position.to_move())),
            Value::Draw | Value::Points(_) => continue,
        };
        assert_eq!(
            usize::from(plies),
            line.moves.len(),
            "{line:?} in {position:?}"
        );
        assert_eq!(winner, expected, "{line:?} in {position:?}");
    }
    let is_short = position.board().empties().len() <= FEW && position.outcome().is_none();
    if let (true, Some(line)) = (is_short, found.last.lines.first()) {
        let proved = match line.value {
            Value::WinIn(_) => 1,
            Value::LossIn(_) => -1,
            Value::Draw => 0,
            Value::Points(_) => return,
        };
        assert_eq!(proved, value(&position), "{line:?} in {position:?}");
    }
});

fn searched(position: &Position) -> SearchResult {
    let options = SearchOptions {
        lines: 2,
        ..SearchOptions::default()
    };
    let control = Control::new(Limits::nodes(300));
    let mut table = TranspositionTable::new(1 << 16);
    search(position, Shapes::ours(), &options, &control, &mut table)
}

/// What the position is worth to the side to move, by trying everything.
fn value(position: &Position) -> i32 {
    if let Some(outcome) = position.outcome() {
        return match outcome.winner {
            None => 0,
            Some(winner) if winner == position.to_move() => 1,
            Some(_) => -1,
        };
    }
    let moves = position.board().empties();
    let played = moves
        .iter()
        .filter_map(|point| position.clone().play(point).ok());
    let mut best = None;
    for next in played {
        best = best.max(Some(-value(&next)));
        if best == Some(1) {
            break;
        }
    }
    best.unwrap_or_else(|| -value(&after(position, None)))
}
