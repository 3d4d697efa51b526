//! Rows of the answer keys: a sample that ships with the tests, and the full keys where they are at hand.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

/// The sampled rows in `tests/data`.
pub(crate) fn rows<T: DeserializeOwned>(name: &str) -> Vec<T> {
    read(&root().join("tests/data").join(name))
}

/// The folder of all crates.
fn root() -> PathBuf {
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut roots = folders.filter(|folder| folder.join("tests/data").is_dir());
    roots.next().expect("the data of the tests").to_owned()
}

/// Every row of the key in `../shared/data` (or `$RENJU_SHARED/data`), or `None` with a word about it.
pub(crate) fn full_rows<T: DeserializeOwned>(name: &str) -> Option<Vec<T>> {
    let path = shared()?.join("data").join(name);
    Some(read(&path))
}

/// The folder of the full answer keys, if there is one.
pub(crate) fn shared() -> Option<PathBuf> {
    let beside = || root().join("../shared");
    let folder = std::env::var_os("RENJU_SHARED").map_or_else(beside, PathBuf::from);
    if folder.is_dir() {
        Some(folder)
    } else {
        // Seen although the test passes: only what is printed by macros is kept back then.
        let thread = std::thread::current();
        let test = thread.name().unwrap_or("a test");
        let place = folder.display();
        let _ = writeln!(
            std::io::stderr(),
            "skipped: {test}: no answer keys at {place}"
        );
        None
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> Vec<T> {
    let text =
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines()
        .map(|line| serde_json::from_str(line).expect("rows are valid"))
        .collect()
}
