//! Every command that writes a file, over one that is there: it stays, and `--force` says otherwise.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Commands that write to `FILE`, of each ending.
const WRITERS: [(&str, &str); 17] = [
    ("svg", "show -m h8 -o FILE"),
    ("txt", "show -m h8 -o FILE"),
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

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("overwriting");
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
    let folder = folder();
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
