//! Games between weak searches, which threaten, miss and allow much.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use renju::contest::{
    GamesSetup, MoveLimits, Pairings, Player, SearchPlayer, random_openings, run_games, schedule,
};
use renju::geometry::Size;
use renju::limits::Limits;
use renju::position::Position;
use renju::rule::Rule;
use renju::systems;

/// The last positions of renju games from random openings, each opening played twice. The same on
/// every machine.
pub(crate) fn weak_games(pairs: usize, nodes: u64, seed: u64) -> Vec<Position> {
    let openings = random_openings(Size::RENJU, Rule::Renju, 4, pairs, seed);
    let fixtures = schedule(2, Pairings::RoundRobin, pairs, openings.len());
    let setup = GamesSetup {
        openings: &openings,
        limits: MoveLimits::of(Limits::nodes(nodes)),
        seed,
    };
    let make = |number: usize| -> Box<dyn Player> {
        let name = ["shapes", "five-tuple"][number];
        Box::new(SearchPlayer::new(systems::find(name).unwrap(), 1 << 20))
    };
    let mut found = Vec::new();
    let stop = AtomicBool::new(false);
    run_games(&fixtures, &setup, &make, 2, &stop, |_, game| {
        found.push(game.position);
        ControlFlow::Continue(())
    })
    .expect("threads");
    found
}
