//! Engines that speak the Gomocup protocol, played by a few lines of `sh`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use renju::board::Color;
use renju::engines::{Engine, EngineSettings};
use renju::eval::{Evaluation, Evaluator, FailureKind, ProvedEnd, Worth};
use renju::geometry::{Point, Size};

use crate::common::{AMPLE, SHORT, ask, engine, position};

/// An engine that gets ready and then, when it is to move, runs `answer`; no single quotes in it.
fn gomocup(answer: &str, time: Duration) -> Engine {
    let ready = "START*|RESTART) echo MESSAGE hello; echo OK;;";
    let go = format!("BEGIN|DONE) {answer};;");
    let script =
        format!("while read line; do case \"$line\" in {ready} {go} END) exit;; esac; done");
    engine(&format!("gomocup:sh -c '{script}'"), time).unwrap()
}

/// The move of an answer and its value; no other point has one.
fn only_value(evaluation: &Evaluation) -> (Point, Option<Worth>) {
    let points = evaluation.points.as_ref().unwrap();
    let played = evaluation.searched[0].point;
    let mut all = Size::RENJU.points();
    assert!(
        all.all(|at| at == played || points[at].is_none()),
        "{points:?}"
    );
    (played, points[played])
}

#[test]
fn the_best_move_has_the_printed_score_or_none() {
    let at: Point = "G7".parse().unwrap();
    for (before, score) in [
        ("", None),
        (
            "echo MESSAGE ev 5 depth 2; echo DEBUG Eval: -17 nodes 300;",
            Some(Worth::from(-17)),
        ),
        ("echo message no number;", None),
        ("echo OK; echo UNKNOWN command;", None),
    ] {
        let engine = gomocup(&format!("{before} echo 6,8"), AMPLE);
        for _ in 0..2 {
            let answer = ask(&engine).unwrap();
            assert_eq!(answer.board, score, "{before}");
            assert_eq!(only_value(&answer), (at, score), "{before}");
        }
    }
}

/// The file in which an engine writes what it was told.
fn told_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// An engine that writes down what it is told, and answers lines that begin so.
fn scribe(file: &Path, answers: &[(&str, &str)], time: Duration) -> Engine {
    let answers = answers.iter();
    let answers: Vec<String> = answers
        .map(|(line, answer)| format!("{line}) {answer};;"))
        .collect();
    let answers = answers.join(" ");
    let script = format!(
        "while read line; do echo \"$line\" >&3; case \"$line\" in {answers} END) exit;; esac; done 3>> \"{}\"",
        file.display()
    );
    let _ = std::fs::remove_file(file);
    engine(&format!("gomocup:sh -c '{script}'"), time).unwrap()
}

fn read_back(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap().replace('\n', "|")
}

const INFOS: &str = "INFO timeout_turn 48000|INFO timeout_match 0|INFO time_left 2147483647|INFO max_memory 0|INFO rule 4|";
const STONES: &str = "7,7,2|8,6,1|6,8,2|DONE|";

#[test]
fn one_process_is_told_all_it_needs_for_one_position_after_another() {
    let file = told_file("told");
    let answers = [("START*|RESTART", "echo OK"), ("BEGIN|DONE", "echo 0,0")];
    let engine = scribe(&file, &answers, AMPLE);
    engine.evaluate(&position(""), Color::Black).unwrap();
    let moves = position("H8 I9 G7");
    engine.evaluate(&moves, Color::White).unwrap();
    drop(engine);
    assert_eq!(
        read_back(&file),
        format!("START 15|{INFOS}BEGIN|RESTART|{INFOS}BOARD|{STONES}END|")
    );
}

#[test]
fn an_engine_without_restart_is_started_again_as_it_can_be() {
    let file = told_file("restart");
    let answers = [
        ("START*", "echo OK"),
        ("RESTART", "echo UNKNOWN command"),
        ("DONE", "echo 0,0"),
    ];
    let engine = scribe(&file, &answers, AMPLE);
    for _ in 0..2 {
        ask(&engine).unwrap();
    }
    drop(engine);
    let told = read_back(&file);
    assert!(told.contains("DONE|RESTART|START 15|INFO"), "{told}");
    // One that says nothing has a process for each question, and is asked once to restart.
    let time = Duration::from_secs(1);
    let engine = scribe(&file, &[("START*", "echo OK"), ("DONE", "echo 0,0")], time);
    for _ in 0..3 {
        ask(&engine).unwrap();
    }
    drop(engine);
    let told = read_back(&file);
    assert_eq!(told.matches("START 15").count(), 3, "{told}");
    assert_eq!(told.matches("RESTART").count(), 1, "{told}");
}

/// The same engine, asked for three points.
fn asked_for_three(engine: &str) -> Engine {
    let options = EngineSettings {
        time: AMPLE,
        points: 3,
        ..EngineSettings::default()
    };
    renju::engines::engine(engine, options).unwrap()
}

