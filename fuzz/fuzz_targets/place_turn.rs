//! Whatever a manager says by the protocol of 12 lines, each line has one answer or none, and
//! a move that it gets can be played.

#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use renju::contest::{GameStart, Player, PublishedPlayer};
use renju::limits::{Limits, NoObserver};
use renju::place_turn::{PlaceTurnOptions, PlaceTurnResponse, PlaceTurnSession};
use renju::systems::{PLACE_TURN_PROGRAM, find};

/// Moves that are looked for in one session.
const MOST_MOVES: usize = 8;

fuzz_target!(|text: &str| {
    let program = find(PLACE_TURN_PROGRAM).expect("it is in the registry");
    let mut player = PublishedPlayer::new(program, false).expect("it has a search");
    let mut session = PlaceTurnSession::new(PlaceTurnOptions {
        preset_stones: !text.starts_with('#'),
        nodes: Some(40),
        depth: Some(1),
    });
    let mut moves = 0;
    for line in text.lines() {
        match session.handle(line) {
            PlaceTurnResponse::None => {}
            PlaceTurnResponse::Quit => return,
            PlaceTurnResponse::Line(said) => {
                assert!(
                    said.starts_with("ERROR ") && !said.contains(['\n', '\r']),
                    "{said:?}"
                );
            }
            PlaceTurnResponse::Begin(request) => {
                let start = GameStart {
                    position: &request.position,
                    limits: request.limits,
                    seed: 0,
                };
                player
                    .begin(&start)
                    .expect("a published program is always ready");
            }
            PlaceTurnResponse::Move(_) if moves == MOST_MOVES => return,
            PlaceTurnResponse::Move(request) => {
                moves += 1;
                assert!(request.position.outcome().is_none());
                let mut limits = request.limits;
                let time = limits.limits.time.expect("the clock runs");
                assert!(time < Duration::from_secs(2) && time <= request.left);
                // By nodes alone, so that a finding can be repeated.
                limits.limits = Limits::nodes(40);
                let chosen = player.choose(&request.position, &limits, &NoObserver);
                let Ok(chosen) = chosen else {
                    assert!(request.position.board().empties().is_empty(), "{request:?}");
                    continue;
                };
                assert!(
                    request.position.clone().play(chosen.point).is_ok(),
                    "{chosen:?}"
                );
                session.answer(chosen.point, time);
            }
        }
    }
});
