//! How fast forbidden points are found: every empty point of the boards of the answer key.
//!
//! The throughput is in points judged, of whole proofs (`prove`) in boards; `definition` is the rule
//! text without tables. `build and judge` starts from stone lists; `judge` from
//! boards that stand; `replay` plays each board stone by stone on a kept [`ShapeBoard`] and asks
//! for all forbidden points after every move (its throughput is in moves).

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use renju::board::{Board, Color};
use renju::forbidden::{
    ProofBuilder, ThreeReading, Verdict, forbidden_points, judge_by_definition,
};
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
    group.bench_function("judge, definition", |bench| {
        bench.iter(|| boards.iter().map(count_by_definition).sum::<usize>());
    });
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("prove", |bench| {
        bench.iter(|| boards.iter().map(prove).sum::<usize>());
    });
    group.bench_function("prove, definition", |bench| {
        bench.iter(|| boards.iter().map(prove_by_definition).sum::<usize>());
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

fn count_by_definition(board: &Board) -> usize {
    let points = board.empties().iter();
    let verdicts = points.map(|point| judge_by_definition(board, point, ThreeReading::Literal));
    verdicts.filter(Verdict::is_forbidden).count()
}

/// The fours and threes in the whole proofs of all forbidden points.
fn prove(board: &Board) -> usize {
    let mut builder = ProofBuilder::new(board, ThreeReading::Literal, u64::MAX);
    let points = forbidden_points(board, ThreeReading::Literal).iter();
    let verdicts = points.filter_map(|point| builder.verdict(point, None));
    verdicts.map(|verdict| lines(&verdict)).sum()
}

fn prove_by_definition(board: &Board) -> usize {
    let points = forbidden_points(board, ThreeReading::Literal).iter();
    let verdicts = points.map(|point| judge_by_definition(board, point, ThreeReading::Literal));
    verdicts.map(|verdict| lines(&verdict)).sum()
}

fn lines(verdict: &Verdict) -> usize {
    verdict.proof().fours.len() + verdict.proof().threes.len()
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
