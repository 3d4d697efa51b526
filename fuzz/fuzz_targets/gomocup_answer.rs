//! Whatever a Gomocup engine prints, what is taken from it is about empty points, each once.

#![no_main]

use libfuzzer_sys::fuzz_target;
use renju::engines::read_gomocup_answer;
use renju::geometry::Size;
use renju::position::Position;
use renju::rule::Rule;

fuzz_target!(|text: &str| {
    let count = text.len() % 5 + 1;
    for side in [15, 20] {
        let size = Size::new(side).expect("a side");
        let mut position = Position::new(size, Rule::Freestyle);
        for name in ["H8", "I9", "G7"] {
            let point = name.parse().expect("a point");
            position = position.play(point).expect("it is empty");
        }
        let Ok(Some(answer)) = read_gomocup_answer(text.lines(), &position, count) else {
            continue;
        };
        let board = position.board();
        assert!((1..=count).contains(&answer.searched.len()));
        let mut named = Vec::new();
        for moved in &answer.searched {
            assert!(moved.point.is_on(size) && board.is_empty(moved.point));
            assert!(!named.contains(&moved.point), "{} twice", moved.point);
            assert!(moved.line.first() == Some(&moved.point));
            assert!(moved.line.iter().all(|point| point.is_on(size)));
            named.push(moved.point);
        }
        // An engine that prints no value has none; one that does values the moves that it names.
        if let Some(points) = answer.points {
            for point in board.empties().iter() {
                assert!(points[point].is_none() || named.contains(&point));
            }
        }
    }
});
