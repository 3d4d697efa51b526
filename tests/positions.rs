//! Our own samples in `positions/`: each file says in its header what the program must find there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use renju::board::{Board, Color};
use renju::forbidden::{ForbiddenKind, ThreeReading, forbidden_points, judge};
use renju::geometry::{Point, Size};
use renju::pattern::{Shape, census};
use renju::position::{Asked, Outcome, Position, Setup};
use renju::rules::Rule;
use serde::Deserialize;

/// A diagram with its header lines.
struct Sample {
    rule: Rule,
    board: Board,
    shapes: Vec<String>,
    expect: Vec<String>,
}

/// Reads one diagram. To be replaced by the crate's own reader, which does far more.
fn stones(text: &str) -> Sample {
    let values = |key: &str| -> Vec<String> {
        let head = format!("# {key}: ");
        let lines = text.lines().filter_map(|line| line.strip_prefix(&head));
        lines.map(str::to_owned).collect()
    };
    let rows: Vec<&str> = text.lines().filter(|line| is_row(line)).collect();
    let size = Size::new(rows.len() as u8).expect("a diagram has 5 to 20 rows");
    let mut board = Board::empty(size);
    for (row, line) in (0..size.get()).rev().zip(rows) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let label = (row + 1).to_string();
        assert_eq!([words[0], words[words.len() - 1]], [&label, &label]);
        let cells = &words[1..words.len() - 1];
        assert_eq!(cells.len(), rows_of(size), "row {label}");
        for (column, cell) in (0..).zip(cells) {
            let point = Point::new(column, row).expect("the cells were counted");
            match *cell {
                "X" => board.place(point, Color::Black),
                "O" => board.place(point, Color::White),
                cell => assert_eq!(cell, ".", "row {label}"),
            }
        }
    }
    Sample {
        rule: values("rule")[0].parse().expect("a rule"),
        board,
        shapes: values("shape"),
        expect: values("expect"),
    }
}

fn is_row(line: &str) -> bool {
    line.trim_start().starts_with(|c: char| c.is_ascii_digit())
}

fn rows_of(size: Size) -> usize {
    usize::from(size.get())
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("positions")
        .join(name)
}

fn read(name: &str) -> String {
    let path = folder(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Name and text of every diagram in a folder.
fn diagrams(name: &str) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder(name)).expect("the samples are there");
    let mut files: Vec<(String, String)> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|suffix| suffix == "txt"))
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a text");
            (path.display().to_string(), text)
        })
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
fn check_expectations(place: &str, rule: Rule, board: &Board, expect: &[String]) {
    let found = if rule.restricts_black() {
        forbidden_points(board, ThreeReading::Literal)
            .iter()
            .collect()
    } else {
        BTreeSet::new()
    };
    let mut named = BTreeSet::new();
    for line in expect {
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
    for (place, text) in diagrams("shapes") {
        let sample = stones(&text);
        let found = shape_lines(&sample.board, sample.rule);
        assert_eq!(found, sample.shapes, "{place}");
    }
}

#[test]
fn every_forbidden_sample_names_all_its_forbidden_points() {
    for (place, text) in diagrams("forbidden") {
        let sample = stones(&text);
        assert!(!sample.expect.is_empty(), "{place} expects nothing");
        check_expectations(&place, sample.rule, &sample.board, &sample.expect);
    }
}

#[test]
fn many_diagrams_in_a_file_are_read_one_by_one() {
    let text = read("games/many.txt");
    let parts: Vec<&str> = text.split("---\n").collect();
    assert_eq!(parts.len(), 4);
    for part in parts {
        let sample = stones(part);
        if !sample.expect.is_empty() {
            check_expectations("many.txt", sample.rule, &sample.board, &sample.expect);
        }
    }
}

#[derive(Deserialize)]
struct Line {
    id: String,
    size: Size,
    rule: Rule,
    to_move: Option<Color>,
    #[serde(default)]
    black: Vec<Point>,
    #[serde(default)]
    white: Vec<Point>,
    #[serde(default)]
    moves: Vec<Point>,
    #[serde(default)]
    expect: Vec<String>,
}

#[test]
fn every_position_line_can_stand() {
    for line in read("positions.jsonl").lines() {
        let line: Line = serde_json::from_str(line).expect("a position line");
        let setup = Setup {
            size: Some(line.size),
            rule: Some(line.rule),
            to_move: line.to_move,
            black: line.black,
            white: line.white,
            moves: line.moves.into_iter().map(Some).collect(),
            ..Setup::default()
        };
        let position = Position::from_setup(&setup, &Asked::default())
            .unwrap_or_else(|errors| panic!("{}: {errors}", line.id));
        if !line.expect.is_empty() {
            check_expectations(&line.id, line.rule, position.board(), &line.expect);
        }
    }
}

/// Plays moves such as `H8 G9`, `1. H8 G9` or `h8g9` under renju.
fn replay(text: &str) -> Position {
    let lower = text.to_lowercase();
    let mut words = lower
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| word.starts_with(char::is_alphabetic))
        .flat_map(|word| {
            let starts = word.char_indices().filter(|(_, c)| c.is_alphabetic());
            let mut cuts: Vec<usize> = starts.map(|(at, _)| at).collect();
            cuts.push(word.len());
            cuts.windows(2)
                .map(|cut| word[cut[0]..cut[1]].to_uppercase())
                .collect::<Vec<_>>()
        });
    words
        .try_fold(Position::new(Size::RENJU, Rule::Renju), |position, word| {
            position.play(word.parse().expect("a point"))
        })
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn the_games_are_legal() {
    let text = read("games/game.txt");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let game = replay(&lines.join(" "));
    let outcome = game.outcome();
    assert!(
        matches!(
            outcome,
            Some(Outcome {
                winner: Some(Color::Black),
                ..
            })
        ),
        "{outcome:?}"
    );
    let games: Vec<Position> = read("games/moves.txt").lines().map(replay).collect();
    let lengths: Vec<usize> = games
        .iter()
        .map(|game| {
            game.board().stones(Color::Black).len() + game.board().stones(Color::White).len()
        })
        .collect();
    assert_eq!(lengths, [25, 12, 8]);
    assert_eq!(games[0].board(), game.board());
}
