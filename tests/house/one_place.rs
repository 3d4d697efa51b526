//! What the system may refuse is asked for in one place each: where a refusal is an error, and where
//! `tests/program/fault_injection.rs` can have it refused.

use std::path::{Path, PathBuf};

use crate::sources::folders;

/// A module, and what no other does.
const OWNED: [(&str, &[&str]); 2] = [
    // Opens a file, names it, or takes it away, and prints. The log of faults is no file of a user.
    (
        "files",
        &[
            "File::create",
            "File::open",
            "fs::read(",
            "io::stdout().write",
            "io::stdout().lock",
            "io::stdout())",
            "OpenOptions",
            "fs::write",
            "fs::rename",
            "fs::remove_",
            "fs::create_dir",
            "set_len",
        ],
    ),
    // Starts a thread: both functions without a builder panic where there is none.
    (
        "threads",
        &[
            "thread::spawn",
            "thread::Builder",
            "scope.spawn",
            "threads.spawn",
            "spawn_scoped",
            "rayon",
        ],
    ),
];

/// What of `words` stands in a text before its tests, comments left out.
fn used<'w>(text: &str, words: &[&'w str]) -> Vec<&'w str> {
    let code = text
        .split("#[cfg(test)]\nmod tests")
        .next()
        .unwrap_or_default();
    let lines = || {
        code.lines()
            .filter(|line| !line.trim_start().starts_with("//"))
    };
    let is_used = |word: &&&str| {
        lines().any(|line| {
            let mut places = line.match_indices(**word).map(|(place, _)| &line[..place]);
            places.any(|before| !before.ends_with(char::is_alphanumeric))
        })
    };
    words.iter().filter(is_used).copied().collect()
}

/// The texts of all sources, by the module at the top that each belongs to.
fn sources(folder: &Path, module: Option<&str>, found: &mut Vec<(String, PathBuf)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let module = module.unwrap_or(&name);
        if path.is_dir() {
            sources(&path, Some(module), found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push((module.to_owned(), path));
        }
    }
}

#[test]
fn what_may_be_refused_is_asked_for_in_one_place() {
    let mut all = Vec::new();
    for (src, _) in folders() {
        sources(&src, None, &mut all);
    }
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for (module, path) in all.iter().filter(|(module, _)| module != "fault") {
        let text = std::fs::read_to_string(path).unwrap();
        for (owner, words) in OWNED {
            let used = used(&text, words);
            if module == owner {
                seen += used.len();
            } else {
                wrong.extend(
                    used.iter()
                        .map(|word| format!("{}: {word}", path.display())),
                );
            }
        }
    }
    assert!(seen > 5, "the owners were not found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_planted_use_is_found() {
    let writes = OWNED[0].1;
    assert_eq!(
        used("let file = File::create(path)?;", writes),
        ["File::create"]
    );
    assert!(used("let file = NewFile::create(path)?;", writes).is_empty());
    assert!(used("#[cfg(test)]\nmod tests { fs::write(a, b); }", writes).is_empty());
    assert!(used("// no thread::spawn here", OWNED[1].1).is_empty());
}
