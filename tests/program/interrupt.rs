//! Ctrl-C in a search: what was finished is written, what was not is told, and the code is 130.
//! So it is with the trees of wins.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::signals::{are_ignored, interrupt, send, skipped};

/// A search that ends in a moment, and one that does not.
fn search(trees: &Path) -> (Child, BufReader<ChildStdout>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_renju"))
        .args(["vcf", "--json"])
        .arg("positions/threats/four-three-win.txt")
        .args(["tests/cmd/endless.txt", "tests/cmd/endless.txt"])
        .arg("--tree")
        .arg(trees)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let out = BufReader::new(child.stdout.take().expect("a pipe"));
    (child, out)
}

#[test]
fn an_interrupted_search_tells_what_it_has() {
    if are_ignored() {
        return;
    }
    let trees = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("interrupted.jsonl");
    let _ = std::fs::remove_file(&trees);
    let (mut child, mut out) = search(&trees);
    let mut first = String::new();
    out.read_line(&mut first).expect("an answer");
    assert!(first.contains(r#""outcome":"win""#), "{first}");
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("the rest");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    let [line] = &rest.lines().collect::<Vec<_>>()[..] else {
        panic!("one line is left: {rest}")
    };
    let line: Value = serde_json::from_str(line).expect("JSON");
    assert_eq!(line["outcome"], "unknown");
    assert_eq!(line["stop"], "interrupted");
    assert_eq!(line["deterministic"], false);
    assert!(line["nodes"].as_u64() > Some(0));
    let trees = std::fs::read_to_string(trees).expect("a file of trees");
    assert_eq!(trees.lines().count(), 2, "{trees}");
    assert_eq!(
        verified(&trees),
        "four-three-win: holds (5 plies, 434 replies)\nendless: no win to check\n"
    );
}

#[test]
fn an_interrupted_search_for_best_play_gives_the_best_so_far() {
    if are_ignored() {
        return;
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_renju"))
        .args(["search", "-m", "h8 i9 g7", "--json", "--iterations"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut first = String::new();
    out.read_line(&mut first).expect("an iteration");
    assert!(first.contains(r#""final":false"#), "{first}");
    interrupt(&child);
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("the rest");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    let last: Value = serde_json::from_str(rest.lines().last().expect("a line")).expect("JSON");
    assert_eq!(last["final"], true);
    assert_eq!(last["stop"], "interrupted");
    assert_eq!(last["deterministic"], false);
    assert_eq!(last["lines"].as_array().map(Vec::len), Some(1));
}

/// A conversion that waits for the rest of its input ends at once, also when its terminal is closed,
/// and leaves no file that is not whole.
#[test]
fn an_interrupted_conversion_leaves_nothing_behind() {
    if are_ignored() {
        return;
    }
    // Others may be ignored here, as a terminal that is gone is.
    for signal in ["INT", "TERM"] {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("convert-{signal}"));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        let files = || std::fs::read_dir(&folder).expect("a folder").count();
        let mut child = Command::new(env!("CARGO_BIN_EXE_renju"))
            .args(["convert", "--from", "moves", "-", "-o"])
            .arg(folder.join("games.sgf"))
            .stdin(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut input = child.stdin.take().expect("a pipe");
        let games = "h8 i9\n".repeat(20_000);
        input.write_all(games.as_bytes()).expect("it reads");
        while files() == 0 {
            std::thread::sleep(Duration::from_millis(5));
        }
        send(signal, &child);
        assert_eq!(child.wait().expect("an end").code(), Some(130), "{signal}");
        assert_eq!(files(), 0, "{signal}");
    }
}

/// What `--verify` says of trees that are piped in.
fn verified(trees: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_renju"))
        .args(["vct", "--verify", "-"])
        .env("LANG", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(trees.as_bytes()).expect("it reads");
    drop(input);
    let done = child.wait_with_output().expect("an end");
    assert_eq!(done.status.code(), Some(0));
    String::from_utf8(done.stdout).expect("text")
}

/// Errors and notes that nothing can read any more do not change how a command ends.
#[test]
fn a_closed_or_full_stderr_is_no_panic() {
    let closed = || {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        Stdio::from(writer)
    };
    let run = |arguments: &[&str], stderr: Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_renju"));
        let command = command.args(arguments).stdin(Stdio::null());
        let ended = command.stdout(Stdio::null()).stderr(stderr).status();
        ended.expect("the program starts").code()
    };
    let refused = ["show", "-m", "h8 h8"];
    let noted = ["show", "-m", "h8", "-v"];
    let summed_up = ["batch", "show", "positions/positions.jsonl"];
    assert_eq!(run(&refused, closed()), Some(2));
    assert_eq!(run(&noted, closed()), Some(0));
    assert_eq!(run(&summed_up, closed()), Some(0));
    if let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") {
        assert_eq!(run(&refused, Stdio::from(full)), Some(2));
    } else {
        skipped("there is no /dev/full");
    }
}
