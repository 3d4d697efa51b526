//! What the program prints, held against `renju schema`: lines of every kind, with every flag that
//! adds a field. A field that no schema names is a mistake here, and so is one that is never printed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::validator::mistakes;

fn renju<S: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = S>) -> Output {
    Command::new(env!("CARGO_BIN_EXE_renju"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("it starts")
}

fn stdout(output: Output) -> String {
    String::from_utf8(output.stdout).expect("text")
}

/// Every schema by its name.
struct Schemas(BTreeMap<String, Value>);

impl Schemas {
    fn read() -> Schemas {
        let list = stdout(renju(["schema", "--json"]));
        let names = list.lines().map(|line| parsed(line)["name"].clone());
        let schema = |name: Value| {
            let name = name.as_str().expect("a name").to_owned();
            let schema = parsed(&stdout(renju(["schema", &name])));
            (name, schema)
        };
        Schemas(names.map(schema).collect())
    }

    fn mistakes(&self, name: &str, value: &Value) -> Vec<String> {
        match self.0.get(name) {
            Some(schema) => mistakes(schema, value),
            None => vec![format!("there is no schema {name}")],
        }
    }

    fn check(&self, name: &str, value: &Value, from: &str) {
        let mistakes = self.mistakes(name, value);
        assert!(
            mistakes.is_empty(),
            "{from}: {name}: {mistakes:#?}\n{value}"
        );
    }
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The schema of a line: that of its study, or what else it is.
fn name_of(line: &Value) -> Option<&str> {
    match (line["study"].as_str(), &line["v"]) {
        (Some(study), v) if *v == 1 => Some(study),
        (Some(_), v) if *v == 2 => Some("tree"),
        _ if line["error"].is_object() => Some("error"),
        _ => None,
    }
}

/// A folder of this file's own.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("schema");
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Fields that tell times.
const TIMES: [&str; 3] = ["seconds", "per_second", "timing"];

/// What is asked, each with every flag that adds fields to its lines.
const RUNS: &[&str] = &[
    "show positions/games/game.txt -n 12 --json --timing",
    "show positions/forbidden/double-three.txt --json",
    "show -m h8,i9,pass,g7 --json",
    "show tests/cmd/losing-pass.txt --json",
    "batch threats tests/cmd/losing-pass.txt --nodes 300 -q",
    "show tests/data/formats/tree.sgf --json",
    "convert tests/data/formats/tree.sgf --to moves -o /dev/null --json",
    "match shapes random --depth 1 --games 2 --json -q",
    "match shapes published:lianzhu --depth 1 --games 2 --sprt 0 10 --json -q",
    "batch show positions tests/cmd/input.in -n all -q --keep-fields",
    "batch show positions/broken -q",
    "batch forbidden tests/data/hostile.jsonl -q",
    "batch forbidden positions --near-misses --count --nesting 2 -q --three-reading five-counts",
    "batch forbidden positions/forbidden --near-misses -q",
    "forbidden -m f8,a1,g8,a3,h6,a5,h7,a7,h8 --json",
    "forbidden -m f8,a1,g8,a3,h6,a5,h7,a7,h8 --at h8 --json --timing",
    "forbidden positions/forbidden/four-three.txt --at H8 --json",
    "forbidden positions/forbidden/double-three.txt --at H8 --nesting 0 --json",
    "batch patterns positions --list --map -q",
    "patterns positions/shapes/open-three-jump.txt --at G8 --of white --list --map --json",
    "batch score positions/positions.jsonl -e shapes --of both --top 3 --terms -q",
    "score positions/forbidden/four-three.txt -e point-info --terms --details --json",
    "score positions/forbidden/four-three.txt -e lianzhu --details --of both --json",
    "score positions/forbidden/four-three.txt -e five-tuple --at H8 --of black --details --json",
    "batch why positions/forbidden -e lianzhu -q",
    "why positions/forbidden/four-three.txt positions/forbidden/double-three.txt --weights -e score-table --json",
    "why positions/forbidden/four-three.txt --all -e point-info --json",
    "why positions/forbidden/four-three.txt H8 -e shapes -e five-tuple --json",
    "fit tests/cmd/fit.in/games.jsonl -e score-table --json -q",
    "compare --all --max-rank-gap 9 --rows gap --json -m h8,i9,g7,j10",
    "compare positions/forbidden/four-three.txt positions/forbidden/double-three.txt -e shapes -e lianzhu -e score-table --top 2 --json",
    "compare --json -s 12 -r standard -m h8,i9 -e shapes -e lianzhu",
    "search -m h8,i9,g7 --depth 3 --iterations --lines 2 -j 1 --json",
    "search positions/forbidden/four-three.txt --depth 6 -j 1 --json",
    "search positions/forbidden/four-three.txt --algorithm published -e count-block-empty --depth 1 --json",
    "search positions/games/game.txt --algorithm published -e five-tuple --depth 1 --json",
    "batch search positions/threats --nodes 500 -q --timing",
    "search -m h8,i9,g7 --depth 3 -j 1 --explain G9,A1 --json",
    "search positions/games/game.txt --algorithm published -e lianzhu --depth 2 --check-minimax --json",
    "trace tests/cmd/trace.in/by-hand.jsonl --after h8 --json",
    "trace tests/cmd/trace.in/no-second-search.jsonl tests/cmd/trace.in/min-max.jsonl --json",
    "trace tests/cmd/trace.in/best-not-updated.jsonl tests/cmd/trace.in/min-max.jsonl --json",
    "batch vcf positions --nodes 2k -q",
    "batch vcf positions/threats --max-plies 3 --shortest --nodes 2k -q",
    "batch vct positions/threats --nodes 2k -q --attacker white",
    "vcf --verify tests/cmd/trees.in/tampered.jsonl --json --timing",
    "vct --verify tests/cmd/trees.in/foreign.jsonl --json --nodes 3",
    "vcf positions/threats/four-three-win.txt --all --json --timing",
    "batch vct positions/threats --all --nodes 300 -q",
    "batch threats positions/threats --nodes 300 -q --timing",
    "threats positions/games/four-missed.txt -n 7 --json",
    "batch game positions/games/four-missed.txt --nodes 300 -q --timing",
    "game tests/cmd/match.in/lost.jsonl --autopsy --nodes 2k --json",
    "overview positions/games/four-missed.txt --nodes 100 -j 1 --json",
    "batch overview tests/data/formats/game.psq positions/threats --nodes 100 -q",
    "vcf positions/threats/four-three-win.txt --only H8,A1 --json",
    "check tests/cmd/check.in/suite.jsonl --nodes 20k --json",
    "check tests/cmd/check.in/same.jsonl --dedupe --json",
    "check -m f8,a1,g8,a3,h6,a5,h7,a7,h8 --rules --json",
    "diff tests/cmd/diff.in/old.jsonl tests/cmd/diff.in/new.jsonl --json",
    "diff tests/cmd/diff.in/forbidden.jsonl tests/cmd/diff.in/standard.jsonl --json",
    "find h8,i9,i7 tests/cmd/find.in/games.jsonl --json -q",
    "find OX/?X tests/cmd/find.in/games.jsonl --json -q",
    "find h8 positions tests/data/formats --json -q",
    "bench --quick --json",
    "evaluators --json",
];

/// Fields of answers that no run of this file can bring about.
const NEVER_SEEN: [&str; 2] = ["forbidden.undecided", "verdict.truncated"];

#[test]
fn every_line_has_the_fields_of_its_schema_and_no_other() {
    let schemas = Schemas::read();
    let mut seen = BTreeSet::new();
    let mut note = |line: &Value, from: &str| {
        let name = name_of(line).unwrap_or_else(|| panic!("{from}: what is {line}?"));
        schemas.check(name, line, from);
        let fields = line.as_object().into_iter().flatten();
        seen.extend(fields.map(|(field, _)| format!("{name}.{field}")));
    };
    for run in RUNS {
        let lines = stdout(renju(run.split_whitespace()));
        assert!(!lines.is_empty(), "{run}");
        lines.lines().for_each(|line| note(&parsed(line), run));
    }
    for line in stdout(renju(["schema", "--json"])).lines() {
        note(&parsed(line), "schema");
    }
    for line in answers_that_are_cut() {
        note(&line, "a lattice");
    }
    #[cfg(unix)]
    for line in answers_of_engines() {
        note(&line, "--engine");
    }
    let answers = schemas.0.iter().filter(|(_, schema)| is_answer(schema));
    let fields = answers.flat_map(|(name, schema)| {
        let fields = schema["properties"].as_object().expect("an object");
        fields.keys().map(move |field| format!("{name}.{field}"))
    });
    let is_missing = |field: &String| !seen.contains(field) && !NEVER_SEEN.contains(&&**field);
    // `--keep-fields`, `--timing` and a pass are the same for all studies.
    let is_common = |field: &str| {
        let name = field.rsplit('.').next();
        matches!(name, Some("input" | "seconds" | "must_pass"))
    };
    let missing: Vec<String> = fields
        .filter(|field| is_missing(field) && !is_common(field))
        .collect();
    assert!(
        !cfg!(unix) || missing.is_empty(),
        "never printed: {missing:?}"
    );
    assert!(seen.contains("show.input") && seen.contains("search.seconds"));
}

/// A line without what no two runs have alike: times and what is told for each second.
fn without_times(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let is_time = |name: &str| TIMES.contains(&name);
            let kept = fields.into_iter().filter(|(name, _)| !is_time(name));
            Value::Object(
                kept.map(|(name, value)| (name, without_times(value)))
                    .collect(),
            )
        }
        Value::Array(values) => values.into_iter().map(without_times).collect(),
        other => other,
    }
}

#[test]
fn lines_are_the_same_in_every_language() {
    for run in RUNS.iter().filter(|run| !run.starts_with("bench")) {
        let lines = |lang: &str| -> Vec<Value> {
            let words = run.split_whitespace().chain(["--lang", lang]);
            let said = stdout(renju(words));
            said.lines()
                .map(|line| without_times(parsed(line)))
                .collect()
        };
        let english = lines("en");
        for lang in ["zh", "ja"] {
            assert_eq!(lines(lang), english, "{lang}: {run}");
        }
    }
}

fn is_answer(schema: &Value) -> bool {
    schema["properties"]["study"]["const"].is_string()
}

/// A lattice of black stones, with more nested verdicts than an answer has room for.
fn answers_that_are_cut() -> Vec<Value> {
    let point = |column: u8, row: u8| format!("{}{}", char::from(b'A' + column), row + 1);
    let is_black = |column: u8, row: u8| (column + 3 - 2 * (row % 2)).is_multiple_of(3);
    let points = (0..15).flat_map(|row| (0..15).map(move |column| (column, row)));
    let black = points.filter(|&(column, row)| is_black(column, row));
    let black: Vec<String> = black.map(|(column, row)| point(column, row)).collect();
    let lattice = json!({"id": "lattice", "black": black, "white": [], "to_move": "black"});
    let file = folder().join("lattice.jsonl");
    std::fs::write(&file, format!("{lattice}\n")).expect("it can be written");
    let asked = |more: &[&str]| {
        let words = [&["forbidden", "--json"], more].concat();
        let words = words.into_iter().map(Path::new);
        parsed(&stdout(renju(words.chain([file.as_path()]))))
    };
    vec![asked(&[]), asked(&["--at", "H7"])]
}

/// An engine that has searched, and one that fails.
#[cfg(unix)]
fn answers_of_engines() -> Vec<Value> {
    let answer = r#"{"id":null,"board":0.25,"points":{"A1":{"win_in":3,"depth":2,"line":["A1"]},"B2":{"value":0.5,"depth":1},"c3":null,"D4":-7}}"#;
    Schemas::read().check("engine-answer", &parsed(answer), "the engine");
    let engine = format!("json:sh -c 'while read q; do echo \"$1\"; done' e '{answer}'");
    let score = ["score", "-m", "h8 i9", "--json", "--engine", &engine];
    let why = [
        "why", "-m", "h8 i9", "B2", "D4", "--json", "--engine", &engine,
    ];
    let game = "game -m h8,i9 --nodes 100 --json --engine";
    let game = game.split(' ').chain([&*engine]);
    let compare = ["compare", "-m", "h8 i9", "--json", "-e", "shapes"];
    let compare = compare.into_iter();
    let told = "MESSAGE depth 3 ev +M5 pv G7 G7";
    let gomocup = format!(
        "gomocup:sh -c 'while read q; do case $q in START*) echo OK;; DONE) echo {told}; echo 6,8;; esac; done'"
    );
    let search = ["search", "-m", "h8 i9", "--json", "--engine", &gomocup];
    let suite = "check tests/cmd/check.in/suite.jsonl --nodes 1k --json --engine";
    let suite = suite
        .split(' ')
        .chain(["gomocup:sh tests/cmd/check.in/engine.sh"]);
    let examined = "examine shapes --only traps --against random --json";
    let verdicts = "hunt forbidden -e five-tuple --boards 300 --cases 4 --json";
    let values = "hunt score -e score-table --against shapes --boards 60 --cases 2 --json";
    let moves = "hunt search --engine random --boards 300 --cases 4 --json";
    let runs = [
        stdout(renju(verdicts.split(' '))),
        stdout(renju(values.split(' '))),
        stdout(renju(moves.split(' '))),
        stdout(renju(examined.split(' '))),
        stdout(renju(suite)),
        stdout(renju(search)),
        stdout(renju(game)),
        stdout(renju(score)),
        stdout(renju(why)),
        stdout(renju(compare.clone().chain(["--engine", &engine]))),
        stdout(renju(
            compare.chain(["--engine", "json:sh -c 'echo no; exit 1'"]),
        )),
    ];
    runs.concat().lines().map(parsed).collect()
}

#[test]
fn files_of_a_run_have_their_schemas() {
    let schemas = Schemas::read();
    let (out, trees) = (folder().join("run.jsonl"), folder().join("trees.jsonl"));
    let run =
        "batch vcf positions/threats positions/broken --nodes 2k --summary json --force --keep-run";
    let run = run.split_whitespace().map(Path::new);
    let done = renju(run.chain([Path::new("--out"), &out, Path::new("--tree"), &trees]));
    let text = |path: &Path| std::fs::read_to_string(path).expect("a file");
    let stderr = String::from_utf8_lossy(&done.stderr).into_owned();
    let summary = stderr.lines().last().expect("a summary");
    schemas.check("summary", &parsed(summary), "stderr");
    schemas.check(
        "journal",
        &parsed(&text(&folder().join("run.jsonl.run"))),
        "FILE.run",
    );
    let trees = text(&trees);
    assert!(trees.contains("\"replies\""));
    for line in trees.lines() {
        schemas.check("tree", &parsed(line), "--tree");
    }
}

/// The lines of sessions. `[..]` stands for what differs from run to run: for a value, or for more,
/// which is left to the runs above.
#[test]
fn lines_of_sessions_and_pages_have_their_schemas() {
    let schemas = Schemas::read();
    let mut checked = 0;
    for path in pages() {
        let text = std::fs::read_to_string(&path).expect("a page");
        for line in text.lines().filter(|line| line.starts_with("{\"v\":1,")) {
            let filled = line.replace("[[..]]", "[]").replace(":[..]", ":\"[..]\"");
            let Ok(filled) = serde_json::from_str::<Value>(&filled) else {
                continue;
            };
            let name = name_of(&filled).unwrap_or_else(|| panic!("what is {line}?"));
            let mut mistakes = schemas.mistakes(name, &filled);
            if line.contains("[..]") {
                // What a variant has is unknown where none is recognised.
                let words = ["\"[..]\" is not", "is not required", "is in no schema"];
                let is_cut = |told: &str| words.iter().any(|words| told.contains(words));
                mistakes.retain(|told| !is_cut(told));
            }
            assert!(
                mistakes.is_empty(),
                "{}: {mistakes:#?}\n{line}",
                path.display()
            );
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
}

fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["docs", "docs/evaluators", "tests/cmd"].map(|folder| root.join(folder));
    let files = folders
        .iter()
        .flat_map(|folder| folder.read_dir().expect("a folder"));
    let files = files.map(|entry| entry.expect("a file").path());
    let is_page = |path: &PathBuf| {
        path.extension()
            .is_some_and(|end| end == "md" || end == "trycmd")
    };
    files
        .filter(is_page)
        .chain([root.join("README.md")])
        .collect()
}

#[test]
fn what_is_read_has_its_schema() {
    let schemas = Schemas::read();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for file in [
        "positions/positions.jsonl",
        "tests/data/vcf.jsonl",
        "tests/data/hostile.jsonl",
    ] {
        let lines = std::fs::read_to_string(root.join(file)).expect("lines");
        for line in lines.lines() {
            // Further fields are passed over there.
            let unread = |mistake: &String| !mistake.ends_with("is in no schema");
            let mistakes = schemas.mistakes("position", &parsed(line));
            assert!(!mistakes.iter().any(unread), "{file}: {mistakes:?}");
        }
    }
    for line in [
        json!({"id": 7, "moves": "h8 i9", "size": 15.0}),
        json!({"moves": ["H8", "pass", [3, 4]], "rule": null}),
        json!({"black": ["h8"], "white": [], "claims": [{"point": "H8", "mark": "3"}]}),
        json!({"board": ".....\n.....\n..x..\n.....\n.....", "side": "white"}),
        json!({"id": "q", "moves": [["B", "H8"]], "rules": {"basicrule": "RENJU"}, "boardXSize": 15}),
    ] {
        let line = parsed(&line.to_string().replace("RENJU", "renju"));
        schemas.check("position", &line, "a position");
    }
    for line in [
        json!({"id": "a"}),
        json!({"moves": 7}),
        json!({"moves": [], "size": 21}),
        json!({"black": ["88"], "white": []}),
        json!({"moves": [], "rule": "chess"}),
    ] {
        assert!(!schemas.mistakes("position", &line).is_empty(), "{line}");
    }
    assert!(
        !schemas
            .mistakes("engine-answer", &json!({"board": "1"}))
            .is_empty()
    );
}

#[test]
fn weights_files_have_their_schemas() {
    let schemas = Schemas::read();
    let mut checked = 0;
    for card in stdout(renju(["evaluators", "--json"])).lines() {
        let card = parsed(card);
        let name = card["name"].as_str().expect("a name");
        let own = format!("base = {name:?}");
        let shipped = stdout(renju(["evaluators", "--card", name, "--toml"]));
        let family = name.split(':').next().expect("a name");
        for text in [own, shipped].into_iter().filter(|text| !text.is_empty()) {
            let weights: Value = toml::from_str(&text).expect("TOML");
            schemas.check(&format!("weights-{family}"), &weights, name);
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked}");
    let mistakes = |text: &str| {
        let weights: Value = toml::from_str(text).expect("TOML");
        schemas.mistakes("weights-five-tuple", &weights)
    };
    let right = "base = \"five-tuple:corrected\"\n[own]\none = 30\n";
    assert_eq!(mistakes(right), [""; 0]);
    for wrong in [
        "base = \"five-tuple\"\n[own]\nones = 30\n",
        "base = \"five-tuple\"\n[own]\none = \"30\"\n",
        "base = \"lianzhu\"\n",
        "system = \"five-tuple\"\n[own]\none = 30\n",
    ] {
        assert!(!mistakes(wrong).is_empty(), "{wrong}");
    }
}

#[test]
fn wrong_lines_are_refused() {
    let schemas = Schemas::read();
    let run = "forbidden positions/forbidden/double-three.txt --json";
    let right = parsed(&stdout(renju(run.split(' '))));
    schemas.check("forbidden", &right, run);
    let changes: [(&str, Value); 8] = [
        ("/size", json!(21)),
        ("/size", json!("15")),
        ("/study", json!("forbiden")),
        ("/rule", json!(null)),
        ("/forbidden/0/point", json!("H21")),
        ("/forbidden/0/kinds/0", json!("double-three")),
        (
            "/forbidden/0/proof/threes/0/extensions/0",
            json!({"at": "E8", "result": "none"}),
        ),
        ("/forbidden/0/proof/threes/0/real", json!(1)),
    ];
    for (place, value) in changes {
        let mut wrong = right.clone();
        *wrong.pointer_mut(place).expect(place) = value;
        let mistakes = schemas.mistakes("forbidden", &wrong);
        assert!(!mistakes.is_empty(), "{place}");
    }
    let mut more = right.clone();
    more["forbidden"][0]["proof"]["new"] = json!(1);
    assert_eq!(
        schemas.mistakes("forbidden", &more),
        ["/forbidden/0/proof/new is in no schema"]
    );
    let mut less = right;
    less.as_object_mut().expect("an object").remove("to_move");
    assert!(!schemas.mistakes("forbidden", &less).is_empty());
    assert!(!schemas.mistakes("nonsense", &less).is_empty());
}

/// Every field has its description, or its type has one; types for one field may leave it to that.
#[test]
fn every_field_says_what_it_is() {
    let schemas = Schemas::read();
    let mut silent = Vec::new();
    for (name, schema) in &schemas.0 {
        undescribed(schema, schema, name, &mut silent);
    }
    assert!(silent.is_empty(), "{silent:#?}");
}

fn undescribed(root: &Value, value: &Value, at: &str, silent: &mut Vec<String>) {
    let fields = value["properties"].as_object();
    let is_lone = fields.is_some_and(|fields| fields.len() == 1);
    for (name, field) in fields.into_iter().flatten() {
        let meant = field["$ref"]
            .as_str()
            .and_then(|place| root.pointer(&place[1..]));
        let is_described = |schema: &Value| schema["description"].is_string();
        // The tag of a variant, or its only field.
        let is_tag = (field["const"].is_string() || is_lone) && is_described(value);
        if !is_described(field) && !meant.is_some_and(is_described) && !is_tag {
            silent.push(format!("{at}/{name}"));
        }
    }
    let below: Vec<(String, &Value)> = match value {
        Value::Object(fields) => {
            let below = fields.iter();
            below
                .map(|(name, below)| (format!("{at}/{name}"), below))
                .collect()
        }
        Value::Array(items) => items.iter().map(|item| (at.to_owned(), item)).collect(),
        _ => Vec::new(),
    };
    for (at, below) in below {
        undescribed(root, below, &at, silent);
    }
}
