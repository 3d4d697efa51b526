//! Engines of `batch compare`: what Ctrl-C does to them, and that nothing of them is left.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::signals::{are_ignored, interrupt};

/// How long anything may take here.
const AMPLE: Duration = Duration::from_secs(60);

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// `batch compare` over twelve positions, with an engine that runs a script of `sh`.
fn compare(folder: &Path, script: &str, flags: &str) -> Command {
    let lines = (1..=12).map(|number| format!("{{\"id\":{number},\"moves\":\"h8 i9\"}}\n"));
    std::fs::write(folder.join("in.jsonl"), lines.collect::<Vec<_>>().concat()).expect("a file");
    std::fs::write(folder.join("engine.sh"), script).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_renju"));
    command
        .args(["batch", "compare", "in.jsonl", "-e", "shapes", "-j", "1"])
        .args(["--engine", "json:sh engine.sh", "--engine-time", "60s"])
        .args(["--out", "out.jsonl", "--keep-run"])
        .args(flags.split_whitespace())
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

/// Waits until an engine has been asked `count` times, as its script notes in a file.
fn wait_for_questions(folder: &Path, count: usize) {
    let since = Instant::now();
    let asked =
        || std::fs::read_to_string(folder.join("asked")).map_or(0, |text| text.lines().count());
    while asked() < count {
        assert!(since.elapsed() < AMPLE, "the engine is not asked");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The exit code of a run that was interrupted, and what it says.
fn end(child: Child) -> (Option<i32>, String) {
    let done = child.wait_with_output().expect("an end");
    (
        done.status.code(),
        String::from_utf8_lossy(&done.stderr).into_owned(),
    )
}

fn lines(folder: &Path, name: &str) -> usize {
    let text = std::fs::read_to_string(folder.join(name)).expect("a file");
    assert!(text.is_empty() || text.ends_with('\n'), "half a line");
    text.lines().count()
}

#[test]
fn an_interrupted_run_finishes_what_engines_are_asked() {
    if are_ignored() {
        return;
    }
    let folder = folder("interrupted-engines");
    let script =
        "while read -r line; do echo x >> asked; sleep 0.3; echo '{\"points\":{\"G7\":1}}'; done";
    let child = compare(&folder, script, "").spawn().expect("it starts");
    wait_for_questions(&folder, 3);
    interrupt(&child);
    let (code, said) = end(child);
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("--resume to continue"), "{said}");
    let answered = lines(&folder, "out.jsonl");
    assert!((1..12).contains(&answered), "{answered}");
    assert!(
        said.contains(&format!("{answered} answered, 0 failed")),
        "{said}"
    );
    let whole = std::fs::read_to_string(folder.join("out.jsonl")).expect("a file");
    assert!(!whole.contains("\"failed\":{\"sh"), "{whole}");
    let resumed = compare(&folder, script, "--resume -q").status();
    assert_eq!(resumed.expect("it starts").code(), Some(0));
    assert_eq!(lines(&folder, "out.jsonl"), 12);
}

#[test]
fn an_engine_that_does_not_answer_is_given_up_after_the_grace() {
    if are_ignored() {
        return;
    }
    let folder = folder("hanging-engines");
    let script = "n=0; while read -r line; do n=$((n+1)); echo x >> asked\n\
                  [ $n = 5 ] && [ -e hang ] && sleep 1000; echo '{\"points\":{\"G7\":1}}'; done";
    std::fs::write(folder.join("hang"), "").expect("a file");
    let child = compare(&folder, script, "").spawn().expect("it starts");
    wait_for_questions(&folder, 5);
    let since = Instant::now();
    interrupt(&child);
    let (code, said) = end(child);
    assert_eq!(code, Some(130), "{said}");
    assert!(
        since.elapsed() < Duration::from_secs(20),
        "it waits for the engine"
    );
    assert!(
        said.contains("--resume to continue") && said.contains(" 0 failed"),
        "{said}"
    );
    let answered = lines(&folder, "out.jsonl");
    assert!((1..5).contains(&answered), "{answered}");
    std::fs::remove_file(folder.join("hang")).expect("it is there");
    let resumed = compare(&folder, script, "--resume -q").status();
    assert_eq!(resumed.expect("it starts").code(), Some(0));
    let resumed = std::fs::read(folder.join("out.jsonl")).expect("a file");
    let again = compare(&folder, script, "--force -q").status();
    assert_eq!(again.expect("it starts").code(), Some(0));
    assert!(resumed == std::fs::read(folder.join("out.jsonl")).expect("a file"));
}

#[test]
#[cfg(target_os = "linux")]
fn what_an_engine_has_left_behind_is_killed() {
    let folder = folder("orphans");
    let mark = format!("905{}", std::process::id());
    let script = format!(
        "(setsid sleep {mark} > /dev/null 2>&1 < /dev/null &)\n\
         while read -r line; do echo '{{\"points\":{{\"G7\":1}}}}'; done"
    );
    let done = compare(&folder, &script, "-q").status();
    assert_eq!(done.expect("it starts").code(), Some(0));
    let left = || -> Vec<String> {
        let processes = std::fs::read_dir("/proc").expect("Linux has it").flatten();
        processes
            .filter_map(|process| std::fs::read_to_string(process.path().join("cmdline")).ok())
            .filter(|line| line.contains(&mark))
            .collect()
    };
    // On a busy machine a process that is killed may stand in the list for a while.
    let since = Instant::now();
    while !left().is_empty() && since.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(left(), [""; 0]);
}
