//! How fast forbidden points are found: every empty point of the boards of the answer key.
//!
//! The throughput is in points judged. `build and judge` starts from stone lists; `judge` from
//! boards that stand; `replay` plays each board stone by stone on a kept [`ShapeBoard`] and asks
//! for all forbidden points after every move (its throughput is in moves).

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use renju::board::{Board, Color};
use renju::forbidden::{ThreeReading, forbidden_points, judge};
use renju::geometry::{Point, Size};
use renju::pattern::ShapeBoard;
use renju::rule::Rule;
use serde::Deserialize;

#[allow(dead_code, reason = "tests use more of it")]
#[path = "../tests/library/keys.rs"]
mod keys;

#[derive(Deserialize)]
struct Stones {
    black: Vec<Point>,
    white: Vec<Point>,
}

impl Stones {
    fn board(&self) -> Board {
        Board::with_stones(Size::RENJU, &self.black, &self.white)
    }

    /// Black and white in turn, as far as that goes, then the rest.
    fn moves(&self) -> impl Iterator<Item = (Point, Color)> {
        let longest = self.black.len().max(self.white.len());
        (0..longest).flat_map(|number| {
            let black = self.black.get(number).map(|&point| (point, Color::Black));
            let white = self.white.get(number).map(|&point| (point, Color::White));
            black.into_iter().chain(white)
        })
    }
}

fn forbidden(criterion: &mut Criterion) {
    let rows: Vec<Stones> =
        keys::full_rows("forbidden.jsonl").unwrap_or_else(|| keys::rows("forbidden.jsonl"));
    let boards: Vec<Board> = rows.iter().map(Stones::board).collect();
    let points: usize = boards.iter().map(|board| board.empties().len()).sum();
    let moves: usize = rows
        .iter()
        .map(|row| row.black.len() + row.white.len())
        .sum();
    let mut group = criterion.benchmark_group("forbidden");
    group.throughput(Throughput::Elements(points as u64));
    group.bench_function("build and judge, quick", |bench| {
        bench.iter(|| rows.iter().map(|row| count(&row.board())).sum::<usize>());
    });
    group.bench_function("judge, quick", |bench| {
        bench.iter(|| {
            boards
                .iter()
                .map(|board| count(black_box(board)))
                .sum::<usize>()
        });
    });
    group.sample_size(10);
    group.bench_function("judge with proofs, definition", |bench| {
        bench.iter(|| {
            let judged = |board: &Board| {
                board
                    .empties()
                    .iter()
                    .filter(|&point| judge(board, point).is_forbidden())
                    .count()
            };
            boards.iter().map(judged).sum::<usize>()
        });
    });
    group.throughput(Throughput::Elements(moves as u64));
    group.bench_function("replay, all points after each move", |bench| {
        bench.iter(|| rows.iter().map(replay).sum::<usize>());
    });
    group.finish();
}

fn count(board: &Board) -> usize {
    forbidden_points(board, ThreeReading::Literal).len()
}

fn replay(row: &Stones) -> usize {
    let mut shapes = ShapeBoard::new(Board::empty(Size::RENJU), Rule::Renju);
    let mut found = 0;
    for (point, color) in row.moves() {
        shapes.play(point, color);
        found += count(shapes.board());
    }
    found
}

criterion_group!(benches, forbidden);
criterion_main!(benches);
