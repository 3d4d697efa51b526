//! Where the program runs: streams that are closed or full, locales, terminals that can do little.

use std::process::{Command, Output};

/// Runs a command of a shell, `renju` being the program, in the environment of these words.
fn shell(line: &str, environment: &[(&str, &str)]) -> Output {
    let line = line.replacen("renju", env!("CARGO_BIN_EXE_renju"), 1);
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg(line)
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    for name in [
        "RENJU_CONFIG",
        "LANG",
        "LC_ALL",
        "LC_MESSAGES",
        "COLUMNS",
        "NO_COLOR",
    ] {
        command.env_remove(name);
    }
    command.envs(environment.iter().copied());
    command.output().expect("a shell")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Commands, each with its exit code.
const COMMANDS: [(&str, i32); 6] = [
    ("renju forbidden positions/forbidden/double-three.txt", 0),
    ("renju vcf -m h8 --nodes 100", 1),
    ("renju show nofile", 2),
    ("renju nix", 2),
    ("renju vct --help", 0),
    ("renju vct -m 'h8 a1 i9 a3 j7' --nodes 1 --json", 4),
];

#[test]
fn closed_streams_change_no_exit_code_and_nothing_panics() {
    for (line, code) in COMMANDS {
        for closed in ["", ">&-", "2>&-", "<&-", ">&- 2>&-", ">&- 2>&- <&-"] {
            let output = shell(&format!("{line} {closed}"), &[]);
            assert_eq!(output.status.code(), Some(code), "{line} {closed}");
            assert!(
                !text(&output.stderr).contains("panicked"),
                "{line} {closed}"
            );
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_device_is_told_where_it_can_be() {
    let full = shell("renju forbidden -m h8 >/dev/full", &[]);
    assert_eq!(full.status.code(), Some(2));
    assert_eq!(
        text(&full.stderr),
        "error: the output: no space left on device\n"
    );
    let silent = shell("renju forbidden -m h8 2>/dev/full", &[]);
    assert_eq!(silent.status.code(), Some(0));
    assert!(!silent.stdout.is_empty());
}

#[test]
fn the_language_is_one_that_can_be_shown() {
    let told = |environment: &[(&str, &str)]| text(&shell("renju show nofile", environment).stderr);
    let [english, chinese] = ["error: no such file", "错误：没有"];
    for (environment, expected) in [
        (&[][..], english),
        (&[("LANG", "zh_CN.UTF-8")], chinese),
        (&[("LANG", "zh_CN.GBK")], english),
        (&[("LANG", "xx_YY.UTF-8")], english),
        (&[("LC_ALL", "C"), ("LANG", "zh_CN.UTF-8")], english),
        (&[("LC_ALL", "zh_CN.utf8"), ("TERM", "dumb")], chinese),
    ] {
        let told = told(environment);
        assert!(told.starts_with(expected), "{environment:?}: {told}");
    }
}

#[test]
fn a_pipe_and_a_dumb_terminal_get_no_colours() {
    for environment in [
        &[("TERM", "dumb")][..],
        &[("NO_COLOR", "1")],
        &[("COLUMNS", "40")],
    ] {
        let output = shell(
            "renju forbidden positions/forbidden/double-three.txt --board always",
            environment,
        );
        assert_eq!(output.status.code(), Some(0));
        assert!(!output.stdout.contains(&0x1b), "{environment:?}");
    }
}

/// Columns of a line, of which a Chinese or Japanese character takes two.
fn columns(line: &str) -> usize {
    line.chars()
        .map(|sign| if sign >= '\u{1100}' { 2 } else { 1 })
        .sum()
}

#[test]
fn help_fits_a_narrow_terminal() {
    for lang in ["en", "zh", "ja"] {
        let output = shell(
            &format!("renju forbidden -h --lang {lang}"),
            &[("COLUMNS", "40")],
        );
        let text = text(&output.stdout);
        let examples = |line: &&str| !line.trim_start().starts_with("renju ");
        for line in text.lines().filter(examples) {
            assert!(
                columns(line) <= 40 || line.contains("renju"),
                "{lang}: {line}"
            );
        }
    }
}
