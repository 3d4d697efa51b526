//! The quick verdict equals the one that follows the rule text, and kept shapes equal fresh ones.

#![no_main]

use libfuzzer_sys::fuzz_target;
use renju::board::{Board, Color};
use renju::forbidden::{ThreeReading, forbidden_kinds, forbidden_points, is_forbidden, judge_by};
use renju::geometry::Size;
use renju::pattern::ShapeBoard;
use renju::rule::Rule;

fuzz_target!(|bytes: &[u8]| {
    let Some((&side, cells)) = bytes.split_first() else {
        return;
    };
    let Some(size) = Size::new(5 + side % 16) else {
        return;
    };
    let mut shapes = ShapeBoard::new(Board::empty(size), Rule::Renju);
    for (point, cell) in size.points().zip(cells) {
        match cell % 4 {
            1 => shapes.play(point, Color::Black),
            2 => shapes.play(point, Color::White),
            _ => {}
        }
    }
    let board = shapes.board();
    // The rule text takes up to 50 milliseconds for a point.
    let seldom = board.empties().len() / 24 + 1;
    for reading in [ThreeReading::Literal, ThreeReading::FiveCounts] {
        let found = forbidden_points(board, reading);
        for (index, point) in board.empties().iter().enumerate() {
            let verdict = judge_by(board, point, reading);
            assert_eq!(
                found.contains(point),
                verdict.is_forbidden(),
                "{point} {reading:?}"
            );
            assert_eq!(
                forbidden_kinds(board, point, reading),
                verdict.kinds(),
                "{point} {reading:?}"
            );
            if reading == ThreeReading::Literal && index % seldom == 0 {
                let by_rule_text = Rule::Renju.forbidden_kinds(board, point, Color::Black);
                assert_eq!(by_rule_text, verdict.kinds(), "{point}");
                assert_eq!(
                    is_forbidden(&shapes, point),
                    verdict.is_forbidden(),
                    "{point}"
                );
            }
        }
    }
});
