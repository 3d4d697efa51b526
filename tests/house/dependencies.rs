//! What the program is built of: every crate is named in docs/dependencies.md, and none has a hole
//! that was known when the copy of the `RustSec` database was made.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use semver::{Version, VersionReq};

/// The crates of both lock files by name, without our own.
fn locked() -> BTreeMap<String, BTreeSet<Version>> {
    let mut found: BTreeMap<String, BTreeSet<Version>> = BTreeMap::new();
    for file in ["Cargo.lock", "fuzz/Cargo.lock"] {
        let path = root().join(file);
        // A package that was published has no fuzz targets.
        if file.starts_with("fuzz") && !path.exists() {
            continue;
        }
        let lock: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
        for package in lock["package"].as_array().unwrap() {
            if package.get("source").is_some() {
                let [name, version] = ["name", "version"].map(|key| package[key].as_str().unwrap());
                let versions = found.entry(name.to_owned()).or_default();
                versions.insert(version.parse().unwrap());
            }
        }
    }
    assert!(found.len() > 100, "the lock files were not read");
    found
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The page without its prose: the rows of its tables, and its lists.
fn page() -> Vec<String> {
    let text = std::fs::read_to_string(root().join("docs/dependencies.md")).unwrap();
    let is_record = |line: &&str| line.starts_with("| `") || line.starts_with("* ");
    text.lines().filter(is_record).map(str::to_owned).collect()
}

/// The names that a line of the page is about: the first of a row, all of a list.
fn names(line: &str) -> impl Iterator<Item = &str> {
    let most = if line.starts_with("* **") {
        usize::MAX
    } else {
        1
    };
    line.split('`').skip(1).step_by(2).take(most)
}

/// Crates that are locked and not on the page, and the other way round.
fn unrecorded(page: &[String], locked: &BTreeMap<String, BTreeSet<Version>>) -> Vec<String> {
    let recorded: BTreeSet<&str> = page.iter().flat_map(|line| names(line)).collect();
    let locked: BTreeSet<&str> = locked.keys().map(String::as_str).collect();
    let both = recorded.symmetric_difference(&locked);
    both.map(|&name| name.to_owned()).collect()
}

/// What was read in another version than the one that is locked.
fn read_before(page: &[String], locked: &BTreeMap<String, BTreeSet<Version>>) -> Vec<String> {
    let read = page.iter().filter_map(|line| {
        let (name, rest) = line.strip_prefix("* `")?.split_once("` ")?;
        Some((name, rest.split(' ').next()?.trim_end_matches('.')))
    });
    let differs = read.filter(|(name, version)| {
        let versions = locked.get(*name).into_iter().flatten();
        versions.map(Version::to_string).ne([(*version).to_owned()])
    });
    differs
        .map(|(name, version)| format!("{name} {version}"))
        .collect()
}

/// The advisories that concern a locked crate. A line is an identifier, a crate, a kind, and the
/// versions that are not concerned.
fn holes(advisories: &str, locked: &BTreeMap<String, BTreeSet<Version>>) -> Vec<String> {
    let mut found = Vec::new();
    for line in advisories.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(" | ");
        let [id, name, kind] = std::array::from_fn(|_| fields.next().unwrap());
        let safe: Vec<VersionReq> = fields.map(|versions| versions.parse().unwrap()).collect();
        for version in locked.get(name).into_iter().flatten() {
            if !safe.iter().any(|versions| versions.matches(version)) {
                found.push(format!("{id}: {name} {version}, {kind}"));
            }
        }
    }
    found
}

#[test]
fn every_crate_is_recorded() {
    let others = unrecorded(&page(), &locked());
    assert!(
        others.is_empty(),
        "docs/dependencies.md and the lock files differ: {others:?}"
    );
}

#[test]
fn what_is_little_known_was_read_in_this_version() {
    let before = read_before(&page(), &locked());
    assert!(
        before.is_empty(),
        "read before, in docs/dependencies.md: {before:?}"
    );
}

#[test]
fn no_known_hole() {
    let path = root().join("tests/data/advisories.txt");
    let advisories = std::fs::read_to_string(path).unwrap();
    assert!(
        advisories.lines().count() > 1000,
        "the copy is not complete"
    );
    let ignored = std::fs::read_to_string(root().join("deny.toml")).unwrap();
    let mut found = holes(&advisories, &locked());
    found.retain(|hole| !ignored.contains(&hole[.."RUSTSEC-2000-0000".len()]));
    assert!(found.is_empty(), "known holes: {found:#?}");
}

#[test]
fn what_is_planted_is_seen() {
    let version = |text: &str| BTreeSet::from([text.parse().unwrap()]);
    let locked = BTreeMap::from([
        ("smallvec".to_owned(), version("1.6.0")),
        ("peak_alloc".to_owned(), version("0.3.1")),
    ]);
    let page = ["| `gone` | for `smallvec` |", "* `peak_alloc` 0.3.0. Read."].map(str::to_owned);
    assert_eq!(unrecorded(&page, &locked), ["gone", "smallvec"]);
    assert_eq!(read_before(&page, &locked), ["peak_alloc 0.3.0"]);
    let advisories = "# Of a day\n\
        RUSTSEC-2021-0003 | smallvec | vulnerability | >= 0.6.14, < 1.0.0 | >= 1.6.1 | < 0.6.3\n\
        RUSTSEC-2021-0004 | smallvec | unsound | < 1.6.1\n\
        RUSTSEC-2021-0005 | peak_alloc | unmaintained";
    let expected = [
        "RUSTSEC-2021-0003: smallvec 1.6.0, vulnerability",
        "RUSTSEC-2021-0005: peak_alloc 0.3.1, unmaintained",
    ];
    assert_eq!(holes(advisories, &locked), expected);
}
