//! Whatever a manager or a board program says, each line has its answer, and a move that it gets
//! can be played.

#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use renju::eval::shapes::Shapes;
use renju::gomocup::{EngineOptions, MoveRequest, Response, Session, SwapRequest};
use renju::limits::NoObserver;
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
            Response::Line(said) => vec![said],
            Response::Lines(said) => said,
            Response::Evaluate(question) => vec![question.answer(Shapes::ours())],
            Response::Move(_) | Response::Swap(_) if moves == MOST_MOVES => return,
            Response::Move(request) => {
                moves += 1;
                vec![play(&mut session, *request)]
            }
            Response::Swap(mut request) => {
                moves += 1;
                request.search = bounded(request.search);
                choose(&request)
            }
        };
        for line in &said {
            assert!(!line.contains(['\n', '\r']), "{line:?}");
        }
    }
});

/// The same search, in little time.
fn bounded(mut request: MoveRequest) -> MoveRequest {
    assert!(request.table_bytes <= 1 << 20);
    assert!(request.nodes.is_some_and(|nodes| nodes <= 40));
    request.nodes = Some(40);
    request.time = None;
    request.options.threads = 1;
    request
}

fn choose(request: &SwapRequest) -> Vec<String> {
    let mut table = TranspositionTable::new(1 << 16);
    let said = request.answer(Shapes::ours(), &mut table, Duration::ZERO, &NoObserver);
    assert!(matches!(said.len(), 1 | 3), "{said:?}");
    said
}

fn play(session: &mut Session, request: MoveRequest) -> String {
    let request = bounded(request);
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
