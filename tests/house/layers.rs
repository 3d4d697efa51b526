//! The wall between the layers: a module uses only modules of lower layers.
//!
//! `docs/ARCHITECTURE.md` has the picture. The test reads the sources, so a new module has to be
//! given its place here.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The modules of each layer, lowest first. Modules of one layer do not see each other.
const LAYERS: [&[&str]; 20] = [
    &["fault"],
    &["memory"],
    &["threads"],
    &[
        "counted",
        "files",
        "fnv",
        "input_lines",
        "named_enum",
        "split_mix",
        "time_control",
    ],
    &["geometry"],
    &["board"],
    &["rule"],
    &["pattern"],
    &["forbidden", "move_scores"],
    &["position"],
    &["limits"],
    &["eval", "notation", "threat"],
    &["search"],
    &["systems"],
    &["study"],
    &["analysis", "batch", "engines", "gomocup", "render"],
    &["contest"],
    &["place_turn"],
    &["schema"],
    &["cli"],
];

/// Pairs that the order of layers would allow and that are kept apart all the same.
const APART: [(&str, &str); 4] = [
    ("study", "notation"),
    ("search", "notation"),
    ("systems", "notation"),
    ("render", "notation"),
];

fn layer(module: &str) -> usize {
    LAYERS
        .iter()
        .position(|modules| modules.contains(&module))
        .unwrap_or_else(|| panic!("{module} has no layer"))
}

/// The files of a module: a folder, or one file.
fn files_of(src: &Path, module: &str) -> Vec<PathBuf> {
    let file = src.join(module).with_extension("rs");
    if file.exists() {
        vec![file]
    } else {
        sources(&src.join(module))
    }
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// The modules that a file names after `crate::`, comments left out.
fn used(text: &str) -> BTreeSet<&str> {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split("crate::").skip(1))
        .map(|rest| {
            rest.split(|sign: char| !(sign.is_alphanumeric() || sign == '_'))
                .next()
        })
        .filter_map(|module| module.filter(|name| !name.is_empty()))
        .collect()
}

#[test]
fn no_layer_looks_up_or_sideways() {
    let src = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut looks = Vec::new();
    let mut checked = 0;
    for module in LAYERS.concat() {
        for file in files_of(&src, module) {
            let text = std::fs::read_to_string(&file).unwrap();
            for other in used(&text).into_iter().filter(|&other| other != module) {
                checked += 1;
                if layer(other) >= layer(module) || APART.contains(&(module, other)) {
                    looks.push(format!("{} uses crate::{other}", file.display()));
                }
            }
        }
    }
    assert!(checked > 50, "the sources were not found");
    assert!(looks.is_empty(), "{}", looks.join("\n"));
}

#[test]
fn every_module_has_a_layer() {
    let src = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
    let text = std::fs::read_to_string(src.join("lib.rs")).unwrap();
    for line in text.lines() {
        if let Some(module) = line.strip_prefix("pub mod ") {
            layer(module.trim_end_matches(';'));
        }
    }
}

/// The lowest layers use the standard library, `serde` and `thiserror`, nothing else.
#[test]
fn the_rules_need_no_other_crate() {
    const WELCOME: [&str; 6] = ["std", "crate", "super", "serde", "thiserror", "proptest"];
    let src = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
    for module in ["geometry", "board", "rule", "pattern", "forbidden"] {
        for file in files_of(&src, module) {
            let text = std::fs::read_to_string(&file).unwrap();
            for line in text.lines() {
                let Some(path) = line.trim_start().strip_prefix("use ") else {
                    continue;
                };
                let first = path.split("::").next().unwrap_or_default();
                let is_own = WELCOME.contains(&first) || !first.contains(char::is_lowercase);
                assert!(is_own || !path.contains("::"), "{}: {line}", file.display());
            }
        }
    }
}
