//! Our own samples in `positions/`: each file says in its header what the program must find there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use renju::board::{Board, Color};
use renju::forbidden::{ForbiddenKind, ThreeReading, forbidden_points, judge};
use renju::geometry::{Point, Size};
use renju::limits::Control;
use renju::notation::{self, ParseOptions, ParsedSetup, detect};
use renju::pattern::{Shape, census};
use renju::position::{Position, PositionOverrides, Setup};
use renju::rule::Rule;
use renju::threat::{Answer, Attack, SolveOptions, solve};

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

/// Every count that is not zero, as a sample writes it.
fn shape_lines(board: &Board, rule: Rule) -> Vec<String> {
    let census = census(board, rule);
    let mut lines = Vec::new();
    for color in Color::BOTH {
        for shape in Shape::STANDING {
            let count: usize = census.count(color, shape).0.iter().sum();
            if count > 0 {
                lines.push(format!("{color} {shape} {count}"));
            }
        }
    }
    if lines.is_empty() {
        lines.push("none".to_owned());
    }
    lines
}

/// Checks the expectations about forbidden points. The list of forbidden points must be complete.
fn check_expectations(path: &Path, setup: &Setup, position: &Position) {
    let (place, board, rule) = (path.display(), position.board(), position.rule());
    let found = if rule.restricts(Color::Black) {
        forbidden_points(board, ThreeReading::Literal)
            .iter()
            .collect()
    } else {
        BTreeSet::new()
    };
    let mut named = BTreeSet::new();
    for line in &setup.expect {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["forbidden", "none"] => assert!(found.is_empty(), "{place}: {found:?}"),
            ["forbidden", point, ref kinds @ ..] => {
                let point: Point = point.parse().expect("a point");
                let verdict = judge(board, point);
                let of = |kind: &ForbiddenKind| kind.name().replace('_', "-");
                let actual: Vec<String> = verdict.kinds().iter().map(of).collect();
                assert_eq!(kinds, actual, "{place}: {line}");
                named.insert(point);
            }
            ["legal", point] => {
                let point: Point = point.parse().expect("a point");
                assert!(board.is_empty(point), "{place}: {line}");
                assert!(!found.contains(&point), "{place}: {line}");
            }
            _ => panic!("{place}: no test for {line:?}"),
        }
    }
    assert_eq!(named, found, "{place}: the list is complete");
}

#[test]
fn every_shape_sample_holds_the_shapes_it_names() {
    for path in files("shapes") {
        let text = fs::read_to_string(&path).expect("a text");
        let named: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("# shape: "))
            .collect();
        let [(_, position)] = &positions(&path)[..] else {
            panic!("{}", path.display())
        };
        let found = shape_lines(position.board(), position.rule());
        assert_eq!(found, named, "{}", path.display());
    }
}

#[test]
fn every_forbidden_sample_names_all_its_forbidden_points() {
    for path in files("forbidden") {
        let [(setup, position)] = &positions(&path)[..] else {
            panic!("{}", path.display())
        };
        assert!(
            !setup.expect.is_empty(),
            "{} expects nothing",
            path.display()
        );
        check_expectations(&path, setup, position);
    }
}

#[test]
fn the_samples_of_the_evaluators_hold_what_they_expect() {
    for path in files("evaluators") {
        let [(setup, position)] = &positions(&path)[..] else {
            panic!("{}", path.display())
        };
        check_expectations(&path, setup, position);
    }
}

/// What a solver has to say: `win`, `win 9` (in at most 9 plies) or `none`.
fn check_win(path: &Path, position: &Position, attack: Attack, expected: &[&str]) {
    let options = SolveOptions {
        shortest: expected.len() > 1,
        ..SolveOptions::new(attack)
    };
    let place = path.display();
    let answer = solve(position, &options, &Control::unlimited()).answer;
    match (expected, answer) {
        (["none"], Answer::Disproven(_)) | (["win"], Answer::Proven(_)) => {}
        (["win", plies], Answer::Proven(tree)) => {
            let most: usize = plies.parse().expect("a number of plies");
            let found = tree.main_line(position, position.to_move()).len();
            assert!(found <= most, "{place}: {found} plies");
        }
        (_, other) => panic!("{place}: {attack:?} {expected:?}, not {other:?}"),
    }
}

fn check_threats(attack: Attack) {
    let name = match attack {
        Attack::Vcf => "vcf",
        Attack::Vct => "vct",
    };
    let mut checked = 0;
    for path in files("threats") {
        let [(setup, position)] = &positions(&path)[..] else {
            panic!("{}", path.display())
        };
        for line in &setup.expect {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                [study, ref expected @ ..] if study == name => {
                    check_win(&path, position, attack, expected);
                    checked += 1;
                }
                ["vcf" | "vct", ..] => {}
                ["forbidden", point, ..] => {
                    let point: Point = point.parse().expect("a point");
                    let is_forbidden = judge(position.board(), point).is_forbidden();
                    assert!(is_forbidden, "{}: {line}", path.display());
                }
                _ => panic!("{}: no test for {line:?}", path.display()),
            }
        }
    }
    assert!(checked > 0, "no sample expects a {name}");
}

#[test]
fn every_sample_of_fours_is_won_or_not() {
    check_threats(Attack::Vcf);
}

#[test]
fn every_sample_of_threats_is_won_or_not() {
    check_threats(Attack::Vct);
}

#[test]
fn files_of_many_positions_hold_what_they_expect() {
    for (name, count) in [("games/many.txt", 4), ("positions.jsonl", 11)] {
        let path = folder(name);
        let found = positions(&path);
        assert_eq!(found.len(), count, "{name}");
        for (setup, position) in found.iter().filter(|(setup, _)| !setup.expect.is_empty()) {
            check_expectations(&path, setup, position);
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
