//! The published evaluators, held against the answer keys, and what holds for every evaluator.

use renju::board::Color;
use renju::eval;
use renju::geometry::{Point, Size};
use renju::position::{Asked, Position, Setup};
use renju::rules::Rule;
use renju::study::details::details;
use serde_json::{Map, Value, json};

mod data;

type Row = Map<String, Value>;

/// Fields of a row that say which position it is, or what the rules of renju say of it.
const COMMON: [&str; 9] = [
    "id", "size", "rule", "to_move", "black", "white", "kind", "moves", "rule_ban",
];

fn read<T: serde::de::DeserializeOwned>(row: &Row, key: &str) -> Option<T> {
    let value = row.get(key)?.clone();
    Some(serde_json::from_value(value).expect("keys are valid"))
}

fn position(row: &Row) -> Position {
    let moves: Vec<Point> = read(row, "moves").unwrap_or_default();
    let has_order = !moves.is_empty();
    let stones = |key| {
        if has_order {
            Vec::new()
        } else {
            read(row, key).unwrap()
        }
    };
    let setup = Setup {
        size: read::<Size>(row, "size"),
        rule: read::<Rule>(row, "rule"),
        to_move: read::<Color>(row, "to_move"),
        black: stones("black"),
        white: stones("white"),
        moves: moves.into_iter().map(Some).collect(),
        ..Setup::default()
    };
    Position::from_setup(&setup, &Asked::default()).unwrap()
}

/// Where two values differ first, with both.
fn difference(path: &str, found: &Value, expected: &Value) -> Option<String> {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            let keys = found.keys().chain(expected.keys());
            keys.into_iter().find_map(|key| {
                let (one, other) = (found.get(key), expected.get(key));
                let missing = Value::from("(absent)");
                difference(
                    &format!("{path}.{key}"),
                    one.unwrap_or(&missing),
                    other.unwrap_or(&missing),
                )
            })
        }
        (Value::Array(found), Value::Array(expected)) if found.len() == expected.len() => {
            let pairs = found.iter().zip(expected).enumerate();
            pairs.into_iter().find_map(|(number, (one, other))| {
                difference(&format!("{path}[{number}]"), one, other)
            })
        }
        _ => (found != expected).then(|| format!("{path}: {found} is not {expected}")),
    }
}

/// Compares every field of every row; `settle` does away with what a key leaves open.
fn check(name: &str, rows: &[Row], settle: impl Fn(&mut Value, &mut Value)) {
    assert!(!rows.is_empty());
    let mut differences = Vec::new();
    for row in rows {
        let details = details(name, &position(row)).expect("a published system");
        let mut found = serde_json::to_value(details).unwrap();
        let mut expected = row.clone();
        expected.retain(|key, _| !COMMON.contains(&key.as_str()));
        let mut expected = Value::Object(expected);
        settle(&mut found, &mut expected);
        let id = row["id"].as_str().unwrap();
        differences.extend(difference(id, &found, &expected));
    }
    let count = differences.len();
    differences.truncate(20);
    assert!(
        count == 0,
        "{count} of {} rows:\n{}",
        rows.len(),
        differences.join("\n")
    );
}

fn as_is(_: &mut Value, _: &mut Value) {}

#[test]
fn five_tuple_is_as_published() {
    check("five-tuple", &data::rows("goldens/five_tuple.jsonl"), as_is);
}

#[test]
#[ignore = "the full answer key"]
fn five_tuple_is_as_published_everywhere() {
    if let Some(rows) = data::full_rows("goldens/five_tuple.jsonl") {
        check("five-tuple", &rows, as_is);
    }
}

#[test]
fn point_info_is_as_published() {
    check("point-info", &data::rows("goldens/point_info.jsonl"), as_is);
}

#[test]
#[ignore = "the full answer key"]
fn point_info_is_as_published_everywhere() {
    if let Some(rows) = data::full_rows("goldens/point_info.jsonl") {
        check("point-info", &rows, as_is);
    }
}

/// The addends of every value, held against the values, on the sampled rows.
fn check_terms(name: &str, rows: &[Row]) {
    let evaluator = eval::find(name).unwrap();
    let sum = |terms: Option<Vec<eval::Term>>| {
        let terms = terms?;
        assert!(terms.iter().all(|term| term.value != 0));
        Some(terms.iter().map(|term| term.value).sum::<i64>())
    };
    for row in rows {
        let position = position(row);
        for side in Color::BOTH {
            let found = evaluator.evaluate(&position, side).unwrap();
            let terms = evaluator.board_terms(&position, side);
            assert_eq!(sum(terms), found.board, "{name} {}", row["id"]);
            let points = found.points.unwrap();
            for point in position.board().empties().iter() {
                let terms = evaluator.point_terms(&position, side, point);
                assert_eq!(sum(terms), points[point], "{name} {} {point}", row["id"]);
            }
        }
    }
}

#[test]
fn terms_of_point_info_sum_to_its_values() {
    let rows = data::rows("goldens/point_info.jsonl");
    for variant in ["", ":corrected", ":tutorial"] {
        check_terms(&format!("point-info{variant}"), &rows);
    }
}

#[test]
fn the_other_editions_of_point_info_lack_only_what_compares_editions() {
    let row: &Row = &data::rows("goldens/point_info.jsonl")[20];
    let fields = |name| {
        let details = serde_json::to_value(details(name, &position(row))).unwrap();
        details
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    let mut published = fields("point-info");
    published.retain(|field| field != "bounded" && field != "tutorial");
    assert_eq!(fields("point-info:corrected"), published);
    assert_eq!(fields("point-info:tutorial"), published);
}
