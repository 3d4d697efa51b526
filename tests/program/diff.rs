//! `diff` held against a slow comparison of the same outputs, written for this test.

use super::renju;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::{Value, json};

/// Positions that are scored.
const POSITIONS: usize = 1000;

fn lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).expect("text");
    let parsed = |line| serde_json::from_str(line).expect("JSON");
    text.lines().map(parsed).collect()
}

/// A file of this test's own.
fn file(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("diff");
    std::fs::create_dir_all(&folder).expect("a folder");
    folder.join(name)
}

fn written(name: &str, text: &str) -> String {
    let path = file(name);
    std::fs::write(&path, text).expect("it can be written");
    path.display().to_string()
}

/// Numbers that are the same in every run (Numerical Recipes, a linear congruence).
struct Numbers(u32);

impl Numbers {
    fn below(&mut self, count: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) % count
    }
}

/// Games of some moves around the centre, under renju and freestyle.
fn positions() -> String {
    let mut numbers = Numbers(16);
    let mut text = String::new();
    for id in 0..POSITIONS {
        let mut moves = Vec::new();
        let count = 4 + numbers.below(20) as usize;
        while moves.len() < count {
            let column = char::from(b'D' + numbers.below(9) as u8);
            let point = format!("{column}{}", 4 + numbers.below(9));
            if !moves.contains(&point) {
                moves.push(point);
            }
        }
        let rule = ["renju", "freestyle"][id % 2];
        let line = json!({"id": format!("p{id}"), "rule": rule, "moves": moves});
        writeln!(text, "{line}").expect("a string takes any text");
    }
    text
}

/// The output of `batch score`.
fn scored(evaluator: &str, positions: &str) -> String {
    let done = renju(&["batch", "score", positions, "-e", evaluator, "-q"]);
    assert!(done.status.success(), "{done:?}");
    String::from_utf8(done.stdout).expect("text")
}

/// The best points of each position: every one that no other is better than, one by one.
fn best(output: &str) -> BTreeMap<String, BTreeSet<String>> {
    let of_line = |line: &str| {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let mover = line["to_move"].as_str().expect("a side");
        let points = line["points"][mover].as_object().expect("points");
        let is_forbidden = |name: &str| {
            let forbidden = line["forbidden"].as_array().expect("points");
            mover == "black" && forbidden.iter().any(|point| point == name)
        };
        let value = |name: &str| points[name].as_f64().expect("a number");
        let is_best = |name: &str| {
            let mut others = points.keys().filter(|other| !is_forbidden(other));
            !is_forbidden(name) && others.all(|other| value(other) <= value(name))
        };
        let best = points
            .keys()
            .filter(|name| is_best(name))
            .cloned()
            .collect();
        (line["id"].as_str().expect("an id").to_owned(), best)
    };
    output.lines().map(of_line).collect()
}

fn ids(lines: &[Value]) -> BTreeSet<String> {
    let lines = lines.iter().filter(|line| line["study"] == "diff");
    lines
        .map(|line| line["id"].as_str().expect("an id").to_owned())
        .collect()
}

#[test]
fn two_weight_files_differ_where_the_best_move_does() {
    let positions = written("positions.jsonl", &positions());
    let old = scored("five-tuple", &positions);
    let new = scored("tests/cmd/mine.toml", &positions);
    let (was, is) = (best(&old), best(&new));
    assert_eq!(was.len(), POSITIONS);
    let expected: BTreeSet<String> = was
        .keys()
        .filter(|id| was[*id] != is[*id])
        .cloned()
        .collect();
    assert!(
        expected.len() > 50 && expected.len() < POSITIONS - 50,
        "{}",
        expected.len()
    );

    // In the same order, turned round, and by a rule that has nothing to do with either.
    let turned: String = new
        .lines()
        .rev()
        .fold(String::new(), |text, line| text + line + "\n");
    let mut by_hash: Vec<&str> = new.lines().collect();
    by_hash.sort_by_key(|line| {
        line.bytes()
            .fold(0u32, |hash, byte| hash.wrapping_mul(31) ^ u32::from(byte))
    });
    let shuffled = by_hash.concat().replace("}{", "}\n{");
    let old = written("old.jsonl", &old);
    for (name, new) in [
        ("new.jsonl", new),
        ("turned.jsonl", turned),
        ("shuffled.jsonl", shuffled),
    ] {
        let new = written(name, &new);
        let done = renju(&["diff", &old, &new, "--field", "best", "--json"]);
        assert_eq!(done.status.code(), Some(1));
        let told = lines(&done);
        assert_eq!(ids(&told), expected, "{name}");
        for line in &told[..told.len() - 1] {
            let [change] = &line["changes"].as_array().expect("changes")[..] else {
                panic!("{line}");
            };
            let id = line["id"].as_str().expect("an id");
            let names = |side: &str| -> BTreeSet<String> {
                let names = change[side].as_array().expect("points").iter();
                names
                    .map(|name| name.as_str().expect("a point").to_owned())
                    .collect()
            };
            assert_eq!(
                (names("old"), names("new")),
                (was[id].clone(), is[id].clone()),
                "{id}"
            );
        }
        let summary = told.last().expect("a summary");
        assert_eq!(summary["compared"], POSITIONS);
        assert_eq!(summary["changed"], expected.len());
    }
    let same = renju(&[
        "diff",
        &old,
        &written("copy.jsonl", &std::fs::read_to_string(&old).unwrap()),
    ]);
    assert_eq!(same.status.code(), Some(0));
}

