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
fn lianzhu_is_as_published() {
    check("lianzhu", &data::rows("goldens/lianzhu.jsonl"), as_is);
}

#[test]
#[ignore = "the full answer key"]
fn lianzhu_is_as_published_everywhere() {
    if let Some(rows) = data::full_rows("goldens/lianzhu.jsonl") {
        check("lianzhu", &rows, as_is);
    }
}

#[test]
fn the_corrected_lianzhu_forbids_what_the_rules_forbid() {
    bans_are_those_of_the_rules("lianzhu:corrected", &data::rows("goldens/lianzhu.jsonl"));
}

#[test]
#[ignore = "the full answer key"]
fn the_corrected_lianzhu_forbids_what_the_rules_forbid_everywhere() {
    if let Some(rows) = data::full_rows("goldens/lianzhu.jsonl") {
        bans_are_those_of_the_rules("lianzhu:corrected", &rows);
    }
}

fn bans_are_those_of_the_rules(name: &str, rows: &[Row]) {
    for row in rows {
        let found = serde_json::to_value(details(name, &position(row))).unwrap();
        assert_eq!(difference("ban", &found["ban"], &row["rule_ban"]), None);
    }
}

#[test]
fn lianzhu_gen1_has_details_of_its_own() {
    for row in data::rows::<Row>("goldens/lianzhu.jsonl") {
        let expected = json!({"gen1": row["gen1"], "gen1_pow23": row["gen1_pow23"]});
        for name in ["lianzhu-gen1", "lianzhu-gen1:pow23"] {
            let found = serde_json::to_value(details(name, &position(&row))).unwrap();
            assert_eq!(difference(name, &found, &expected), None);
        }
    }
}

#[test]
fn the_terms_of_lianzhu_add_up() {
    let names = [
        "lianzhu",
        "lianzhu:corrected",
        "lianzhu:ban-blocks",
        "lianzhu-gen1",
        "lianzhu-gen1:pow23",
    ];
    for row in data::rows::<Row>("goldens/lianzhu.jsonl").iter().step_by(3) {
        for name in names {
            terms_add_up(name, &position(row));
        }
    }
}

/// The values of a side of empty points, and of the board, are the sums of their terms.
fn terms_add_up(name: &str, position: &Position) {
    let evaluator = eval::find(name).unwrap();
    let sum = |terms: Vec<eval::Term>| -> i64 { terms.iter().map(|term| term.value).sum() };
    for side in Color::BOTH {
        let evaluation = evaluator.evaluate(position, side).unwrap();
        let board = evaluator.board_terms(position, side);
        assert_eq!(board.map(sum), evaluation.board);
        let Some(values) = evaluation.points else {
            continue;
        };
        for point in position.board().empties().iter() {
            let terms = evaluator.point_terms(position, side, point);
            assert_eq!(terms.map(sum), values[point], "{name} {side} {point}");
        }
    }
}
