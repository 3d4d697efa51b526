//! Bytes to set-ups and trees, a core each: how fast files of other programs are read.
//!
//! All files are invented here, so that nothing is needed beside them.

use std::fmt::Write as _;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use renju::board::Color;
use renju::geometry::{Point, Size};
use renju::notation::{Format, ParseOptions, WriteOptions, games, stream, write, write_game};
use renju::position::{Game, GameNode, Setup, Tree};

/// Different points in an order that depends on `seed`.
fn points(seed: usize) -> impl Iterator<Item = Point> {
    let all: Vec<Point> = Size::RENJU.points().collect();
    // 64 and 225 have no common divisor.
    (0..).map(move |number| all[(seed * 31 + number * 64) % all.len()])
}

fn game(seed: usize) -> Setup {
    Setup {
        size: Some(Size::RENJU),
        moves: points(seed).take(30 + seed % 30).map(Some).collect(),
        ..Setup::default()
    }
}

/// `count` games in a format that holds any number.
fn games_in(format: Format, count: usize) -> Vec<u8> {
    let bytes = |seed| {
        write(&game(seed), format).unwrap_or_else(|error| match error {
            renju::notation::WriteError::Lossy(lossy) => lossy.bytes,
            error @ renju::notation::WriteError::Impossible(_) => panic!("{error}"),
        })
    };
    (0..count).flat_map(bytes).collect()
}

fn archive(count: usize) -> Vec<u8> {
    let mut text =
        String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<database>\n<players>\n");
    for id in 1..=1000 {
        let _ = writeln!(
            text,
            "<player id=\"{id}\" name=\"Name{id}\" surname=\"Surname{id}\" country=\"1\" city=\"1\"/>"
        );
    }
    text += "</players>\n<games>\n";
    for id in 0..count {
        let moves: Vec<String> = game(id)
            .moves
            .iter()
            .flatten()
            .map(|point| point.to_string().to_lowercase())
            .collect();
        let _ = writeln!(
            text,
            "<game id=\"{id}\" publisher=\"1\" tournament=\"1\" round=\"{}\" rule=\"1\" black=\"{}\" white=\"{}\" bresult=\"1\" btime=\"0\" wtime=\"0\" opening=\"1\" alt=\"\" swap=\"\"><move>{}</move><info/></game>",
            id % 7,
            id % 1000 + 1,
            (id + 1) % 1000 + 1,
            moves.join(" "),
        );
    }
    text += "</games>\n</database>\n";
    text.into_bytes()
}

/// A tree of at least `nodes` nodes: lines of twelve moves.
fn tree(nodes: usize) -> Game {
    let mut tree = Tree::default();
    let root = tree.add(
        Tree::ROOT,
        GameNode::of_move(Color::Black, "H8".parse().ok()),
    );
    let mut seed = 0;
    while tree.len() < nodes {
        let (mut at, mut color) = (root, Color::White);
        for point in points(seed)
            .filter(|point| point.to_string() != "H8")
            .take(12)
        {
            at = tree.add(at, GameNode::of_move(color, Some(point)));
            color = !color;
        }
        seed += 1;
    }
    Game {
        size: Some(Size::RENJU),
        tree,
        ..Game::default()
    }
}

fn read_all(bytes: &[u8], format: Format) -> usize {
    let setups = stream(black_box(bytes), format, &ParseOptions::default());
    setups
        .map(|setup| setup.expect("a game").setup.moves.len())
        .sum()
}

fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("read");
    group.sample_size(10);
    let files = [
        (Format::Sgf, games_in(Format::Sgf, 10_000)),
        (Format::Psq, games_in(Format::Psq, 10_000)),
        (Format::Rif, archive(10_000)),
        (Format::Moves, games_in(Format::Moves, 10_000)),
        (Format::Jsonl, games_in(Format::Jsonl, 10_000)),
    ];
    for (format, bytes) in &files {
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function(format.name(), |bencher| {
            bencher.iter(|| read_all(bytes, *format));
        });
    }
    group.finish();
}

fn libraries(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("lib of a million nodes");
    group.sample_size(10);
    let game = tree(1_000_000);
    let bytes = write_game(&game, Format::Lib, &WriteOptions::default()).expect("a library");
    group.throughput(Throughput::Elements(game.tree.len() as u64));
    group.bench_function("read", |bencher| {
        bencher
            .iter(|| games(black_box(&bytes[..]), Format::Lib, &ParseOptions::default()).count());
    });
    group.bench_function("write", |bencher| {
        bencher.iter(|| write_game(black_box(&game), Format::Lib, &WriteOptions::default()));
    });
    group.finish();
}

criterion_group!(benches, reading, libraries);
criterion_main!(benches);
