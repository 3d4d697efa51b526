//! What `check --update` writes into files, and what it leaves alone.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A folder of its own for a test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("check")
        .join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for tests");
    folder
}

fn check(file: &Path, arguments: &[&str]) -> Output {
    let renju = Command::new(env!("CARGO_BIN_EXE_renju"))
        .arg("check")
        .arg(file)
        .args(arguments)
        .output();
    renju.expect("it runs")
}

/// What a file is after `check --update`, and after that once more, with the exit codes.
fn updated(name: &str, text: &str) -> [(String, Option<i32>); 2] {
    let file = folder(name).join(name);
    std::fs::write(&file, text).expect("a file");
    [(); 2].map(|()| {
        let output = check(&file, &["--update", "--nodes", "10k"]);
        let text = std::fs::read_to_string(&file).expect("the file");
        (text, output.status.code())
    })
}

/// Four black stones around a double-three, seen from a diagram of nine lines without labels.
const BOARD: &str = ". . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n. . X X . . . . .\n. . . . X . . . .\n. . . . X . . . .\n. . . . . . . . .\n. . . . . . . . .\n";

fn twice(name: &str, before: &str, after: &str) {
    for (text, exit) in updated(name, before) {
        assert_eq!((text.as_str(), exit), (after, Some(0)), "{name}");
    }
}

#[test]
fn an_update_writes_what_is_found_and_touches_no_other_byte() {
    let about = "# rule: renju\r\n#to move:black  \r\n";
    let board = BOARD.replace('\n', "\r\n");
    twice(
        "diagram.txt",
        &format!(
            "{about}#  expect:  forbidden E5 overline \r\n# words\r\n# shape: none\r\n{board}"
        ),
        &format!(
            "{about}#  expect:  forbidden E5 double-three \r\n# words\r\n# shape: black open_two 4\r\n{board}"
        ),
    );
    // Nothing at all is expected of the first position, and the other names one point of two.
    let rows = "{\"id\": \"a\",\"rule\":\"renju\",\"size\":9,\"black\":[\"C5\",\"D5\",\"E3\",\"E4\"],\"white\":[],\"to_move\":\"black\" }\n";
    let named = "{\"expect\":[ \"vcf  win\" , \"legal A1\"],\"rule\":\"renju\",\"size\":9,\"black\":[\"C5\",\"D5\",\"E3\",\"E4\"],\"white\":[],\"to_move\":\"black\"}\n\n";
    twice(
        "positions.jsonl",
        &format!("{rows}{named}"),
        &format!(
            "{}{}",
            rows.replace(" }", " ,\"expect\":[\"forbidden E5 double-three\"]}"),
            named.replace("vcf  win", "vcf none"),
        ),
    );
    twice(
        "moves.txt",
        "\u{feff}# expect: best A1\nh8i9g7\n\n# name: b\nh8i9\n",
        &format!(
            "\u{feff}# expect: best {}\nh8i9g7\n\n# name: b\n# expect: forbidden none\nh8i9\n",
            best_after_h8i9g7()
        ),
    );
}

/// What the search plays there, by `renju search`.
fn best_after_h8i9g7() -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_renju"))
        .args([
            "search", "-m", "h8i9g7", "--nodes", "10k", "-j", "1", "--json",
        ])
        .output()
        .expect("it runs");
    let line: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a line");
    let best = line["lines"][0]["moves"][0].as_str();
    best.expect("a move").to_owned()
}

#[test]
fn lists_that_are_not_complete_are_completed() {
    let points = "\"size\":15,\"to_move\":\"black\",\"black\":[\"C8\",\"D8\",\"E8\",\"G8\",\"H8\",\"K4\",\"K5\",\"L6\",\"M6\"],\"white\":[]";
    twice(
        "incomplete.jsonl",
        &format!("{{{points},\"expect\":[\"forbidden F8 overline\" ]}}\n"),
        &format!(
            "{{{points},\"expect\":[\"forbidden F8 overline\",\"forbidden J6 double-three\",\"forbidden K6 double-three\" ]}}\n"
        ),
    );
}

#[test]
fn what_cannot_be_updated_stays_and_is_told() {
    let wrong = format!("# rule: renju\n# to move: black\n# expect: legal E5\n{BOARD}");
    let told = |name: &str, arguments: &[&str], prepare: &dyn Fn(&Path)| {
        let file = folder(name).join(name);
        std::fs::write(&file, &wrong).expect("a file");
        prepare(&file);
        let output = check(&file, &[&["--update"], arguments].concat());
        let text = std::fs::read_to_string(&file).expect("the file");
        assert_eq!(text, wrong, "{name}");
        assert_eq!(output.status.code(), Some(2), "{name}");
        let folder = file.parent().expect("a folder").read_dir();
        assert_eq!(folder.expect("a folder").count(), 1, "{name}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let read_only = |file: &Path| {
        let mut permissions = file.metadata().expect("a file").permissions();
        permissions.set_readonly(true);
        std::fs::set_permissions(file, permissions).expect("its owner may");
    };
    let message = told("read-only.txt", &[], &read_only);
    assert!(message.contains("read-only.txt is read-only"), "{message}");
    let message = told("other-names.txt", &["--origin", "top-left"], &|_| ());
    assert!(message.contains("other names than ours"), "{message}");
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_file() {
    let file = folder("full").join("full.txt");
    let comment = "# A comment that takes a line of its own.\n".repeat(100);
    let text = format!("# rule: renju\n# to move: black\n# expect: legal E5\n{comment}{BOARD}");
    std::fs::write(&file, &text).expect("a file");
    let script = "ulimit -f 1 && exec \"$0\" check \"$1\" --update";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_renju")])
        .arg(&file)
        .output()
        .expect("a shell");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), text);
    let left = file.parent().expect("a folder").read_dir();
    assert_eq!(left.expect("a folder").count(), 1);
}

