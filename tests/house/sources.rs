//! The sources of the crate, parsed, with what belongs to tests left out.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use syn::{Attribute, File, Item};

/// A file of `src`, by its module path: `search/root.rs` is `["search", "root"]`.
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) module: Vec<String>,
    pub(crate) lines: usize,
    pub(crate) file: File,
}

impl Source {
    /// Parses a file; items that are compiled for tests only are dropped.
    pub(crate) fn new(path: &str, text: &str) -> Source {
        let mut file = syn::parse_file(text).unwrap_or_else(|error| panic!("{path}: {error}"));
        file.items.retain(|item| !is_for_tests(attributes(item)));
        Source {
            path: path.to_owned(),
            module: module_of(path),
            lines: text.lines().count(),
            file,
        }
    }

    pub(crate) fn is_mod_file(&self) -> bool {
        self.path.ends_with("mod.rs")
    }

    /// The layer: the first part of the module path; `None` for `lib.rs` and `main.rs`.
    pub(crate) fn layer(&self) -> Option<&str> {
        self.module.first().map(String::as_str)
    }
}

/// All files of `src` that are not tests, in the order of their names.
pub(crate) fn all() -> Vec<Source> {
    let src = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut texts = BTreeMap::new();
    read(&src, &src, &mut texts);
    let sources: Vec<Source> = texts
        .iter()
        .filter(|(path, _)| !path.ends_with("tests.rs"))
        .map(|(path, text)| Source::new(path, text))
        .collect();
    assert!(sources.len() > 100, "the sources were not found");
    sources
}

fn read(src: &Path, folder: &Path, texts: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(src, &path, texts);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let name = path.strip_prefix(src).unwrap().to_str().unwrap().to_owned();
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
