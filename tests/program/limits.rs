//! Inputs that have no end, that are too large, or that a terminal would obey.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn renju(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_renju"))
        .args(arguments)
        .env_remove("RENJU_CONFIG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // What is too large is not read to its end.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("an end")
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("limits")
        .join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
#[cfg(unix)]
fn a_device_without_an_end_is_refused_with_the_limit() {
    let config = Command::new(env!("CARGO_BIN_EXE_renju"))
        .args(["show", "-m", "h8"])
        .env("RENJU_CONFIG", "/dev/zero")
        .output()
        .expect("it starts");
    assert_eq!(config.status.code(), Some(2));
    assert!(
        errors(&config).contains("more than 1 MiB"),
        "{}",
        errors(&config)
    );
    for (arguments, said) in [
        (
            &["score", "-m", "h8", "-e", "file:/dev/zero"][..],
            "more than 2 MiB",
        ),
        (
            &["show", "--from", "csv", "/dev/zero"],
            "it does not end within 512 MiB",
        ),
        (
            &["vcf", "--verify", "/dev/zero"],
            "it does not end within 512 MiB",
        ),
        (&["diff", "/dev/zero", "-"], "a line of more than 16 MiB"),
    ] {
        let output = renju(arguments, "");
        let errors = errors(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(said), "{arguments:?}: {errors}");
    }
}

#[test]
fn a_game_of_more_moves_than_are_counted_is_refused() {
    let output = renju(&["show", "--from", "moves", "-"], &"-- ".repeat(65_536));
    let errors = errors(&output);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("more than a game can have"), "{errors}");
}

#[test]
fn nothing_that_a_terminal_obeys_comes_out_of_a_file() {
    let line = r#"{"id":"a\nb\u001b[2J\u202ec\u0007","moves":"h8","black":["h8\u001b]0;x"]}"#;
    let game =
        "(;SZ[15]GN[a\u{202e}b\u{1b}[2J]PB[\u{2067}x]C[\u{1b}]0;t\u{7}];B[hh];W[hg]RE[\u{9b}])";
    for input in [
        &line.replace(r#","black":["h8\u001b]0;x"]"#, ""),
        line,
        game,
    ] {
        for command in ["show", "forbidden", "score", "game", "threats", "compare"] {
            let output = renju(&[command, "-"], input);
            for bytes in [&output.stdout, &output.stderr] {
                let text = String::from_utf8_lossy(bytes);
                let obeyed = |sign: char| {
                    sign != '\n' && sign.is_control() || ('\u{202a}'..='\u{202e}').contains(&sign)
                };
                assert!(!text.contains(obeyed), "{command}: {text:?}");
                assert!(!text.contains('\u{2067}'), "{command}: {text:?}");
            }
        }
    }
    let json = renju(
        &["show", "-", "--json"],
        line.split(",\"black\"")
            .next()
            .map(|begun| format!("{begun}}}"))
            .as_deref()
            .unwrap_or_default(),
    );
    let value: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(value["id"], "a\nb\u{1b}[2J\u{202e}c\u{7}");
}

#[test]
fn positions_with_long_names_have_pictures() {
    let folder = folder("names");
    let name = "局".repeat(120);
    let lines = format!(
        "{{\"id\":\"{name}\",\"moves\":\"h8\"}}\n{{\"id\":\"{name}2\",\"moves\":\"h8i9\"}}\n"
    );
    let target = format!("{}/", folder.display());
    let output = renju(&["show", "-", "-o", &target], &lines);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 2);
}

#[test]
fn what_convert_writes_of_hostile_names_is_read_again() {
    let folder = folder("convert");
    let line = r#"{"id":"a\u0000b\nc","moves":"h8i9","info":{"black_player":"\u0001x","event":"e\u001f"}}"#;
    for ending in ["sgf", "csv", "psq", "lib", "jsonl", "txt"] {
        let file = folder.join(format!("game.{ending}"));
        let file = file.to_str().expect("a name");
        let to = ["convert", "-", "-o", file];
        let output = match ending {
            "txt" => renju(&[&to[..], &["--to", "diagram"]].concat(), line),
            _ => renju(&to, line),
        };
        assert_eq!(
            output.status.code(),
            Some(0),
            "{ending}: {}",
            errors(&output)
        );
        let read = renju(&["show", file], "");
        assert_eq!(read.status.code(), Some(0), "{ending}: {}", errors(&read));
    }
}
