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
    for reading in [ThreeReading::Literal, ThreeReading::FiveCounts] {
        let found = forbidden_points(board, reading);
        for point in board.empties().iter() {
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
            if reading == ThreeReading::Literal {
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
