//! Whatever a manager says, it is answered in one line, and a move that it gets can be played.

#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use renju::eval::shapes::Shapes;
use renju::gomocup::{EngineOptions, MoveRequest, Response, Session};
use renju::limits::{Limits, NoObserver};
use renju::rule::Rule;
use renju::search::TranspositionTable;

/// Moves that are looked for in one session.
const MOST_MOVES: usize = 3;

fuzz_target!(|text: &str| {
    let mut session = Session::new(EngineOptions {
        rule: Rule::Freestyle,
        table_bytes: 1 << 20,
        nodes: Some(40),
        depth: Some(2),
        threads: 1,
    });
    let mut moves = 0;
    for line in text.lines() {
        let said = match session.handle(line) {
            Response::None => continue,
            Response::Quit => return,
            Response::Line(said) => said,
            Response::Move(request) => {
                moves += 1;
                if moves > MOST_MOVES {
                    return;
                }
                play(&mut session, *request)
            }
        };
        assert!(!said.contains(['\n', '\r']), "{said:?}");
    }
});

fn play(session: &mut Session, request: MoveRequest) -> String {
    assert!(request.table_bytes <= 1 << 20);
    assert!(request.limits.nodes.is_some_and(|nodes| nodes <= 40));
    let mut request = MoveRequest {
        limits: Limits::nodes(40),
        ..request
    };
    request.options.threads = 1;
    let mut table = TranspositionTable::new(1 << 16);
    let shapes = Shapes::ours();
    let found = request.best_move(shapes, &mut table, Duration::ZERO, &NoObserver);
    let position = &request.position;
    let Some(point) = found else {
        assert!(position.board().empties().is_empty(), "{position:?}");
        return String::new();
    };
    assert!(
        position.board().empties().contains(point),
        "{point} in {position:?}"
    );
    let is_legal = position.clone().play(point).is_ok();
    let mut others = position.board().empties().iter();
    let mut has_legal = || others.any(|other| position.clone().play(other).is_ok());
    assert!(is_legal || !has_legal(), "{point} in {position:?}");
    session.answer(point)
}
