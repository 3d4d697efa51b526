//! `renju match` from outside: the files it writes, and engines that die.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long anything may take here.
const AMPLE: Duration = Duration::from_secs(120);

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A match whose files go to a folder.
fn contest(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_renju"));
    command
        .arg("match")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Plays a match to its end; what it prints.
fn played(folder: &Path, arguments: &[&str]) -> String {
    let done = contest(folder, arguments).output().expect("it starts");
    let said = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(0), "{said}");
    String::from_utf8_lossy(&done.stdout).into_owned()
}

fn bytes(folder: &Path, name: &str) -> Vec<u8> {
    std::fs::read(folder.join(name)).expect("the file")
}

/// Three players, of whom one draws numbers.
const THREE: [&str; 9] = [
    "shapes",
    "five-tuple",
    "random",
    "--depth",
    "1",
    "--games",
    "4",
    "-r",
    "standard",
];

#[test]
fn games_and_samples_are_the_same_bytes_for_any_number_of_threads_and_after_a_resumption() {
    for (games, samples) in [
        ("games.jsonl", "samples.csv"),
        ("games.sgf", "samples.binpack"),
    ] {
        let (one, three) = (folder("match-one-thread"), folder("match-three-threads"));
        let files = ["-o", games, "--samples", samples];
        let first = played(&one, &[&THREE[..], &files, &["-j", "1"]].concat());
        let second = played(&three, &[&THREE[..], &files, &["-j", "3"]].concat());
        assert_eq!(first, second);
        let (whole, rows) = (bytes(&one, games), bytes(&one, samples));
        assert!(whole == bytes(&three, games) && rows == bytes(&three, samples));
        assert!(rows.len() > 100, "{}", rows.len());
        // The end of a run that was killed while it wrote.
        std::fs::write(one.join(games), &whole[..whole.len() / 2]).expect("a file");
        std::fs::write(one.join(samples), &rows[..rows.len() / 3]).expect("a file");
        let resumed = played(&one, &[&THREE[..], &files, &["--resume"]].concat());
        assert_eq!(resumed, first);
        assert!(whole == bytes(&one, games) && rows == bytes(&one, samples));
    }
}

#[test]
fn a_folder_of_piskvork_files_is_gone_on_with() {
    let folder = folder("match-piskvork");
    let files = ["-o", "games/", "--samples", "samples.bin"];
    let first = played(&folder, &[&THREE[..], &files].concat());
    let names = || -> Vec<String> {
        let files = std::fs::read_dir(folder.join("games")).expect("the folder");
        let names = files.map(|file| file.expect("a file").file_name());
        let mut names: Vec<String> = names
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names().len(), 12);
    assert_eq!(names()[11], "000012.psq");
    let (last, rows) = (
        bytes(&folder, "games/000012.psq"),
        bytes(&folder, "samples.bin"),
    );
    for number in 7..=12 {
        let file = folder.join(format!("games/{number:06}.psq"));
        std::fs::remove_file(file).expect("it is there");
    }
    std::fs::write(folder.join("games/000006.psq"), "Piskvorky 15x15, 0").expect("a file");
    assert_eq!(
        played(&folder, &[&THREE[..], &files, &["--resume"]].concat()),
        first
    );
    assert_eq!(names().len(), 12);
    assert!(last == bytes(&folder, "games/000012.psq") && rows == bytes(&folder, "samples.bin"));
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_that_is_killed_loses_that_game_and_the_match_goes_on() {
    let folder = folder("match-killed-engine");
    let renju = env!("CARGO_BIN_EXE_renju");
    let script = format!("echo $$ >> pids\nexec {renju:?} engine -q\n");
    std::fs::write(folder.join("engine.sh"), script).expect("a file");
    let arguments = [
        "shapes",
        "mortal=gomocup:sh engine.sh",
        "--nodes",
        "200",
        "--games",
        "12",
        "-j",
        "1",
        "-o",
        "games.jsonl",
        "--json",
    ];
    let child = contest(&folder, &arguments).spawn().expect("it starts");
    let since = Instant::now();
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
    while text("games.jsonl").lines().count() == 0 {
        assert!(since.elapsed() < AMPLE, "no game is over");
        std::thread::sleep(Duration::from_millis(2));
    }
    // The first was started to see that it is there.
    let pids = text("pids");
    let engine = pids.lines().last().expect("an engine plays");
    let killed = Command::new("kill").args(["-KILL", engine]).status();
    assert!(killed.expect("the program").success());
    let done = child.wait_with_output().expect("an end");
    let said = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(0), "{said}");
    assert!(said.contains("(mortal): crash"), "{said}");
    let report: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert_eq!(report["games"], 12);
    assert_eq!(report["players"][1]["faults"]["crash"], 1, "{report}");
    let games = text("games.jsonl");
    assert_eq!(games.lines().count(), 12);
    assert_eq!(games.matches(r#""FINISH",["crash"]"#).count(), 1);
    let is_there = |pid: &&str| Path::new("/proc").join(pid).exists();
    let pids = text("pids");
    assert!(pids.lines().count() >= 3, "it was started again: {pids}");
    assert_eq!(pids.lines().filter(is_there).count(), 0, "{pids}");
}
