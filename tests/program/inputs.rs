//! What `batch` reads, and what its records are called.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Pipes text into `renju batch`.
fn batch(arguments: &str, input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_renju"))
        .arg("batch")
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    child.wait_with_output().expect("an end")
}

/// The values of `id` in the lines of an output, as they are written.
fn ids(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let id = |line: &str| {
        let rest = line.split_once("\"id\":").expect("an id").1;
        rest.split(",\"").next().unwrap_or(rest).to_owned()
    };
    text.lines().map(id).collect()
}

#[test]
fn ids_come_back_as_they_were() {
    let written = [
        "17",
        "-0",
        "1e3",
        "1.50",
        "123456789012345678901234567890",
        "1E400",
        "\"17\"",
        "\"a b\"",
    ];
    let lines = written.map(|id| format!("{{\"moves\":\"h8\",\"id\":{id}}}\n"));
    let lines = lines.concat();
    for study in [
        "show",
        "forbidden",
        "patterns",
        "score --top 1",
        "vcf",
        "search --depth 1",
    ] {
        let found = ids(&batch(&format!("{study} -q"), &lines));
        // 1E400 is beyond what is read, and refused by its name.
        assert_eq!(found, written, "{study}");
    }
    let turns = "{\"id\":17,\"moves\":[[\"B\",\"H8\"],[\"W\",\"J9\"]],\"analyzeTurns\":[0,2]}\n";
    assert_eq!(ids(&batch("show -q", turns)), ["\"17@0\"", "\"17@2\""]);
    let wrong = batch("show -q", "{\"id\":true,\"moves\":\"h8\"}\n");
    let wrong = String::from_utf8_lossy(&wrong.stdout).into_owned();
    assert!(wrong.contains("id must be a string or a number"), "{wrong}");
}

#[test]
fn records_without_ids_are_called_by_what_they_say() {
    let one = "{\"black\":[\"H8\"],\"white\":[\"I9\"]}\n";
    let two = "{\"moves\":\"h8 i9 g7\"}\n";
    let broken = "{\"moves\":\"h8 zz\"}\n";
    let all = ids(&batch("forbidden -q", &[one, two, broken, one].concat()));
    let parts = [one, two, broken, one].map(|part| ids(&batch("forbidden -q", part)).remove(0));
    assert_eq!(all, parts, "whatever stands before them");
    let hash = renju::batch::fnv1a(b"15 renju black H8 / I9");
    assert_eq!(all[0], format!("\"{hash:016x}\""));
    let hash = renju::batch::fnv1a(broken.trim_end().as_bytes());
    assert_eq!(all[2], format!("\"{hash:016x}\""));
    assert!(all[0] == all[3] && all[0] != all[1]);
    // A table, a board, and every position of a game.
    assert_eq!(ids(&batch("show -q", "moves\nh8 i9\n")), all[..1]);
    assert_eq!(ids(&batch("show -q", "h8 i9\n")), all[..1]);
    let every = ids(&batch("show -n all -q", "h8 i9\n"));
    assert_eq!(every[2], format!("{}@2\"", all[0].trim_end_matches('"')));
    let long = format!("{}\n", "x".repeat(1 << 21));
    let hash = renju::batch::fnv1a(long.trim_end().as_bytes());
    assert_eq!(
        ids(&batch("show -q --from jsonl", &long)),
        [format!("\"{hash:016x}\"")]
    );
}

#[test]
fn records_without_ids_can_be_refused() {
    let lines = "{\"moves\":\"h8\"}\n{\"id\":1,\"moves\":\"h8\"}\n";
    let done = batch("show -q --require-id", lines);
    assert_eq!(done.status.code(), Some(3));
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    let error: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(error["error"]["code"], "missing_field");
    assert_eq!(error["error"]["message"], "the record has no id");
    assert_eq!(error["error"]["line"], 1);
    assert_eq!(error["id"].as_str().map(str::len), Some(16));
    assert!(
        text.lines()
            .nth(1)
            .unwrap()
            .starts_with(r#"{"v":1,"id":1,"#),
        "{text}"
    );
}

#[test]
fn a_record_stays_in_its_shard() {
    let line = |number| format!("{{\"id\":{number},\"moves\":\"h8\"}}\n");
    let lines = std::array::from_fn::<String, 40, _>(line).concat();
    let text = lines
        .replace("\"id\":", "\"id\":\"")
        .replace(",\"moves\"", "\",\"moves\"");
    let numbers = ids(&batch("show -q --shard 1/3", &lines));
    let names = ids(&batch("show -q --shard 1/3", &text));
    assert!(!numbers.is_empty());
    assert_eq!(
        names,
        numbers
            .iter()
            .map(|id| format!("\"{id}\""))
            .collect::<Vec<_>>()
    );
}

#[cfg(unix)]
mod special_files {
    use std::path::{Path, PathBuf};
    use std::process::{Command, Output, Stdio};

    fn folder(name: &str) -> PathBuf {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    fn fifo(path: &Path) {
        let made = Command::new("mkfifo").arg(path).status();
        assert!(made.expect("mkfifo").success());
    }

    fn show(input: &Path) -> Output {
        Command::new(env!("CARGO_BIN_EXE_renju"))
            .args(["batch", "show"])
            .arg(input)
            .stdin(Stdio::null())
            .output()
            .expect("it starts")
    }

    #[test]
    fn what_is_no_file_is_named_and_does_not_block_a_walk() {
        let folder = folder("special-files");
        for name in ["a.txt", ".hidden.txt"] {
            std::fs::write(folder.join(name), "h8 i9\n").expect("a file");
        }
        for name in ["b.jsonl", "c.json", "d"] {
            fifo(&folder.join(name));
        }
        let socket = std::os::unix::net::UnixListener::bind(folder.join("e.txt"));
        std::os::unix::fs::symlink("/dev/zero", folder.join("f.jsonl")).expect("a link");
        let done = show(&folder);
        drop(socket);
        let notes = String::from_utf8_lossy(&done.stderr).replace(folder.to_str().unwrap(), "");
        let expected = "note: 5 files are not read: /b.jsonl (a named pipe), /c.json (a named pipe), \
                        /d (a named pipe), /e.txt (a socket), /f.jsonl (a device)\n";
        assert!(notes.starts_with(expected), "{notes}");
        assert_eq!(done.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&done.stdout).lines().count(), 1);
    }

    #[test]
    fn a_pipe_that_is_named_on_the_command_line_is_read() {
        let pipe = folder("named-pipe").join("positions.jsonl");
        fifo(&pipe);
        let writer = {
            let pipe = pipe.clone();
            std::thread::spawn(move || std::fs::write(pipe, "{\"id\":\"one\",\"moves\":[]}\n"))
        };
        let done = show(&pipe);
        writer.join().expect("a thread").expect("it is read");
        let answer = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(answer.starts_with(r#"{"v":1,"id":"one","#), "{answer}");
    }
}
