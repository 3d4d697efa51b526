//! Reads files that other programs and people have written, where they are at hand, and compares
//! with what is known of them.
//!
//! The files are not part of the project. `RENJU_SHARED` names the folder that holds
//! `data/formats`; without it `../shared` is tried.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::keys;
use renju::geometry::Point;
use renju::notation::{ParseOptions, detect, parse_line, read};
use renju::position::Setup;
use serde_json::Value;

/// Families of files that are read.
const FAMILIES: [&str; 3] = ["diagrams/", "moves/", "json/"];

fn samples() -> Option<PathBuf> {
    Some(keys::shared()?.join("data/formats"))
}

/// What has to be said to read a file as it is meant.
fn reading(file: &str, expected: &Value) -> ParseOptions {
    ParseOptions {
        marks: file
            .contains("o_is_black")
            .then(|| "black=o,white=x".parse().unwrap()),
        origin: expected["origin"]
            .as_str()
            .map(|origin| origin.parse().unwrap()),
        ..ParseOptions::default()
    }
}

fn names(value: &Value) -> Option<Vec<String>> {
    let names = value.as_array()?.iter();
    Some(
        names
            .map(|name| name.as_str().unwrap().to_owned())
            .collect(),
    )
}

/// The stones on the board, Black's and White's, each in the order A1, B1, ...
fn stones(setup: &Setup) -> [Vec<Point>; 2] {
    let mut stones = [setup.black.clone(), setup.white.clone()];
    let mut mover = setup.first_to_play();
    for point in &setup.moves {
        stones[mover as usize].extend(point);
        mover = !mover;
    }
    stones.each_mut().map(|points| {
        points.sort_unstable();
        std::mem::take(points)
    })
}

fn compare(id: &str, setup: &Setup, expected: &Value) {
    for (color, found) in ["black", "white"].iter().zip(stones(setup)) {
        let mut points: Vec<Point> = names(&expected[*color])
            .unwrap()
            .iter()
            .map(|name| name.parse().unwrap())
            .collect();
        points.sort_unstable();
        assert_eq!(found, points, "{color} of {id}");
    }
    if let Some(moves) = names(&expected["moves"]) {
        let found: Vec<String> = setup
            .moves
            .iter()
            .map(|point| point.map_or("pass".to_owned(), |point| point.to_string()))
            .collect();
        assert_eq!(found, moves, "moves of {id}");
    }
    if let (Some(size), Some(expected)) = (setup.size, expected["size"].as_u64()) {
        assert_eq!(u64::from(size.get()), expected, "size of {id}");
    }
    if let Some(rule) = setup.rule {
        assert_eq!(rule.name(), expected["rule"], "rule of {id}");
    }
    if let Some(to_move) = setup.to_move {
        assert_eq!(to_move.name(), expected["to_move"], "side to move of {id}");
    }
}

#[test]
fn files_of_other_programs_are_read_as_they_are_meant() {
    let Some(samples) = samples() else { return };
    let key = std::fs::read_to_string(samples.join("expected.jsonl")).unwrap();
    let mut files: HashMap<String, usize> = HashMap::new();
    let mut compared = 0;
    for line in key.lines() {
        let expected: Value = serde_json::from_str(line).unwrap();
        let id = expected["id"].as_str().unwrap();
        if !FAMILIES.iter().any(|family| id.starts_with(family)) {
            continue;
        }
        let (file, number) = id.split_once('#').unwrap_or((id, "1"));
        let number: usize = number.parse().unwrap();
        let bytes = std::fs::read(samples.join(file)).unwrap();
        let reading = reading(file, &expected);
        let format = detect(&bytes, &reading).unwrap_or_else(|error| panic!("{file}: {error}"));
        let items =
            read(&bytes, format, &reading).unwrap_or_else(|error| panic!("{id}: {error:?}"));
        compare(id, &items[number - 1].setup, &expected);
        files.insert(file.to_owned(), items.len());
        compared += 1;
    }
    assert!(compared >= 30, "only {compared} records");
    assert_eq!(files["moves/movestrings.txt"], 5);
    assert_eq!(files["json/katagomo_kifu.json"], 1);
}

#[test]
fn position_lines_of_the_data_sets_are_read() {
    let Some(samples) = samples() else { return };
    let data = samples.parent().unwrap();
    for file in [
        "forbidden.jsonl",
        "vcf.jsonl",
        "vct.jsonl",
        "bench_positions.jsonl",
    ] {
        let text = std::fs::read_to_string(data.join(file)).unwrap();
        for line in text.lines().take(500) {
            parse_line(line, &ParseOptions::default())
                .unwrap_or_else(|error| panic!("{file}: {error} in {line}"));
        }
    }
}
