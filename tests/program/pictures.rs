//! The pictures and links of `docs/`: current, all there, and none too many.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

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

#[test]
fn every_link_of_the_pages_leads_somewhere() {
    let evaluators = files(&docs().join("evaluators"));
    let pages = [
        "glossary.md",
        "rules.md",
        "pictures.md",
        "tour.md",
        "../README.md",
    ]
    .map(|name| docs().join(name));
    for path in pages.into_iter().chain(evaluators) {
        let page = fs::read_to_string(&path).expect("a page");
        let name = path.display();
        let links = links(&page);
        assert!(!links.is_empty(), "{name} needs a picture or a link");
        for link in links {
            let folder = path.parent().expect("a page is in a folder");
            assert!(folder.join(&link).exists(), "{name}: {link}");
        }
    }
}
