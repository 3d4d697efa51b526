//! Our own samples in `positions/`: each file says in its header what the program must find there.

use std::fs;
use std::path::{Path, PathBuf};

use renju::board::Color;
use renju::geometry::Size;
use renju::limits::{Limits, NoObserver};
use renju::notation::{self, ParseOptions, ParsedSetup, detect};
use renju::position::{Position, PositionOverrides, Setup};
use renju::questions::{CheckOptions, Expectation, ExpectationChecker, unnamed};
use renju::rule::Rule;
use renju::systems;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("positions")
        .join(name)
}

/// The positions of a file, whatever its format.
fn positions(path: &Path) -> Vec<(Setup, Position)> {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let reading = ParseOptions::default();
    let items = detect(&bytes, &reading)
        .and_then(|format| notation::read(&bytes, format, &reading))
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let position = |item: ParsedSetup| {
        let position = Position::from_setup(&item.setup, &PositionOverrides::default())
            .unwrap_or_else(|errors| panic!("{}: {errors}", path.display()));
        (item.setup, position)
    };
    items.into_iter().map(position).collect()
}

/// The files of a folder.
fn files(name: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(name)).expect("the samples are there");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no samples in {name}");
    files
}

/// Holds every expectation of a sample against its position. The lists of forbidden points and of
/// shapes must be complete.
fn check(path: &Path, setup: &Setup, position: &Position) {
    let place = path.display();
    let shapes = systems::find("shapes").expect("the default");
    let options = CheckOptions {
        limits: Limits::nodes(1_000_000),
        depth: None,
        table_bytes: 16 << 20,
    };
    let mut checker = ExpectationChecker::new(&*shapes, options);
    let mut expectations = Vec::new();
    for words in &setup.expect {
        let expectation: Expectation = words
            .parse()
            .unwrap_or_else(|error| panic!("{place}: {words}: {error}"));
        assert_eq!(expectation.fits(position), Ok(()), "{place}: {words}");
        let answer = checker.check(position, &expectation, &NoObserver);
        let answer = answer.expect("the evaluator serves every position");
        assert_eq!(answer.met, Some(true), "{place}: {words}, {answer:?}");
        expectations.push(expectation);
    }
    assert_eq!(unnamed(position, &expectations), [], "{place}");
}

#[test]
fn every_sample_of_one_position_holds_what_it_expects() {
    for name in ["shapes", "forbidden", "evaluators", "threats"] {
        for path in files(name) {
            let [(setup, position)] = &positions(&path)[..] else {
                panic!("{}", path.display())
            };
            // Two of the evaluators' boards say nothing of the rules.
            let may_be_silent = name == "evaluators";
            let expects = !setup.expect.is_empty();
            assert!(
                expects || may_be_silent,
                "{} expects nothing",
                path.display()
            );
            check(&path, setup, position);
        }
    }
}

#[test]
fn files_of_many_positions_hold_what_they_expect() {
    for (name, count) in [("games/many.txt", 4), ("positions.jsonl", 11)] {
        let path = folder(name);
        let found = positions(&path);
        assert_eq!(found.len(), count, "{name}");
        for (setup, position) in &found {
            check(&path, setup, position);
        }
    }
}

#[test]
fn the_games_are_legal() {
    let [(setup, game)] = &positions(&folder("games/game.txt"))[..] else {
        panic!("one game")
    };
    assert_eq!(
        game.outcome().map(|outcome| outcome.winner),
        Some(Some(Color::Black))
    );
    let games = positions(&folder("games/moves.txt"));
    let lengths: Vec<usize> = games.iter().map(|(setup, _)| setup.moves.len()).collect();
    assert_eq!(lengths, [25, 12, 8]);
    assert_eq!(games[0].0.moves, setup.moves);
    for (setup, _) in &games {
        let played = setup.moves.iter().flatten().try_fold(
            Position::new(Size::RENJU, Rule::Renju),
            |position, &point| position.play(point),
        );
        played.unwrap_or_else(|error| panic!("{error}"));
    }
}

/// One mistake each, all refused; only the board of 13 lines needs to be asked for as another.
#[test]
fn broken_files_are_refused() {
    for path in files("broken") {
        let bytes = fs::read(&path).expect("a file");
        let reading = ParseOptions {
            size: Some(Size::RENJU),
            ..ParseOptions::default()
        };
        let read = detect(&bytes, &reading)
            .and_then(|format| notation::read(&bytes, format, &reading))
            .map(|items| {
                items.iter().all(|item| {
                    Position::from_setup(&item.setup, &PositionOverrides::default()).is_ok()
                })
            });
        assert_ne!(read.ok(), Some(true), "{}", path.display());
    }
}
