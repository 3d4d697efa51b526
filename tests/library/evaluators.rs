//! The published evaluators, held against the answer keys, and what holds for every evaluator.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::keys;
use renju::board::Color;
use renju::eval::{Details, Evaluator, How, PlayOptions, PublishedMove, Term, Worth, play_in_time};
use renju::geometry::{Point, Size};
use renju::limits::{Control, Limits, Observer, Progress, StopReason};
use renju::position::{Position, PositionOverrides, Setup};
use renju::rule::Rule;
use renju::systems;
use serde_json::{Map, Value, json};

type Row = Map<String, Value>;

/// Everything the program of this name computes of a position.
fn details(name: &str, position: &Position) -> Details {
    let program = systems::find(name).unwrap();
    program
        .as_system()
        .expect("a published system")
        .details(position)
}

fn play(name: &str, position: &Position, options: &PlayOptions) -> PublishedMove {
    let program = systems::find(name).unwrap();
    let system = program.as_system().expect("a published system");
    system.play(position, options, &Control::unlimited())
}

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
    Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
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
        let mut found = serde_json::to_value(details(name, &position(row))).unwrap();
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

/// The five keys, each with the program that made it.
const KEYS: [(&str, &str); 5] = [
    ("five-tuple", "goldens/five_tuple.jsonl"),
    ("lianzhu", "goldens/lianzhu.jsonl"),
    ("count-block-empty", "goldens/count_block_empty.jsonl"),
    ("score-table", "goldens/score_table.jsonl"),
    ("point-info", "goldens/point_info.jsonl"),
];

fn check_key(name: &str, rows: &[Row]) {
    if name == "count-block-empty" {
        check(name, rows, any_best_move);
    } else {
        check(name, rows, as_is);
    }
}

#[test]
fn the_published_programs_are_as_published() {
    for (name, key) in KEYS {
        check_key(name, &keys::rows(key));
    }
}

#[test]
#[ignore = "the full answer keys"]
fn the_published_programs_are_as_published_everywhere() {
    for (name, key) in KEYS {
        if let Some(rows) = keys::full_rows::<Row>(key) {
            check_key(name, &rows);
        }
    }
}

/// The addends of the values of a board and of its empty points add up to them, and each names
/// its points, if it has any.
fn check_terms(evaluator: &dyn Evaluator, row: &Row, every: usize) {
    let position = position(row);
    let name = format!("{} {}", evaluator.info().name, row["id"]);
    let sum = |terms: Option<Vec<Term>>| {
        let terms = terms?;
        for term in &terms {
            // What the move is worth stands for no point.
            let has_points = !term.stones.is_empty() || term.name.ends_with(" to move");
            assert!(
                term.value != Worth::default() && has_points,
                "{name} {term:?}"
            );
            assert!(term.stones.is_sorted(), "{name} {term:?}");
        }
        Some(terms.iter().map(|term| term.value).sum::<Worth>())
    };
    for side in Color::BOTH {
        let said = evaluator.evaluate(&position, side).unwrap();
        if said.board.is_some() {
            assert_eq!(
                sum(evaluator.board_terms(&position, side)),
                said.board,
                "{name} {side}"
            );
        }
        let points = said.points.unwrap();
        for point in position.board().empties().iter().step_by(every) {
            let terms = evaluator.point_terms(&position, side, point);
            assert_eq!(sum(terms), points[point], "{name} {side} {point}");
        }
        for point in position.board().size().points() {
            let is_empty = position.board().is_empty(point);
            assert_eq!(points[point].is_some(), is_empty, "{name} {point}");
        }
    }
}

#[test]
fn terms_add_up_to_the_values() {
    for (_, key) in KEYS {
        for row in keys::rows::<Row>(key).iter().step_by(2) {
            for evaluator in systems::all() {
                check_terms(&*evaluator, row, 7);
            }
        }
    }
}

#[test]
#[ignore = "every evaluator on every board of the keys"]
fn terms_add_up_to_the_values_everywhere() {
    for (_, key) in KEYS {
        for row in keys::full_rows::<Row>(key).unwrap_or_default() {
            for evaluator in systems::all() {
                check_terms(&*evaluator, &row, 1);
            }
        }
    }
}

/// Points that a judge forbids, by name, as the key has them.
fn bans_are_those_of_the_rules(name: &str, rows: &[Row]) {
    for row in rows {
        let found = serde_json::to_value(details(name, &position(row))).unwrap();
        assert_eq!(difference("ban", &found["ban"], &row["rule_ban"]), None);
    }
}

