//! `renju engine` from outside: what managers write, and what they read.

use std::io::Write;
use std::process::{Command, Stdio};

use renju::board::Color;
use renju::forbidden::{ThreeReading, forbidden_points};
use renju::geometry::{Point, Size};
use renju::notation::{ParseOptions, parse_moves};
use renju::position::{Position, PositionOverrides, Setup};
use renju::rule::Rule;

/// What the engine says to a whole session, its messages left out.
fn answers(flags: &[&str], lines: &[&str]) -> Vec<String> {
    let mut said = dialogue(flags, lines.join("\n").as_bytes());
    said.retain(|line| !line.starts_with("MESSAGE "));
    said
}

/// What the engine says to a whole session.
fn dialogue(flags: &[&str], session: &[u8]) -> Vec<String> {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_renju"))
        .args(["engine", "--protocol", "gomocup"])
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = engine.stdin.take().unwrap();
    input.write_all(session).unwrap();
    drop(input);
    let output = engine.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// The point of an answer such as `7,7`.
fn point(answer: &str, side: u8) -> Point {
    let (x, y) = answer.split_once(',').unwrap_or_else(|| panic!("{answer}"));
    let (x, y): (u8, u8) = (x.parse().unwrap(), y.parse().unwrap());
    assert!(x < side && y < side, "{answer}");
    Point::new(x, side - 1 - y).unwrap()
}

/// A position as managers tell it, all stones of the side to move first.
fn board(position: &Position) -> Vec<String> {
    let side = position.board().size().get();
    let to_move = position.to_move();
    let mut lines = vec!["BOARD".to_owned()];
    for (color, owner) in [(to_move, 1), (!to_move, 2)] {
        for stone in position.board().stones(color).iter() {
            let (x, y) = (stone.column(), side - 1 - stone.row());
            lines.push(format!("{x},{y},{owner}"));
        }
    }
    lines.push("DONE".to_owned());
    lines
}

/// The answer to a position.
fn answer(position: &Position) -> Point {
    let side = position.board().size().get();
    let code = match position.rule() {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 4,
    };
    let told = [format!("START {side}"), format!("INFO rule {code}")];
    let lines = [told.to_vec(), board(position)].concat();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let said = answers(&["--nodes", "500"], &lines);
    assert_eq!(said.len(), 2, "{said:?}");
    point(&said[1], side)
}

fn is_ready(flags: &[&str], lines: &[&str], side: u8) {
    let said = answers(flags, lines);
    assert_eq!(said[0], "OK");
    point(said.last().unwrap(), side);
}

#[test]
fn all_sides_are_played_on() {
    for side in [5, 12, 15, 20] {
        let start = format!("START {side}");
        for rest in [["BEGIN", ""], ["TURN 2,2", ""], ["BOARD", "DONE"]] {
            is_ready(&["--nodes", "200"], &[&start, rest[0], rest[1]], side);
        }
    }
}

#[test]
fn a_manager_is_understood() {
    let lines = [
        "ABOUT",
        "START 15",
        "INFO rule 4",
        "INFO timeout_turn 300",
        "INFO timeout_match 0",
        "INFO max_memory 104857600",
        "INFO thread_num 1",
        "INFO game_type 1",
        "INFO folder /tmp",
        "INFO time_left 2147483647",
        "BOARD",
        "7,7,2",
        "8,6,1",
        "6,6,2",
        "DONE",
    ];
    let said = answers(&[], &lines);
    assert!(said[0].starts_with("name=\"renju\", version="), "{said:?}");
    assert_eq!(said[1], "OK");
    point(&said[2], 15);
    assert_eq!(said.len(), 3, "{said:?}");
}

#[test]
fn nonsense_is_answered_and_survived() {
    let lines = [
        "BEGIN",
        "TURN",
        "hello",
        "START 4",
        "START 21",
        "RECTSTART 15,14",
        "INFO rule 99",
        "INFO",
        "",
        "DONE",
        "\u{1b}[31m",
        "RECTSTART 15,15",
        "TURN 15,15",
        "TURN 7,7",
        "TURN 7,7",
        "TAKEBACK 7,7",
        "RESTART",
        "TURN 0,0",
    ];
    let said = answers(&["--nodes", "200"], &lines);
    let kinds: Vec<&str> = said
        .iter()
        .map(|line| line.split([' ', ',']).next().unwrap())
        .map(|word| {
            if word.parse::<u8>().is_ok() {
                "?"
            } else {
                word
            }
        })
        .collect();
    let expected = [
        "ERROR", "ERROR", "UNKNOWN", "ERROR", "ERROR", "ERROR", "ERROR", "ERROR", "UNKNOWN", "OK",
        "ERROR", "?", "ERROR", "OK", "OK", "?",
    ];
    assert_eq!(kinds, expected, "{said:?}");
}

#[test]
fn carriage_returns_and_lower_case_are_taken() {
    is_ready(
        &["--nodes", "200"],
        &["start 15\r", "info RULE 1\r", "turn 7,7\r", "end\r"],
        15,
    );
}

/// A set-up drawn with `X` for Black and `O` for White, Black to move.
fn drawn(rule: Rule, rows: &[&str]) -> Position {
    let mut setup = Setup {
        size: Size::new(rows.len() as u8),
        rule: Some(rule),
        to_move: Some(Color::Black),
        ..Setup::default()
    };
    for (row, signs) in rows.iter().rev().enumerate() {
        for (column, sign) in signs.chars().enumerate() {
            let point = Point::new(column as u8, row as u8).unwrap();
            match sign {
                'X' => setup.black.push(point),
                'O' => setup.white.push(point),
                _ => {}
            }
        }
    }
    Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
}

#[test]
fn a_renju_side_without_a_legal_move_still_answers() {
    let rows = ["XXOOXX", "OOXXOO", "XXOOXX", "XX.XXX", "OOXXOO", "XXOOXX"];
    let position = drawn(Rule::Renju, &rows);
    let forbidden = forbidden_points(position.board(), ThreeReading::Literal);
    assert_eq!(forbidden, position.board().empties());
    assert_eq!(answer(&position).to_string(), "C3");
}

#[test]
fn black_keeps_off_forbidden_points_and_white_does_not_mind() {
    let setup = parse_moves("f8 a1 g8 a3 h6 a5 h7 a7", &ParseOptions::default()).unwrap();
    let position = Position::from_setup(&setup, &PositionOverrides::default()).unwrap();
    let forbidden = forbidden_points(position.board(), ThreeReading::Literal);
    assert!(!forbidden.is_empty());
    assert!(!forbidden.contains(answer(&position)));
}

#[test]
fn games_that_are_over_and_odd_boards_get_an_empty_point() {
    for moves in [
        "h8 a1 i8 a3 j8 a5 k8 a7 l8",
        "h8 a1 i8 a3 j8 a5 l8 a7 m8 a9 k8",
    ] {
        let setup = parse_moves(moves, &ParseOptions::default()).unwrap();
        let position = Position::from_setup(&setup, &PositionOverrides::default()).unwrap();
        assert!(position.board().is_empty(answer(&position)), "{moves}");
    }
    is_ready(
        &["--nodes", "200"],
        &["START 15", "BOARD", "1,1,1", "2,2,1", "3,3,1", "DONE"],
        15,
    );
    is_ready(
        &["--nodes", "200"],
        &["START 15", "BOARD", "1,1,2", "2,2,2", "3,3,2", "DONE"],
        15,
    );
}

#[test]
fn a_full_board_is_an_error_and_no_end() {
    let size = Size::MIN;
    let mut setup = Setup {
        size: Some(size),
        rule: Some(Rule::Freestyle),
        ..Setup::default()
    };
    for (index, point) in size.points().enumerate() {
        let is_black = (index % 5 + 2 * (index / 5)) % 4 < 2;
        let stones = if is_black {
            &mut setup.black
        } else {
            &mut setup.white
        };
        stones.push(point);
    }
    let position = Position::from_setup(&setup, &PositionOverrides::default()).unwrap();
    let lines = [
        vec!["START 5".to_owned()],
        board(&position),
        vec!["RESTART".to_owned()],
    ]
    .concat();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let said = answers(&[], &lines);
    assert_eq!(said, ["OK", "ERROR no empty point is left", "OK"]);
}

#[test]
fn equal_limits_give_equal_moves() {
    let lines = ["START 15", "INFO rule 4", "TURN 7,7", "TURN 9,9"];
    let flags = ["--nodes", "2000", "-e", "shapes"];
    assert_eq!(answers(&flags, &lines), answers(&flags, &lines));
}

#[test]
fn an_evaluator_that_is_not_there_is_refused() {
    let refused = Command::new(env!("CARGO_BIN_EXE_renju"))
        .args(["engine", "-e", "nobody"])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
}

/// A game of Yixin-Board 2017 against the engine, as that program writes: it begins anew before
/// each move, asks a database and for forbidden points, and reads what the engine thinks.
#[test]
fn a_board_program_gets_every_answer() {
    let lines = [
        "info show_detail 1",
        "yxshowinfo",
        "START 15 15",
        "INFO max_node 2000",
        "INFO timeout_match 100000000",
        "INFO timeout_turn 2000000",
        "INFO caution_factor 1",
        "INFO thread_num 1",
        "INFO hash_size 16384",
        "INFO rule 2",
        "yxquerydatabaseall",
        "done",
        "yxhashclear",
        "start 15 15",
        "board",
        "7,7,1",
        "8,6,2",
        "6,6,1",
        "0,0,2",
        "done",
        "yxshowforbid",
        "yxblock",
        "5,5",
        "done",
        "yxnbest 2",
        "yxblockreset",
    ];
    let said = dialogue(&[], lines.join("\n").as_bytes());
    assert!(said[0].starts_with("MESSAGE renju "), "{said:?}");
    assert!(
        said[1].starts_with("MESSAGE INFO MAX_THREAD_NUM "),
        "{said:?}"
    );
    let answers = said.iter().filter(|line| !line.starts_with("MESSAGE "));
    let answers: Vec<&str> = answers.map(String::as_str).collect();
    let [ok, again, first, forbidden, second] = answers[..] else {
        panic!("{said:?}");
    };
    assert_eq!([ok, again, forbidden], ["OK", "OK", "FORBID ."]);
    assert_ne!(second, "5,5");
    for found in [first, second] {
        point(found, 15);
        let best = format!("MESSAGE REALTIME BEST {found}");
        assert!(said.contains(&best), "{said:?}");
    }
    assert!(
        said.contains(&"MESSAGE DATABASE DONE".to_owned()),
        "{said:?}"
    );
    assert!(
        said.iter()
            .any(|line| line.starts_with("MESSAGE (2) Depth ")),
        "{said:?}"
    );
    assert!(
        said.iter().all(|line| !line.starts_with("INFO ")),
        "{said:?}"
    );
}

#[test]
fn a_swap2_opening_is_put_and_answered() {
    let start = ["START 15", "INFO rule 1", "SWAP2BOARD"];
    let choose = |stones: &[&str]| {
        let lines = [&start[..], stones, &["DONE"]].concat();
        answers(&["--nodes", "1000"], &lines).pop().unwrap()
    };
    let opening = choose(&[]);
    let stones: Vec<&str> = opening.split(' ').collect();
    assert_eq!(stones.len(), 3, "{opening}");
    for stone in stones {
        point(stone, 15);
    }
    assert_eq!(choose(&["7,7", "0,0", "7,8"]), "SWAP");
    point(&choose(&["0,0", "7,7", "14,0"]), 15);
    let strange = choose(&["7,7"]);
    assert_eq!(strange, "ERROR SWAP2BOARD takes no stones, three or five");
}

#[test]
fn bytes_that_are_no_lines_have_an_answer_each() {
    let long = vec![b'7'; 10 << 20];
    let session = [
        &b"START 15\n"[..],
        &long,
        b"\n\0\0\0\n\r\r\rABOUT\r\xff\xfe\r\nINFO thread_num -1\nINFO max_node ",
        &long[..30],
        b"\nINFO hash_size much\nSTART 15\0\nTURN 7,7",
    ];
    let said = dialogue(&["--nodes", "200"], &session.concat());
    let firsts = said.iter().filter(|line| !line.starts_with("MESSAGE "));
    let firsts: Vec<&str> = firsts.map(|line| line.split(' ').next().unwrap()).collect();
    let [answers @ .., found] = &firsts[..] else {
        panic!("{said:?}");
    };
    let expected = [
        "OK",
        "ERROR",
        "UNKNOWN",
        "name=\"renju\",",
        "UNKNOWN",
        "ERROR",
        "ERROR",
        "ERROR",
        "ERROR",
    ];
    assert_eq!(answers, expected);
    point(found, 15);
}

/// A search that has no end of its own stops at once when the session does.
#[test]
fn end_does_not_wait_for_the_time_of_a_move() {
    let began = std::time::Instant::now();
    let lines = ["START 15", "INFO timeout_turn 60000", "TURN 7,7", "END"];
    let said = answers(&[], &lines);
    assert_eq!(said.len(), 2, "{said:?}");
    point(&said[1], 15);
    assert!(began.elapsed() < std::time::Duration::from_secs(10));
}
