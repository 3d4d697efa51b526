//! The wall between the layers: a module uses only modules of lower layers. Between crates Cargo keeps
//! it, between the modules of a crate this.
//!
//! `docs/ARCHITECTURE.md` has the picture. The test reads the sources, so a new module has to be
//! given its place here.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::sources::folders;

/// The modules of each layer, lowest first. Modules of one layer do not see each other.
const LAYERS: [&[&str]; 23] = [
    &["fault"],
    &["memory"],
    &["threads"],
    &["counted", "files", "fnv", "named_enum", "split_mix"],
    &["geometry", "input_lines", "time_control"],
    &["board"],
    &["rule"],
    &["pattern"],
    &["forbidden", "move_scores"],
    &["position"],
    &["trace"],
    &["limits"],
    &["eval", "notation", "pace", "threat"],
    &["search"],
    &["systems"],
    &["report_header"],
    &["render"],
    &["questions"],
    &["analysis", "batch", "engines", "gomocup"],
    &["contest"],
    &["examine", "page", "place_turn"],
    &["schema"],
    &["cli"],
];

/// Pairs that the order of layers would allow and that are kept apart all the same.
const APART: [(&str, &str); 4] = [
    ("questions", "notation"),
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

/// The crates that are one layer, whose files have no layers among them.
const ONE_LAYER: [&str; 2] = ["notation", "systems"];

/// The files of a module of any crate: a folder, or one file.
fn files_of(module: &str) -> Vec<PathBuf> {
    let srcs = folders().into_iter().map(|(src, _)| src);
    let found: Vec<PathBuf> = srcs
        .flat_map(|src| {
            let file = src.join(module).with_extension("rs");
            if file.exists() {
                vec![file]
            } else if src.join(module).exists() {
                sources(&src.join(module))
            } else {
                Vec::new()
            }
        })
        .collect();
    assert!(!found.is_empty(), "there is no module {module}");
    found
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
        .filter_map(|rest| {
            let mut names = rest.split(|sign: char| !(sign.is_alphanumeric() || sign == '_'));
            names.next()
        })
        .filter(|name| !name.is_empty() && !name.starts_with("__"))
        .collect()
}

/// What a file uses of its own crate, and of those that the program re-exports under other names.
fn used_layers(text: &str) -> BTreeSet<&str> {
    let mut found = used(text);
    for (name, layer) in [
        ("renju_formats::", "notation"),
        ("renju_programs::", "systems"),
    ] {
        if text.contains(name) {
            found.insert(layer);
        }
    }
    found
}

#[test]
fn no_layer_looks_up_or_sideways() {
    let mut looks = Vec::new();
    let mut checked = 0;
    let layers = LAYERS.concat().into_iter();
    for module in layers.filter(|module| !ONE_LAYER.contains(module)) {
        for file in files_of(module) {
            let text = std::fs::read_to_string(&file).unwrap();
            for other in used_layers(&text)
                .into_iter()
                .filter(|&other| other != module)
            {
                checked += 1;
                if layer(other) >= layer(module) || APART.contains(&(module, other)) {
                    looks.push(format!("{} uses {other}", file.display()));
                }
            }
        }
    }
    assert!(checked > 50, "the sources were not found");
    assert!(looks.is_empty(), "{}", looks.join("\n"));
}

#[test]
fn every_module_has_a_layer() {
    for (src, prefix) in folders() {
        if prefix == "renju-formats/" || prefix == "renju-programs/" {
            continue;
        }
        let text = std::fs::read_to_string(src.join("lib.rs")).unwrap();
        for line in text.lines() {
            if let Some(module) = line.strip_prefix("pub mod ") {
                layer(module.trim_end_matches(';'));
            }
        }
    }
}

/// Who only judges a point compiles `serde` and `thiserror`, and the clock, which outside of browsers is
/// that of the standard library.
#[test]
fn the_rules_need_no_other_crate() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("crates/renju-core/Cargo.toml")).unwrap();
    let manifest: toml::Table = text.parse().unwrap();
    let needed = manifest["dependencies"].as_table().unwrap().iter();
    let needed = needed.filter(|(_, how)| how.get("optional").is_none());
    let needed: Vec<&str> = needed.map(|(name, _)| name.as_str()).collect();
    assert_eq!(needed, ["serde", "thiserror", "web-time"]);
}
