//! Files are written by `src/files` alone: whole under a new name, or locked while they grow.

use std::path::{Path, PathBuf};

/// What opens a file to write, names it, or takes it away.
const WRITES: [&str; 7] = [
    "File::create",
    "OpenOptions",
    "fs::write",
    "fs::rename",
    "fs::remove_",
    "fs::create_dir",
    "set_len",
];

/// What of [`WRITES`] stands in a text before its tests.
fn writes(text: &str) -> Vec<&'static str> {
    let code = text
        .split("#[cfg(test)]\nmod tests")
        .next()
        .unwrap_or_default();
    let is_used = |word: &&str| {
        let mut places = code.match_indices(*word).map(|(place, _)| &code[..place]);
        places.any(|before| !before.ends_with(char::is_alphanumeric))
    };
    WRITES.into_iter().filter(is_used).collect()
}

fn look(folder: &Path, found: &mut Vec<String>, seen: &mut usize) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            look(&path, found, seen);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let writes = writes(&text);
            *seen += usize::from(!writes.is_empty());
            if !path.components().any(|part| part.as_os_str() == "files") {
                let line = |word: &&str| format!("{}: {word}", path.display());
                found.extend(writes.iter().map(line));
            }
        }
    }
}

#[test]
fn only_the_layer_of_files_writes_files() {
    let src = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut found, mut seen) = (Vec::new(), 0);
    look(&src, &mut found, &mut seen);
    assert!(seen > 0, "the layer of files was not found");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_planted_write_is_found() {
    assert_eq!(writes("let file = File::create(path)?;"), ["File::create"]);
    assert!(writes("let file = NewFile::create(path)?;").is_empty());
    assert!(writes("#[cfg(test)]\nmod tests { fs::write(a, b); }").is_empty());
}
