use std::collections::BTreeSet;
use std::path::Path;

use regex::Regex;

use super::Lang;
use super::table::Text;
use crate::board::Color;
use crate::eval::{How, RanksBy};
use crate::forbidden::{ForbiddenKind, ObstacleKind};
use crate::geometry::Direction;
use crate::limits::StopReason;
use crate::named_enum::Named;
use crate::pattern::Shape;
use crate::rule::Rule;
use crate::study::{BenchWork, NearMissReason};

/// What the tables of other languages translate though English has it in the sources.
const OF_SOURCES: [&str; 4] = ["help", "error", "hint", "evaluator"];

fn table_of(key: &str) -> &str {
    key.split('.').next().unwrap_or_default()
}

/// The keys of the words that each language must have.
fn keys(lang: Lang) -> BTreeSet<&'static str> {
    let keys = lang.table().iter().map(|(key, _)| key);
    keys.filter(|key| !OF_SOURCES.contains(&table_of(key)))
        .collect()
}

/// The names in braces; those of all forms of a text.
fn placeholders(text: &Text) -> BTreeSet<String> {
    let name = Regex::new(r"\{(\w*)\}").unwrap();
    let forms = text.one.iter().chain([&text.other]);
    let names = forms.flat_map(|form| name.captures_iter(form));
    names.map(|found| found[1].to_owned()).collect()
}

#[test]
fn all_languages_have_the_same_keys_with_the_same_values() {
    for lang in Lang::all() {
        assert_eq!(keys(lang), keys(Lang::ENGLISH), "{}", lang.name());
        for (key, text) in Lang::ENGLISH.table().iter() {
            let there = lang.table().iter().find(|(there, _)| *there == key);
            let (_, there) = there.unwrap();
            assert_eq!(placeholders(there), placeholders(text), "{key}");
        }
    }
}

/// The keys of the words for the variants of an enum.
fn words<T: Named>() -> Vec<String> {
    let names = T::SPELLINGS.iter().map(|(one, _)| one.name());
    names.map(|name| format!("{}.{name}", T::KIND)).collect()
}

/// The sources in which words are asked for.
fn sources() -> String {
    fn read(folder: &Path, text: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                read(&path, text);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                *text += &std::fs::read_to_string(&path).unwrap();
            }
        }
    }
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut text = String::new();
    for layer in ["render", "cli"] {
        read(&src.join(layer), &mut text);
    }
    text
}

#[test]
fn every_key_that_is_used_exists_and_every_key_is_used() {
    let english = keys(Lang::ENGLISH);
    let of_enums = [
        words::<Color>(),
        words::<Rule>(),
        words::<ForbiddenKind>(),
        words::<Shape>(),
        words::<Direction>(),
        words::<ObstacleKind>(),
        words::<NearMissReason>(),
        words::<RanksBy>(),
        words::<StopReason>(),
        words::<How>(),
        words::<BenchWork>(),
    ]
    .concat();
    let tables: BTreeSet<&str> = english.iter().map(|key| table_of(key)).collect();
    let literal = Regex::new(r#""([a-z_]+\.[a-z_.]+)""#).unwrap();
    let text = sources();
    let of_sources = literal
        .captures_iter(&text)
        .map(|found| found[1].to_owned());
    let mut used: BTreeSet<String> = of_sources
        .filter(|key| tables.contains(table_of(key)))
        .collect();
    used.extend(of_enums);
    let english: BTreeSet<String> = english.into_iter().map(str::to_owned).collect();
    assert_eq!(used, english);
}

#[test]
fn a_missing_word_is_said_in_english() {
    let chinese: Lang = "zh".parse().unwrap();
    assert_eq!(chinese.translate("error.no_such", &[], "no"), "no");
    assert_eq!(chinese.find("no.such"), None);
    assert_eq!(chinese.text("no.such"), "no.such");
}

#[test]
fn a_count_chooses_the_form() {
    let say = |count| Lang::ENGLISH.count("unit.replies", count, &[]);
    assert_eq!([0, 1, 2].map(say), ["0 replies", "1 reply", "2 replies"]);
}

#[test]
fn locales_name_their_language() {
    let name = |text: &str| text.parse().map(Lang::name);
    assert_eq!(name("zh_CN.UTF-8"), Ok("zh"));
    assert_eq!(name("C"), Ok("en"));
    let error = name("fr").unwrap_err().to_string();
    assert_eq!(error, "language \"fr\" is neither en nor zh");
}
