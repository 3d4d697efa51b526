//! Makes openings for `renju match` that tell the stronger side from the weaker.
//!
//! ```text
//! cargo run --release --example openings -- RULE [COUNT] [NODES] [SEED] [LINES]
//! ```
//!
//! What is left out is 100 openings, 200,000 nodes, seed 1 and 15 lines. An opening is four to seven
//! stones near the middle of the board, drawn at random, of which no two differ only by a turn or a
//! mirror. It is kept if a search of `NODES` positions calls it nearly even, and if strength decides
//! it: of four games, two with either side, a search with four times the nodes of its opponent's has
//! to score three points or more. Same arguments, same output.

use std::collections::HashSet;
use std::error::Error;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::thread;

use renju::board::{ByColor, Color, canonical};
use renju::contest::{
    ChosenMove, GameStart, MoveLimits, Player, PlayerFault, SearchPlayer, play_game,
    random_openings,
};
use renju::geometry::Size;
use renju::limits::{Control, Limits, Observer, Value};
use renju::position::Position;
use renju::rule::Rule;
use renju::search::{SearchOptions, TranspositionTable, search};
use renju::systems::{self, EvaluatorHandle};

/// The stones of an opening.
const STONES: std::ops::RangeInclusive<usize> = 4..=7;
/// Openings that are drawn for each number of stones, and tried at the same time.
const AT_ONCE: usize = 4;
/// A value that is even enough, in points of `shapes`; 250 are odds of e to 1.
const EVEN: i64 = 120;
/// The table of a search, in bytes.
const TABLE: usize = 4 << 20;
/// The fewest nodes of the search that calls an opening even.
const FEWEST_NODES: u64 = 1_000;
/// The nodes a move of the weaker side in two games each; the stronger has `ODDS` times as many.
const WEAKER: [u64; 2] = [2_000, 3_000];
const ODDS: u64 = 4;
/// The half points of four games that the stronger side needs.
const ENOUGH: i32 = 6;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let rule = words.next().ok_or("which rule?")?;
    let rule = Rule::from_str(&rule).map_err(|error| error.to_string())?;
    let count: usize = number(words.next(), 100)?;
    let nodes = number(words.next(), 200_000)?;
    let seed: u64 = number(words.next(), 1)?;
    let lines = number(words.next(), Size::RENJU.get())?;
    if let Some(word) = words.next() {
        return Err(format!("what is {word}?").into());
    }
    if nodes < FEWEST_NODES {
        return Err(format!("nodes are {FEWEST_NODES} or more").into());
    }
    let size = Size::new(lines).ok_or("lines are from 5 to 20")?;
    println!("# {count} openings for {rule} on {size}, by examples/openings.rs (seed {seed}).");
    println!("# Letters from the left, numbers from the bottom, Black first. A search of {nodes}");
    println!("# positions called each worth at most {EVEN} points of `shapes` to either side, and");
    println!(
        "# {ODDS} times the nodes scored three points or more in four games, two with either side."
    );
    let evaluator = systems::find("network")?;
    let mut images = HashSet::new();
    let mut found = 0;
    for round in 0.. {
        let mut drawn: Vec<Position> = STONES
            .flat_map(|stones| random_openings(size, rule, stones, AT_ONCE, seed << 32 | round))
            .collect();
        drawn.retain(|position| images.insert(canonical(position.board()).0.key().get()));
        if drawn.is_empty() {
            return Err(format!("no more openings are drawn after {found}").into());
        }
        for position in kept(&drawn, &evaluator, nodes)
            .into_iter()
            .take(count - found)
        {
            println!("{}", written(position));
            found += 1;
        }
        eprint!("\r{found} of {count} openings");
        if found == count {
            break;
        }
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

/// Those of the positions that are even and tell, in their order.
fn kept<'p>(drawn: &'p [Position], evaluator: &EvaluatorHandle, nodes: u64) -> Vec<&'p Position> {
    let is_kept = |position: &Position| {
        is_even(position, evaluator, nodes) && tells_strength(position, evaluator)
    };
    thread::scope(|scope| {
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
fn is_even(position: &Position, evaluator: &EvaluatorHandle, nodes: u64) -> bool {
    [nodes / 10, nodes].into_iter().all(|nodes| {
        let mut table = TranspositionTable::new(TABLE);
        let control = Control::new(Limits::nodes(nodes));
        let options = SearchOptions::default();
        let found = search(position, &**evaluator, &options, &control, &mut table);
        let best = found.last.lines.first();
        best.is_some_and(|line| matches!(line.value, Value::Points(points) if points.abs() <= EVEN))
    })
}

/// Whether the side that looks further wins most of the games.
fn tells_strength(position: &Position, evaluator: &EvaluatorHandle) -> bool {
    let games = WEAKER
        .into_iter()
        .flat_map(|nodes| Color::BOTH.map(|stronger| (nodes, stronger)));
    let half_points = games.map(|(nodes, stronger)| {
        let nodes = ByColor::from_fn(|side| nodes * if side == stronger { ODDS } else { 1 });
        match winner_of(position, evaluator, nodes) {
            Some(winner) if winner == stronger => 2,
            Some(_) => 0,
            None => 1,
        }
    });
    half_points.sum::<i32>() >= ENOUGH
}

/// Who wins a game of searches with these nodes a move; `None` for a draw.
fn winner_of(
    position: &Position,
    evaluator: &EvaluatorHandle,
    nodes: ByColor<u64>,
) -> Option<Color> {
    let player = |nodes| NodeLimited {
        player: SearchPlayer::new(evaluator.clone(), TABLE),
        limits: Limits::nodes(nodes),
    };
    let (mut black, mut white) = (player(nodes.black), player(nodes.white));
    let players = ByColor {
        black: &mut black as &mut dyn Player,
        white: &mut white,
    };
    let start = GameStart {
        position,
        limits: MoveLimits::of(Limits::nodes(nodes.black.max(nodes.white))),
        seed: 0,
    };
    play_game(&start, players, &AtomicBool::new(false))?.winner
}

/// A player with nodes of its own, whatever the game allows.
struct NodeLimited {
    player: SearchPlayer,
    limits: Limits,
}

impl Player for NodeLimited {
    fn begin(&mut self, game: &GameStart<'_>) -> Result<(), PlayerFault> {
        self.player.begin(game)
    }

    fn choose(
        &mut self,
        position: &Position,
        game: &MoveLimits,
        observer: &dyn Observer,
    ) -> Result<ChosenMove, PlayerFault> {
        let limits = MoveLimits {
            limits: self.limits,
            ..*game
        };
        self.player.choose(position, &limits, observer)
    }
}

fn written(position: &Position) -> String {
    let moves = position.moves().unwrap_or_default().iter().flatten();
    let names = moves.map(|point| point.to_string().to_lowercase());
    names.collect()
}
