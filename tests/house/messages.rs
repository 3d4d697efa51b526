//! Every sentence that the sources say in English has its translation, in every language.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{read_dir, read_to_string};
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use regex::Regex;
use renju::render::folded;
use syn::visit::Visit;
use syn::{Attribute, ExprMethodCall, LitStr, Macro};
use unicode_width::UnicodeWidthStr;

use crate::sources;

/// How wide a line of messages and help may be, on the widest screen that they are folded for.
const COLUMNS: usize = 100;

/// What programs read, or nothing that a user is told: pictures, pages, protocols.
const OF_PROGRAMS: [&str; 10] = [
    "render/picture/",
    "renju-play/gomocup/",
    "renju-play/place_turn/",
    "renju-engine/schema.rs",
    "schema.rs",
    "cli/words.rs",
    "cli/old_names.rs",
    "batch/check/junit.rs",
    "page/assets.rs",
    "renju-system/fault.rs",
];

/// The languages that translate the sources.
const LANGUAGES: [&str; 2] = ["zh", "ja"];

/// Calls and macros whose words are for those who read the sources.
const FOR_AUTHORS: [&str; 8] = [
    "expect",
    "panic",
    "unreachable",
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "json_schema",
];

/// What the sources say: sentences, and all else that stands in quotes.
#[derive(Default)]
struct Sentences(BTreeSet<String>);

impl Sentences {
    fn values(&mut self, value: &toml::Value) {
        match value {
            toml::Value::String(text) => self.add(text.clone()),
            toml::Value::Array(values) => values.iter().for_each(|value| self.values(value)),
            toml::Value::Table(table) => table.values().for_each(|value| self.values(value)),
            _ => {}
        }
    }

    fn add(&mut self, text: String) {
        self.0.insert(text);
    }

    fn tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) if !is_doc(&group.stream()) => self.tokens(group.stream()),
                TokenTree::Literal(literal) => {
                    if let Ok(text) = syn::parse_str::<LitStr>(&literal.to_string()) {
                        self.add(text.value());
                    }
                }
                _ => {}
            }
        }
    }
}

/// Whether these are the tokens of a doc comment.
fn is_doc(tokens: &TokenStream) -> bool {
    matches!(tokens.clone().into_iter().next(), Some(TokenTree::Ident(name)) if name == "doc")
}

/// Two words, or one beside a value.
fn prose() -> Regex {
    Regex::new(r"[A-Za-z]{2,}[,;:]? [a-z]{2,}|[a-z]{2,} \{|\} [a-z]{2,}").unwrap()
}