/// Tau-b by its definition: all pairs, one by one.
fn tau(old: &Value, new: &Value) -> f64 {
    let points: Vec<&String> = old.as_object().expect("points").keys().collect();
    let order = |values: &Value, one: &str, other: &str| {
        let (one, other) = (&values[one], &values[other]);
        one.as_f64().partial_cmp(&other.as_f64()).expect("numbers") as i32
    };
    let (mut balance, mut of_old, mut of_new) = (0, 0, 0);
    for (place, one) in points.iter().enumerate() {
        for other in &points[place + 1..] {
            let orders = (order(old, one, other), order(new, one, other));
            balance += orders.0 * orders.1;
            of_old += orders.0 * orders.0;
            of_new += orders.1 * orders.1;
        }
    }
    f64::from(balance) / (f64::from(of_old) * f64::from(of_new)).sqrt()
}

#[test]
fn values_within_the_tolerance_are_the_same_and_tau_is_that_of_the_definition() {
    let all = positions();
    let some: String = all
        .lines()
        .take(40)
        .fold(String::new(), |text, line| text + line + "\n");
    let some = written("some.jsonl", &some);
    let old = scored("five-tuple", &some);
    let new = scored("tests/cmd/mine.toml", &some);
    let [old_lines, new_lines] = [&old, &new].map(|output| {
        let parsed = |line| serde_json::from_str::<Value>(line).expect("JSON");
        output.lines().map(parsed).collect::<Vec<_>>()
    });
    let [old, new] = [
        written("some-old.jsonl", &old),
        written("some-new.jsonl", &new),
    ];
    for tolerance in [0.0, 100.0, 400.0, 1e9] {
        let words = [
            "diff",
            &old,
            &new,
            "--json",
            "--field",
            "points",
            "--tolerance",
        ];
        let done = renju(&[&words[..], &[&tolerance.to_string()]].concat());
        let told = lines(&done);
        let mut expected = BTreeSet::new();
        for (before, after) in old_lines.iter().zip(&new_lines) {
            for side in ["black", "white"] {
                let [was, is] = [before, after].map(|line| &line["points"][side]);
                let points = was.as_object().expect("points").keys();
                let far = points.filter(|point| {
                    let value = |values: &Value| values[point.as_str()].as_f64().expect("a number");
                    (value(was) - value(is)).abs() > tolerance
                });
                let far = far.count();
                if far > 0 {
                    let id = before["id"].as_str().expect("an id");
                    expected.insert((
                        id.to_owned(),
                        format!("points.{side}"),
                        far,
                        format!("{:.9}", tau(was, is)),
                    ));
                }
            }
        }
        let changes = told
            .iter()
            .filter(|line| line["study"] == "diff")
            .flat_map(|line| {
                let id = line["id"].as_str().expect("an id");
                let changes = line["changes"].as_array().expect("changes").iter();
                changes.map(|change| {
                    let field = change["field"].as_str().expect("a field").to_owned();
                    let far = change["changed"].as_u64().expect("a number") as usize;
                    let tau = format!("{:.9}", change["kendall_tau"].as_f64().expect("a number"));
                    (id.to_owned(), field, far, tau)
                })
            });
        assert_eq!(changes.collect::<BTreeSet<_>>(), expected, "{tolerance}");
        assert_eq!(done.status.code(), Some(i32::from(!expected.is_empty())));
    }
}

#[test]
fn compressed_outputs_and_other_ids_are_compared() {
    let old = "{\"v\":1,\"id\":\"a\",\"study\":\"vcf\",\"outcome\":\"none\",\"nodes\":7}\n{\"v\":1,\"id\":17,\"study\":\"vcf\",\"outcome\":\"win\"}\n";
    let new = "{\"v\":1,\"id\":\"17\",\"study\":\"vcf\",\"outcome\":\"win\"}\n{\"v\":1,\"id\":\"a\",\"study\":\"vcf\",\"outcome\":\"win\",\"nodes\":9}\n";
    let plain = written("ids-new.jsonl", new);
    let packed = file("ids-old.jsonl.gz");
    let mut encoder = flate2::GzBuilder::new().write(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut encoder, old.as_bytes()).expect("memory");
    std::fs::write(&packed, encoder.finish().expect("memory")).expect("it can be written");
    let done = renju(&["diff", &packed.display().to_string(), &plain, "--json"]);
    let told = lines(&done);
    // A number is another id than the same digits as text.
    assert_eq!(
        told[0]["changes"],
        json!([{"field": "outcome", "old": "none", "new": "win"}])
    );
    assert_eq!(
        (&told[1]["id"], &told[1]["only_in"]),
        (&json!(17), &json!("old"))
    );
    assert_eq!(
        (&told[2]["id"], &told[2]["only_in"]),
        (&json!("17"), &json!("new"))
    );
    assert_eq!(told[3]["compared"], 1);
    let cut = std::fs::read(&packed).expect("a file");
    std::fs::write(&packed, &cut[..cut.len() - 9]).expect("it can be written");
    let done = renju(&["diff", &packed.display().to_string(), &plain]);
    assert_eq!(done.status.code(), Some(2));
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(said.contains("gzip data ends too early"), "{said}");
}

#[test]
fn the_answers_of_the_walkthrough_are_those_of_its_weights() {
    for (evaluator, file) in [("five-tuple", "before"), ("tests/cmd/mine.toml", "after")] {
        let output = renju(&[
            "batch",
            "score",
            "positions/positions.jsonl",
            "--top",
            "1",
            "-q",
            "-e",
            evaluator,
        ]);
        let file = format!("tests/cmd/walkthrough/{file}.jsonl");
        let written = std::fs::read(&file).expect("a file");
        assert!(
            output.stdout == written,
            "{file} is not what {evaluator} answers"
        );
    }
}
