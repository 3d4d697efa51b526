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

#[test]
fn limits_of_one_player_name_a_player_of_the_match() {
    let folder = folder("match-odds");
    let players = ["a=shapes", "b=random", "--games", "2", "--nodes", "100"];
    let odds = |limit: &str| contest(&folder, &[&players[..], &["--nodes-of", limit]].concat());
    let done = odds("c=5k").output().expect("it starts");
    let said = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(2), "{said}");
    assert!(
        said.contains("no player is called \"c\"") && said.contains("a, b"),
        "{said}"
    );
    let done = odds("a").output().expect("it starts");
    assert_eq!(done.status.code(), Some(2));
    let done = odds("a=5k").output().expect("it starts");
    assert_eq!(
        done.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
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
            .filter(|name| name != "match.run")
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
    let resumed = [&THREE[..], &files, &["--resume"]].concat();
    // Files have their names when they are whole, so this one is another file.
    let sixth = folder.join("games/000006.psq");
    std::fs::write(&sixth, "Piskvorky 15x15, 0").expect("a file");
    let output = contest(&folder, &resumed).output().expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(bytes(&folder, "games/000006.psq"), b"Piskvorky 15x15, 0");
    std::fs::remove_file(sixth).expect("it is there");
    let fifth = folder.join("games/000005.psq");
    let kept = std::fs::read(&fifth).expect("a game");
    std::fs::remove_file(&fifth).expect("it is there");
    std::fs::write(folder.join("games/000007.psq"), &kept).expect("a file");
    let output = contest(&folder, &resumed).output().expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(bytes(&folder, "games/000007.psq"), kept);
    std::fs::remove_file(folder.join("games/000007.psq")).expect("it is there");
    assert_eq!(played(&folder, &resumed), first);
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

/// What a match that is refused says.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let done = contest(folder, arguments).output().expect("it starts");
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(2), "{arguments:?}: {said}");
    said
}

/// Two players of which each game is short.
const TWO: [&str; 7] = ["shapes", "random", "--games", "2", "-s", "12", "-q"];