impl<'ast> Visit<'ast> for Sentences {
    fn visit_lit_str(&mut self, literal: &'ast LitStr) {
        self.add(literal.value());
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        let name = called
            .path
            .segments
            .last()
            .map(|last| last.ident.to_string());
        if !name.is_some_and(|name| FOR_AUTHORS.contains(&&*name)) {
            self.tokens(called.tokens.clone());
        }
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if attribute.path().is_ident("error")
            && let Ok(list) = attribute.meta.require_list()
        {
            self.tokens(list.tokens.clone());
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if call.method == "expect" {
            self.visit_expr(&call.receiver);
        } else {
            syn::visit::visit_expr_method_call(self, call);
        }
    }
}

/// The sentences of all sources, and of what evaluators say of themselves.
fn sentences() -> BTreeSet<String> {
    let mut found = Sentences::default();
    for source in sources::all() {
        let is_of_programs = |part: &&str| source.path.starts_with(part);
        if !OF_PROGRAMS.iter().any(is_of_programs) {
            found.visit_file(&source.file);
        }
    }
    for (src, _) in sources::folders() {
        for path in files_called("info.toml", &src) {
            let info: toml::Table = read_to_string(path).unwrap().parse().unwrap();
            found.values(&toml::Value::Table(info));
        }
    }
    found.0
}

/// The files whose names end so, in a folder and those below it.
fn files_called(name: &str, folder: &Path) -> Vec<PathBuf> {
    let entries = read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let found = entries.flat_map(|path| match path.is_dir() {
        true => files_called(name, &path),
        false if path.to_string_lossy().ends_with(name) => vec![path],
        false => Vec::new(),
    });
    found.collect()
}

/// The sentences of a language with their translations, and the pieces they are put together from.
fn translations(lang: &str) -> (BTreeMap<String, String>, BTreeMap<String, String>) {
    let root = env!("CARGO_MANIFEST_DIR");
    let text = read_to_string(format!("{root}/src/render/lang/{lang}.toml")).unwrap();
    let table: toml::Table = text.parse().unwrap();
    let texts = |table: &toml::Value| {
        let entries = table.as_table().unwrap().iter();
        let texts =
            entries.filter_map(|(key, text)| Some((key.clone(), text.as_str()?.to_owned())));
        texts.collect::<BTreeMap<_, _>>()
    };
    (texts(&table["messages"]), texts(&table["pieces"]))
}

/// The words of all doc comments, of which some are the help of flags.
fn words_of_docs() -> String {
    let texts = sources::texts();
    let lines = texts.values().flat_map(|text| text.lines());
    let words = lines.flat_map(|line| line.trim().trim_start_matches("///").split_whitespace());
    words.collect::<Vec<_>>().join(" ")
}

/// What the sources say and no user is told, or only in English: protocols, files, other programs.
fn untranslated() -> BTreeSet<String> {
    let lines = include_str!("untranslated.jsonl").lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn every_sentence_has_its_translation_in_every_language() {
    let (untranslated, prose) = (untranslated(), prose());
    for lang in LANGUAGES {
        let (messages, pieces) = translations(lang);
        let keys = || messages.keys().chain(pieces.keys());
        let missing: Vec<String> = sentences()
            .into_iter()
            .filter(|text| prose.is_match(text))
            .filter(|text| !messages.contains_key(text) && !untranslated.contains(text))
            .filter(|text| !keys().any(|key| key.contains(text.as_str())))
            .collect();
        assert!(missing.is_empty(), "{lang} has not: {missing:#?}");
    }
}

#[test]
fn no_translation_outlives_its_sentence() {
    let all = sentences();
    let docs = words_of_docs();
    let is_there = |text: &String| {
        let words: Vec<&str> = text.split_whitespace().collect();
        all.contains(text) || docs.contains(&words.join(" "))
    };
    for lang in LANGUAGES {
        let (messages, _) = translations(lang);
        let old: Vec<&String> = messages.keys().filter(|text| !is_there(text)).collect();
        assert!(old.is_empty(), "{lang}: {old:#?}");
    }
    let old: Vec<String> = untranslated()
        .into_iter()
        .filter(|text| !all.contains(text))
        .collect();
    assert!(old.is_empty(), "untranslated.jsonl: {old:#?}");
}

/// The places for values in a text, with the nameless ones numbered.
fn places(text: &str) -> BTreeSet<String> {
    let place = Regex::new(r"\{(\w*)(?::[^{}]*)?\}").unwrap();
    let mut nameless = 0;
    let names = place.captures_iter(text).map(|found| match &found[1] {
        "" => {
            nameless += 1;
            (nameless - 1).to_string()
        }
        name => name.to_owned(),
    });
    names.collect()
}

#[test]
fn translations_have_the_values_of_the_sentence_and_no_english_words() {
    let word = Regex::new("[A-Za-z]{3,}").unwrap();
    for lang in LANGUAGES {
        let (messages, pieces) = translations(lang);
        for (english, text) in messages.iter().chain(&pieces) {
            assert_eq!(places(text), places(english), "{lang}: {english}");
            let is_known = |found: &regex::Match<'_>| english.contains(found.as_str());
            let strange: Vec<&str> = word
                .find_iter(text)
                .filter(|found| !is_known(found))
                .map(|found| found.as_str())
                .collect();
            assert!(strange.is_empty(), "{lang}: {english}: {strange:?}");
        }
    }
}

#[test]
fn every_sentence_fits_a_screen_once_it_is_folded() {
    let long: Vec<String> = LANGUAGES
        .iter()
        .flat_map(|lang| {
            let (messages, pieces) = translations(lang);
            messages.into_iter().chain(pieces)
        })
        .flat_map(|(english, text)| [english, text])
        .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<String>>())
        .flat_map(|line| folded(&line, COLUMNS, 0))
        .filter(|line| line.width() > COLUMNS)
        .collect();
    assert!(long.is_empty(), "wider than {COLUMNS} columns: {long:#?}");
}
