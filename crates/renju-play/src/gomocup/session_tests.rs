use std::num::NonZeroUsize;
use std::time::Duration;

use super::{Detail, EngineOptions, MoveRequest, Response, Session};
use crate::time_control::MoveTime;
use renju_core::board::Color;
use renju_core::geometry::{Point, Size};
use renju_core::rule::Rule;

const OPTIONS: EngineOptions = EngineOptions {
    rule: Rule::Freestyle,
    table_bytes: 64 << 20,
    nodes: None,
    depth: None,
    threads: 1,
};

/// What a session says to each line, moves as `?`.
fn script(session: &mut Session, lines: &[&str]) -> Vec<String> {
    let words = lines.iter().map(|line| match session.handle(line) {
        Response::None => String::new(),
        Response::Line(text) => text,
        Response::Lines(texts) => texts.join("|"),
        Response::Move(_) => "?".to_owned(),
        Response::Swap(_) => "swap?".to_owned(),
        Response::Evaluate(question) => format!("value of {}?", question.point),
        Response::Quit => "bye".to_owned(),
    });
    words.collect()
}

fn task(session: &mut Session, line: &str) -> MoveRequest {
    match session.handle(line) {
        Response::Move(task) => *task,
        other => panic!("{line}: {other:?}"),
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

/// Our stones and those of the opponent.
fn stones(request: &MoveRequest) -> [Vec<Point>; 2] {
    let position = &request.position;
    let side = position.to_move();
    [side, !side].map(|color| position.board().stones(color).iter().collect())
}

#[test]
fn a_game_goes_its_way() {
    let mut session = Session::new(OPTIONS);
    let opened = script(&mut session, &["START 15", "INFO rule 4", "BEGIN"]);
    assert_eq!(opened, ["OK", "", "?"]);
    assert_eq!(session.answer(point("H8")), "7,7");
    let next = task(&mut session, "TURN 8,6");
    assert_eq!(stones(&next), [[point("H8")], [point("I9")]]);
    assert_eq!(next.position.rule(), Rule::Renju);
    assert_eq!(session.answer(point("G7")), "6,8");
    let back = script(
        &mut session,
        &["TAKEBACK 6,8", "TAKEBACK 6,8", "takeback 8,6"],
    );
    assert_eq!(back, ["OK", "ERROR 6,8 has no stone", "OK"]);
    let again = task(&mut session, "TURN 0,14");
    assert_eq!(stones(&again), [[point("H8")], [point("A1")]]);
    assert_eq!(again.table_number, 1);
    assert_eq!(script(&mut session, &["RESTART"]), ["OK"]);
    let first = task(&mut session, "BEGIN");
    assert_eq!(stones(&first), [[], []]);
    assert_eq!(
        (first.table_number, first.position.rule()),
        (2, Rule::Renju)
    );
}

#[test]
fn colours_are_told_by_the_stones() {
    for (lines, side) in [
        (&[][..], Color::Black),
        (&["7,7,2"], Color::White),
        (&["7,7,1", "8,6,2"], Color::Black),
        (&["7,7,1", "6,8,1", "8,6,2"], Color::Black),
        (&["7,7,2", "8,6,2", "9,5,2"], Color::White),
    ] {
        let mut session = Session::new(OPTIONS);
        script(&mut session, &["START 15", "BOARD"]);
        script(&mut session, lines);
        let request = task(&mut session, "DONE");
        assert_eq!(request.position.to_move(), side, "{lines:?}");
    }
}

#[test]
fn a_board_takes_the_place_of_what_was() {
    let mut session = Session::new(OPTIONS);
    let opening = ["START 12", "BOARD", "0,0,2", "1,0,1", "5,5,3", "11,11,2"];
    assert!(
        script(&mut session, &opening)[1..]
            .iter()
            .all(String::is_empty)
    );
    let asked = task(&mut session, "DONE");
    let [own, opponent] = stones(&asked);
    assert_eq!(own, [point("B12")]);
    assert_eq!(opponent, [point("L1"), point("A12")]);
    let empty = script(&mut session, &["BOARD", "DONE"]);
    assert_eq!(empty, ["", "?"]);
}

#[test]
fn a_board_with_a_wrong_stone_changes_nothing() {
    let mut session = Session::new(OPTIONS);
    script(&mut session, &["START 15", "TURN 7,7"]);
    for (lines, told) in [
        (["BOARD", "1,1,1", "1,1,2", "DONE"], "ERROR 1,1 has a stone"),
        (
            ["BOARD", "1,1,1", "15,1,2", "DONE"],
            "ERROR 15,1 is not on the board",
        ),
        (
            ["BOARD", "1,1,9", "2,2,2", "DONE"],
            "ERROR \"1,1,9\" is no stone of BOARD",
        ),
        (
            ["BOARD", "nonsense", "2,2,2", "DONE"],
            "ERROR \"nonsense\" is no stone of BOARD",
        ),
    ] {
        assert_eq!(script(&mut session, &lines), ["", "", "", told]);
    }
    assert_eq!(stones(&task(&mut session, "TURN 8,8"))[1].len(), 2);
}

#[test]
fn wrong_and_unknown_lines_leave_the_session_as_it_was() {
    let mut session = Session::new(OPTIONS);
    for line in ["RESTART", "BEGIN", "TURN 7,7", "TAKEBACK 7,7"] {
        assert_eq!(script(&mut session, &[line]), ["ERROR START comes first"]);
    }
    for line in ["DONE", "7,7,1", "7,7", "7,7,3"] {
        assert_eq!(script(&mut session, &[line]), ["ERROR BOARD comes first"]);
    }
    assert_eq!(script(&mut session, &["START 15", "START 3"])[0], "OK");
    assert_eq!(
        script(&mut session, &["yxbalancetwo"]),
        ["UNKNOWN YXBALANCETWO"]
    );
    let request = task(&mut session, "TURN 7,7");
    assert_eq!(request.position.board().size(), Size::RENJU);
    let taken = script(&mut session, &["TURN 7,7", "TURN 15,0", "TURN -1,0"]);
    let told = [
        "7,7 has a stone",
        "15,0 is not on the board",
        "-1,0 is not on the board",
    ];
    assert_eq!(taken, told.map(|text| format!("ERROR {text}")));
    assert_eq!(script(&mut session, &["", "STOP", "END"]), ["", "", "bye"]);
}

#[test]
fn a_board_that_was_not_finished_is_forgotten_with_the_next_game() {
    let mut session = Session::new(OPTIONS);
    let lines = ["START 15", "BOARD", "7,7,2", "START 20", "7,7,1"];
    let said = script(&mut session, &lines);
    assert_eq!(said[3..], ["OK", "ERROR BOARD comes first"]);
}

#[test]
fn limits_are_those_of_the_manager_and_of_the_user() {
    let mut session = Session::new(OPTIONS);
    script(
        &mut session,
        &["START 15", "INFO timeout_turn 300", "INFO thread_num 2"],
    );
    let timed = task(&mut session, "BEGIN");
    assert_eq!(
        timed.time,
        Some(MoveTime::all_of(Duration::from_millis(280)))
    );
    assert_eq!(timed.nodes, None);
    assert_eq!(timed.options.threads, cores().min(2));
    script(&mut session, &["INFO max_node 500", "INFO max_depth 9"]);
    let counted = task(&mut session, "BEGIN");
    assert_eq!((counted.nodes, counted.options.depth), (Some(500), Some(9)));
    assert!(counted.time.is_some());
    script(&mut session, &["INFO timeout_turn 0"]);
    assert_eq!(task(&mut session, "BEGIN").time, None);
}

#[test]
fn what_is_left_of_a_game_is_shared_out_with_what_is_added() {
    let mut session = Session::new(OPTIONS);
    let lines = [
        "START 15",
        "INFO timeout_turn 0",
        "INFO timeout_match 60000",
        "INFO time_increment 1000",
        "INFO time_left 21000",
    ];
    script(&mut session, &lines);
    let time = task(&mut session, "BEGIN").time.unwrap();
    // A 21st of 21 s and three quarters of a second, less 20 ms.
    assert_eq!(time.planned, Duration::from_millis(1730));
    assert_eq!(time.longest, Duration::from_millis(6230));
}

#[test]
fn the_opponents_move_is_pondered_where_the_manager_wants_it() {
    let mut session = Session::new(OPTIONS);
    script(&mut session, &["START 15", "INFO timeout_turn 300"]);
    let asked = task(&mut session, "TURN 7,7");
    session.answer(point("I9"));
    assert_eq!(session.ponder(), None);
    script(&mut session, &["INFO pondering 1"]);
    let pondered = session.ponder().unwrap();
    assert_eq!(pondered.position.to_move(), Color::Black);
    assert_eq!(stones(&pondered), [[point("H8")], [point("I9")]]);
    assert_eq!((pondered.nodes, pondered.time), (None, None));
    assert_eq!(pondered.table_number, asked.table_number);
    task(&mut session, "TURN 0,0");
    assert_eq!(session.ponder(), None, "it is our move");
    session.answer(point("A1"));
    script(&mut session, &["INFO pondering 0"]);
    assert_eq!(session.ponder(), None);
}

#[test]
fn a_game_that_is_over_is_not_pondered() {
    let mut session = Session::new(OPTIONS);
    let stones = [
        "YXBOARD", "3,7,1", "0,0,2", "4,7,1", "0,2,2", "5,7,1", "0,4,2", "6,7,1", "0,6,2", "DONE",
    ];
    script(&mut session, &["START 15", "INFO pondering 1"]);
    script(&mut session, &stones);
    session.answer(point("N14"));
    assert!(session.ponder().is_some());
    script(&mut session, &["TAKEBACK 13,1"]);
    session.answer(point("H8"));
    assert_eq!(session.ponder(), None);
}

#[test]
fn fixed_limits_need_no_time() {
    let nodes = Some(1000);
    let mut session = Session::new(EngineOptions { nodes, ..OPTIONS });
    script(
        &mut session,
        &["START 15", "INFO max_node 5000", "INFO timeout_match 0"],
    );
    let asked = task(&mut session, "BEGIN");
    assert_eq!((asked.nodes, asked.time), (nodes, None));
    script(&mut session, &["INFO timeout_turn 300"]);
    assert!(task(&mut session, "BEGIN").time.is_some());
}

#[test]
fn the_table_stays_within_the_memory_granted() {
    let mut session = Session::new(OPTIONS);
    session.handle("START 15");
    for (granted, table) in [
        ("0", 64 << 20),
        ("1000000000", 64 << 20),
        ("83886080", 42_914_560),
        ("20000000", 1 << 20),
    ] {
        session.handle(&format!("INFO max_memory {granted}"));
        assert_eq!(task(&mut session, "BEGIN").table_bytes, table, "{granted}");
    }
}

#[test]
fn a_smaller_table_may_be_asked_for_and_no_larger_one() {
    let mut session = Session::new(OPTIONS);
    session.handle("START 15");
    for (kibibytes, table) in [
        ("2048", 2 << 20),
        ("0", 1 << 20),
        ("1048576", 64 << 20),
        ("9223372036854775807", 64 << 20),
    ] {
        session.handle(&format!("INFO hash_size {kibibytes}"));
        let asked = task(&mut session, "BEGIN");
        assert_eq!(asked.table_bytes, table, "{kibibytes}");
    }
}

#[test]
fn a_value_that_is_out_of_range_changes_nothing() {
    let mut session = Session::new(OPTIONS);
    let settings = [
        "timeout_turn 300",
        "max_node 500",
        "max_depth 9",
        "thread_num 1",
    ];
    session.handle("START 15");
    for setting in settings {
        assert_eq!(session.handle(&format!("INFO {setting}")), Response::None);
    }
    let before = task(&mut session, "BEGIN");
    for setting in settings {
        let key = setting.split(' ').next().unwrap();
        for wrong in ["-2", "many", "1e9", "9223372036854775808", ""] {
            let told = script(&mut session, &[&format!("INFO {key} {wrong}")]);
            assert!(
                told[0].starts_with(&format!("ERROR INFO {key} takes ")),
                "{told:?}"
            );
        }
    }
    assert_eq!(task(&mut session, "BEGIN"), before);
    script(
        &mut session,
        &["INFO max_node -1", "INFO max_depth 9223372036854775807"],
    );
    let free = task(&mut session, "BEGIN");
    assert_eq!((free.nodes, free.options.depth), (None, Some(u16::MAX)));
    assert_eq!(script(&mut session, &["INFO time_left -5"]), [""]);
    assert_eq!(
        task(&mut session, "BEGIN").time,
        Some(MoveTime::all_of(Duration::from_millis(5)))
    );
}

#[test]
fn a_line_that_is_too_long_has_one_answer() {
    let mut session = Session::new(OPTIONS);
    for line in ["x".repeat(5000), " ".repeat(10 << 20), "\0".repeat(4097)] {
        assert_eq!(
            script(&mut session, &[&line]),
            ["ERROR a line has at most 4096 bytes"]
        );
    }
    assert_eq!(script(&mut session, &["\0", "\r"]), ["UNKNOWN \\0", ""]);
}

/// What Yixin-Board 2017 says from its start to its second move: the side twice, levels as nodes,
/// and a new start with all stones before each move.
#[test]
fn yixin_board_is_understood() {
    let mut session = Session::new(OPTIONS);
    let told = script(
        &mut session,
        &[
            "info show_detail 1",
            "yxshowinfo",
            "START 15 15",
            "INFO max_node 10000",
            "INFO timeout_match 100000000",
            "INFO time_left 100000000",
            "INFO timeout_turn 2000000",
            "INFO max_depth 225",
            "INFO time_increment 0",
            "INFO caution_factor 1",
            "INFO thread_num 1",
            "INFO thread_split_depth 8",
            "INFO hash_size 32768",
            "INFO pondering 0",
            "INFO vcthread 0",
            "yxquerydatabaseall",
            "7,7",
            "done",
        ],
    );
    let version = env!("CARGO_PKG_VERSION");
    let cores = cores();
    let limits = format!(
        "MESSAGE renju {version}|MESSAGE INFO MAX_THREAD_NUM {cores}|MESSAGE INFO MAX_HASH_SIZE 16"
    );
    assert_eq!(told[..3], ["", &limits, "OK"]);
    assert!(told[3..17].iter().all(String::is_empty), "{told:?}");
    assert_eq!(told[17], "MESSAGE DATABASE DONE");
    script(
        &mut session,
        &["INFO rule 2", "start 15 15", "board", "7,7,2"],
    );
    let asked = task(&mut session, "done");
    assert_eq!(asked.position.to_move(), Color::White);
    assert_eq!(
        (asked.detail, asked.table_bytes),
        (Detail::Realtime, 32 << 20)
    );
    assert_eq!(asked.nodes, Some(10_000));
    session.answer(point("I9"));
    assert_eq!(script(&mut session, &["yxshowforbid"]), ["FORBID ."]);
}

#[test]
fn forbidden_points_are_shown_while_black_is_to_move() {
    let mut session = Session::new(OPTIONS);
    let double_three = [
        "7,5,1", "7,6,1", "5,7,1", "6,7,1", "0,0,2", "0,2,2", "2,0,2", "0,14,2",
    ];
    let board = [&["YXBOARD"], &double_three[..], &["DONE", "YXSHOWFORBID"]].concat();
    script(&mut session, &["START 15", "INFO rule 4"]);
    assert_eq!(script(&mut session, &board).last().unwrap(), "FORBID 0707.");
    script(&mut session, &["INFO rule 1"]);
    assert_eq!(script(&mut session, &["YXSHOWFORBID"]), ["FORBID ."]);
    // The same stones are the opponent's, and there is one more: it is White's move.
    let whites_move = [
        "INFO rule 4",
        "YXBOARD",
        "7,5,2",
        "7,6,2",
        "5,7,2",
        "6,7,2",
        "12,12,2",
        "0,0,1",
        "0,2,1",
        "2,0,1",
        "0,14,1",
        "DONE",
        "YXSHOWFORBID",
    ];
    let told = script(&mut session, &whites_move);
    assert_eq!(told.last().unwrap(), "FORBID .");
    let mut fresh = Session::new(OPTIONS);
    assert_eq!(
        script(&mut fresh, &["YXSHOWFORBID"]),
        ["ERROR START comes first"]
    );
}

#[test]
fn several_lines_and_even_moves_are_asked_for() {
    let mut session = Session::new(OPTIONS);
    script(&mut session, &["START 15", "YXBOARD", "7,7,2", "DONE"]);
    let several = task(&mut session, "YXNBEST 3");
    assert_eq!((several.options.lines, several.balance), (3, None));
    let even = task(&mut session, "YXBALANCEONE 20");
    assert_eq!(even.balance, Some(20));
    assert_eq!(task(&mut session, "YXSEARCHDEFEND").options.lines, 400);
    assert_eq!(task(&mut session, "TURN 8,8").options.lines, 1);
}

#[test]
fn points_may_be_left_out_until_they_are_let_in_again() {
    let mut session = Session::new(OPTIONS);
    let avoided = |session: &mut Session| task(session, "BEGIN").options.avoid.len();
    script(&mut session, &["START 15", "YXBLOCK", "7,7", "8,8", "DONE"]);
    assert_eq!(avoided(&mut session), 2);
    script(&mut session, &["YXBLOCKUNDO", "7,7", "DONE", "START 15 15"]);
    assert_eq!(avoided(&mut session), 1);
    let told = script(
        &mut session,
        &["YXBLOCK", "15,0", "DONE", "yxblock", "here", "done"],
    );
    assert_eq!(told[2], "ERROR 15,0 is not on the board");
    assert_eq!(told[5], "ERROR \"here\" is no point of YXBLOCK");
    assert_eq!(avoided(&mut session), 1);
    script(&mut session, &["YXBLOCKRESET"]);
    assert_eq!(avoided(&mut session), 0);
    script(&mut session, &["YXBLOCK", "7,7", "DONE", "START 20"]);
    assert_eq!(avoided(&mut session), 0);
}

#[test]
fn a_table_is_emptied_for_a_game_and_when_asked() {
    let mut session = Session::new(OPTIONS);
    session.handle("START 15");
    let first = task(&mut session, "BEGIN").table_number;
    assert_eq!(task(&mut session, "BEGIN").table_number, first);
    assert_eq!(session.handle("YXHASHCLEAR"), Response::None);
    assert_ne!(task(&mut session, "BEGIN").table_number, first);
}

#[test]
fn lists_of_commands_that_are_not_known_are_passed_over() {
    let mut session = Session::new(OPTIONS);
    let told = script(
        &mut session,
        &[
            "START 15",
            "yxedittvddatabase 1 87 0 0",
            "7,7",
            "nonsense",
            "done",
            "yxdraw",
        ],
    );
    assert_eq!(
        told[1..],
        ["UNKNOWN YXEDITTVDDATABASE", "", "", "", "UNKNOWN YXDRAW"]
    );
    assert_eq!(stones(&task(&mut session, "BEGIN")), [[], []]);
}

#[test]
fn a_swap2_opening_has_none_three_or_five_stones() {
    let mut session = Session::new(OPTIONS);
    let stones = ["7,7", "8,7", "9,9", "8,8", "8,6", "0,0"];
    assert_eq!(
        script(&mut session, &["SWAP2BOARD", "DONE"])[1],
        "ERROR START comes first"
    );
    script(&mut session, &["START 15", "INFO rule 1", "TURN 1,1"]);
    for count in 0..=stones.len() {
        let lines = [&["SWAP2BOARD"], &stones[..count], &["DONE"]].concat();
        let told = script(&mut session, &lines).pop().unwrap();
        if [0, 3, 5].contains(&count) {
            assert_eq!(told, "swap?");
        } else {
            assert_eq!(told, "ERROR SWAP2BOARD takes no stones, three or five");
        }
    }
    let wrong = script(&mut session, &["SWAP2BOARD", "7,7", "7,7", "8,8", "DONE"]);
    assert_eq!(wrong[4], "ERROR 7,7 has a stone");
    assert_eq!(
        task(&mut session, "TURN 2,2")
            .position
            .board()
            .empties()
            .len(),
        223
    );
    let told = script(&mut session, &["YXSWAP2STEP1", "YXSWAP2STEP2"]);
    assert_eq!(told[0], "swap?");
    assert!(
        told[1].starts_with("ERROR YXSWAP2STEP2 takes 3 stones"),
        "{told:?}"
    );
}

#[test]
fn a_point_may_be_asked_about() {
    let mut session = Session::new(OPTIONS);
    let told = script(
        &mut session,
        &[
            "INFO evaluate 3,3",
            "START 15",
            "YXBOARD",
            "7,7,2",
            "DONE",
            "INFO evaluate 3,3",
            "INFO evaluate 7,7",
            "INFO evaluate 15,3",
        ],
    );
    assert_eq!(told[0], "ERROR START comes first");
    let answers = [
        "value of D12?",
        "ERROR 7,7 has a stone",
        "ERROR 15,3 is not on the board",
    ];
    assert_eq!(told[5..], answers);
}
