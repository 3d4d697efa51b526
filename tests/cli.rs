//! The command line as users type it: the sessions of the README, of `docs/`, of `tests/cmd/`, and
//! of `tests/protocols/`, where what a program would write has files of its own.
//!
//! After a wanted change of output, `TRYCMD=overwrite cargo test --test cli` writes the new one
//! down, except into the README; read the difference before it is committed.

use std::path::Path;

use regex::Regex;

#[test]
fn sessions_go_as_written() {
    let readme = Path::new(env!("CARGO_TARGET_TMPDIR")).join("README.md");
    let text = std::fs::read_to_string("README.md").expect("the README");
    std::fs::write(&readme, session_of(&text)).expect("a folder for tests");
    trycmd::TestCases::new()
        .case(readme)
        .case("docs/*.md")
        .case("docs/evaluators/*.md")
        .case("tests/cmd/*.trycmd")
        .case("tests/protocols/*.toml")
        .env("LANG", "C")
        .env("LC_ALL", "C");
}

/// The README, whose sessions look as they do on a terminal, with what the runner of sessions needs
/// to know: the exit code, which a comment before the session tells, and what differs from run to
/// run.
fn session_of(readme: &str) -> String {
    let exit = Regex::new(r"<!-- exit code (\d+) -->\n```console\n(\$ .*\n)").expect("a pattern");
    let varying = Regex::new(r"depth \d+, selective .*|\([0-9.k ]+ nodes\)").expect("a pattern");
    let text = exit.replace_all(readme, "```console\n$2? $1\n");
    varying.replace_all(&text, "[..]").into_owned()
}

#[test]
fn the_readme_shows_sessions_as_they_look() {
    let readme = std::fs::read_to_string("README.md").expect("the README");
    for line in readme.lines() {
        assert!(!line.contains("[..]") && !line.starts_with("? "), "{line}");
    }
    let text = "<!-- exit code 1 -->\n```console\n$ renju x\nno (1.2 k nodes)\n```\n";
    let session = "```console\n$ renju x\n? 1\nno [..]\n```\n";
    assert_eq!(session_of(text), session);
}
