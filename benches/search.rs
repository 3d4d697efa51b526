//! How many positions a second the search for best play enters: one thread, a fixed number of
//! positions on some boards of `renju bench`, nothing remembered from one to the next.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use renju::board::Color;
use renju::geometry::{Point, Size};
use renju::limits::{Control, Limits};
use renju::position::{Position, PositionOverrides, Setup};
use renju::rule::Rule;
use renju::search::{SearchOptions, TranspositionTable, search};
use renju::systems::find;
use serde::Deserialize;

/// The boards of `renju bench`.
const BOARDS: &str = include_str!("../src/questions/bench/bench.jsonl");

/// The most positions entered for each board.
const NODES: u64 = 20_000;

#[derive(Deserialize)]
struct Row {
    id: String,
    size: Size,
    rule: Rule,
    to_move: Color,
    black: Vec<Point>,
    white: Vec<Point>,
}

fn position(row: &Row) -> Position {
    let setup = Setup {
        size: Some(row.size),
        rule: Some(row.rule),
        to_move: Some(row.to_move),
        black: row.black.clone(),
        white: row.white.clone(),
        ..Setup::default()
    };
    Position::from_setup(&setup, &PositionOverrides::default()).expect("a row is right")
}

/// The positions entered.
fn nodes(position: &Position, evaluator: &str, limit: u64) -> u64 {
    let evaluator = find(evaluator).expect("it is registered");
    let (options, control) = (SearchOptions::default(), Control::new(Limits::nodes(limit)));
    let mut table = TranspositionTable::new(16 << 20);
    let found = search(position, &*evaluator, &options, &control, &mut table);
    found.last.nodes
}

fn searches(criterion: &mut Criterion) {
    let rows = BOARDS.lines();
    let rows = rows.map(|line| serde_json::from_str(line).expect("a row is right"));
    let rows: Vec<Row> = rows.collect();
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    let runs = [("shapes", NODES), ("five-tuple", NODES / 40)];
    for (evaluator, limit) in runs {
        for row in rows.iter().filter(|row| row.id.starts_with("game")) {
            let position = position(row);
            let entered = nodes(&position, evaluator, limit);
            group.throughput(Throughput::Elements(entered));
            group.bench_function(format!("{evaluator}, {}", row.id), |bench| {
                bench.iter(|| nodes(&position, evaluator, limit));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, searches);
criterion_main!(benches);
