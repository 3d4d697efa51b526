//! Whatever an engine prints for an answer, what is taken from it is about empty points.

#![no_main]

use libfuzzer_sys::fuzz_target;
use renju::board::Board;
use renju::engines::read_json_answer;
use renju::geometry::Size;

fuzz_target!(|line: &str| {
    let stones = |names: [&str; 2]| names.map(|name| name.parse().expect("a point"));
    let board = Board::with_stones(Size::RENJU, &stones(["H8", "I9"]), &stones(["G7", "H10"]));
    let Ok(answer) = read_json_answer(line, "1", &board) else {
        return;
    };
    let is_in_range = |number: f64| number.abs() <= 1e12;
    assert!(answer.board.is_none_or(|worth| is_in_range(worth.get())));
    for point in board.size().points() {
        let worth = answer.points.as_ref().and_then(|points| points[point]);
        assert!(worth.is_none_or(|worth| is_in_range(worth.get()) && board.is_empty(point)));
    }
    for moved in &answer.searched {
        assert!(board.is_empty(moved.point), "{}", moved.point);
    }
});