#[test]
fn a_changed_setting_is_refused_with_its_name_and_both_values() {
    let folder = folder("match-settings");
    for (name, text) in [("one.txt", "h8 i9\n"), ("two.txt", "h8 g9\n")] {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    let base = |changes: &[&str]| -> Vec<String> {
        let mut arguments: Vec<String> = TWO.map(str::to_owned).into();
        let all = ["--depth", "1", "--openings", "one.txt", "-o", "g.jsonl"];
        arguments.extend(all.map(str::to_owned));
        for pair in changes.chunks(2) {
            match arguments.iter().position(|word| word == pair[0]) {
                Some(place) => arguments[place + 1] = pair[1].to_owned(),
                None => arguments.extend(pair.iter().map(|&word| word.to_owned())),
            }
        }
        arguments
    };
    let words = |arguments: &[String]| -> Vec<String> { arguments.to_vec() };
    let run = |arguments: Vec<String>| {
        let words = words(&arguments);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        refused(&folder, &words)
    };
    let first = base(&[]);
    played(
        &folder,
        &first.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    let (games, journal) = (bytes(&folder, "g.jsonl"), bytes(&folder, "g.jsonl.run"));
    let cases: [(&[&str], &str); 9] = [
        (&["--nodes", "50"], "nodes 50, but g.jsonl.run says none"),
        (&["--depth", "2"], "depth 2, but g.jsonl.run says 1"),
        (&["-r", "standard"], "rule \"standard\", but"),
        (&["-s", "13"], "size 13, but g.jsonl.run says 12"),
        (&["--seed", "7"], "seed 7, but g.jsonl.run says 1"),
        (&["--hash", "8"], "hash 8, but g.jsonl.run says 64"),
        (
            &["--openings", "two.txt"],
            "the openings \"1 positions (fnv1a",
        ),
        (&["--time", "5s"], "time \"5s\", but g.jsonl.run says none"),
        (&["random", "x=random"], "players ["),
    ];
    for (changes, told) in cases {
        let mut arguments = base(changes);
        if changes[0] == "random" {
            arguments = base(&[]);
            arguments[1] = "x=random".to_owned();
        }
        arguments.push("--resume".to_owned());
        let said = run(arguments);
        assert!(said.contains(told), "{changes:?}: {said}");
        assert!(said.contains("start anew with --force"), "{said}");
    }
    assert!(games == bytes(&folder, "g.jsonl") && journal == bytes(&folder, "g.jsonl.run"));
    assert!(run(base(&[])).contains("--resume goes on with it"));
}

#[test]
fn what_no_match_has_written_stays_as_it_is() {
    let folder = folder("match-foreign");
    let arguments = |more: &[&'static str]| [&TWO[..], &["--depth", "1"], more].concat();
    for name in ["g.jsonl", "g.part", "g.jsonl.part", "s.csv"] {
        std::fs::write(folder.join(name), "mine\n").expect("a file");
    }
    refused(&folder, &arguments(&["-o", "g.jsonl"]));
    let said = refused(&folder, &arguments(&["-o", "g.jsonl", "--resume"]));
    assert!(said.contains("g.jsonl.run is missing"), "{said}");
    assert_eq!(bytes(&folder, "g.jsonl"), b"mine\n");
    let said = refused(
        &folder,
        &arguments(&["-o", "n.jsonl", "--samples", "s.csv"]),
    );
    assert!(said.contains("s.csv is there already"), "{said}");
    played(&folder, &arguments(&["-o", "h.jsonl"]));
    let said = refused(
        &folder,
        &arguments(&["-o", "h.jsonl", "--samples", "s.csv", "--resume"]),
    );
    assert!(said.contains("was not written by a match"), "{said}");
    assert_eq!(bytes(&folder, "s.csv"), b"mine\n");
    // An edited file, and one that was cut.
    let whole = bytes(&folder, "h.jsonl");
    let edited = String::from_utf8_lossy(&whole).replacen("shapes", "shopes", 1);
    std::fs::write(folder.join("h.jsonl"), &edited).expect("a file");
    let said = refused(&folder, &arguments(&["-o", "h.jsonl", "--resume"]));
    assert!(said.contains("was changed since"), "{said}");
    assert_eq!(bytes(&folder, "h.jsonl"), edited.as_bytes());
    #[cfg(unix)]
    for planted in ["h.part", "h.jsonl.part", "h.jsonl.run.new"] {
        std::os::unix::fs::symlink("g.part", folder.join(planted)).expect("a link");
    }
    std::fs::write(folder.join("h.jsonl"), &whole[..whole.len() - 7]).expect("a file");
    played(&folder, &arguments(&["-o", "h.jsonl", "--resume"]));
    assert!(whole == bytes(&folder, "h.jsonl"));
    for name in ["g.part", "g.jsonl.part"] {
        assert_eq!(bytes(&folder, name), b"mine\n", "{name}");
    }
    played(&folder, &arguments(&["-o", "g.jsonl", "--force"]));
    assert!(whole == bytes(&folder, "g.jsonl"));
}

/// Two matches on one file: one is refused while the other plays. Whenever they are killed, what is
/// left is gone on with, and comes to the same games.
#[test]
#[cfg(target_os = "linux")]
fn matches_on_one_file_are_killed_and_gone_on_with() {
    let kills: u64 =
        std::env::var("RENJU_KILLS").map_or(4, |kills| kills.parse().expect("a number"));
    let players = [
        "shapes", "random", "--games", "40", "-s", "15", "-q", "--nodes", "150",
    ];
    for file in ["g.jsonl", "g.sgf"] {
        let (quiet, killed) = (folder("match-quiet"), folder("match-killed"));
        played(&quiet, &[&players[..], &["-o", file]].concat());
        let arguments = [&players[..], &["-o", file, "--resume"]].concat();
        for kill in 0..kills {
            let mut both: Vec<_> = [0, 1]
                .map(|_| contest(&killed, &arguments).spawn().expect("it starts"))
                .into();
            std::thread::sleep(Duration::from_millis(20 + kill * 137 % 400));
            for child in &mut both {
                let _ = child.kill();
            }
            let codes = both.into_iter().map(|child| {
                let done = child.wait_with_output().expect("an end");
                let said = String::from_utf8_lossy(&done.stderr).into_owned();
                let is_refused = done.status.code() == Some(2);
                let told = ["another run writes", "is there already"];
                assert!(
                    !is_refused || told.iter().any(|told| said.contains(told)),
                    "{said}"
                );
                done.status.code()
            });
            let codes: Vec<_> = codes.collect();
            assert!(codes.iter().any(|code| *code != Some(2)), "{codes:?}");
        }
        played(&killed, &arguments);
        assert!(bytes(&quiet, file) == bytes(&killed, file), "{file}");
        let names = std::fs::read_dir(&killed).expect("the folder").count();
        assert!(names <= 2 + 2 * kills as usize, "{names} files");
    }
}

/// An engine that never says OK would cost each game half a minute.
#[test]
#[cfg(unix)]
fn a_player_that_does_not_start_ends_the_match() {
    let folder = folder("match-no-start");
    // It starts once, when the match looks whether it is there.
    let script = format!(
        "if [ -e seen ]; then echo 'no licence' >&2; exit 1; fi\ntouch seen\nexec {:?} engine -q\n",
        env!("CARGO_BIN_EXE_renju")
    );
    std::fs::write(folder.join("engine.sh"), script).expect("a file");
    let mut arguments = vec!["shapes", "lazy=gomocup:sh engine.sh", "--nodes", "50"];
    arguments.extend(["--games", "20", "-j", "1", "-o", "g.jsonl"]);
    let done = contest(&folder, &arguments).output().expect("it starts");
    let said = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(3), "{said}");
    assert!(
        said.contains("lazy did not start in 3 games in a row") && said.contains("no licence"),
        "{said}"
    );
    assert_eq!(
        String::from_utf8_lossy(&bytes(&folder, "g.jsonl"))
            .lines()
            .count(),
        3
    );
    let score = String::from_utf8_lossy(&done.stdout);
    assert!(score.contains("3 games"), "{score}");
}

/// One that answers JSON lines is first asked for its first move, as White after that of Black.
#[test]
#[cfg(unix)]
fn a_json_engine_that_never_answers_ends_the_match() {
    let folder = folder("match-no-answer");
    std::fs::write(folder.join("engine.sh"), "echo 'no licence' >&2\nexit 1\n").expect("a file");
    let mut arguments = vec!["shapes", "lazy=json:sh engine.sh", "--nodes", "50"];
    arguments.extend(["--games", "8", "-j", "1", "-q"]);
    let done = contest(&folder, &arguments).output().expect("it starts");
    let said = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(3), "{said}");
    assert!(
        said.contains("lazy did not start in 3 games in a row") && said.contains("no licence"),
        "{said}"
    );
    let score = String::from_utf8_lossy(&done.stdout);
    assert!(score.contains("3 games"), "{score}");
}
