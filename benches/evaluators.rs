//! How fast evaluators are: a whole board with all its empty points, seen by one side, on the
//! middle games of the answer key; and `shapes` and `count-block-empty` kept under play and undo
//! against adding up anew.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use renju::board::{Board, Color};

use renju::eval::Worth;
use renju::eval::shapes::{IncrementalShapes, Shapes};
use renju::geometry::{Point, Size};
use renju::position::{Position, PositionOverrides, Setup};
use renju::rule::Rule;
use renju::systems;
use renju::systems::count_block_empty::{CountBlockEmpty, StoneValues};
use serde::Deserialize;

#[allow(dead_code, reason = "tests use more of it")]
#[path = "../tests/library/keys.rs"]
mod keys;

#[derive(Deserialize)]
struct Row {
    size: Size,
    rule: Rule,
    to_move: Color,
    black: Vec<Point>,
    white: Vec<Point>,
}

fn positions() -> Vec<Position> {
    let rows = keys::rows::<Row>("goldens/five_tuple.jsonl").into_iter();
    let middle = rows.filter(|row| row.white.len() > 5);
    let position = |row: Row| {
        let setup = Setup {
            size: Some(row.size),
            rule: Some(row.rule),
            to_move: Some(row.to_move),
            black: row.black,
            white: row.white,
            ..Setup::default()
        };
        Position::from_setup(&setup, &PositionOverrides::default()).expect("keys are valid")
    };
    middle.map(position).collect()
}

fn evaluate(criterion: &mut Criterion) {
    let positions = positions();
    let mut group = criterion.benchmark_group("board and points of one side");
    group.throughput(Throughput::Elements(positions.len() as u64));
    for evaluator in systems::all() {
        let name = &evaluator.info().name;
        group.bench_function(BenchmarkId::from_parameter(name), |bench| {
            bench.iter(|| {
                let values = positions.iter().map(|position| {
                    let said = evaluator.evaluate(position, position.to_move());
                    let board = said.expect("every board is served").board;
                    board.map_or(0, Worth::rounded)
                });
                values.sum::<i64>()
            });
        });
    }
    group.finish();
}

/// The value after each of 40 stones put down and taken away again.
fn kept(criterion: &mut Criterion) {
    let boards: Vec<Board> = positions()
        .iter()
        .map(|position| position.board().clone())
        .collect();
    let mut group = criterion.benchmark_group("value after a stone");
    group.throughput(Throughput::Elements(40 * boards.len() as u64));
    let points = |board: &Board| {
        board
            .empties()
            .iter()
            .step_by(4)
            .take(40)
            .collect::<Vec<_>>()
    };
    group.bench_function("shapes, kept", |bench| {
        let weights = Shapes::ours().weights();
        let mut kept: Vec<IncrementalShapes> = boards
            .iter()
            .map(|board| IncrementalShapes::new(board.clone(), Rule::Renju, weights))
            .collect();
        bench.iter(|| {
            let mut sum = 0;
            for kept in &mut kept {
                for point in points(kept.board()) {
                    kept.play(point, Color::Black);
                    sum += kept.value(Color::White);
                    kept.undo();
                }
            }
            sum
        });
    });
    group.bench_function("shapes, anew", |bench| {
        bench.iter(|| {
            anew(&boards, points, |board| {
                let value = Shapes::ours().board_value(board, Rule::Renju, Color::White);
                i64::from(value.points())
            })
        });
    });
    let program = &CountBlockEmpty::shipped("");
    group.bench_function("count-block-empty, kept", |bench| {
        let mut kept: Vec<StoneValues> = boards
            .iter()
            .map(|board| StoneValues::new(program, board))
            .collect();
        bench.iter(|| {
            let mut sum = 0;
            for (kept, board) in kept.iter_mut().zip(&boards) {
                for point in points(board) {
                    kept.play(point, Color::Black);
                    sum += kept.board_value(Color::Black);
                    kept.undo();
                }
            }
            sum
        });
    });
    group.bench_function("count-block-empty, anew", |bench| {
        bench.iter(|| {
            anew(&boards, points, |board| {
                program.board_value(board, Color::Black)
            })
        });
    });
    group.finish();
}

fn anew(
    boards: &[Board],
    points: impl Fn(&Board) -> Vec<Point>,
    value: impl Fn(&Board) -> i64,
) -> i64 {
    let mut sum = 0;
    for board in boards {
        let mut board = board.clone();
        for point in points(&board) {
            sum += board.with_stone(point, Color::Black, |board| value(board));
        }
    }
    sum
}

criterion_group!(benches, evaluate, kept);
criterion_main!(benches);
