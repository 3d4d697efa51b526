//! Makes balanced openings for `renju match`.
//!
//! ```text
//! cargo run --release --example openings -- RULE [COUNT] [NODES] [SEED]      100, 20000 and 1 if left out
//! ```
//!
//! An opening is four to seven stones near the middle of a board of 15 lines, drawn at random, of
//! which no two differ only by a turn or a mirror. It is kept if a search of `NODES` positions
//! calls it nearly even for the side to move. Same numbers, same output.

use std::collections::HashSet;

use renju::board::canonical;
use renju::eval::shapes::Shapes;
use renju::geometry::{Point, Size};
use renju::limits::{Control, Limits, Value};
use renju::position::Position;
use renju::rule::Rule;
use renju::search::{SearchOptions, TranspositionTable, search};

/// The stones of an opening.
const STONES: std::ops::RangeInclusive<usize> = 4..=7;
/// How far from the centre they may be.
const REACH: usize = 3;
/// A value that is even enough, in points of `shapes`; 250 are odds of e to 1.
const EVEN: i64 = 120;
/// The table of a search, in bytes.
const TABLE: usize = 4 << 20;

fn main() {
    let mut words = std::env::args().skip(1);
    let rule = words.next().and_then(|word| word.parse().ok());
    let rule: Rule = rule.expect("a rule: renju, standard or freestyle");
    let mut number = |otherwise: u64| {
        words
            .next()
            .map_or(otherwise, |word| word.parse().expect("a number"))
    };
    let (count, nodes, seed) = (number(100), number(20_000), number(1));
    println!("# {count} openings for {rule} on 15x15, by examples/openings.rs (seed {seed}).");
    println!("# Letters from the left, numbers from the bottom, Black first. A search of {nodes}");
    println!("# positions called each worth at most {EVEN} points of `shapes` to either side.");
    let mut random = Random(seed);
    let mut images = HashSet::new();
    let mut found = 0;
    while found < count {
        let Some(position) = drawn(rule, &mut random) else {
            continue;
        };
        let (board, _) = canonical(position.board());
        if images.insert(board.key().get()) && is_even(&position, nodes) {
            println!("{}", written(&position));
            found += 1;
        }
    }
}

/// A game of random moves near the middle; nothing if a move is refused.
fn drawn(rule: Rule, random: &mut Random) -> Option<Position> {
    let stones = STONES.start() + random.below(STONES.end() - STONES.start() + 1);
    let low = usize::from(Size::RENJU.get() / 2) - REACH;
    let mut place = || (low + random.below(2 * REACH + 1)) as u8;
    (0..stones).try_fold(Position::new(Size::RENJU, rule), |position, _| {
        let point = Point::new(place(), place())?;
        position.play(point).ok()
    })
}

fn is_even(position: &Position, nodes: u64) -> bool {
    let shapes = Shapes::ours();
    let (options, control) = (SearchOptions::default(), Control::new(Limits::nodes(nodes)));
    let mut table = TranspositionTable::new(TABLE);
    let found = search(position, shapes, &options, &control, &mut table);
    let value = found.last.lines.first().map(|line| line.value);
    matches!(value, Some(Value::Points(points)) if points.abs() <= EVEN)
}

fn written(position: &Position) -> String {
    let moves = position.moves().unwrap_or_default().iter().flatten();
    let names = moves.map(|point| point.to_string().to_lowercase());
    names.collect()
}

/// `SplitMix64`.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) as usize % count
    }
}
