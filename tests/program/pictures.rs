//! The pictures and links of `docs/`: current, all there, and none too many.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use regex::Regex;

#[allow(dead_code, reason = "its `main` is for the command line")]
#[path = "../../examples/doc_pictures.rs"]
mod doc_pictures;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

/// The files of a folder, without those of the folders in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_file())
        .collect()
}

/// Every relative link of a page, to a picture or a file.
fn links(page: &str) -> Vec<String> {
    let ends = [("](", ')'), ("src=\"", '"'), ("srcset=\"", '"')];
    let found = ends.iter().flat_map(|&(before, after)| {
        let parts = page.split(before).skip(1);
        parts.filter_map(move |rest| rest.split(after).next())
    });
    found
        .filter(|link| !link.contains("://") && !link.starts_with('#'))
        .map(|link| link.split('#').next().unwrap_or(link).to_owned())
        .collect()
}

/// Every picture with the path of its file, those of the README too.
static DRAWN: LazyLock<Vec<(PathBuf, String)>> = LazyLock::new(|| {
    let renju = || Command::new(env!("CARGO_BIN_EXE_renju"));
    let mut drawn = doc_pictures::pictures().expect("the samples can be read");
    drawn.extend(doc_pictures::page_pictures(&renju).expect("the commands can be run"));
    drawn
});

#[test]
fn the_pictures_are_current() {
    for (path, svg) in &*DRAWN {
        let written = fs::read_to_string(path).unwrap_or_default();
        let name = path.display();
        assert!(
            written == *svg,
            "{name} is not current: cargo run --example doc_pictures"
        );
    }
}

#[test]
fn every_picture_is_drawn_by_the_example() {
    let drawn: BTreeSet<&PathBuf> = DRAWN.iter().map(|(path, _)| path).collect();
    for folder in ["pictures", "pictures/evaluators", "pictures/readme"] {
        for path in files(&docs().join(folder)) {
            assert!(drawn.contains(&path), "not drawn: {}", path.display());
        }
    }
}

#[test]
fn the_page_of_every_evaluator_is_linked_from_their_list() {
    let folder = docs().join("evaluators");
    let list = fs::read_to_string(folder.join("README.md")).expect("a list");
    for path in files(&folder) {
        let name = path.file_name().expect("a name").to_string_lossy();
        let is_listed = name == "README.md" || list.contains(&format!("({name}"));
        assert!(is_listed, "docs/evaluators/README.md has no link to {name}");
    }
}

/// The pages of the manual.
fn pages() -> Vec<PathBuf> {
    let folders = ["", "zh", "evaluators"].map(|name| docs().join(name));
    let found = folders.iter().flat_map(|folder| files(folder));
    found
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect()
}

#[test]
fn every_link_of_the_pages_leads_somewhere() {
    let sample = Regex::new(r"(?s)```.*?```|`[^`]*`").expect("a pattern");
    let first = ["README.md", "README.zh.md", "CONTRIBUTING.md"];
    let first = first.map(|name| docs().with_file_name(name));
    for path in pages().into_iter().chain(first) {
        let page = fs::read_to_string(&path).expect("a page");
        for link in links(&sample.replace_all(&page, "")) {
            let folder = path.parent().expect("a page is in a folder");
            assert!(folder.join(&link).exists(), "{}: {link}", path.display());
        }
    }
}

#[test]
fn every_page_has_its_place_in_the_book() {
    let contents = fs::read_to_string(docs().join("SUMMARY.md")).expect("contents");
    let placed: BTreeSet<PathBuf> = links(&contents)
        .iter()
        .map(|link| docs().join(link))
        .collect();
    let missing: Vec<PathBuf> = pages()
        .into_iter()
        .filter(|page| !page.ends_with("SUMMARY.md") && !placed.contains(page))
        .collect();
    assert!(missing.is_empty(), "not in docs/SUMMARY.md: {missing:?}");
}