#[test]
fn the_corrected_lianzhu_forbids_what_the_rules_forbid() {
    bans_are_those_of_the_rules("lianzhu:corrected", &keys::rows("goldens/lianzhu.jsonl"));
}

#[test]
#[ignore = "the full answer key"]
fn the_corrected_lianzhu_forbids_what_the_rules_forbid_everywhere() {
    if let Some(rows) = keys::full_rows::<Row>("goldens/lianzhu.jsonl") {
        bans_are_those_of_the_rules("lianzhu:corrected", &rows);
    }
}

#[test]
fn lianzhu_gen1_has_details_of_its_own() {
    for row in keys::rows::<Row>("goldens/lianzhu.jsonl") {
        let expected = json!({"gen1": row["gen1"], "gen1_pow23": row["gen1_pow23"]});
        for name in ["lianzhu-gen1", "lianzhu-gen1:pow23"] {
            let found = serde_json::to_value(details(name, &position(&row))).unwrap();
            assert_eq!(difference(name, &found, &expected), None);
        }
    }
}

#[test]
fn the_other_editions_of_point_info_lack_only_what_compares_editions() {
    let row: &Row = &keys::rows("goldens/point_info.jsonl")[20];
    let fields = |name| {
        let details = serde_json::to_value(details(name, &position(row))).unwrap();
        let fields = details.as_object().unwrap().keys();
        fields.cloned().collect::<Vec<_>>()
    };
    let mut published = fields("point-info");
    published.retain(|field| field != "bounded" && field != "tutorial");
    assert_eq!(fields("point-info:corrected"), published);
    assert_eq!(fields("point-info:tutorial"), published);
}

/// On small, middling and large sides every evaluator answers, every program has details and
/// plays on an empty point.
/// Breaks off at the third question.
struct Impatient(AtomicU64);

