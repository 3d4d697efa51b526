use crate::{ErrorCode, Format, ParseError, ParseOptions, read};
use renju_core::board::Color;
use renju_core::geometry::Point;
use renju_core::position::Claim;
use renju_core::rule::Rule;

use super::{JsonLine, line_id, parse_line};

fn line(text: &str) -> JsonLine {
    let options = ParseOptions {
        keep_unknown: true,
        ..ParseOptions::default()
    };
    let kept = parse_line(text, &options).unwrap_or_else(|error| panic!("{text}: {error}"));
    let found = parse_line(text, &ParseOptions::default()).unwrap();
    assert!(found.unknown.is_empty());
    assert_eq!(
        (found.setup, found.warnings),
        (kept.setup.clone(), kept.warnings.clone())
    );
    kept
}

fn error(text: &str) -> ParseError {
    parse_line(text, &ParseOptions::default()).unwrap_err()
}

fn moves(names: &str) -> Vec<Option<Point>> {
    names
        .split_whitespace()
        .map(|name| name.parse().ok())
        .collect()
}

fn points(names: &str) -> Vec<Point> {
    moves(names).into_iter().flatten().collect()
}

#[test]
fn a_position_line_says_everything() {
    let found = line(
        r#"{"id":"a1","size":15,"rule":"renju","to_move":"white","black":["H8"],"white":[],
            "expect":["forbidden none"],"claims":[{"point":"A1","mark":"3"}],"extra":[1],"v":1}"#,
    );
    let setup = found.setup;
    assert_eq!(setup.id.as_deref(), Some("a1"));
    assert_eq!(
        (setup.rule, setup.to_move),
        (Some(Rule::Renju), Some(Color::White))
    );
    assert_eq!(setup.black, points("H8"));
    assert_eq!(setup.expect, ["forbidden none"]);
    assert_eq!(
        setup.claims,
        [Claim {
            point: points("A1")[0],
            mark: '3'
        }]
    );
    assert_eq!(found.unknown.keys().collect::<Vec<_>>(), ["extra", "v"]);
}

