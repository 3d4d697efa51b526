//! The sources of all crates, parsed, with what belongs to tests left out.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use syn::{Attribute, File, Item};

/// A file of a `src`, by its module path in its crate: `renju-engine/search/root.rs` is
/// `["search", "root"]` of `renju-engine`.
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) of_crate: String,
    pub(crate) module: Vec<String>,
    pub(crate) lines: usize,
    pub(crate) file: File,
}

impl Source {
    /// Parses a file; items that are compiled for tests only are dropped.
    pub(crate) fn new(path: &str, text: &str) -> Source {
        let mut file = syn::parse_file(text).unwrap_or_else(|error| panic!("{path}: {error}"));
        file.items.retain(|item| !is_for_tests(attributes(item)));
        let of_crate = crate_of(path);
        let inner = path.strip_prefix(of_crate).unwrap_or(path);
        Source {
            path: path.to_owned(),
            of_crate: of_crate.to_owned(),
            module: module_of(inner.trim_start_matches('/')),
            lines: text.lines().count(),
            file,
        }
    }

    pub(crate) fn is_mod_file(&self) -> bool {
        self.path.ends_with("mod.rs")
    }

    /// The layer: the first part of the module path, or the crate that is one layer; `None` for
    /// `lib.rs` and `main.rs`.
    pub(crate) fn layer(&self) -> Option<&str> {
        match self.of_crate.as_str() {
            "renju-formats" => Some("notation"),
            "renju-programs" => Some("systems"),
            _ => self.module.first().map(String::as_str),
        }
    }
}

/// The crate of a file. The program is the crate of `main.rs`, beside the library in `src`.
pub(crate) fn crate_of(path: &str) -> &str {
    match path.split_once('/') {
        Some((name, _)) if name.starts_with("renju-") => name,
        Some(("cli", _)) => "program",
        None if path == "main.rs" => "program",
        _ => "renju",
    }
}

/// The folders of sources, each with what stands before the names of its files: that of its crate,
/// nothing for the program.
pub(crate) fn folders() -> Vec<(PathBuf, String)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut found = vec![(root.join("src"), String::new())];
    for entry in std::fs::read_dir(root.join("crates")).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        found.push((entry.path().join("src"), name + "/"));
    }
    found.sort();
    found
}

/// The texts of all files by their names.
pub(crate) fn texts() -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for (src, prefix) in folders() {
        read(&src, &prefix, &src, &mut texts);
    }
    texts
}

/// All files that are not tests, in the order of their names.
pub(crate) fn all() -> Vec<Source> {
    let texts = texts();
    let sources: Vec<Source> = texts
        .iter()
        .filter(|(path, _)| !path.ends_with("tests.rs"))
        .map(|(path, text)| Source::new(path, text))
        .collect();
    assert!(sources.len() > 300, "the sources were not found");
    sources
}

fn read(src: &Path, prefix: &str, folder: &Path, texts: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(src, prefix, &path, texts);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let name = prefix.to_owned() + path.strip_prefix(src).unwrap().to_str().unwrap();
            texts.insert(name, std::fs::read_to_string(&path).unwrap());
        }
    }
}

fn module_of(path: &str) -> Vec<String> {
    let path = path.trim_end_matches(".rs");
    let mut module: Vec<String> = path.split('/').map(str::to_owned).collect();
    if matches!(
        module.last().map(String::as_str),
        Some("mod" | "lib" | "main")
    ) {
        module.pop();
    }
    module
}

/// Whether an item stands under `#[cfg(test)]` or `#[test]`.
pub(crate) fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute
                    .parse_args::<syn::Ident>()
                    .is_ok_and(|name| name == "test" || name == "doctest")
    })
}

/// The attributes of an item of any kind.
pub(crate) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
