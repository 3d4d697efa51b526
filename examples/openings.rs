//! Makes openings for `renju match` that tell the stronger side from the weaker.
//!
//! ```text
//! cargo run --release --example openings -- RULE [COUNT] [NODES] [SEED] [LINES]
//! ```
//!
//! What is left out is 100 openings, 200,000 nodes, seed 1 and 15 lines. An opening is four to seven
//! stones near the middle of the board, drawn at random, of which no two differ only by a turn or a
//! mirror. It is kept if a search of `NODES` positions calls it nearly even, and if it is decided
//! by strength when it is played out: a search with four times the nodes of its opponent's has to
//! win most of four games, two with either side. Same numbers, same output.

use std::collections::HashSet;
use std::error::Error;
use std::str::FromStr;
use std::thread;

use renju::board::{ByColor, Color, canonical};
use renju::geometry::{Point, Size};
use renju::limits::{Control, Limits, PrincipalVariation, Value};
use renju::position::Position;
use renju::rule::Rule;
use renju::search::{SearchOptions, TranspositionTable, search};
use renju::systems;

/// The stones of an opening.
const STONES: std::ops::RangeInclusive<usize> = 4..=7;
/// How far from the centre they may be.
const REACH: usize = 3;
/// A value that is even enough, in points of `shapes`; 250 are odds of e to 1.
const EVEN: i64 = 120;
/// The table of a search, in bytes.
const TABLE: usize = 4 << 20;
/// The nodes a move of the weaker side in the games of a pair; the stronger has `ODDS` times as many.
const WEAKER: [u64; 2] = [2_000, 3_000];
const ODDS: u64 = 4;
/// The points of four games that the stronger side needs, two for a win.
const ENOUGH: i32 = 6;
/// Openings that are tried at the same time.
const AT_ONCE: usize = 16;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let rule: Rule = words.next().ok_or("which rule?")?.parse()?;
    let count: usize = number(words.next(), 100)?;
    let nodes = number(words.next(), 200_000)?;
    let seed = number(words.next(), 1)?;
    let lines = number(words.next(), Size::RENJU.get())?;
    let size = Size::new(lines)
        .filter(|size| size.get() >= 9)
        .ok_or("lines are from 9 to 20")?;
    println!("# {count} openings for {rule} on {size}, by examples/openings.rs (seed {seed}).");
    println!("# Letters from the left, numbers from the bottom, Black first. A search of {nodes}");
    println!("# positions called each worth at most {EVEN} points of `shapes` to either side, and");
    println!("# {ODDS} times the nodes won most of four games of it, two with either side.");
    let mut random = Random(seed);
    let mut images = HashSet::new();
    let mut found = 0;
    while found < count {
        let mut drawn = Vec::new();
        while drawn.len() < AT_ONCE {
            let Some(position) = draw(size, rule, &mut random) else {
                continue;
            };
            if images.insert(canonical(position.board()).0.key().get()) {
                drawn.push(position);
            }
        }
        for position in kept(&drawn, nodes).into_iter().take(count - found) {
            println!("{}", written(position));
            found += 1;
        }
        eprint!("\r{found} of {count} openings");
    }
    eprintln!();
    Ok(())
}

fn number<T: FromStr>(word: Option<String>, otherwise: T) -> Result<T, String> {
    let Some(word) = word else {
        return Ok(otherwise);
    };
    word.parse().map_err(|_| format!("no number: {word}"))
}

/// A game of random moves near the middle; nothing if a move is refused or ends it.
fn draw(size: Size, rule: Rule, random: &mut Random) -> Option<Position> {
    let stones = STONES.start() + random.below(STONES.end() - STONES.start() + 1);
    let low = usize::from(size.get() / 2) - REACH;
    let mut place = || (low + random.below(2 * REACH + 1)) as u8;
    let drawn = (0..stones).try_fold(Position::new(size, rule), |position, _| {
        let point = Point::new(place(), place())?;
        position.play(point).ok()
    })?;
    drawn.outcome().is_none().then_some(drawn)
}

/// Those of the positions that are even and tell, in their order.
fn kept(drawn: &[Position], nodes: u64) -> Vec<&Position> {
    thread::scope(|scope| {
        let is_kept = |position| is_even(position, nodes) && tells_strength(position);
        let asked: Vec<_> = drawn
            .iter()
            .map(|position| (position, scope.spawn(move || is_kept(position))))
            .collect();
        let answered = asked.into_iter().filter_map(|(position, answer)| {
            let is_kept = answer.join().expect("a search does not panic");
            is_kept.then_some(position)
        });
        answered.collect()
    })
}

/// Whether a quick search and a deep one call the position nearly even.
fn is_even(position: &Position, nodes: u64) -> bool {
    [nodes / 10, nodes].into_iter().all(|nodes| {
        let mut table = TranspositionTable::new(TABLE);
        let line = best_line(position, nodes, &mut table);
        line.is_some_and(|line| matches!(line.value, Value::Points(points) if points.abs() <= EVEN))
    })
}

/// Whether the side that looks further wins most of the games.
fn tells_strength(position: &Position) -> bool {
    let games = WEAKER
        .into_iter()
        .flat_map(|nodes| Color::BOTH.map(|stronger| (nodes, stronger)));
    let points = games.map(|(nodes, stronger)| {
        let nodes = ByColor::from_fn(|side| nodes * if side == stronger { ODDS } else { 1 });
        match winner_of(position, nodes) {
            Some(winner) if winner == stronger => 2,
            Some(_) => 0,
            None => 1,
        }
    });
    points.sum::<i32>() >= ENOUGH
}

/// Plays a game until it ends or a side says that it is decided.
fn winner_of(opening: &Position, nodes: ByColor<u64>) -> Option<Color> {
    let mut tables = ByColor::from_fn(|_| TranspositionTable::new(TABLE));
    let mut position = opening.clone();
    loop {
        if let Some(ended) = position.outcome() {
            return ended.winner;
        }
        let mover = position.to_move();
        let line = best_line(&position, nodes[mover], &mut tables[mover])?;
        match line.value {
            Value::WinIn(_) => return Some(mover),
            Value::LossIn(_) => return Some(!mover),
            Value::Draw => return None,
            Value::Points(_) => {}
        }
        let best = line.moves.first().copied().flatten()?;
        position = match position.play(best) {
            Ok(next) => next,
            Err(refused) => *refused.position,
        };
    }
}

fn best_line(
    position: &Position,
    nodes: u64,
    table: &mut TranspositionTable,
) -> Option<PrincipalVariation> {
    let evaluator = systems::find("network").expect("our own evaluator");
    let (options, control) = (SearchOptions::default(), Control::new(Limits::nodes(nodes)));
    let found = search(position, &*evaluator, &options, &control, table);
    found.last.lines.into_iter().next()
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
