//! Which file of a crate uses which, and the circles among them.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};
use syn::{Item, ItemMod, ItemUse, Path, UseTree, Visibility};

use crate::sources::{Source, attributes, is_for_tests};

type Module = Vec<String>;

/// The files that depend on each other in a circle, one list for each circle. All are of one crate.
pub(crate) fn circles<'s>(sources: impl Iterator<Item = &'s Source>) -> Vec<Vec<String>> {
    let sources: Vec<&Source> = sources.collect();
    let crate_map = CrateMap::new(&sources);
    let edges: BTreeMap<&str, BTreeSet<&str>> = sources
        .iter()
        .filter(|source| !source.is_mod_file())
        .map(|&source| (source.path.as_str(), crate_map.used_by(source)))
        .collect();
    let reach = |from: &str| -> BTreeSet<&str> {
        let mut seen = BTreeSet::new();
        let mut open: Vec<&str> = edges.get(from).into_iter().flatten().copied().collect();
        while let Some(file) = open.pop() {
            if seen.insert(file) {
                open.extend(edges.get(file).into_iter().flatten());
            }
        }
        seen
    };
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        edges.keys().map(|&file| (file, reach(file))).collect();
    let mut circles = BTreeSet::new();
    for (&file, others) in &reached {
        if others.contains(file) {
            let circle: Vec<String> = others
                .iter()
                .filter(|&&other| reached.get(other).is_some_and(|back| back.contains(file)))
                .map(|&other| other.to_owned())
                .collect();
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

/// Where names lead: which file holds a module, and what a module re-exports.
struct CrateMap<'s> {
    files: BTreeMap<Module, &'s Source>,
    exports: BTreeMap<(Module, String), Module>,
}

impl<'s> CrateMap<'s> {
    fn new(sources: &[&'s Source]) -> CrateMap<'s> {
        let files: BTreeMap<Module, &Source> = sources
            .iter()
            .copied()
            .filter(|source| !source.module.is_empty())
            .map(|source| (source.module.clone(), source))
            .collect();
        let mut exports = BTreeMap::new();
        for source in sources {
            for item in &source.file.items {
                if let Item::Use(item) = item
                    && !is_for_tests(&item.attrs)
                {
                    for (path, name) in leaves(item) {
                        if let Some(path) = absolute(&path, &source.module, &files) {
                            exports.insert((source.module.clone(), name), path);
                        }
                    }
                }
            }
        }
        CrateMap { files, exports }
    }

    /// The other files of the crate that a file names.
    fn used_by(&self, source: &Source) -> BTreeSet<&'s str> {
        let mut paths = Paths::default();
        paths.visit_file(&source.file);
        paths
            .found
            .iter()
            .filter_map(|path| absolute(path, &source.module, &self.files))
            .filter_map(|path| self.definition(&path))
            .filter(|file| file.path != source.path)
            .filter(|file| !file.is_mod_file())
            .map(|file| file.path.as_str())
            .collect()
    }

    /// The file that defines what a path from the root of the crate leads to.
    fn definition(&self, path: &[String]) -> Option<&'s Source> {
        let mut path = path.to_vec();
        'follow: for _ in 0..8 {
            let mut module = Module::new();
            for (place, name) in path.iter().enumerate() {
                let mut child = module.clone();
                child.push(name.clone());
                if self.files.contains_key(&child) {
                    module = child;
                    continue;
                }
                let Some(export) = self.exports.get(&(module.clone(), name.clone())) else {
                    return self.files.get(&module).copied();
                };
                let mut next = export.clone();
                next.extend_from_slice(&path[place + 1..]);
                if next == path {
                    return self.files.get(&module).copied();
                }
                path = next;
                continue 'follow;
            }
            return self.files.get(&module).copied();
        }
        None
    }
}

/// A path as written, from the root of the crate; `None` if it leads to another crate.
fn absolute(
    path: &[String],
    module: &[String],
    files: &BTreeMap<Module, &Source>,
) -> Option<Module> {
    let mut from: Module = module.to_vec();
    let mut rest = path;
    match rest.first()?.as_str() {
        "crate" => {
            from.clear();
            rest = &rest[1..];
        }
        "self" => rest = &rest[1..],
        "super" => {
            while rest.first().is_some_and(|name| name == "super") {
                from.pop()?;
                rest = &rest[1..];
            }
        }
        name => {
            let mut child = from.clone();
            child.push(name.to_owned());
            if !files.contains_key(&child) {
                return None;
            }
        }
    }
    from.extend_from_slice(rest);
    Some(from)
}

/// The paths of a `use`, each with the name that it brings.
fn leaves(item: &ItemUse) -> Vec<(Vec<String>, String)> {
    fn walk(tree: &UseTree, path: &mut Vec<String>, found: &mut Vec<(Vec<String>, String)>) {
        match tree {
            UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                walk(&tree.tree, path, found);
                path.pop();
            }
            UseTree::Name(tree) => {
                let name = tree.ident.to_string();
                let mut full = path.clone();
                if name != "self" {
                    full.push(name);
                }
                let name = full.last().cloned().unwrap_or_default();
                found.push((full, name));
            }
            UseTree::Rename(tree) => {
                let mut full = path.clone();
                full.push(tree.ident.to_string());
                found.push((full, tree.rename.to_string()));
            }
            UseTree::Glob(_) => {}
            UseTree::Group(tree) => tree.items.iter().for_each(|tree| walk(tree, path, found)),
        }
    }
    let mut found = Vec::new();
    walk(&item.tree, &mut Vec::new(), &mut found);
    found
}

#[derive(Default)]
struct Paths {
    found: Vec<Vec<String>>,
}

impl Visit<'_> for Paths {
    /// `pub(super)` names a module and uses nothing of it.
    fn visit_visibility(&mut self, _: &Visibility) {}

    fn visit_item(&mut self, item: &Item) {
        if !is_for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &ItemMod) {
        visit::visit_item_mod(self, item);
    }

    fn visit_item_use(&mut self, item: &ItemUse) {
        self.found
            .extend(leaves(item).into_iter().map(|(path, _)| path));
    }

    fn visit_path(&mut self, path: &Path) {
        let names = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string());
        self.found.push(names.collect());
        visit::visit_path(self, path);
    }
}
