//! On small boards: every evaluator values empty points only, every published program plays on them,
//! each point once, and the same question has the same answer.

#![no_main]

use libfuzzer_sys::fuzz_target;
use properties::small_position;
use renju::board::Color;
use renju::eval::PlayOptions;
use renju::limits::{Control, Limits};
use renju::position::Position;
use renju::systems::{EvaluatorHandle, all, players};

fuzz_target!(|bytes: &[u8]| {
    let Some((&which, bytes)) = bytes.split_first() else {
        return;
    };
    let Some(position) = small_position(bytes) else {
        return;
    };
    let pick = |of: Vec<EvaluatorHandle>| of[usize::from(which) % of.len()].clone();
    values(&pick(all().collect()), &position);
    plays(&pick(players().collect()), &position);
});

fn values(evaluator: &EvaluatorHandle, position: &Position) {
    let name = &evaluator.info().name;
    for side in [Color::Black, Color::White] {
        let Ok(said) = evaluator.evaluate(position, side) else {
            continue;
        };
        let empties = position.board().empties();
        if let Some(points) = &said.points {
            for point in position.board().size().points() {
                let is_empty = empties.contains(point);
                assert!(
                    is_empty || points[point].is_none(),
                    "{name}: {point} in {position:?}"
                );
            }
        }
        let again = evaluator.evaluate(position, side);
        assert_eq!(again, Ok(said), "{name}: {position:?}");
    }
}

fn plays(player: &EvaluatorHandle, position: &Position) {
    let name = &player.info().name;
    let program = player.as_system().expect("players are programs");
    let options = PlayOptions {
        seed: Some(1),
        ..PlayOptions::default()
    };
    let play = || program.play(position, &options, &Control::new(Limits::nodes(30)));
    let found = play();
    assert_eq!(found, play(), "{name}: {position:?}");
    let mut left = position.board().empties();
    for &point in &found.moves {
        assert!(left.contains(point), "{name}: {found:?} in {position:?}");
        left.remove(point);
    }
}
