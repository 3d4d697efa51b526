//! Engines that print their values in a line of JSON.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use renju::board::Color;
use renju::engines::{Engine, EngineSettings, kill_all_on_signals};
use renju::eval::{Evaluation, Evaluator, FailureKind, Worth};
use renju::geometry::{Direction, Point, Size};
use renju::position::{Position, PositionOverrides, Setup};
use renju::rule::Rule;

use crate::common::{AMPLE, SHORT, ask, engine, point, position};

/// What a script of `sh` prints for an answer.
const ANSWER: &str = r#"echo "{\"board\":7}""#;

/// An engine that runs a script of `sh`; no single quotes in it.
fn sh(script: &str, time: Duration) -> Engine {
    engine(&format!("sh -c '{script}'"), time).unwrap()
}

fn value(evaluation: &Evaluation, name: &str) -> Option<i64> {
    evaluation.points.as_ref().unwrap()[point(name)].map(Worth::rounded)
}

/// Asserts that the engine fails so, and with these words.
fn fails(engine: &dyn Evaluator, kind: FailureKind, words: &str) {
    let failure = ask(engine).unwrap_err();
    assert_eq!(failure.kind, kind, "{failure}");
    assert!(failure.message.contains(words), "{failure}");
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Says that a test, or a part of it, is left out. It is seen although the test passes: only what
/// is printed by macros is kept back then.
fn skipped(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let _ = writeln!(std::io::stderr(), "skipped: {test}: {why}");
}

fn has(program: &str) -> bool {
    let mut command = Command::new(program);
    command
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let is_there = command.status().is_ok_and(|status| status.success());
    if !is_there {
        skipped(&format!("there is no {program}"));
    }
    is_there
}

/// A number that is on no other command line of this machine: children that have it are ours.
fn mark(test: u32) -> String {
    format!("9{test:02}{}", std::process::id())
}

/// The processes that run with `mark` on their command line. The dead have none.
fn running(mark: &str) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines.filter(|line| line.contains(mark)).collect()
}