#[test]
fn moves_stand_for_stones_or_agree_with_them() {
    assert_eq!(
        line(r#"{"moves":["H8","pass","I9"]}"#).setup.moves,
        moves("H8 pass I9")
    );
    let both = line(r#"{"moves":["H8","I9"],"black":["H8"],"white":["I9"]}"#).setup;
    assert_eq!((both.moves, both.black), (moves("H8 I9"), vec![]));
    let differ = error(r#"{"moves":["H8"],"black":["H8"],"white":["I9"]}"#);
    assert_eq!(
        (differ.code, differ.column),
        (ErrorCode::BadBoard, Some(10))
    );
    let nulls = line(r#"{"moves":null,"black":[],"white":null,"size":null,"rule":null}"#);
    assert_eq!(nulls.setup, renju_core::position::Setup::default());
}

#[test]
fn mistakes_are_shown_at_their_place() {
    for (text, code, column, width) in [
        (r#"{"moves":["H8",}"#, ErrorCode::BadJson, 16, 1),
        (r"[1]", ErrorCode::BadJson, 1, 3),
        (r#"{"id":"x"}"#, ErrorCode::MissingField, 1, 10),
        (r#"{"id":[1],"moves":[]}"#, ErrorCode::BadJson, 7, 3),
        (
            r#"{"é":1,"black":["H8",  "8H"]}"#,
            ErrorCode::BadPoint,
            24,
            4,
        ),
        (r#"{"black":["H8",5]}"#, ErrorCode::BadPoint, 16, 1),
        (r#"{"black":["P1"]}"#, ErrorCode::OffBoard, 11, 4),
        (
            r#"{"black":["H8"],"white":["A1","H8"]}"#,
            ErrorCode::PointTaken,
            31,
            4,
        ),
        (r#"{"moves":["H8","H8"]}"#, ErrorCode::PointTaken, 16, 4),
        (r#"{"black":true}"#, ErrorCode::BadJson, 10, 4),
        (r#"{"size":4,"moves":[]}"#, ErrorCode::BadSize, 9, 1),
        (r#"{"size":"15","moves":[]}"#, ErrorCode::BadSize, 9, 4),
        (r#"{"size":15.5,"moves":[]}"#, ErrorCode::BadSize, 9, 4),
        (r#"{"size":1e99,"moves":[]}"#, ErrorCode::BadSize, 9, 4),
        (r#"{"rule":"chess","moves":[]}"#, ErrorCode::BadRule, 9, 7),
        (
            r#"{"to_move":"red","moves":[]}"#,
            ErrorCode::BadColor,
            12,
            5,
        ),
        (r#"{"expect":[1],"moves":[]}"#, ErrorCode::BadJson, 11, 3),
    ] {
        let error = error(text);
        assert_eq!(error.code, code, "{text}");
        assert_eq!((error.column, error.width), (Some(column), width), "{text}");
        assert_eq!(error.line, Some(1));
    }
    assert!(line(r#"{"size":15.0,"moves":[]}"#).setup.size.is_some());
    let deep = format!("{{\"moves\":{}", "[".repeat(100_000));
    assert_eq!(error(&deep).code, ErrorCode::BadJson);
}

#[test]
fn the_name_of_a_broken_line_is_found_where_it_stands() {
    assert_eq!(
        line_id(r#"{"black":["H8"], "id" : "a\"1", "white":["H8"]}"#).as_deref(),
        Some("a\"1")
    );
    assert_eq!(line_id(r#"{"id":7,"moves":["#).as_deref(), Some("7"));
    for text in [
        "",
        "{",
        "{}",
        r#"{"id":null}"#,
        r#"{"id":"a"#,
        r#"["id","a"]"#,
        r#"{"é\"#,
    ] {
        assert_eq!(line_id(text), None, "{text}");
    }
}

#[test]
fn queries_leave_out_the_letter_i_and_imply_passes() {
    let found = line(
        r#"{"id":"q","moves":[["B","J8"],["b","K9"],["W","pass"]],"rules":{"basicrule":"RENJU"},
            "boardXSize":15,"boardYSize":15,"maxVisits":100}"#,
    );
    assert_eq!(found.setup.moves, moves("I8 pass J9 pass"));
    assert_eq!(found.setup.rule, Some(Rule::Renju));
    assert_eq!(found.assumed.format, Format::Katago);
    assert_eq!(found.assumed.letters.name(), "skip-i");
    let all = line(r#"{"moves":[["B","I8"],["W","J9"]],"letters":"all"}"#);
    assert_eq!(all.setup.moves, moves("I8 J9"));
    assert_eq!(found.unknown.keys().collect::<Vec<_>>(), ["maxVisits"]);
}

#[test]
fn queries_may_set_stones_up_and_name_who_begins() {
    let found = line(
        r#"{"moves":[["W","A1"]],"initialStones":[["B","H8"],["W","J9"]],"initialPlayer":"W","rules":"standard"}"#,
    );
    assert_eq!(found.setup.black, points("H8"));
    assert_eq!(found.setup.white, points("I9"));
    assert_eq!(found.setup.first, Some(Color::White));
    let implied = line(r#"{"moves":[["W","A1"]],"initialPlayer":"B"}"#).setup;
    assert_eq!((implied.moves, implied.first), (moves("pass A1"), None));
    let uneven = r#"{"initialStones":[["B","H8"],["B","H9"]],"moves":[["B","A1"],["W","A2"]]}"#;
    assert_eq!(line(uneven).setup.first, Some(Color::Black));
    let still = line(r#"{"moves":[],"initialPlayer":"W","boardXSize":9}"#).setup;
    assert_eq!(still.to_move, Some(Color::White));
}

#[test]
fn a_query_may_ask_for_several_turns() {
    let text = r#"{"moves":[["B","A1"],["B","A2"],["W","A3"]],"analyzeTurns":[0,2,3]}"#;
    let setups = line(text).setups();
    let lengths: Vec<_> = setups
        .iter()
        .map(|(turn, setup)| (turn.unwrap(), setup.moves.len()))
        .collect();
    assert_eq!(lengths, [(0, 0), (2, 3), (3, 4)]);
    assert_eq!(setups[1].1.to_move, Some(Color::White));
    let items = read(text.as_bytes(), Format::Jsonl, &ParseOptions::default()).unwrap();
    assert_eq!(
        items.iter().map(|item| item.turn).collect::<Vec<_>>(),
        [Some(0), Some(2), Some(3)]
    );
    let wrong = error(&text.replace("0,2,3", "0,4"));
    assert_eq!(wrong.message, "analyzeTurns must be turns from 0 to 3");
}

#[test]
fn mistakes_of_queries_are_shown_too() {
    for (text, code) in [
        (r#"{"moves":[["B"]]}"#, ErrorCode::BadJson),
        (r#"{"moves":[["X","A1"]]}"#, ErrorCode::BadColor),
        (r#"{"moves":[["B","I1"]]}"#, ErrorCode::BadPoint),
        (
            r#"{"moves":[["B","A1"],["W","A1"]]}"#,
            ErrorCode::PointTaken,
        ),
        (
            r#"{"moves":[],"boardXSize":15,"boardYSize":19}"#,
            ErrorCode::BadSize,
        ),
        (
            r#"{"moves":[],"rules":{"basicrule":"GO"}}"#,
            ErrorCode::BadRule,
        ),
        (r#"{"boardXSize":15}"#, ErrorCode::MissingField),
    ] {
        assert_eq!(error(text).code, code, "{text}");
    }
}

#[test]
fn boards_may_stand_in_a_string() {
    let found =
        line(r#"{"id":"b","side":"white","board":"X....\n.....\n..O..\n.....\n.....","tags":[]}"#);
    assert_eq!(found.setup.black, points("A5"));
    assert_eq!(found.setup.white, points("C3"));
    assert_eq!(found.setup.to_move, Some(Color::White));
    let wrong = error(r#"{"board":"X....\n.....\n..§..\n.....\n....."}"#);
    assert_eq!(
        wrong.message,
        "unknown character in a board row (row 3 of the string, character 3)"
    );
    assert_eq!((wrong.line, wrong.column), (Some(1), Some(10)));
}

#[test]
fn an_object_written_for_people_keeps_its_lines() {
    let text = "{}\n\n{\n  \"boardSize\": 15,\n  \"moves\": [\n    [\"B\", \"Z1\"]\n  ]\n}\n";
    let results: Vec<_> =
        crate::stream(text.as_bytes(), Format::Jsonl, &ParseOptions::default()).collect();
    assert_eq!(results.len(), 2);
    assert_eq!(
        results[0].as_ref().unwrap_err().code,
        ErrorCode::MissingField
    );
    let error = results[1].as_ref().unwrap_err();
    assert_eq!((error.line, error.column), (Some(6), Some(11)));
    assert_eq!(error.excerpt.as_ref().unwrap().text, "    [\"B\", \"Z1\"]");
}

#[test]
fn a_size_that_was_not_asked_for_is_refused() {
    let reading = ParseOptions {
        size: "20".parse().ok(),
        ..ParseOptions::default()
    };
    let error = parse_line(r#"{"size":15,"moves":[]}"#, &reading).unwrap_err();
    assert_eq!(error.code, ErrorCode::BadSize);
    assert_eq!(
        parse_line(r#"{"moves":["T20"]}"#, &reading)
            .unwrap()
            .setup
            .moves,
        moves("T20")
    );
}

#[test]
fn moves_may_be_a_string() {
    let found = line(r#"{"moves":"h8i9 G7, pass 1. h9"}"#).setup;
    assert_eq!(found.moves, moves("H8 I9 G7 pass H9"));
    assert!(line(r#"{"moves":""}"#).setup.moves.is_empty());
    let error = error("{\"size\":9, \"moves\": \"a1 四? a2\"}");
    assert_eq!(error.code, ErrorCode::BadPoint);
    assert_eq!((error.column, error.width), (Some(25), 2));
    let off = self::error(r#"{"moves":"h8 t20"}"#);
    assert_eq!(
        (off.code, off.column, off.width),
        (ErrorCode::OffBoard, Some(14), 3)
    );
}

#[test]
fn a_field_one_letter_off_is_warned_of() {
    for (text, key, meant) in [
        (r#"{"blak":["H8"],"white":[]}"#, "blak", "black"),
        (
            r#"{"black":["H8"],"white":[],"rul":"renju"}"#,
            "rul",
            "rule",
        ),
        (
            r#"{"black":["H8"],"white":[],"too_move":"white"}"#,
            "too_move",
            "to_move",
        ),
        (r#"{"moves":[],"to_mve":"white"}"#, "to_mve", "to_move"),
        (r#"{"moves":[],"sze":9}"#, "sze", "size"),
        (r#"{"black":[],"blak":["H8"],"white":[]}"#, "blak", "black"),
        (
            r#"{"moves":[],"rule":"renju","ruel":"standard"}"#,
            "ruel",
            "rule",
        ),
    ] {
        let warnings = line(text).warnings;
        assert_eq!(warnings.len(), 1, "{text}");
        assert_eq!(
            warnings[0].message,
            format!("the field {key:?} is not read")
        );
        assert_eq!(warnings[0].hint, Some(format!("did you mean {meant:?}?")));
        let column = text.find(key).unwrap() as u32;
        assert_eq!(warnings[0].column, Some(column));
        let strict = ParseOptions {
            strict_fields: true,
            ..ParseOptions::default()
        };
        let error = parse_line(text, &strict).unwrap_err();
        assert_eq!(error.code, ErrorCode::UnknownField);
    }
    for text in [
        r#"{"moves":[],"move":12,"rules":"renju"}"#,
        r#"{"black":[],"white":[],"idx":1,"forbidden":[],"note":"blak"}"#,
        r#"{"board":".....\n.....\n.....\n.....\n.....","side":"black"}"#,
    ] {
        assert_eq!(line(text).warnings, [], "{text}");
    }
    let passed = line(r#"{"moves":[],"turn":"ann","width":15}"#);
    assert_eq!(
        passed.setup.size.map(renju_core::geometry::Size::get),
        Some(15)
    );
    assert!(
        passed.warnings[0]
            .message
            .starts_with("the field \"turn\" is not read")
    );
    let missing = error(r#"{"blak":["H8"],"whit":[]}"#);
    assert_eq!(missing.code, ErrorCode::MissingField);
    assert!(missing.hint.unwrap().contains("did you mean"));
}

#[test]
fn an_array_of_positions_is_read_element_by_element() {
    let text = b"[\n  {\"id\": 1, \"moves\": \"h8\"}, {\"moves\": [\"X\"]},\n  {\"black\": [],\n   \"white\": []}\n]\n";
    let options = ParseOptions::default();
    assert_eq!(crate::detect(text, &options), Ok(Format::Jsonl));
    let found: Vec<_> = crate::stream(&text[..], Format::Jsonl, &options).collect();
    assert_eq!(found.len(), 3);
    assert_eq!(found[0].as_ref().unwrap().setup.moves, moves("H8"));
    let error = found[1].as_ref().unwrap_err();
    assert_eq!((error.line, error.column), (Some(2), Some(40)));
    assert_eq!(found[2].as_ref().unwrap().line, Some(3));
}

#[test]
fn points_may_be_pairs_of_numbers_if_the_user_says_which_is_which() {
    let text = r#"{"black":[[7,14]],"white":[[0,0]]}"#;
    let options = ParseOptions {
        pairs: "xy0".parse().ok(),
        origin: "top-left".parse().ok(),
        ..ParseOptions::default()
    };
    let setup = parse_line(text, &options).unwrap().setup;
    assert_eq!((setup.black, setup.white), (points("H1"), points("A15")));
    let open = error(text);
    assert_eq!((open.code, open.column), (ErrorCode::BadPoint, Some(11)));
    let moves = r#"{"moves":[[7,7],[8,8]]}"#;
    assert_eq!(parse_line(moves, &options).unwrap().setup.moves.len(), 2);
}
