//! Which protocol a program speaks, found out where no prefix says it.

use std::time::Instant;

use renju::engines::EngineProtocol::{Gomocup, Json};
use renju::engines::{EngineError, EngineSettings, EngineSpec, FoundProtocol, engine};
use renju::eval::{Evaluator, Failure};

use crate::common::{AMPLE, SHORT, ask};

/// Answers a question in JSON, and a command of the Gomocup protocol.
const VALUES: &str = r#"echo "{\"points\":{\"G7\":1}}""#;
const BOTH: &str = r#"case "$line" in {*) echo "{\"board\":1}";; START*) echo OK;; esac"#;

/// A script of `sh` that does this for each line.
fn each_line(does: &str) -> String {
    format!("sh -c 'while read line; do {does}; done'")
}

fn probe(command: &str) -> Result<FoundProtocol, Failure> {
    let settings = EngineSettings {
        time: SHORT,
        start: AMPLE,
        ..EngineSettings::default()
    };
    let spec: EngineSpec = command.parse().unwrap();
    spec.probe(settings)
}

#[test]
fn a_program_shows_what_it_speaks() {
    let gomocup = r#"case "$line" in START*) echo OK;; *) echo UNKNOWN;; esac"#;
    let refuses = r#"case "$line" in START*) echo ERROR size;; esac"#;
    let silent = r#"case "$line" in START*) echo OK;; esac"#;
    for (script, protocol, speaks_both) in [
        (VALUES, Json, false),
        (
            r#"case "$line" in {*) echo "{\"board\":1}";; *) exit 1;; esac"#,
            Json,
            false,
        ),
        (gomocup, Gomocup, false),
        (silent, Gomocup, false),
        (refuses, Gomocup, false),
        (BOTH, Json, true),
    ] {
        let found = FoundProtocol {
            protocol,
            speaks_both,
        };
        assert_eq!(probe(&each_line(script)), Ok(found), "{script}");
        // A greeting and a slow start are no answers.
        let greets = format!("sh -c 'echo hello; sleep 0.3; while read line; do {script}; done'");
        assert_eq!(probe(&greets), Ok(found), "{greets}");
    }
}

#[test]
fn a_program_that_speaks_neither_is_told_with_its_words() {
    let since = Instant::now();
    for (command, words) in [
        (each_line("echo what; echo no net >&2"), "it says \"what\""),
        ("sh -c 'exit 3'".to_owned(), "exit status 3"),
        ("cat".to_owned(), "\"START 15\""),
        ("yes".to_owned(), "more than 1 MiB"),
    ] {
        let failure = probe(&command).unwrap_err();
        let message = failure.message;
        assert!(
            message.starts_with("speaks neither the Gomocup protocol nor"),
            "{message}"
        );
        assert!(message.contains(words), "{message}");
    }
    assert!(
        since.elapsed() < AMPLE,
        "programs that wait for input are told that there is no more"
    );
    let missing = probe("/no/such/engine").unwrap_err();
    assert!(missing.message.starts_with("cannot start"), "{missing}");
}

#[test]
fn an_engine_without_a_prefix_is_asked_as_it_speaks() {
    let settings = EngineSettings::default();
    let mine = engine(&format!("mine={}", each_line(VALUES)), settings).unwrap();
    assert_eq!(mine.info().name, "mine");
    assert!(ask(&mine).unwrap().points.is_some());
    let moves = r#"case "$line" in START*) echo OK;; DONE) echo 0,0;; esac"#;
    let mine = engine(&each_line(moves), settings).unwrap();
    let answer = ask(&mine).unwrap();
    assert_eq!(answer.searched[0].point.to_string(), "A15");
    // It said no value, and so it has none.
    assert_eq!(
        (
            answer.board,
            answer.points.unwrap()[answer.searched[0].point]
        ),
        (None, None)
    );
    let error = engine("sh -c 'exit 3'", settings).err().unwrap();
    assert!(matches!(error, EngineError::NotFound(_)), "{error}");
}

#[test]
fn a_banner_before_the_first_answer_is_passed_over() {
    let hello = "echo hello; echo 7,7";
    let json = format!("json:sh -c '{hello}; while read line; do {VALUES}; done'");
    let gomocup = format!(
        "gomocup:sh -c '{hello}; while read line; do {}; done'",
        r#"case "$line" in START*|RESTART) echo OK;; DONE) echo 0,0;; esac"#
    );
    for command in [json, gomocup] {
        let engine = engine(&command, EngineSettings::default()).unwrap();
        for _ in 0..2 {
            assert!(ask(&engine).is_ok(), "{command}");
        }
    }
}