impl Observer for Impatient {
    fn progress(&self, _: &Progress) -> ControlFlow<()> {
        match self.0.fetch_add(1, Ordering::Relaxed) {
            0..=1 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}

#[test]
fn every_published_search_keeps_limits() {
    let moves = ["H8", "I9", "G7", "H9", "F8", "G9"].map(|name| Some(name.parse().unwrap()));
    let setup = Setup {
        moves: moves.to_vec(),
        ..Setup::default()
    };
    let position = Position::from_setup(&setup, &PositionOverrides::default()).unwrap();
    let mut searches = 0;
    for program in systems::players() {
        let system = program.as_system().unwrap();
        let name = &program.info().name;
        let options = PlayOptions {
            depth: Some(12),
            ..PlayOptions::default()
        };
        let empties = position.board().empties();
        let answer = |control: &Control<'_>| {
            let found = system.play(&position, &options, control);
            assert!(found.moves.iter().all(|&at| empties.contains(at)), "{name}");
            found
        };
        if !system.searches() {
            assert_eq!(answer(&Control::unlimited()).stop, None, "{name}");
            continue;
        }
        searches += 1;
        for nodes in [1, 30, 1000] {
            let found = answer(&Control::new(Limits::nodes(nodes)));
            assert_eq!(found.stop, Some(StopReason::Nodes), "{name}");
            assert!(!found.moves.is_empty(), "{name}");
            assert!(found.nodes < nodes + 200, "{name}: {} nodes", found.nodes);
        }
        let impatient = Impatient(AtomicU64::new(0));
        let found = answer(&Control::observed(Limits::NONE, &impatient));
        assert_eq!(found.stop, Some(StopReason::Interrupted), "{name}");
    }
    assert!(searches >= 10);
}

#[test]
fn every_side_is_served() {
    for size in [5, 8, 12, 20].into_iter().filter_map(Size::new) {
        let centre = Point::new(size.get() / 2, size.get() / 2).unwrap();
        let mut position = Position::new(size, Rule::Freestyle);
        for played in [None, Some(centre), Some("A1".parse().unwrap())] {
            position = played.map_or(position.clone(), |point| position.play(point).unwrap());
            for evaluator in systems::all() {
                let said = evaluator.evaluate(&position, position.to_move()).unwrap();
                assert!(said.points.is_some());
            }
            for program in systems::players() {
                let name = &program.info().name;
                let options = PlayOptions {
                    depth: Some(2),
                    width: Some(4),
                    ..PlayOptions::default()
                };
                let choice = play(name, &position, &options);
                let played = choice.moves.first();
                assert!(
                    played.is_some_and(|&point| position.board().is_empty(point)),
                    "{name} {size}"
                );
                assert!(details(name, &position).json().starts_with('{'));
            }
        }
    }
}

/// A full board has no move and no value of a point, and nothing panics there.
#[test]
fn full_boards_are_answered() {
    let size = Size::MIN;
    let (black, white): (Vec<Point>, Vec<Point>) = size
        .points()
        .partition(|point| (point.row() / 2 + point.column()) % 2 == 0);
    for rule in Rule::ALL {
        let setup = Setup {
            size: Some(size),
            rule: Some(rule),
            to_move: Some(Color::White),
            black: black.clone(),
            white: white.clone(),
            ..Setup::default()
        };
        let position = Position::from_setup(&setup, &PositionOverrides::default()).unwrap();
        for evaluator in systems::all() {
            evaluator.evaluate(&position, Color::Black).unwrap();
        }
        for program in systems::players() {
            let name = &program.info().name;
            assert!(details(name, &position).json().starts_with('{'));
            let choice = play(name, &position, &PlayOptions::default());
            assert_eq!(choice.moves, [], "{name}");
        }
    }
}

fn position_of(moves: &str) -> Position {
    let setup = Setup {
        moves: moves.split(' ').map(|name| name.parse().ok()).collect(),
        ..Setup::default()
    };
    Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
}

/// The shipped weights, unchanged, give the shipped program: values, details and moves.
#[test]
fn an_unchanged_file_is_the_published_program() {
    let position = position_of("H8 I9 G7");
    let options = PlayOptions {
        depth: Some(2),
        ..PlayOptions::default()
    };
    for program in systems::players() {
        let name = &program.info().name;
        let Some(text) = systems::toml_of(name) else {
            continue;
        };
        let mine = systems::from_toml(text, "mine").unwrap();
        let system = mine.as_system().expect("it plays");
        assert_eq!(
            system.details(&position),
            details(name, &position),
            "{name}"
        );
        let played = system.play(&position, &options, &Control::unlimited());
        assert_eq!(played, play(name, &position, &options), "{name}");
    }
}

#[test]
fn the_numbers_of_search_and_openings_come_from_the_file() {
    let shipped = systems::toml_of("count-block-empty").unwrap();
    let mine = shipped.replacen("depth = 3", "depth = 1", 1);
    let mine = systems::from_toml(&mine, "mine").unwrap();
    let options = PlayOptions::default();
    let position = position_of("H8 I9 G7");
    let system = mine.as_system().unwrap();
    let found = system.play(&position, &options, &Control::unlimited());
    assert_eq!(found.depth, 1);
    assert_eq!(play("count-block-empty", &position, &options).depth, 3);
}

#[test]
fn a_width_narrows_the_tree_of_score_table() {
    let position = position_of("H8 I9 G7");
    let narrow = PlayOptions {
        width: Some(3),
        ..PlayOptions::default()
    };
    let all = play("score-table", &position, &PlayOptions::default());
    assert!(play("score-table", &position, &narrow).nodes < all.nodes);
}

#[test]
fn the_random_player_repeats_itself_by_its_seed_and_has_no_values() {
    let position = position_of("H8 I9 G7");
    let drawn = |seed| {
        let options = PlayOptions {
            seed: Some(seed),
            ..PlayOptions::default()
        };
        play("random", &position, &options).moves
    };
    assert_eq!(drawn(7), drawn(7));
    assert!((0..20).any(|seed| drawn(seed) != drawn(7)));
    let random = systems::find("random").unwrap();
    assert!(random.evaluate(&position, Color::Black).is_err());
    assert!(systems::all().all(|evaluator| evaluator.info().name != "random"));
}

#[test]
fn a_search_that_is_cut_off_by_time_has_the_value_of_one_with_fewer_plies() {
    let position = position_of("h8 i9 g7 j10 k11 f6");
    let options = PlayOptions::default();
    let program = systems::find("lianzhu").unwrap();
    let system = program.as_system().unwrap();
    let limits = Limits::time(Duration::from_millis(400));
    let cut = system.play(&position, &options, &Control::new(limits));
    assert_eq!((cut.value, cut.stop), (None, Some(StopReason::Time)));
    let control = Control::new(limits);
    let found = play_in_time(system, &position, &options, &control);
    assert_eq!(
        (found.how, found.stop),
        (How::Shallow, Some(StopReason::Time))
    );
    let shallow = PlayOptions {
        depth: Some(found.depth),
        ..options
    };
    let expected = system.play(&position, &shallow, &Control::unlimited());
    assert!(found.depth < 11 && found.value.is_some());
    assert_eq!((found.value, found.moves), (expected.value, expected.moves));
    // With nodes alone nothing is kept back, and what was known stays as it is.
    let control = Control::new(Limits::nodes(1000));
    let counted = play_in_time(system, &position, &options, &control);
    assert_eq!((counted.how, counted.value), (How::Searched, None));
}