/// Waits until so many processes with `mark` run.
fn wait_for(mark: &str, count: impl Fn(usize) -> bool) {
    if !cfg!(target_os = "linux") {
        return skipped("the system does not tell which processes run");
    }
    let since = Instant::now();
    while !count(running(mark).len()) {
        assert!(since.elapsed() < AMPLE, "{:?}", running(mark));
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn none_is_left(mark: &str) {
    wait_for(mark, |count| count == 0);
}

#[test]
fn a_good_answer_is_read_and_the_child_lives_on() {
    let script =
        r#"while read line; do echo "{\"board\":$$,\"points\":{\"G7\":-3,\"a1\":5}}"; done"#;
    let engine = sh(script, AMPLE);
    let first = ask(&engine).unwrap();
    assert_eq!(
        (
            value(&first, "G7"),
            value(&first, "A1"),
            value(&first, "B1")
        ),
        (Some(-3), Some(5), None)
    );
    assert_eq!(ask(&engine).unwrap(), first, "the same child");
    assert!(engine.board_terms(&position(""), Color::Black).is_none());
    assert!(
        engine
            .point_terms(&position(""), Color::Black, point("G7"))
            .is_none()
    );
}

#[test]
fn the_question_is_a_position_line_for_the_side_asked_about() {
    let file = folder("question").join("line");
    let engine = sh(
        &format!("head -n 1 > \"{}\"; {ANSWER}", file.display()),
        AMPLE,
    );
    engine.evaluate(&position("H8 I9"), Color::White).unwrap();
    assert_eq!(
        std::fs::read_to_string(file).unwrap(),
        "{\"id\":\"1\",\"size\":15,\"rule\":\"renju\",\"to_move\":\"white\",\"black\":[\"H8\"],\"white\":[\"I9\"]}\n"
    );
}

#[test]
fn a_program_may_serve_one_question_and_leave() {
    let engine = sh(r#"read line; echo "{\"points\":{\"G7\":1}}""#, AMPLE);
    for _ in 0..20 {
        assert_eq!(value(&ask(&engine).unwrap(), "G7"), Some(1));
    }
}

#[test]
fn what_was_printed_before_a_question_is_not_its_answer() {
    // Every process prints two answers to its first question.
    let script =
        r#"read line; printf "{\"board\":1}\n{\"board\":2}\n"; read line; echo "{\"board\":3}""#;
    let engine = sh(script, AMPLE);
    assert_eq!(ask(&engine).unwrap().board, Some(1.into()));
    std::thread::sleep(Duration::from_secs(1)); // They were written as one.
    assert_eq!(ask(&engine).unwrap().board, Some(1.into()));
}

#[test]
fn a_hanging_child_is_given_up_and_killed() {
    let mark = mark(1);
    for script in [
        format!("sleep {mark}"),
        format!("trap \"\" TERM INT HUP PIPE; while :; do sleep 1; : {mark}; done"),
    ] {
        let engine = sh(&script, SHORT);
        let since = Instant::now();
        fails(&engine, FailureKind::Timeout, "no answer within 300 ms");
        assert!(since.elapsed() >= SHORT);
        none_is_left(&mark);
    }
}

#[test]
fn a_child_that_never_reads_does_not_hold_us_up() {
    let (black, white): (Vec<Point>, Vec<Point>) = Size::MAX.points().partition(|at| at.row() < 10);
    let setup = Setup {
        size: Some(Size::MAX),
        to_move: Some(Color::Black),
        black,
        white,
        ..Setup::default()
    };
    let crowded = Position::from_setup(&setup, &PositionOverrides::default()).unwrap();
    let engine = sh(
        r#"while :; do echo "{\"board\":1}"; sleep 0.02; done"#,
        AMPLE,
    );
    for _ in 0..60 {
        // Together more than a pipe holds.
        let answer = engine.evaluate(&crowded, Color::Black).unwrap();
        assert_eq!(answer.board, Some(1.into()));
    }
}

#[test]
fn a_flood_ends_at_a_mebibyte() {
    for script in ["yes \"\"", "cat /dev/zero | tr \"\\0\" x", "cat /dev/zero"] {
        fails(
            &sh(script, AMPLE),
            FailureKind::TooMuchOutput,
            "more than 1 MiB",
        );
    }
    for command in ["yes", "gomocup:yes MESSAGE thinking", "gomocup:yes"] {
        let engine = engine(command, AMPLE).unwrap();
        fails(&engine, FailureKind::TooMuchOutput, "more than 1 MiB");
    }
}

#[test]
fn nonsense_is_named_and_shown_safely() {
    for (answer, words) in [
        (r#"{"id":"other"}"#, "question \"other\" instead of \"1\""),
        (r#"{"points":{"H8":1}}"#, "H8, which has a black stone"),
        (r#"{"points":{"I9":1}}"#, "I9, which has a white stone"),
        (r#"{"points":{"P1":1}}"#, "P1, which is off the 15x15 board"),
        (r#"{"points":{"Z1":1}}"#, "\"Z1\", which is no point"),
        (r#"{"points":{"G7":"1"}}"#, "G7 is no number"),
        (r#"{"board":1e13}"#, "the board is no number"),
    ] {
        let answer = answer.replace('"', "\\\"");
        let engine = sh(&format!("read line; printf \"{answer}\\n\""), AMPLE);
        fails(&engine, FailureKind::InvalidAnswer, words);
    }
    for (said, words) in [
        (
            r"hello",
            "says \"hello\" (it was asked in JSON lines; gomocup:CMD asks by",
        ),
        (r"\033[2Jhello", "\\u{1b}[2Jhello"),
    ] {
        let engine = sh(&format!("read line; printf \"{said}\\n\""), AMPLE);
        fails(&engine, FailureKind::Crashed, words);
    }
}

#[test]
fn a_child_that_ends_tells_how() {
    let crashed = FailureKind::Crashed;
    fails(
        &sh("read line; exit 3", AMPLE),
        crashed,
        "ended with exit status 3 before it answered",
    );
    fails(&sh("exit 0", AMPLE), crashed, "ended with exit status 0");
    fails(
        &sh("read line; printf \"{\"; kill -9 $$", AMPLE),
        FailureKind::InvalidAnswer,
        "EOF",
    );
    fails(
        &sh("read line; kill -9 $$", AMPLE),
        crashed,
        "was ended by signal 9 before it answered",
    );
    fails(
        &sh("exec >&-; sleep 1000", AMPLE),
        crashed,
        "closed its output before it answered",
    );
    // The sleeper holds the output open.
    fails(
        &sh("sleep 1000 & exit 3", Duration::from_secs(4)),
        crashed,
        "exit status 3",
    );
}

#[test]
fn a_child_that_is_killed_between_two_questions_is_told() {
    let engine = sh(&format!("read line; {ANSWER}; kill -9 $$"), AMPLE);
    assert_eq!(ask(&engine).unwrap().board, Some(7.into()));
    fails(&engine, FailureKind::Crashed, "was ended by signal 9");
    assert_eq!(ask(&engine).unwrap().board, Some(7.into()), "a fresh one");
}

#[test]
fn after_a_failure_the_next_question_starts_another_child() {
    let file = folder("again").join("second");
    let script = format!(
        "read line; if [ -e \"{0}\" ]; then {ANSWER}; else touch \"{0}\"; echo x; fi",
        file.display()
    );
    let engine = sh(&script, AMPLE);
    fails(&engine, FailureKind::Crashed, "\"x\"");
    assert_eq!(ask(&engine).unwrap().board, Some(7.into()));
}

#[test]
fn a_program_that_is_not_there_is_named() {
    for command in ["/no/such/engine -x", "gomocup:/no/such/engine -x"] {
        let engine = engine(command, AMPLE).unwrap();
        fails(
            &engine,
            FailureKind::NotStarted,
            "cannot start \"/no/such/engine\": no such file",
        );
    }
}

#[test]
fn a_start_does_not_count_as_thinking() {
    let script = format!("sleep 1; while read line; do {ANSWER}; done");
    let options = EngineSettings {
        time: SHORT,
        start: AMPLE,
        ..EngineSettings::default()
    };
    let engine = renju::engines::engine(&format!("json:sh -c '{script}'"), options).unwrap();
    for _ in 0..2 {
        assert_eq!(ask(&engine).unwrap().board, Some(7.into()));
    }
}

#[test]
fn the_last_words_of_a_child_that_failed_are_kept() {
    let failure = ask(&sh(
        "for n in $(seq 99); do echo line $n >&2; done; exit 3",
        AMPLE,
    ))
    .unwrap_err();
    assert_eq!(failure.stderr.last().unwrap(), "line 99");
    assert_eq!(failure.stderr.len(), 50);
}

#[test]
fn what_a_child_has_started_goes_with_it() {
    let mark = mark(2);
    let script = format!("sleep {mark} & while read line; do {ANSWER}; done; wait");
    let engine = sh(&script, AMPLE);
    ask(&engine).unwrap();
    wait_for(&mark, |count| count == 2);
    drop(engine);
    none_is_left(&mark);
}

#[test]
#[cfg(target_os = "linux")]
fn what_a_child_has_moved_to_a_session_of_its_own_goes_with_it() {
    let mark = mark(4);
    for children in [
        format!("setsid sleep {mark} &"),
        format!("setsid sh -c \"sleep {mark}; :\" &"),
        format!("setsid sh -c \"setsid sleep {mark}; :\" &"),
    ] {
        let script = format!("{children} while read line; do {ANSWER}; done; wait");
        let engine = sh(&script, AMPLE);
        ask(&engine).unwrap();
        let sleepers = || {
            let all = running(&mark);
            all.iter().filter(|line| line.starts_with("sleep")).count()
        };
        let since = Instant::now();
        while sleepers() == 0 {
            assert!(since.elapsed() < AMPLE, "{children}");
            std::thread::sleep(Duration::from_millis(5));
        }
        drop(engine);
        none_is_left(&mark);
    }
}

#[test]
fn threads_that_ask_at_once_have_a_child_each() {
    let folder = folder("rendezvous");
    let there = folder.display();
    let script = format!(
        "read line; touch \"{there}/$$\"; until [ $(ls \"{there}\" | wc -l) = 2 ]; do sleep 0.01; done; echo \"{{\\\"board\\\":$$}}\""
    );
    let engine = sh(&script, AMPLE);
    let answers = std::thread::scope(|scope| {
        let asked = [(); 2].map(|()| scope.spawn(|| ask(&engine)));
        asked.map(|thread| thread.join().unwrap().unwrap().board)
    });
    assert!(
        answers[0].is_some() && answers[0] != answers[1],
        "{answers:?}"
    );
}

/// Not a test of its own: the process that the next one interrupts.
#[test]
#[ignore = "started by another test"]
fn somebody_to_interrupt() {
    if let Ok(mark) = std::env::var("RENJU_TEST_INTERRUPTED") {
        kill_all_on_signals().unwrap();
        let script = format!(
            "trap \"\" INT TERM HUP; sleep {mark} & read line; read line; while :; do sleep 1; done"
        );
        let _ = ask(&sh(&script, AMPLE));
    }
}

/// Whether this process was started to ignore the signal, and so are its children.
#[cfg(target_os = "linux")]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    u64::from_str_radix(mask.trim(), 16).unwrap() >> (signal - 1) & 1 == 1
}

#[test]
#[cfg(target_os = "linux")]
fn no_child_outlives_an_interrupted_process() {
    // A shell that starts the tests in the background has them ignore interrupts.
    let heeded = [("INT", 2), ("TERM", 15)]
        .into_iter()
        .filter(|(name, number)| {
            let is_ignored = is_ignored(*number);
            if is_ignored {
                skipped(&format!("SIG{name} is ignored here"));
            }
            !is_ignored
        });
    for (name, number) in heeded {
        let mark = mark(3);
        let mut us = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "child::somebody_to_interrupt"])
            .env("RENJU_TEST_INTERRUPTED", &mark)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        wait_for(&mark, |count| count == 2);
        let kill = Command::new("sh")
            .args(["-c", &format!("kill -{name} {}", us.id())])
            .status();
        assert!(kill.unwrap().success());
        assert_eq!(us.wait().unwrap().code(), Some(128 + number));
        none_is_left(&mark);
    }
}

/// What the examples are to answer: for each empty point, own stones next to it.
fn neighbours(position: &Position, side: Color) -> Vec<(Point, Option<Worth>)> {
    let board = position.board();
    let value = |at: Point| {
        let near = Direction::ALL
            .into_iter()
            .flat_map(|direction| [at.step(direction, 1), at.step(direction, -1)]);
        near.flatten()
            .filter(|&near| board.stone(near) == Some(side))
            .count() as i64
    };
    board
        .empties()
        .iter()
        .map(|at| (at, Some(Worth::from(value(at)))))
        .collect()
}

/// Positions on sides of 5 to 20, with stones in the corners.
fn boards() -> Vec<Position> {
    let game = |side: u8| {
        let corner = |column, row| Point::new(column, row).unwrap();
        let last = side - 1;
        let setup = Setup {
            size: Size::new(side),
            black: vec![corner(0, 0), corner(last, last), corner(2, 2), corner(3, 2)],
            white: vec![corner(0, last), corner(last, 0), corner(1, 2)],
            ..Setup::default()
        };
        Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
    };
    let empty = Position::new(Size::RENJU, Rule::Renju);
    (5..=20).map(game).chain([empty]).collect()
}

fn answers_as_the_example_says(command: &str) {
    let engine = engine(command, AMPLE).unwrap();
    for position in boards() {
        for side in Color::BOTH {
            let answer = engine.evaluate(&position, side).unwrap();
            let points = answer.points.unwrap();
            let expected = neighbours(&position, side);
            let found: Vec<_> = expected.iter().map(|&(at, _)| (at, points[at])).collect();
            assert_eq!((answer.board, found), (None, expected));
        }
    }
}

#[test]
fn the_python_example_answers() {
    if has("python3") {
        let file = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/examples/external_evaluator.py"
        );
        answers_as_the_example_says(&format!("python3 '{file}'"));
    }
}

#[test]
fn the_c_example_compiles_and_answers() {
    if has("cc") {
        let program = folder("c").join("mine");
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/external_evaluator.c");
        let mut cc = Command::new("cc");
        cc.args(["-O2", "-Wall", "-Wextra", "-Werror", "-o"])
            .arg(&program)
            .arg(file);
        assert!(cc.status().unwrap().success());
        answers_as_the_example_says(&format!("'{}'", program.display()));
    }
}