#[test]
fn what_is_undecided_is_not_updated() {
    let file = folder("undecided").join("undecided.txt");
    let text = "# expect: vct win\nh8i9g7\n";
    std::fs::write(&file, text).expect("a file");
    let output = check(&file, &["--update", "--nodes", "1"]);
    assert_eq!(output.status.code(), Some(4), "{output:?}");
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), text);
}

/// The line of a suite of players, with what depends on the clock left out.
#[cfg(unix)]
fn suite_lines(arguments: &[&str]) -> Vec<Value> {
    let suite = Path::new("tests/cmd/check.in/suite.jsonl");
    let output = check(suite, &[&["--nodes", "20k", "--json"], arguments].concat());
    let text = String::from_utf8(output.stdout).expect("text");
    let lines = text.lines();
    let lines = lines.map(|line| serde_json::from_str(line).expect("JSON"));
    let is_of_players = |line: &Value| {
        let study = line["study"].as_str().unwrap_or_default();
        study.starts_with("check_player")
    };
    lines.filter(is_of_players).collect()
}

#[cfg(unix)]
#[test]
fn a_player_of_a_suite_has_solved_it_when_it_first_kept_to_a_solution() {
    let lines = suite_lines(&["--engine", "mine=gomocup:sh tests/cmd/check.in/engine.sh"]);
    let (table, answers) = lines.split_last().expect("a table");
    let told: Vec<String> = answers
        .iter()
        .map(|line| {
            let text = |field: &str| line[field].as_str().unwrap_or("none").to_owned();
            let [expect, player, point] = ["expect", "player", "move"].map(text);
            let nodes = line["nodes"].as_u64().unwrap_or(0);
            format!("{expect}: {player} {point} {} {nodes}", line["solved"])
        })
        .collect();
    // It thought of O15 at 100 nodes, of I8 at 400 and again at 900.
    let of_engine = |told: &&String| told.contains(": mine ");
    assert_eq!(
        told.iter().filter(of_engine).collect::<Vec<_>>(),
        [
            "vcf win 5: mine I8 true 400",
            "vct win: mine I8 true 400",
            "best I8 or I9: mine I8 true 400"
        ]
    );
    assert_eq!(
        told.len(),
        8,
        "the solver is not asked for a best move: {told:?}"
    );
    let players = table["players"].as_array().expect("players");
    let counts = players.iter().map(|player| {
        let number = |field: &str| player[field].as_u64().unwrap_or(99);
        let name = player["player"].as_str().unwrap_or_default().to_owned();
        (name, ["asked", "solved", "alone", "failed"].map(number))
    });
    let expected = [
        ("solver", [2, 2, 0, 0]),
        ("network", [3, 3, 0, 0]),
        ("mine", [3, 3, 0, 0]),
    ];
    let expected = expected.map(|(name, counts)| (name.to_owned(), counts));
    assert_eq!(counts.collect::<Vec<_>>(), expected);
}

#[cfg(unix)]
#[test]
fn an_engine_without_an_answer_is_told_and_the_others_go_on() {
    for (mode, why) in [
        ("gone", "ended with exit status 3 before it answered"),
        ("taken", "plays H8, which is taken"),
    ] {
        let engine = format!("mine=gomocup:sh tests/cmd/check.in/engine.sh {mode}");
        let lines = suite_lines(&["--engine", &engine]);
        let (table, answers) = lines.split_last().expect("a table");
        let mine = answers.iter().filter(|line| line["player"] == "mine");
        let errors: Vec<&Value> = mine.map(|line| &line["error"]).collect();
        assert_eq!(errors, [why; 3]);
        assert_eq!(table["players"][1]["solved"], 3, "{table}");
        assert_eq!(table["players"][2]["errors"], 3, "{table}");
    }
}

#[cfg(unix)]
#[test]
fn an_engine_is_not_asked_as_the_wrong_side() {
    let file = folder("side").join("side.jsonl");
    let line = r#"{"rule":"renju","to_move":"black","black":["H8","I8","J8","K8"],"white":["A1","C1","E1","G1","A15","C15"],"expect":["vcf win 1"]}"#;
    std::fs::write(&file, line).expect("a file");
    let engine = "gomocup:sh tests/cmd/check.in/engine.sh";
    let output = check(&file, &["--nodes", "1k", "--engine", engine]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(
        text.contains("takes its colour from the number of stones"),
        "{text}"
    );
    assert_eq!(output.status.code(), Some(3), "{text}");
}
