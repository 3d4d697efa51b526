//! What is checked of single files and items.

use std::collections::BTreeMap;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, Item, Lit, Meta, Visibility};

use crate::sources::{Source, attributes, is_for_tests};

/// Lines of a function and of a file, at most.
pub(crate) const FUNCTION_LINES: usize = 60;
pub(crate) const FILE_LINES: usize = 600;

/// Words of a public doc comment, at least.
const DOC_WORDS: usize = 4;

/// Items of a `mod.rs` that are more than a page, its modules and its exports.
pub(crate) fn logic_in_mod_files(sources: &[Source]) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources.iter().filter(|source| source.is_mod_file()) {
        for item in &source.file.items {
            let is_plain = match item {
                Item::Mod(item) => item.content.is_none(),
                Item::Use(_) => true,
                _ => false,
            };
            if !is_plain {
                found.push(format!("{}:{}", source.path, item.span().start().line));
            }
        }
    }
    found
}

pub(crate) fn long_files(sources: &[Source]) -> Vec<String> {
    let long = sources.iter().filter(|source| source.lines > FILE_LINES);
    long.map(|source| format!("{} ({} lines)", source.path, source.lines))
        .collect()
}

pub(crate) fn long_functions(sources: &[Source]) -> Vec<String> {
    let long = |(place, lines): (String, usize)| {
        (lines > FUNCTION_LINES).then(|| format!("{place} ({lines} lines)"))
    };
    functions(sources).into_iter().filter_map(long).collect()
}

/// Every function with its place and its number of lines.
pub(crate) fn functions(sources: &[Source]) -> Vec<(String, usize)> {
    let mut all = Vec::new();
    for source in sources {
        let mut functions = Functions::default();
        functions.visit_file(&source.file);
        all.extend(
            functions
                .found
                .into_iter()
                .map(|(line, lines)| (format!("{}:{line}", source.path), lines)),
        );
    }
    all
}

#[derive(Default)]
struct Functions {
    found: Vec<(usize, usize)>,
}

impl Functions {
    fn add(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let first = signature.span().start().line;
        self.found
            .push((first, block.span().end().line + 1 - first));
    }
}

impl Visit<'_> for Functions {
    fn visit_item(&mut self, item: &Item) {
        if !is_for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &syn::ItemFn) {
        self.add(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &syn::ImplItemFn) {
        self.add(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
    }
}

/// Names that several types have, but for those that may.
pub(crate) fn types_declared_twice(sources: &[Source], allowed: &[&str]) -> Vec<String> {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in sources {
        for (name, line) in types(source) {
            places
                .entry(name)
                .or_default()
                .push(format!("{}:{line}", source.path));
        }
    }
    places
        .into_iter()
        .filter(|(name, places)| places.len() > 1 && !allowed.contains(&name.as_str()))
        .map(|(name, places)| format!("{name}: {}", places.join(", ")))
        .collect()
}

fn types(source: &Source) -> Vec<(String, usize)> {
    #[derive(Default)]
    struct Types(Vec<(String, usize)>);
    impl Visit<'_> for Types {
        fn visit_item(&mut self, item: &Item) {
            if is_for_tests(attributes(item)) {
                return;
            }
            let name = match item {
                Item::Struct(item) => Some(&item.ident),
                Item::Enum(item) => Some(&item.ident),
                Item::Trait(item) => Some(&item.ident),
                Item::Type(item) => Some(&item.ident),
                _ => None,
            };
            if let Some(name) = name {
                self.0.push((name.to_string(), name.span().start().line));
            }
            visit::visit_item(self, item);
        }
    }
    let mut types = Types::default();
    types.visit_file(&source.file);
    types.0
}

/// Types and modules that have a name of the crate's old private language.
pub(crate) fn banned_names(sources: &[Source], banned: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources {
        for (name, line) in types(source) {
            if banned.contains(&name.as_str()) {
                found.push(format!("{}:{line}: type {name}", source.path));
            }
        }
        if source
            .module
            .last()
            .is_some_and(|name| banned.contains(&name.as_str()))
        {
            found.push(format!("{}: module", source.path));
        }
    }
    found
}

/// Public docs that say too little.
pub(crate) fn thin_docs(sources: &[Source]) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources {
        let mut docs = Docs::default();
        docs.visit_file(&source.file);
        found.extend(
            docs.found
                .into_iter()
                .map(|(line, text)| format!("{}:{line}: {text}", source.path)),
        );
    }
    found
}

#[derive(Default)]
struct Docs {
    found: Vec<(usize, String)>,
    /// Whether the fields and variants here are those of a public type.
    is_public: bool,
}

