//! `renju fit`: what it writes is read as weights, and what it refuses leaves no file.

use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

const GAMES: &str = "tests/cmd/fit.in/games.jsonl";

fn renju(arguments: &str) -> Output {
    super::renju(&arguments.split(' ').collect::<Vec<_>>())
}

fn report(output: &Output) -> Value {
    let said = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {said}"))
}

/// A file of this test's own, which is not there yet.
fn new_file(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fit");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join(name);
    let _ = std::fs::remove_file(&file);
    file
}

#[test]
fn the_same_seed_writes_the_same_file_and_it_is_read_as_weights() {
    let files = ["one.toml", "other.toml"].map(new_file);
    let reports = [("1", &files[0]), ("2", &files[1])].map(|(threads, file)| {
        let file = file.display();
        report(&renju(&format!(
            "fit {GAMES} -e lianzhu --seed 5 --json -o {file} -j {threads}"
        )))
    });
    assert_eq!(reports[0], reports[1]);
    let [one, other] = files
        .each_ref()
        .map(|file| std::fs::read_to_string(file).unwrap());
    assert_eq!(one, other);
    assert!(one.contains("\nbase = \"lianzhu\"\n"), "{one}");
    assert_ne!(reports[0]["weights"].as_array().map_or(0, Vec::len), 0);
    let file = files[0].display();
    let scored = report(&renju(&format!("score -e {file} -m h8,i9,g7 --json")));
    assert_eq!(
        scored["points"]["white"]
            .as_object()
            .map_or(0, serde_json::Map::len),
        222
    );
    // It is fitted further from there, and the new file says all that differs from the program.
    let next = new_file("next.toml");
    let next = next.display();
    let again = renju(&format!("fit {GAMES} -e {file} --seed 5 -o {next} --json"));
    assert_eq!(
        report(&again)["held_out"]["before"]["agreement"],
        reports[0]["held_out"]["after"]["agreement"]
    );
    let refused = renju(&format!("fit {GAMES} -e lianzhu -o {next}"));
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("is there already"));
}

#[test]
fn what_is_refused_leaves_no_file() {
    let few = new_file("few.jsonl");
    let five = "{\"moves\":\"h8 i9 g7\",\"expect\":[\"best G9\"]}\n".repeat(5);
    std::fs::write(&few, five).unwrap();
    let (few, out) = (few.display().to_string(), new_file("out.toml"));
    let cases = [
        (format!("{few} -e five-tuple"), "needs 20 positions"),
        (format!("{GAMES} -e network"), "weights, too many to fit"),
        (
            format!("{GAMES} -e five-tuple --held-out 0"),
            "a share between",
        ),
        (format!("{GAMES} -e five-tuple --answers {few}"), "has no v"),
    ];
    for (arguments, wanted) in cases {
        let output = renju(&format!("fit {arguments} -o {}", out.display()));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(wanted), "{arguments}: {said}");
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(!out.exists(), "{arguments}");
    }
}

/// Labels of every kind: the same positions with what they expect, and with answers about them.
#[test]
fn positions_are_learned_by_what_they_expect_and_by_answers() {
    let answers = new_file("answers.jsonl").display().to_string();
    let batch = format!("batch search {GAMES} -n 8..12 --depth 1 -q --out {answers}");
    assert!(renju(&batch).status.success());
    let by_answers = renju(&format!(
        "fit {GAMES} -n 8..12 --answers {answers} -e score-table --json"
    ));
    let labels = report(&by_answers)["labels"].clone();
    assert_eq!(labels["answer"].as_u64(), Some(120), "{labels}");
    let suite = new_file("suite.jsonl");
    let mut lines = String::new();
    for number in 0..24 {
        let expect = if number == 3 {
            "vcf win"
        } else {
            "best H9 or G9"
        };
        let moves = match number {
            // Black has a four in row 8.
            3 => "h8 a1 i8 a3 j8 a5 k8 l8".to_owned(),
            _ => format!("h8 i9 {}{}", ["a", "b", "c"][number % 3], number / 3 + 1),
        };
        let line = serde_json::json!({"moves": moves, "expect": [expect]});
        lines.push_str(&line.to_string());
        lines.push('\n');
    }
    std::fs::write(&suite, lines).unwrap();
    let said = report(&renju(&format!(
        "fit {} -e five-tuple --json",
        suite.display()
    )));
    assert_eq!(said["labels"]["best"].as_u64(), Some(23), "{said}");
    assert_eq!(said["labels"]["win"].as_u64(), Some(1), "{said}");
}
