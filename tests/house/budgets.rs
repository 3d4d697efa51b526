//! How large the house may be. A budget is raised only by a commit that says why; one that is far from
//! used up is lowered.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::sources::{crate_of, texts};

/// Lines of code, that is without comments, blank lines and tests.
const LINES: usize = 89_720;
/// Files that are not tests.
const FILES: usize = 691;
/// Lines of code of the largest crate.
const LARGEST_CRATE: usize = 29_400;
/// Crates of others that ours name.
const DEPENDENCIES: usize = 54;
/// Files that do not say at their beginning what they are for.
const WITHOUT_A_WORD: usize = 0;

/// What there is of a kind.
struct Found {
    lines: BTreeMap<String, usize>,
    files: usize,
    without_a_word: usize,
}

fn found<'t>(texts: impl Iterator<Item = (&'t str, &'t str)>) -> Found {
    let (mut lines, mut files, mut without_a_word) = (BTreeMap::new(), 0, 0);
    for (path, text) in texts.filter(|(path, _)| !path.ends_with("tests.rs")) {
        *lines.entry(crate_of(path).to_owned()).or_default() += lines_of_code(text);
        files += 1;
        without_a_word += usize::from(!text.starts_with("//!"));
    }
    Found {
        lines,
        files,
        without_a_word,
    }
}

fn lines_of_code(text: &str) -> usize {
    let code = text.split("#[cfg(test)]\nmod tests").next();
    let lines = code.unwrap_or_default().lines().map(str::trim_start);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .count()
}

/// The crates of others that manifests name for what they build, without tests.
fn dependencies<'m>(manifests: impl Iterator<Item = &'m str>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for manifest in manifests {
        let manifest: toml::Table = manifest.parse().unwrap();
        let targets = manifest.get("target").and_then(toml::Value::as_table);
        let targets = targets.into_iter().flat_map(toml::Table::values);
        let tables = targets.filter_map(toml::Value::as_table);
        for table in tables.chain([&manifest]) {
            let named = table.get("dependencies").and_then(toml::Value::as_table);
            found.extend(named.into_iter().flat_map(toml::Table::keys).cloned());
        }
    }
    found.retain(|name| !name.starts_with("renju-"));
    found
}

#[test]
fn no_budget_is_exceeded() {
    let texts = texts();
    let all = found(texts.iter().map(|(path, text)| (&**path, &**text)));
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut manifests = vec![std::fs::read_to_string(root.join("Cargo.toml")).unwrap()];
    for entry in std::fs::read_dir(root.join("crates")).unwrap() {
        let path = entry.unwrap().path().join("Cargo.toml");
        manifests.push(std::fs::read_to_string(path).unwrap());
    }
    let named = dependencies(manifests.iter().map(String::as_str)).len();
    let lines: usize = all.lines.values().sum();
    let largest = all.lines.values().max().copied().unwrap_or_default();
    let used = [
        ("lines of code", lines, LINES),
        ("files", all.files, FILES),
        ("lines of the largest crate", largest, LARGEST_CRATE),
        ("direct dependencies", named, DEPENDENCIES),
        ("files without a word", all.without_a_word, WITHOUT_A_WORD),
    ];
    let mut wrong = Vec::new();
    for (what, used, budget) in used {
        println!("{what}: {used} of {budget}");
        if used > budget {
            wrong.push(format!("{what}: {used} of {budget}"));
        } else if used < budget * 9 / 10 {
            wrong.push(format!("lower it: {what}: {used} of {budget}"));
        }
    }
    let wrong = wrong.join("; ");
    assert!(
        wrong.is_empty(),
        "{wrong}. The constants above are raised by a commit that says why."
    );
}

#[test]
fn what_is_planted_is_counted() {
    let code = "//! Says it.\n\nfn f() {\n    // Why.\n    g();\n}\n#[cfg(test)]\nmod tests {\n}\n";
    let texts = [
        ("a/one.rs", code),
        ("renju-core/two.rs", "fn f() {}\n"),
        ("a/one_tests.rs", "fn f() {}\n"),
    ];
    let all = found(texts.into_iter());
    assert_eq!((all.files, all.without_a_word), (2, 1));
    assert_eq!((all.lines["renju"], all.lines["renju-core"]), (3, 1));
    let manifests = [
        "[dependencies]\nserde = \"1\"\nrenju-core = \"1\"\n[dev-dependencies]\nsyn = \"1\"\n",
        "[target.'cfg(unix)'.dependencies]\nrustix = \"1\"\nserde = \"1\"\n",
    ];
    let named = dependencies(manifests.into_iter());
    assert_eq!(Vec::from_iter(named), ["rustix", "serde"]);
}
