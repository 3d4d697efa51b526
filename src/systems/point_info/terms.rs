use crate::board::{Board, Color};
use crate::eval::Term;
use crate::geometry::Point;

use super::{CellAddress, Counter, PointInfo};

const LINES: [&str; 4] = ["column", "rising", "row", "falling"];

/// One addend for each shape that a line adds to the counters of a point.
pub(super) fn of_point(program: &PointInfo, board: &Board, side: Color, point: Point) -> Vec<Term> {
    let spot = CellAddress::of(point, board.size());
    let mut reader = program.reader(board);
    let gains = reader.gains(spot, side);
    let mut terms = Vec::new();
    for (number, gain) in gains.0.into_iter().enumerate() {
        let Some(gain) = gain else { continue };
        for (counter, stones) in reader.stones_of(spot, side, number, gain) {
            let value = program.weights.point.of(counter);
            if value != 0 {
                let name = format!("{}, {}", counter.name(), LINES[number]);
                terms.push(Term::new(name, value, stones));
            }
        }
    }
    terms
}

/// One addend for each counter and side, of all stones that count.
pub(super) fn of_board(program: &PointInfo, board: &Board, side: Color) -> Vec<Term> {
    let mut terms = Vec::new();
    for color in [side, !side] {
        let counters = program.counters(board, color);
        for counter in Counter::ALL {
            let of_stone = |&stone: &Point| counters[stone].map_or(0, |found| found[counter]);
            let stones = board.stones(color).iter();
            let stones: Vec<Point> = stones.filter(|stone| of_stone(stone) > 0).collect();
            let count = stones.iter().map(of_stone).sum();
            let value = program.weights.board.value(color == side, counter, count);
            if value != 0 {
                let whose = if color == side { "own" } else { "enemy" };
                terms.push(Term::new(
                    format!("{whose} {}s", counter.name()),
                    value,
                    stones,
                ));
            }
        }
    }
    terms
}
