//! Batches that are killed, interrupted, run twice at a time or resumed over a changed input: nothing
//! is lost, and the bytes are those of a run that nothing happened to.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::signals::{are_ignored, interrupt, terminate};

/// An empty folder for one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("journal")
        .join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn renju(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_renju"));
    let command_line = arguments.split_whitespace();
    command.arg("batch").args(command_line).env("LANG", "C");
    if arguments.contains("--out") {
        command.arg("--keep-run");
    }
    command.current_dir(folder).stdin(Stdio::null());
    command
}

fn run(folder: &Path, arguments: &str) -> Output {
    renju(folder, arguments).output().expect("it starts")
}

/// Runs a command that is to end with this code; what it says.
fn said(folder: &Path, arguments: &str, code: i32) -> String {
    let output = run(folder, arguments);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments}: {text}");
    text
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect("a file")
}

/// Lines of middle games, some of them with the same id, some without any.
pub(crate) fn positions(count: usize) -> String {
    let mut lines = String::new();
    for number in 0..count {
        let id = match number % 3 {
            0 => String::new(),
            1 => r#""id":"same","#.to_owned(),
            _ => format!(r#""id":"game {number}","#),
        };
        let column = (b'A' + (number % 15) as u8) as char;
        let row = number / 15 % 5 + 1;
        writeln!(
            lines,
            r#"{{{id}"moves":["H8","I9","G7","{column}{row}","J10","G9","H10"]}}"#
        )
        .expect("memory");
    }
    lines
}

/// Waits until the output is this long.
fn wait_for_bytes(folder: &Path, bytes: u64) {
    let since = Instant::now();
    let out = folder.join("out.jsonl");
    while std::fs::metadata(&out).map_or(0, |file| file.len()) < bytes {
        assert!(
            since.elapsed() < Duration::from_secs(60),
            "nothing is written"
        );
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Starts a run and waits until its output has some bytes.
fn started(folder: &Path, arguments: &str, bytes: u64) -> Child {
    let child = renju(folder, arguments)
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    wait_for_bytes(folder, bytes);
    child
}

#[test]
fn a_killed_run_is_continued_to_the_same_bytes() {
    let folder = folder("killed");
    std::fs::write(folder.join("in.jsonl"), positions(3000)).expect("a file");
    let study = "vct in.jsonl --nodes 200 -q";
    said(
        &folder,
        &format!("{study} --out whole.jsonl --tree whole-trees.jsonl"),
        0,
    );
    let resumed = format!("{study} --out out.jsonl --tree trees.jsonl --resume");
    for (threads, bytes) in [(1, 1), (2, 1), (2, 100_000), (1, 300_000)] {
        let command = format!("{resumed} -j {threads}");
        let mut child = started(&folder, &command, bytes);
        child.kill().expect("it can be killed");
        child.wait().expect("an end");
    }
    said(&folder, &resumed, 0);
    assert!(read(&folder, "out.jsonl") == read(&folder, "whole.jsonl"));
    assert!(read(&folder, "trees.jsonl") == read(&folder, "whole-trees.jsonl"));
}

#[test]
fn a_damaged_end_is_answered_again() {
    let folder = folder("damaged");
    std::fs::write(folder.join("in.jsonl"), positions(60)).expect("a file");
    let study = "forbidden in.jsonl -q --out out.jsonl";
    said(&folder, study, 0);
    let whole = std::fs::read(folder.join("out.jsonl")).expect("lines");
    let half = whole.len() / 2;
    let cut = whole[..half].to_vec();
    let mut zeros = whole.clone();
    zeros[half..].fill(0);
    for damaged in [cut, zeros, Vec::new()] {
        std::fs::write(folder.join("out.jsonl"), damaged).expect("it can be written");
        said(&folder, &format!("{study} --resume"), 0);
        assert!(std::fs::read(folder.join("out.jsonl")).expect("lines") == whole);
    }
}

#[test]
fn what_is_added_behind_a_run_that_has_ended_stays() {
    let folder = folder("added");
    std::fs::write(folder.join("in.jsonl"), positions(20)).expect("a file");
    let study = "vcf in.jsonl --out out.jsonl --tree trees.jsonl";
    said(&folder, study, 0);
    for name in ["out.jsonl", "trees.jsonl"] {
        let whole = read(&folder, name);
        let longer = format!("{whole}{{\"v\":1,\"mine");
        std::fs::write(folder.join(name), &longer).expect("it can be written");
        let message = said(&folder, &format!("{study} --resume"), 2);
        assert!(message.contains("was changed since"), "{message}");
        assert_eq!(read(&folder, name), longer);
        // Behind a run that was killed it is what that had not noted yet.
        let journal = read(&folder, "out.jsonl.run");
        let killed = journal.replace("\"is_ended\":true", "\"is_ended\":false");
        assert_ne!(journal, killed);
        std::fs::write(folder.join("out.jsonl.run"), killed).expect("it can be written");
        let message = said(&folder, &format!("{study} --resume"), 0);
        assert_eq!(
            name == "out.jsonl",
            message.contains("12 bytes"),
            "{message}"
        );
        assert_eq!(read(&folder, name), whole);
    }
}

#[test]
fn an_edited_output_is_refused() {
    let folder = folder("edited");
    std::fs::write(folder.join("in.jsonl"), positions(30)).expect("a file");
    let study = "vcf in.jsonl -q --out out.jsonl --tree trees.jsonl";
    said(&folder, study, 0);
    for name in ["out.jsonl", "trees.jsonl"] {
        let text = read(&folder, name);
        let (first, rest) = text.split_once('\n').expect("lines");
        for edited in [
            format!("# mine\n{text}"),
            text.replace('\n', "\r\n"),
            format!("{rest}{first}\n"),
        ] {
            std::fs::write(folder.join(name), &edited).expect("it can be written");
            let message = said(&folder, &format!("{study} --resume"), 2);
            assert!(message.contains("was changed since"), "{message}");
            assert_eq!(read(&folder, name), edited);
        }
        std::fs::write(folder.join(name), text).expect("it can be written");
    }
    said(&folder, &format!("{study} --resume"), 0);
    let journal = study.replace("trees.jsonl", "out.jsonl.run");
    assert!(said(&folder, &journal, 2).contains("is needed for the journal"));
}

#[test]
fn what_is_read_is_not_written_to() {
    let folder = folder("same");
    let text = positions(3);
    std::fs::write(folder.join("in.jsonl"), &text).expect("a file");
    let mut command = renju(&folder, "show - --out in.jsonl --force");
    let input = std::fs::File::open(folder.join("in.jsonl")).expect("a file");
    let ended = command.stdin(input).output().expect("it starts");
    assert_eq!(ended.status.code(), Some(2));
    assert_eq!(read(&folder, "in.jsonl"), text);
}

#[test]
fn a_changed_input_is_refused() {
    let folder = folder("changed");
    let text = positions(30);
    let write = |text: &str| std::fs::write(folder.join("in.jsonl"), text).expect("a file");
    write(&text);
    let study = "show in.jsonl -q --out out.jsonl";
    said(&folder, study, 0);
    let before = read(&folder, "out.jsonl");
    let resumed = format!("{study} --resume");
    let (first, rest) = text.split_once('\n').expect("lines");
    let bytes = text.len() - text.lines().count();
    let swapped = format!("{}\n{first}\n{}", rest.lines().next().expect("lines"), {
        rest.split_once('\n').expect("lines").1
    });
    for (changed, reason) in [
        (text.replacen("J10", "J11", 1), "was changed, added"),
        (
            text.replacen("J10", "J9", 1),
            &*format!("({} bytes where there were {bytes})", bytes - 1),
        ),
        (format!("{first}\n{text}"), "was changed, added"),
        (swapped, "was changed, added"),
        (rest.to_owned(), "it has 29 records, and 30 are answered"),
        (String::new(), "it has "),
    ] {
        write(&changed);
        let message = said(&folder, &resumed, 2);
        assert!(message.contains("the input is not the one"), "{message}");
        assert!(message.contains(reason), "{message}");
        assert_eq!(read(&folder, "out.jsonl"), before);
    }
    // More behind its end is work that is left; and its name does not matter.
    write(&positions(40));
    said(&folder, &resumed.replace("in.jsonl", "./in.jsonl"), 0);
    assert_eq!(read(&folder, "out.jsonl").lines().count(), 40);
}

#[test]
fn errors_of_an_earlier_run_are_not_forgotten() {
    let folder = folder("failed");
    std::fs::write(folder.join("in.jsonl"), "{\"black\":[\"H8\"]}\nbroken\n").expect("a file");
    let study = "show in.jsonl --out out.jsonl";
    said(&folder, study, 3);
    let message = said(&folder, &format!("{study} --resume"), 3);
    assert!(message.contains("1 failed before"), "{message}");
}

/// A run that has answered a record and waits for the next one.
fn waiting(folder: &Path) -> Child {
    let mut child = renju(folder, "show - --out out.jsonl")
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let input = child.stdin.as_mut().expect("a pipe");
    writeln!(input, "{{\"black\":[\"H8\"]}}").expect("it reads");
    wait_for_bytes(folder, 1);
    child
}

#[test]
fn two_runs_do_not_write_to_one_file() {
    let folder = folder("locked");
    let mut first = waiting(&folder);
    let process = format!("another run writes to out.jsonl: process {}", first.id());
    for how in ["--force", "--resume"] {
        let message = said(&folder, &format!("show - --out out.jsonl {how}"), 2);
        assert!(message.contains(&process), "{message}");
    }
    let message = said(&folder, "show - --out out.jsonl", 2);
    assert!(message.contains("is there already"), "{message}");
    let message = said(&folder, "show -m h8 --out out.jsonl --resume", 2);
    assert!(message.contains("this run has moves"), "{message}");
    drop(first.stdin.take());
    assert!(first.wait().expect("an end").success());
    assert_eq!(read(&folder, "out.jsonl").lines().count(), 1);
}

/// Two outputs whose proof trees would be one file.
#[test]
fn two_runs_do_not_write_to_one_file_of_trees() {
    let folder = folder("locked-trees");
    let mut first = renju(&folder, "vcf - --out out.jsonl --tree trees.jsonl")
        .stdin(Stdio::piped())
        .spawn()
        .expect("it starts");
    let input = first.stdin.as_mut().expect("a pipe");
    writeln!(input, "{{\"moves\":[\"H8\"]}}").expect("it reads");
    wait_for_bytes(&folder, 1);
    let trees = read(&folder, "trees.jsonl");
    let other = "vcf -m h8 --out other.jsonl --tree trees.jsonl --force";
    let message = said(&folder, other, 2);
    assert!(
        message.contains("another run writes to trees.jsonl"),
        "{message}"
    );
    assert_eq!(read(&folder, "trees.jsonl"), trees);
    drop(first.stdin.take());
    assert!(first.wait().expect("an end").success());
}

/// Whatever the version is called: another search has other answers.
#[test]
fn another_program_is_refused() {
    let folder = folder("program");
    std::fs::write(folder.join("in.jsonl"), positions(3)).expect("a file");
    let study = "show in.jsonl -q --out out.jsonl";
    said(&folder, study, 0);
    let journal = read(&folder, "out.jsonl.run");
    let program = concat!("renju ", env!("CARGO_PKG_VERSION"));
    for (now, then) in [
        (program, "renju 0.0.9"),
        ("\"search-signature\":", "\"search-signature\":1"),
        ("\"search-signature\":", "\"another\":"),
    ] {
        let other = journal.replacen(now, then, 1);
        assert_ne!(journal, other);
        std::fs::write(folder.join("out.jsonl.run"), other).expect("it can be written");
        let message = said(&folder, &format!("{study} --resume"), 2);
        assert!(
            message.contains(&format!("this program is {program} (search signature "))
                && message.contains("was begun by renju 0."),
            "{message}"
        );
    }
}

/// A run that was killed before it wrote anything has left an empty file, or none.
#[test]
fn a_run_that_had_just_begun_is_resumed() {
    let folder = folder("begun");
    std::fs::write(folder.join("out.jsonl"), "").expect("a file");
    said(&folder, "show -m h8 -q --out out.jsonl --resume", 0);
    assert_eq!(read(&folder, "out.jsonl").lines().count(), 1);
    std::fs::remove_file(folder.join("out.jsonl.run")).expect("it is there");
    let message = said(&folder, "show -m h8 -q --out out.jsonl --resume", 2);
    assert!(message.contains("is missing"), "{message}");
}

#[test]
fn a_terminated_run_says_how_to_go_on() {
    if are_ignored() {
        return;
    }
    let folder = folder("terminated");
    let mut child = waiting(&folder);
    // Its input stays open and silent; `wait` would close it.
    let input = child.stdin.take();
    terminate(&child);
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    drop(input);
    let said = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let said: Vec<String> = said.map_while(Result::ok).collect();
    assert!(said[0].starts_with("1 record read, 1 answered"), "{said:?}");
    assert!(said[1].contains("--resume to continue"), "{said:?}");
    assert_eq!(read(&folder, "out.jsonl").lines().count(), 1);
}

/// Work that would take hours is given up, and done again when the run goes on.
#[test]
fn a_record_that_takes_too_long_is_given_up() {
    if are_ignored() {
        return;
    }
    let folder = folder("given-up");
    let endless = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/endless.txt");
    std::fs::copy(endless, folder.join("endless.txt")).expect("a copy");
    std::fs::write(folder.join("short.txt"), "h8 i9").expect("a file");
    let arguments = "vct short.txt endless.txt --nodes 100G --out out.jsonl -j 1";
    let mut child = started(&folder, arguments, 1);
    interrupt(&child);
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    assert_eq!(read(&folder, "out.jsonl").lines().count(), 1);
    assert!(read(&folder, "out.jsonl.run").contains(r#""records":1"#));
}

#[test]
fn files_that_are_none_of_ours_stay_as_they_are() {
    let folder = folder("foreign");
    std::fs::write(folder.join("out.jsonl.run"), "my notes").expect("a file");
    let message = said(&folder, "show -m h8 --out out.jsonl --force", 2);
    assert!(message.contains("is something else"), "{message}");
    assert_eq!(read(&folder, "out.jsonl.run"), "my notes");
    let text = positions(1);
    // Once the journal was written there first.
    std::fs::write(folder.join("x.jsonl.run.new"), &text).expect("a file");
    for input in ["-m h8", "x.jsonl.run.new"] {
        said(
            &folder,
            &format!("show {input} -q --out x.jsonl --force"),
            0,
        );
    }
    assert_eq!(read(&folder, "x.jsonl.run.new"), text);
    for name in ["out.jsonl.gz", "out.csv"] {
        let message = said(&folder, &format!("show -m h8 --out {name}"), 2);
        assert!(message.contains("writes JSON lines"), "{message}");
    }
    assert!(said(&folder, "show nowhere.txt --out new.jsonl", 2).contains("there is no file"));
    assert!(!folder.join("new.jsonl").exists());
}

#[test]
fn devices_have_no_journal() {
    let folder = folder("devices");
    said(&folder, "show -m h8 -q --out /dev/null", 0);
    assert!(!Path::new("/dev/null.run").exists());
    let message = said(&folder, "show -m h8 -q --out /dev/null --resume", 2);
    assert!(message.contains("no file that can be resumed"), "{message}");
}
