//! How fast shapes are kept and counted: on the boards of the answer key.
//!
//! `play and undo` is a pair on a standing board with the shapes of both colours kept for every
//! empty point, `value kept` keeps the value of the board besides;
//! `census` finds all shapes that stand on a board; `show` is all that a batch does
//! with a JSON line before a question is asked.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use renju::board::{Board, Color};
use renju::eval::shapes::{IncrementalShapes, Shapes};
use renju::geometry::{Point, Size};
use renju::notation::{ParseOptions, parse_line};
use renju::pattern::{ShapeBoard, census};
use renju::position::{Position, PositionOverrides};
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

fn shapes(criterion: &mut Criterion) {
    let rows: Vec<Stones> = keys::rows("forbidden.jsonl");
    let boards: Vec<Board> = rows
        .iter()
        .take(64)
        .map(|row| Board::with_stones(Size::RENJU, &row.black, &row.white))
        .collect();
    let mut group = criterion.benchmark_group("shapes");

    let mut kept: Vec<ShapeBoard> = boards
        .iter()
        .cloned()
        .map(|board| ShapeBoard::new(board, Rule::Renju))
        .collect();
    let pairs: usize = boards.iter().map(|board| board.empties().len()).sum();
    group.throughput(Throughput::Elements(pairs as u64));
    group.bench_function("play and undo", |bench| {
        bench.iter(|| {
            for (shapes, board) in kept.iter_mut().zip(&boards) {
                for point in board.empties().iter() {
                    shapes.play(point, Color::Black);
                    shapes.undo();
                }
            }
        });
    });

    let weights = Shapes::ours().weights();
    let mut values: Vec<IncrementalShapes> = boards
        .iter()
        .map(|board| IncrementalShapes::new(board.clone(), Rule::Renju, weights))
        .collect();
    for (name, asks) in [("value kept", false), ("value kept and asked for", true)] {
        group.bench_function(name, |bench| {
            bench.iter(|| {
                let mut sum = 0;
                for (value, board) in values.iter_mut().zip(&boards) {
                    for point in board.empties().iter() {
                        value.play(point, Color::Black);
                        if asks {
                            sum += value.value(Color::White);
                        }
                        value.undo();
                    }
                }
                sum
            });
        });
    }

    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("census", |bench| {
        bench.iter(|| {
            boards
                .iter()
                .map(|board| census(board, Rule::Renju).shapes.len())
                .sum::<usize>()
        });
    });

    let line = r#"{"id":"a","black":["F8","G8","H6","H7"],"white":["I5","F6","E9","J9"]}"#;
    group.throughput(Throughput::Elements(1));
    group.bench_function("a JSON line read", |bench| {
        bench.iter(|| {
            let read = parse_line(line, &ParseOptions::default()).expect("the line is right");
            Position::from_setup(&read.setup, &PositionOverrides::default())
                .expect("the position can be")
        });
    });
    group.finish();
}

criterion_group!(benches, shapes);
criterion_main!(benches);
