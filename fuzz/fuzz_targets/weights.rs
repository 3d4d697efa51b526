//! Whatever reads as a file of weights can be played with: no sum overflows.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use renju::board::Color;
use renju::geometry::Size;
use renju::position::Position;
use renju::rule::Rule;
use renju::systems;

static POSITION: LazyLock<Position> = LazyLock::new(|| {
    let mut position = Position::new(Size::RENJU, Rule::Freestyle);
    for name in [
        "H8", "I9", "G7", "F6", "H10", "I10", "H9", "H11", "J8", "K7",
    ] {
        let point = name.parse().expect("a point");
        position = position.play(point).expect("it can be played");
    }
    position
});

fuzz_target!(|text: &str| {
    let Ok(evaluator) = systems::from_toml(text, "mine") else {
        return;
    };
    for side in [Color::Black, Color::White] {
        let once = evaluator.evaluate(&POSITION, side);
        assert_eq!(once, evaluator.evaluate(&POSITION, side));
    }
});
