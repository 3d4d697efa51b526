//! What the manager of a match adds to its players: games of `random`, which takes next to no time for
//! a move, in moves a second of one thread.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use renju::contest::{
    GamesSetup, MoveLimits, Pairings, Player, PublishedPlayer, random_openings, run_games, schedule,
};
use renju::geometry::Size;
use renju::limits::Limits;
use renju::rule::Rule;
use renju::systems;

fn contest(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("contest");
    for rule in [Rule::Freestyle, Rule::Renju] {
        group.throughput(Throughput::Elements(moves(rule)));
        group.bench_function(format!("moves of random players, {rule}"), |bencher| {
            bencher.iter(|| moves(rule));
        });
    }
    group.finish();
}

/// Plays ten games; the moves of the players in them.
fn moves(rule: Rule) -> u64 {
    let openings = random_openings(Size::RENJU, rule, 4, 5, 1);
    let fixtures = schedule(2, Pairings::RoundRobin, 5, openings.len());
    let setup = GamesSetup {
        openings: &openings,
        limits: MoveLimits::of(Limits::NONE),
        seed: 1,
    };
    let make = |_: usize| -> Box<dyn Player> {
        let random = systems::find("random").expect("it is there");
        Box::new(PublishedPlayer::new(random, true).expect("it plays"))
    };
    let mut moves = 0;
    let stop = AtomicBool::new(false);
    run_games(&fixtures, &setup, &make, 1, &stop, |_, game| {
        moves += game.moves() as u64;
        ControlFlow::Continue(())
    })
    .expect("threads");
    moves
}

criterion_group!(benches, contest);
criterion_main!(benches);
