//! Engines that speak the Gomocup protocol, played by a few lines of `sh`.
#![cfg(unix)]

use std::path::Path;
use std::time::{Duration, Instant};

use renju::board::Color;
use renju::engines::engine;
use renju::eval::{Evaluation, Evaluator, Failure, FailureKind};
use renju::geometry::Point;
use renju::notation::{ParseOptions, parse_moves};
use renju::position::{Position, PositionOverrides};

const AMPLE: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(300);

fn position(moves: &str) -> Position {
    let setup = parse_moves(moves, &ParseOptions::default()).unwrap();
    Position::from_setup(&setup, &PositionOverrides::default()).unwrap()
}

/// An engine that gets ready and then, when it is to move, runs `answer`; no single quotes in it.
fn gomocup(answer: &str, time: Duration) -> Box<dyn Evaluator> {
    let ready = "START*) echo MESSAGE hello; echo OK;;";
    let go = format!("BEGIN|DONE) {answer};;");
    let script =
        format!("while read line; do case \"$line\" in {ready} {go} END) exit;; esac; done");
    engine(&format!("gomocup:sh -c '{script}'"), time).unwrap()
}

fn ask(engine: &dyn Evaluator) -> Result<Evaluation, Failure> {
    engine.evaluate(&position("H8 I9"), Color::Black)
}

fn only_value(evaluation: &Evaluation) -> (Point, i64) {
    let points = evaluation.points.as_ref().unwrap();
    let board = position("H8 I9");
    let valued = board
        .board()
        .size()
        .points()
        .filter_map(|at| Some((at, points[at]?)));
    let valued: Vec<_> = valued.collect();
    assert_eq!(valued.len(), 1, "{valued:?}");
    valued[0]
}

#[test]
fn the_best_move_has_the_printed_score_or_none() {
    let at: Point = "G7".parse().unwrap();
    for (before, score) in [
        ("", None),
        (
            "echo MESSAGE ev 5 depth 2; echo DEBUG Eval: -17 nodes 300;",
            Some(-17),
        ),
        ("echo message no number;", None),
        ("echo OK; echo UNKNOWN command;", None),
    ] {
        let engine = gomocup(&format!("{before} echo 6,8"), AMPLE);
        for _ in 0..2 {
            let answer = ask(&*engine).unwrap();
            assert_eq!(answer.board, score, "{before}");
            assert_eq!(only_value(&answer), (at, score.unwrap_or(0)), "{before}");
        }
    }
}

#[test]
fn the_engine_is_told_all_it_needs() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("told");
    let script = format!(
        "while read line; do echo \"$line\"; case \"$line\" in START*) echo OK >&3;; BEGIN|DONE) echo 0,0 >&3;; END) exit;; esac; done 3>&1 > \"{}\"",
        file.display()
    );
    let engine = engine(&format!("gomocup:sh -c '{script}'"), AMPLE).unwrap();
    let told = |moves: &str, side| {
        engine.evaluate(&position(moves), side).unwrap();
        std::fs::read_to_string(&file).unwrap().replace('\n', "|")
    };
    let infos = "INFO timeout_turn 48000|INFO timeout_match 0|INFO time_left 2147483647|INFO max_memory 0|INFO rule 4|";
    assert_eq!(
        told("", Color::Black),
        format!("START 15|{infos}BEGIN|END|")
    );
    let stones = "BOARD|7,7,2|8,6,1|6,8,2|DONE|";
    assert_eq!(
        told("H8 I9 G7", Color::White),
        format!("START 15|{infos}{stones}END|")
    );
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
        let failure = ask(&*gomocup(answer, AMPLE)).unwrap_err();
        assert_eq!(failure.kind, FailureKind::InvalidAnswer, "{failure}");
        assert!(failure.message.contains(words), "{failure}");
    }
}

#[test]
fn an_engine_that_says_no_more_is_given_up() {
    let since = Instant::now();
    let failure = ask(&*gomocup(":", SHORT)).unwrap_err();
    assert!(since.elapsed() >= SHORT);
    assert_eq!(failure.kind, FailureKind::Timeout, "{failure}");
    let failure = ask(&*gomocup("exit 7", AMPLE)).unwrap_err();
    assert_eq!(failure.kind, FailureKind::Crashed, "{failure}");
    assert!(failure.message.contains("exit status 7"), "{failure}");
    let unknown = engine(
        "gomocup:sh -c 'echo UNKNOWN command; sleep 1000'",
        Duration::from_secs(4),
    )
    .unwrap();
    let failure = ask(&*unknown).unwrap_err();
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
    let failure = ask(&*refuses).unwrap_err();
    assert_eq!(failure.kind, FailureKind::Unsupported, "{failure}");
    assert!(failure.message.contains("ERROR size"), "{failure}");
}

#[test]
fn an_engine_that_does_not_go_is_made_to() {
    let stays = engine("gomocup:sh -c 'echo OK; echo 0,0; sleep 1000'", AMPLE).unwrap();
    assert_eq!(only_value(&ask(&*stays).unwrap()).0.to_string(), "A15");
}
