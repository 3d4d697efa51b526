//! Every command that writes a file, over one that is there: it stays, and `--force` says otherwise.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Commands that write to `FILE`, of each ending.
const WRITERS: [(&str, &str); 18] = [
    ("svg", "show -m h8 -o FILE"),
    ("txt", "show -m h8 -o FILE"),
    ("gif", "show -m h8 -o FILE"),
    ("svg", "forbidden -m h8 -o FILE"),
    ("png", "patterns -m h8 -o FILE"),
    ("svg", "score -m h8 -o FILE"),
    ("svg", "compare -m h8 -e shapes -e five-tuple -o FILE"),
    ("svg", "search -m h8 --depth 1 -o FILE"),
    ("svg", "vcf -m h8 -o FILE"),
    ("jsonl", "vcf -m h8 --tree FILE"),
    ("sgf", "vct -m h8 --nodes 10 --tree FILE"),
    ("svg", "threats -m h8 --nodes 10 -o FILE"),
    ("sgf", "game -m h8 --nodes 10 -o FILE"),
    ("sgf", "convert -m h8 -o FILE"),
    ("jsonl", "batch show -m h8 --out FILE"),
    ("jsonl", "batch vcf -m h8 --tree FILE"),
    ("jsonl", "match shapes random --depth 1 --games 2 -o FILE"),
    (
        "csv",
        "match shapes random --depth 1 --games 2 --samples FILE",
    ),
];

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn renju(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_renju"));
    command.args(arguments.split_whitespace()).arg("-q");
    command.env("LANG", "C").current_dir(folder);
    command.stdin(Stdio::null()).output().expect("it starts")
}

#[test]
fn no_file_is_overwritten_without_a_word() {
    let folder = folder("overwriting");
    std::fs::write(
        folder.join("in.txt"),
        "# expect: legal J8\n# rule: renju\nh8 i9\n",
    )
    .expect("a file");
    let checked = [("xml", "check in.txt --junit FILE")];
    let puzzles = [("jsonl", "game -m h8 --nodes 10 --puzzles FILE")];
    let all = WRITERS.iter().chain(&checked).chain(&puzzles);
    for (number, (ending, command)) in all.enumerate() {
        let name = format!("{number}.{ending}");
        let path = folder.join(&name);
        std::fs::write(&path, "mine").expect("a file");
        let command = command.replace("FILE", &name);
        let refused = renju(&folder, &command);
        let said = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{command}: {said}");
        assert!(
            said.contains("is there already") && said.contains("--force"),
            "{command}: {said}"
        );
        assert_eq!(
            std::fs::read(&path).expect("it is there"),
            b"mine",
            "{command}"
        );
        let forced = renju(&folder, &format!("{command} --force"));
        let said = String::from_utf8_lossy(&forced.stderr);
        assert_ne!(forced.status.code(), Some(2), "{command}: {said}");
        assert_ne!(
            std::fs::read(&path).expect("it is there"),
            b"mine",
            "{command}"
        );
    }
    let names = std::fs::read_dir(&folder).expect("the folder").flatten();
    let is_left = |name: &std::ffi::OsString| name.to_string_lossy().starts_with('.');
    let left: Vec<_> = names.map(|file| file.file_name()).filter(is_left).collect();
    assert!(left.is_empty(), "{left:?}");
}

/// A file of each name with what is in it, and a command that fails with that code: all stay.
fn stays(folder: &Path, files: &[(&str, &str)], command: &str, code: i32, why: &str) {
    for (name, text) in files {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    let ended = renju(folder, command);
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(code), "{command}: {said}");
    assert!(said.contains(why), "{command}: {said}");
    for (name, text) in files {
        let found = std::fs::read_to_string(folder.join(name)).expect("it is there");
        assert_eq!(found, *text, "{command}");
    }
}

#[test]
fn a_command_that_fails_overwrites_nothing_by_force() {
    let folder = folder("forced-and-failed");
    let old = [("old.jsonl", "mine")];
    for command in [
        "vcf nothing.txt --tree old.jsonl --force",
        "game nothing.txt --nodes 10 --puzzles old.jsonl --force",
    ] {
        stays(&folder, &old, command, 2, "nothing.txt");
        std::fs::remove_file(folder.join("old.jsonl")).expect("it is there");
        renju(&folder, command);
        assert!(!folder.join("old.jsonl").exists(), "{command}");
    }
    let samples = "match shapes random --depth 1 --games 2 -o old.jsonl --samples no/s.csv --force";
    stays(&folder, &old, samples, 2, "there is no folder");
    std::fs::create_dir(folder.join("sub")).expect("a folder");
    for command in [
        "batch show -m h8 --out sub --force",
        "match shapes random --depth 1 --games 2 --samples sub.csv --force",
    ] {
        let _ = std::fs::create_dir(folder.join("sub.csv"));
        stays(&folder, &[], command, 2, "is a folder");
    }
}

#[test]
fn two_outputs_of_one_name_are_refused() {
    let folder = folder("same-names");
    for command in [
        "vct -m h8 --nodes 10 -o r.svg --tree ./r.svg --force",
        "game -m h8 --nodes 10 -o k.sgf --puzzles k.sgf --force",
        "batch vcf -m h8 --out z.jsonl --tree ./z.jsonl",
    ] {
        stays(&folder, &[], command, 2, "name the same file");
    }
    let journal = "batch vcf -m h8 --out z.jsonl --tree ./z.jsonl.run";
    stays(&folder, &[], journal, 2, "is needed for the journal");
}

/// The lock of a match is kept by every command.
#[test]
fn a_file_that_another_process_writes_is_not_overwritten_by_force() {
    let folder = folder("locked");
    let path = folder.join("games.sgf");
    std::fs::write(&path, "mine").expect("a file");
    let file = std::fs::File::open(&path).expect("it is there");
    if file.try_lock().is_err() {
        return; // A file system without locks.
    }
    let games = [("games.sgf", "mine")];
    for command in [
        "convert -m h8 -o games.sgf --force",
        "vcf -m h8 --tree games.sgf --force",
        "game -m h8 --nodes 10 -o games.sgf --force",
    ] {
        let ended = renju(&folder, command);
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(2), "{command}: {said}");
        assert!(said.contains("another process writes"), "{command}: {said}");
        let found = std::fs::read_to_string(folder.join("games.sgf")).expect("it is there");
        assert_eq!(found, games[0].1);
    }
}

/// A game is saved over its own file only where nothing else is lost by it.
#[test]
fn a_game_with_variations_is_not_saved_over() {
    let folder = folder("play-over");
    let branched = "(;GM[4]SZ[15];B[hh](;W[ig])(;W[gf]))\n";
    let two = "(;GM[4]SZ[15];B[hh];W[ig])\n(;GM[4]SZ[15];B[hh])\n";
    let told = "(;GM[4]SZ[15];B[hh];W[ig]C[mine])\n";
    for text in [branched, two, told] {
        let play = "play --plain --load game.sgf --save game.sgf";
        stays(
            &folder,
            &[("game.sgf", text)],
            play,
            2,
            "holds more than the game",
        );
    }
    std::fs::write(folder.join("game.sgf"), "(;GM[4]SZ[15];B[hh];W[ig])\n").expect("a file");
    let play = renju(&folder, "play --plain --load game.sgf --save game.sgf");
    assert_eq!(
        play.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&play.stderr)
    );
}
