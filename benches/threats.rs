//! How fast forced wins are found, and how fast the shapes are kept that this rests on.
//!
//! Stones are played on the empty points near the stones of the boards of `renju bench`, all of
//! them, in an order that jumps about the board, as a search does. `vcf` answers every row of the
//! sampled key, `vct` some rows under a limit of positions.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use renju::board::{Board, Color};
use renju::geometry::{Direction, Point, Size};
use renju::limits::{Control, Limits};
use renju::pattern::{Shape, ShapeBoard};
use renju::position::{Position, PositionOverrides, Setup};
use renju::rule::Rule;
use renju::threat::{Attack, SolveOptions, solve};
use serde::Deserialize;

#[allow(dead_code, reason = "tests use more of it")]
#[path = "../tests/library/keys.rs"]
mod keys;

/// The boards of `renju bench`.
const BOARDS: &str = include_str!("../src/questions/bench/bench.jsonl");

#[derive(Deserialize)]
struct Row {
    size: Size,
    rule: Rule,
    to_move: Color,
    black: Vec<Point>,
    white: Vec<Point>,
}

impl Row {
    fn board(&self) -> Board {
        Board::with_stones(self.size, &self.black, &self.white)
    }

    fn position(&self) -> Position {
        let setup = Setup {
            size: Some(self.size),
            rule: Some(self.rule),
            to_move: Some(self.to_move),
            black: self.black.clone(),
            white: self.white.clone(),
            ..Setup::default()
        };
        Position::from_setup(&setup, &PositionOverrides::default()).expect("a row is right")
    }
}

/// The empty points at most two steps from a stone, in an order that jumps about the board.
fn points_near_stones(board: &Board) -> Vec<Point> {
    let is_near = |at: &Point| {
        Direction::ALL.into_iter().any(|direction| {
            (-2..=2).any(|steps| {
                let there = at.step(direction, steps);
                let there = there.filter(|there| there.is_on(board.size()));
                there.is_some_and(|there| !board.is_empty(there))
            })
        })
    };
    let mut near: Vec<Point> = board.empties().iter().filter(is_near).collect();
    near.sort_by_key(|at| (usize::from(at.row()) * 31 + usize::from(at.column()) * 17) % 101);
    near
}

/// All shapes that stones on the empty points would make, looked at in a way that cannot be left
/// out.
fn ask_all(shapes: &ShapeBoard) -> usize {
    let empties = shapes.board().empties();
    let fours = |at: Point| {
        let counts = Color::BOTH.map(|color| shapes.counts(at, color));
        counts.map(|counts| usize::from(counts.strongest() >= Shape::Four))
    };
    empties.iter().flat_map(fours).sum()
}

fn shapes(criterion: &mut Criterion) {
    let rows = BOARDS
        .lines()
        .map(|line| serde_json::from_str(line).expect("a row is right"));
    let boards: Vec<Board> = rows.map(|row: Row| row.board()).collect();
    let mut kept: Vec<(ShapeBoard, Vec<Point>)> = boards
        .into_iter()
        .map(|board| {
            (
                ShapeBoard::new(board.clone(), Rule::Renju),
                points_near_stones(&board),
            )
        })
        .collect();
    let plays: usize = kept.iter().map(|(_, points)| points.len()).sum();
    let mut group = criterion.benchmark_group("threats");
    group.throughput(Throughput::Elements(plays as u64));
    group.bench_function("play and undo near stones", |bench| {
        bench.iter(|| {
            for (shapes, points) in &mut kept {
                for (&point, color) in points.iter().zip(Color::BOTH.into_iter().cycle()) {
                    shapes.play(point, color);
                    shapes.undo();
                }
            }
        });
    });
    group.bench_function("play, ask every empty point, and undo", |bench| {
        bench.iter(|| {
            let mut fours = 0;
            for (shapes, points) in &mut kept {
                for (&point, color) in points.iter().zip(Color::BOTH.into_iter().cycle()) {
                    shapes.play(point, color);
                    fours += ask_all(shapes);
                    shapes.undo();
                }
            }
            fours
        });
    });
    group.finish();
}

/// The positions entered in all.
fn nodes(rows: &[(Position, Color)], attack: Attack, limit: Option<u64>) -> u64 {
    let spent = |(position, attacker): &(Position, Color)| {
        let options = SolveOptions {
            attacker: Some(*attacker),
            table_bytes: 1 << 20,
            ..SolveOptions::new(attack)
        };
        let limits = Limits {
            nodes: limit,
            ..Limits::NONE
        };
        let control = Control::new(limits);
        solve(position, &options, &control).progress.nodes
    };
    rows.iter().map(spent).sum()
}

fn solvers(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("threats");
    group.sample_size(10);
    let runs = [
        ("vcf.jsonl", Attack::Vcf, None, 1),
        ("vct.jsonl", Attack::Vct, Some(20_000), 4),
    ];
    for (name, attack, limit, step) in runs {
        let rows: Vec<Row> = keys::rows(name);
        let rows = rows.iter().step_by(step);
        let rows: Vec<(Position, Color)> = rows.map(|row| (row.position(), row.to_move)).collect();
        group.throughput(Throughput::Elements(nodes(&rows, attack, limit)));
        group.bench_function(name, |bench| {
            bench.iter(|| nodes(&rows, attack, limit));
        });
    }
    group.finish();
}

criterion_group!(benches, shapes, solvers);
criterion_main!(benches);
