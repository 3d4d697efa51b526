//! The published evaluators, held against the answer keys, and what holds for every evaluator.

use renju::board::Color;
use renju::eval;
use renju::geometry::{Point, Size};
use renju::position::{Asked, Position, Setup};
use renju::rules::Rule;
use renju::study::details::details;
use serde_json::{Map, Value};

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

/// The order of equal moves is left to the library that the program was built with.
fn any_best_move(found: &mut Value, expected: &mut Value) {
    for depth in ["d1", "d3"] {
        let Some(searched) = found.pointer_mut(&format!("/search/{depth}")) else {
            continue;
        };
        let key = &expected["search"][depth];
        let best = key["best"].as_array().expect("a list of moves");
        if best.contains(&searched["move"]) {
            searched["move"] = key["move"].clone();
        }
    }
}

#[test]
fn count_block_empty_is_as_published() {
    let rows = data::rows("goldens/count_block_empty.jsonl");
    check("count-block-empty", &rows, any_best_move);
}

#[test]
#[ignore = "the full answer key"]
fn count_block_empty_is_as_published_everywhere() {
    if let Some(rows) = data::full_rows("goldens/count_block_empty.jsonl") {
        check("count-block-empty", &rows, any_best_move);
    }
}

#[test]
fn score_table_is_as_published() {
    check(
        "score-table",
        &data::rows("goldens/score_table.jsonl"),
        as_is,
    );
}

#[test]
#[ignore = "the full answer key"]
fn score_table_is_as_published_everywhere() {
    if let Some(rows) = data::full_rows("goldens/score_table.jsonl") {
        check("score-table", &rows, as_is);
    }
}

/// The addends of every value of every row add up to the value.
fn terms_add_up(names: &[&str], rows: &[Row]) {
    let sum = |terms: Vec<eval::Term>| terms.iter().map(|term| term.value).sum::<i64>();
    for name in names {
        let evaluator = eval::find(name).unwrap();
        for (position, side) in rows
            .iter()
            .map(position)
            .flat_map(|position| Color::BOTH.map(|side| (position.clone(), side)))
        {
            let evaluation = evaluator.evaluate(&position, side).unwrap();
            let terms = evaluator.board_terms(&position, side);
            assert_eq!(evaluation.board, terms.map(sum), "{name}, {side}");
            let points = evaluation.points.unwrap();
            for point in position.board().size().points() {
                let has_value = position.board().is_empty(point);
                assert_eq!(points[point].is_some(), has_value, "{name}, {point}");
                if has_value {
                    let terms = evaluator.point_terms(&position, side, point);
                    let all_count = terms.iter().flatten().all(|term| term.value != 0);
                    assert!(all_count, "{name}, {point}");
                    assert_eq!(points[point], terms.map(sum), "{name}, {point}");
                }
            }
        }
    }
}

#[test]
fn terms_of_count_block_empty_add_up() {
    let names = ["count-block-empty", "count-block-empty:corrected"];
    terms_add_up(&names, &data::rows("goldens/count_block_empty.jsonl"));
    terms_add_up(&names, &data::rows("goldens/five_tuple.jsonl"));
}

#[test]
fn terms_of_score_table_add_up() {
    let names = [
        "score-table",
        "score-table:corrected",
        "score-table-windows",
    ];
    terms_add_up(&names, &data::rows("goldens/score_table.jsonl"));
    terms_add_up(&names, &data::rows("goldens/five_tuple.jsonl"));
}

/// On small, middling and large sides there are details and a move on an empty point.
#[test]
fn count_block_empty_and_score_table_serve_other_sides() {
    use renju::search::published::{Limits, choose};
    const NAMES: [&str; 4] = [
        "count-block-empty",
        "count-block-empty:corrected",
        "score-table",
        "score-table:corrected",
    ];
    for size in [5, 8, 12, 20].into_iter().filter_map(Size::new) {
        let centre = Point::new(size.get() / 2, size.get() / 2).unwrap();
        let mut position = Position::new(size, Rule::Freestyle);
        for played in [None, Some(centre), Some("A1".parse().unwrap())] {
            position = played.map_or(position.clone(), |point| position.play(point).unwrap());
            for name in NAMES {
                let limits = Limits {
                    depth: Some(2),
                    ..Limits::default()
                };
                for limits in [Limits::default(), limits] {
                    let choice = choose(name, &position, limits).unwrap();
                    assert!(
                        position.board().is_empty(choice.moves[0]),
                        "{name} on {size}"
                    );
                }
                assert!(details(name, &position).is_some());
            }
        }
    }
}