impl Docs {
    fn check(&mut self, attributes: &[Attribute]) {
        let Some((line, text)) = doc(attributes) else {
            return;
        };
        let paragraph = text.split("\n\n").next().unwrap_or_default().trim();
        let words = paragraph
            .split_whitespace()
            .filter(|word| word.chars().any(char::is_alphanumeric))
            .count();
        let has_more = text.trim().len() > paragraph.len();
        if (words < DOC_WORDS && !has_more) || paragraph.starts_with("The same") {
            self.found.push((line, paragraph.to_owned()));
        }
    }
}

const fn is_public(visibility: &Visibility) -> bool {
    !matches!(visibility, Visibility::Inherited)
}

impl Visit<'_> for Docs {
    fn visit_item(&mut self, item: &Item) {
        if is_for_tests(attributes(item)) {
            return;
        }
        let visibility = match item {
            Item::Const(item) => &item.vis,
            Item::Enum(item) => &item.vis,
            Item::Fn(item) => &item.vis,
            Item::Static(item) => &item.vis,
            Item::Struct(item) => &item.vis,
            Item::Trait(item) => &item.vis,
            Item::Type(item) => &item.vis,
            _ => &Visibility::Inherited,
        };
        self.is_public = is_public(visibility);
        if self.is_public {
            self.check(attributes(item));
        }
        visit::visit_item(self, item);
    }

    fn visit_field(&mut self, field: &syn::Field) {
        if self.is_public && is_public(&field.vis) {
            self.check(&field.attrs);
        }
    }

    fn visit_variant(&mut self, variant: &syn::Variant) {
        if self.is_public {
            self.check(&variant.attrs);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &syn::ImplItemFn) {
        if is_public(&item.vis) {
            self.check(&item.attrs);
        }
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &syn::TraitItemFn) {
        if self.is_public {
            self.check(&item.attrs);
        }
    }
}

/// The doc comment of an item with its first line.
pub(crate) fn doc(attributes: &[Attribute]) -> Option<(usize, String)> {
    let mut text = String::new();
    let mut first = None;
    for attribute in attributes {
        let Meta::NameValue(meta) = &attribute.meta else {
            continue;
        };
        let Expr::Lit(literal) = &meta.value else {
            continue;
        };
        if let (true, Lit::Str(line)) = (meta.path.is_ident("doc"), &literal.lit) {
            first.get_or_insert(attribute.span().start().line);
            text.push_str(line.value().trim_start());
            text.push('\n');
        }
    }
    first.map(|line| (line, text))
}

/// String literals that hold one of `names`, outside the folders that may.
pub(crate) fn quoted_names(
    sources: &[Source],
    names: &[&str],
    may: impl Fn(&str) -> bool,
) -> Vec<String> {
    struct Literals<'n>(&'n [&'n str], Vec<(usize, String)>);
    impl Visit<'_> for Literals<'_> {
        fn visit_item(&mut self, item: &Item) {
            if !is_for_tests(attributes(item)) {
                visit::visit_item(self, item);
            }
        }

        fn visit_attribute(&mut self, _: &Attribute) {}

        fn visit_lit_str(&mut self, literal: &syn::LitStr) {
            let text = literal.value();
            if self.0.iter().any(|name| text.contains(name)) {
                self.1.push((literal.span().start().line, text));
            }
        }
    }
    let mut found = Vec::new();
    for source in sources.iter().filter(|source| !may(&source.path)) {
        let mut literals = Literals(names, Vec::new());
        literals.visit_file(&source.file);
        found.extend(
            literals
                .1
                .into_iter()
                .map(|(line, text)| format!("{}:{line}: {text:?}", source.path)),
        );
    }
    found
}

/// Entry points, each a file and a function, whose docs have no example.
pub(crate) fn without_example(sources: &[Source], entry_points: &[(&str, &str)]) -> Vec<String> {
    let has_example = |layer: &str, name: &str| {
        sources
            .iter()
            .filter(|source| source.layer() == Some(layer))
            .any(|source| {
                source.file.items.iter().any(|item| match item {
                    Item::Fn(item) => {
                        is_public(&item.vis)
                            && item.sig.ident == name
                            && doc(&item.attrs).is_some_and(|(_, text)| text.contains("```"))
                    }
                    _ => false,
                })
            })
    };
    let missing = entry_points
        .iter()
        .filter(|(layer, name)| !has_example(layer, name));
    missing
        .map(|(layer, name)| format!("{layer}::{name}"))
        .collect()
}
