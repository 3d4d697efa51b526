//! `hunt` as it is typed: judges in other processes, files, and what is refused.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

fn renju<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Output {
    super::renju(&arguments.into_iter().collect::<Vec<_>>())
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A judge for which nothing is forbidden.
const NOTHING: &str = r#"json:sh -c 'while read q; do echo "{\"forbidden\":[]}"; done'"#;

#[test]
fn a_judge_that_forbids_nothing_knows_no_foul() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hunt");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("cases.jsonl").display().to_string();
    let args = [
        "hunt",
        "forbidden",
        "--engine",
        NOTHING,
        "--boards",
        "500",
        "--cases",
        "40",
    ];
    let output = renju(args.into_iter().chain(["--json", "-o", &file, "--force"]));
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let cases = report["cases"].as_array().unwrap();
    let kind = |kind: &str| cases.iter().find(|case| case["kind"] == kind);
    for (name, most) in [
        ("misses_overline", 5),
        ("misses_double_four", 4),
        ("misses_double_three", 4),
    ] {
        let position = &kind(name).expect(name)["position"];
        let stones = ["black", "white"].map(|side| position[side].as_array().unwrap().len());
        assert!(stones[0] + stones[1] <= most, "{name}: {position}");
    }
    // What is written is what `check` finds.
    let checked = renju(["check", &file]);
    assert_eq!(checked.status.code(), Some(0), "{}", stdout(&checked));
}

#[test]
fn our_own_engine_tells_the_points_that_the_rules_forbid() {
    let engine = format!("gomocup:{} engine", env!("CARGO_BIN_EXE_renju"));
    let output = renju(["hunt", "forbidden", "--engine", &engine, "--boards", "300"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("0 of 300 boards differ"));
}

#[test]
fn boards_of_files_are_those_that_are_changed() {
    let run = |files: &[&str]| {
        let args = ["hunt", "score", "-e", "five-tuple", "--against", "lianzhu"];
        let args = args
            .into_iter()
            .chain(["--boards", "40", "--cases", "1", "--json"]);
        stdout(&renju(args.chain(files.iter().copied())))
    };
    assert_ne!(run(&["positions/positions.jsonl"]), run(&[]));
    assert_eq!(
        run(&["positions/positions.jsonl"]),
        run(&["positions/positions.jsonl"])
    );
}

#[test]
fn what_cannot_be_hunted_is_one_error() {
    let cases: [(&str, &str); 10] = [
        ("hunt forbidden", "an engine or evaluator to check"),
        (
            "hunt forbidden -e shapes",
            "shapes has no rule of forbidden points",
        ),
        (
            "hunt forbidden -e lianzhu --rule freestyle",
            "only renju forbids points",
        ),
        (
            "hunt forbidden -e lianzhu --against shapes",
            "--against is for hunt score",
        ),
        ("hunt score -e shapes", "needs two evaluators"),
        (
            "hunt search -e shapes",
            "shapes has no alpha-beta of its own",
        ),
        ("hunt search --engine human", "a person is no engine"),
        ("hunt forbidden --engine ./not-there", "not-there"),
        (
            "hunt score -e shapes --against lianzhu positions/threats --size 9",
            "not 9x9 as asked for",
        ),
        (
            "hunt score -e shapes --against lianzhu -o README.md",
            "README.md",
        ),
    ];
    for (line, message) in cases {
        let output = renju(line.split(' '));
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains(message), "{line}: {said}");
        assert_eq!(said.matches("error").count(), 1, "{line}: {said}");
    }
}

/// A judge that answers something else is told from the first boards on.
#[test]
fn a_program_that_tells_no_forbidden_points_is_named() {
    let engine = r#"json:sh -c 'while read q; do echo "{\"board\":1}"; done'"#;
    let output = renju(["hunt", "forbidden", "--engine", engine, "--boards", "500"]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.contains("answered no \"forbidden\""), "{said}");
}

#[test]
fn a_program_that_answers_no_board_is_an_error_with_its_last_lines() {
    let engine = "json:sh -c 'echo no licence >&2; exit 1'";
    let output = renju(["hunt", "forbidden", "--engine", engine, "--boards", "10"]);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("ended with exit status 1"), "{said}");
    assert!(said.contains("its last lines: no licence"), "{said}");
    assert_eq!(stdout(&output), "");
}
