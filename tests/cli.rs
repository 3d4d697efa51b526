//! The command line as users type it: the sessions of both READMEs, of `docs/`, of `tests/cmd/`, and
//! of `tests/protocols/`, where what a program would write has files of its own.
//!
//! After a wanted change of output, `TRYCMD=overwrite cargo test --test cli` writes the new one
//! down, except into the READMEs and the tour; read the difference before it is committed.

use std::path::Path;

use regex::Regex;

/// Pages whose sessions look as they do on a terminal.
const AS_THEY_LOOK: [&str; 3] = ["README.md", "README.zh.md", "docs/tour.md"];

#[test]
fn sessions_go_as_written() {
    let [readme, chinese, tour] = AS_THEY_LOOK.map(|page| {
        let name = Path::new(page).file_name().expect("a page");
        let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let text = std::fs::read_to_string(page).expect("the page");
        std::fs::write(&copy, session_of(&text)).expect("a folder for tests");
        copy
    });
    trycmd::TestCases::new()
        .case(readme)
        .case(chinese)
        .case(tour)
        .case("docs/*.md")
        .skip("docs/tour.md")
        .case("docs/evaluators/*.md")
        .case("docs/zh/*.md")
        .case("tests/cmd/*.trycmd")
        .case("tests/protocols/*.toml")
        .env("LANG", "C")
        .env("LC_ALL", "C");
}

/// A page whose sessions look as they do on a terminal, with what the runner of sessions needs
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
    for page in AS_THEY_LOOK {
        let text = std::fs::read_to_string(page).expect("the page");
        for line in text.lines() {
            assert!(
                !line.contains("[..]") && !line.starts_with("? "),
                "{page}: {line}"
            );
        }
    }
    let text = "<!-- exit code 1 -->\n```console\n$ renju x\nno (1.2 k nodes)\n```\n";
    let session = "```console\n$ renju x\n? 1\nno [..]\n```\n";
    assert_eq!(session_of(text), session);
}