#[test]
fn several_points_are_told_with_their_lines() {
    let script = "while read line; do case \"$line\" in START*|RESTART) echo OK;; \
        YXNBEST*) echo \"MESSAGE (1) +M5 | 9-14 | F6 E5\"; echo \"MESSAGE (2) 120 | 9-12 | H6\"; \
        echo \"MESSAGE (3) -31 | 9-12 | A1\"; echo 5,5;; END) exit;; esac; done";
    let engine = asked_for_three(&format!("gomocup:sh -c '{script}'"));
    for _ in 0..2 {
        let answer = ask(&engine).unwrap();
        let points = answer.points.unwrap();
        let shown = ["F10", "H10", "A15"].map(|name| {
            let worth = points[name.parse::<Point>().unwrap()];
            worth.unwrap().to_string()
        });
        assert_eq!(shown, ["999995", "120", "-31"]);
        let first = &answer.searched[0];
        assert_eq!(first.end, Some(ProvedEnd::WinIn(5)));
        assert_eq!((first.depth, first.line.len()), (Some(9), 2));
    }
}

#[test]
fn an_engine_that_knows_one_point_only_is_asked_for_its_move() {
    let file = told_file("one");
    let answers = [
        ("START*|RESTART", "echo OK"),
        ("BOARD", "board=1"),
        (
            "DONE",
            "if [ \"$board\" ]; then echo MESSAGE ev 7; echo 0,0; else echo UNKNOWN; fi; board=",
        ),
        ("INFO*", ":"),
        ("*", "[ \"$board\" ] || echo ERROR Unknown command"),
    ];
    let command = scribe(&file, &answers, AMPLE).info().source.clone();
    let command = command.strip_prefix("the command ").unwrap();
    let command = command.rsplit_once(", by").unwrap().0;
    let command: String = serde_json::from_str(command).unwrap();
    let engine = asked_for_three(&format!("gomocup:{command}"));
    for _ in 0..2 {
        assert_eq!(only_value(&ask(&engine).unwrap()).1, Some(Worth::from(7)));
    }
    drop(engine);
    assert_eq!(read_back(&file).matches("YXNBEST").count(), 1);
}

#[test]
fn the_last_words_of_an_engine_that_failed_are_kept() {
    let engine = engine("gomocup:sh -c 'echo no network file >&2; exit 3'", AMPLE);
    let failure = ask(&engine.unwrap()).unwrap_err();
    assert_eq!(failure.stderr, ["no network file"]);
}

#[test]
fn what_cannot_be_a_move_is_nonsense() {
    for (answer, words) in [
        ("echo hello", "says \"hello\""),
        ("echo ERROR cannot think", "says \"ERROR cannot think\""),
        ("echo 7,7", "H8, which has a black stone"),
        ("echo 15,3", "\"15,3\", which is no point of the board"),
        ("echo -- -1,-1", "says \"-- -1,-1\""),
        (
            "printf \"%s\\n\" -1,-1",
            "\"-1,-1\", which is no point of the board",
        ),
    ] {
        let failure = ask(&gomocup(answer, AMPLE)).unwrap_err();
        assert_eq!(failure.kind, FailureKind::InvalidAnswer, "{failure}");
        assert!(failure.message.contains(words), "{failure}");
    }
}

#[test]
fn an_engine_that_says_no_more_is_given_up() {
    let since = Instant::now();
    let failure = ask(&gomocup(":", SHORT)).unwrap_err();
    assert!(since.elapsed() >= SHORT);
    assert_eq!(failure.kind, FailureKind::Timeout, "{failure}");
    let failure = ask(&gomocup("exit 7", AMPLE)).unwrap_err();
    assert_eq!(failure.kind, FailureKind::Crashed, "{failure}");
    assert!(failure.message.contains("exit status 7"), "{failure}");
    let unknown = engine(
        "gomocup:sh -c 'echo UNKNOWN command; sleep 1000'",
        Duration::from_secs(4),
    )
    .unwrap();
    let failure = ask(&unknown).unwrap_err();
    assert_eq!(failure.kind, FailureKind::InvalidAnswer, "{failure}");
    assert!(failure.message.contains("UNKNOWN command"), "{failure}");
}

#[test]
fn a_size_that_the_engine_refuses_is_not_served() {
    let refuses = engine(
        "gomocup:sh -c 'read line; echo ERROR size; sleep 1000'",
        AMPLE,
    )
    .unwrap();
    let failure = ask(&refuses).unwrap_err();
    assert_eq!(failure.kind, FailureKind::Unsupported, "{failure}");
    assert!(failure.message.contains("ERROR size"), "{failure}");
}

#[test]
fn an_engine_that_does_not_go_is_made_to() {
    let stays = engine("gomocup:sh -c 'echo OK; echo 0,0; sleep 1000'", AMPLE).unwrap();
    assert_eq!(only_value(&ask(&stays).unwrap()).0.to_string(), "A15");
}
