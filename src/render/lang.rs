//! The words of the human output: a table for each language, compiled in.
//!
//! A language is a file of keys and texts in the folder `lang` and its line in `LANGUAGES`. English has
//! every word of the output; the last table of the others, `messages`, translates what the sources
//! themselves say in English: errors, hints, notes, help and what evaluators say of themselves.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::str::FromStr;
use std::sync::OnceLock;

use intl_pluralrules::{PluralRuleType, PluralRules};
use serde_json::{Value, json};
use toml::Table;

use crate::board::Color;
use crate::named_enum::{Named, ParseNameError};

use super::phrasebook::Phrasebook;

/// The languages, each with its name and its table; the first has every word.
const LANGUAGES: [(&str, &str); 3] = [
    ("en", include_str!("lang/en.toml")),
    ("zh", include_str!("lang/zh.toml")),
    ("ja", include_str!("lang/ja.toml")),
];

/// The tables that were needed so far: reading one takes a third of a millisecond.
static TABLES: [OnceLock<WordTable>; LANGUAGES.len()] =
    [const { OnceLock::new() }; LANGUAGES.len()];

/// The sentences of the sources in the languages that were needed so far.
static PHRASEBOOKS: [OnceLock<Phrasebook>; LANGUAGES.len()] =
    [const { OnceLock::new() }; LANGUAGES.len()];

/// A language of the human output.
///
/// ```
/// use renju::render::Lang;
///
/// let chinese: Lang = "zh_CN.UTF-8".parse()?;
/// assert_eq!(chinese.text("shape.open_three"), "活三");
/// assert_eq!(Lang::ENGLISH.count("unit.plies", 9, &[]), "9 plies");
/// # Ok::<(), renju::named_enum::ParseNameError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Lang(usize);

impl Lang {
    /// English: what a word is said in where a language has none.
    pub const ENGLISH: Lang = Lang(0);

    /// All languages, English first.
    pub fn all() -> impl Iterator<Item = Lang> {
        (0..LANGUAGES.len()).map(Lang)
    }

    /// The name on the command line, such as `zh`.
    pub const fn name(self) -> &'static str {
        LANGUAGES[self.0].0
    }

    /// The text of a key, in English if this language has none; the key itself if English has none.
    pub fn text(self, key: &'static str) -> &'static str {
        self.or_english(key).map_or(key, |text| &text.other)
    }

    /// The text of a key with its `{name}`s replaced by values.
    pub fn format(self, key: &'static str, values: &[(&str, &dyn Display)]) -> String {
        filled(self.text(key), values)
    }

    /// The form of a text for a count, which is also the value of `{count}` unless `values` has one.
    pub fn count(self, key: &'static str, count: u64, values: &[(&str, &dyn Display)]) -> String {
        let here = self.table().form(key, count);
        let text = here.or_else(|| Lang::ENGLISH.table().form(key, count));
        filled(
            text.unwrap_or(key),
            &[values, &[("count", &count)]].concat(),
        )
    }

    /// The word for a variant of an enum: the text of its kind and name, such as `rule.renju`.
    pub fn word<T: Named>(self, value: T) -> &'static str {
        let text = self.or_english(&format!("{}.{}", T::KIND, value.name()));
        text.map_or(value.name(), |text| &text.other)
    }

    /// The text that goes with a variant of an enum, with its `{name}`s replaced by values.
    pub fn word_with<T: Named>(self, value: T, values: &[(&str, &dyn Display)]) -> String {
        filled(self.word(value), values)
    }

    /// A side at the beginning of a sentence.
    pub fn player(self, side: Color) -> &'static str {
        match side {
            Color::Black => self.text("player.black"),
            Color::White => self.text("player.white"),
        }
    }

    /// The text of a key in this language alone; `None` if it has none.
    pub fn find(self, key: &str) -> Option<&'static str> {
        self.table().texts.get(key).map(|text| text.other.as_str())
    }

    fn or_english(self, key: &str) -> Option<&'static Text> {
        let here = self.table().texts.get(key);
        here.or_else(|| Lang::ENGLISH.table().texts.get(key))
    }

    /// Texts by their keys, of whole tables such as `kind` or by themselves, such as `rule.renju`; one
    /// with forms for a count as an object of them, such as `{"one", "other"}`.
    pub fn texts(self, asked: &[&str]) -> BTreeMap<&'static str, Value> {
        let is_asked = |key: &&String| {
            let table = key.split('.').next().unwrap_or_default();
            asked.contains(&table) || asked.contains(&key.as_str())
        };
        let keys = Lang::ENGLISH.table().texts.keys().filter(is_asked);
        let text = |key: &'static String| {
            let text = self.or_english(key)?;
            let mut value = Value::from(text.other.as_str());
            if !text.forms.is_empty() {
                value = json!(text.forms);
                value["other"] = text.other.as_str().into();
            }
            Some((key.as_str(), value))
        };
        keys.filter_map(text).collect()
    }

    /// The keys of this language.
    pub fn keys(self) -> impl Iterator<Item = &'static str> {
        self.table().texts.keys().map(String::as_str)
    }

    /// A sentence that the sources say in English, such as an error or a line of help, with the values
    /// in it; in English where this language has it not.
    pub fn translate(self, english: &str) -> String {
        if self == Lang::ENGLISH {
            return english.to_owned();
        }
        let book = PHRASEBOOKS[self.0].get_or_init(|| Phrasebook::new(self.parts().1));
        book.translate(english)
    }

    /// The words, and the sentences of the sources.
    fn parts(self) -> (&'static str, &'static str) {
        let (_, text) = LANGUAGES[self.0];
        text.split_once("\n[messages]\n").unwrap_or((text, ""))
    }

    fn table(self) -> &'static WordTable {
        TABLES[self.0].get_or_init(|| WordTable::new(self.name(), self.parts().0))
    }
}

impl FromStr for Lang {
    type Err = ParseNameError;

    /// A name such as `en` or `zh`, or a locale such as `zh_CN.UTF-8`; `C` and `POSIX` are English.
    fn from_str(text: &str) -> Result<Lang, ParseNameError> {
        let name = text.split(['_', '-', '.']).next().unwrap_or_default();
        let name = match name.to_ascii_lowercase().as_str() {
            "c" | "posix" => "en".to_owned(),
            name => name.to_owned(),
        };
        Lang::all()
            .find(|lang| lang.name() == name)
            .ok_or_else(|| ParseNameError {
                kind: "language",
                text: text.to_owned(),
                names: Lang::all().map(Lang::name).collect(),
            })
    }
}

/// The template with each `{name}` replaced by the value of that name.
fn filled(template: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text += before;
        let (name, behind) = after.split_once('}').unwrap_or((after, ""));
        match values.iter().find(|(known, _)| *known == name) {
            Some((_, value)) => text += &value.to_string(),
            None => debug_assert!(false, "no value for {name} in {template:?}"),
        }
        rest = behind;
    }
    text + rest
}

/// The texts of a language by their keys, such as `forbidden.count`.
struct WordTable {
    texts: HashMap<String, Text>,
    /// Which form goes with which count, by the Unicode rules of the language.
    plurals: PluralRules,
}

/// A text, or its forms for a count.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Text {
    /// By the names of the plural categories, such as `one` and `few`, where they differ.
    forms: BTreeMap<String, String>,
    other: String,
}

impl WordTable {
    /// Reads a table.
    ///
    /// # Panics
    ///
    /// Panics if `toml` is no table of texts, or the language is not known; the tables are compiled in,
    /// and a test reads each.
    fn new(lang: &str, toml: &str) -> WordTable {
        let entries = toml.parse().unwrap_or_else(|error| panic!("{error}"));
        let mut texts = HashMap::new();
        flatten("", entries, &mut texts);
        let kind = PluralRuleType::CARDINAL;
        let known = PluralRules::get_locales(kind);
        let lang = known.into_iter().find(|known| *known == lang);
        let plurals = PluralRules::create(lang.expect("a language"), kind).expect("a language");
        WordTable { texts, plurals }
    }

    /// The form of a text for a count.
    fn form(&self, key: &str, count: u64) -> Option<&str> {
        let text = self.texts.get(key)?;
        let category = self.plurals.select(count).ok()?;
        let name = format!("{category:?}").to_ascii_lowercase();
        Some(text.forms.get(&name).unwrap_or(&text.other))
    }
}

/// Adds the texts of a table whose keys begin with `path`; a table with `other` is one text.
fn flatten(path: &str, entries: Table, texts: &mut HashMap<String, Text>) {
    let text = |value: toml::Value, key: &str| match value {
        toml::Value::String(text) => text,
        other => panic!("{key} is no text: {other}"),
    };
    for (name, entry) in entries {
        let key = format!("{path}{name}");
        match entry {
            toml::Value::Table(mut forms)
                if forms.get("other").is_some_and(toml::Value::is_str) =>
            {
                let other = text(forms.remove("other").expect("it is there"), &key);
                let forms = forms
                    .into_iter()
                    .map(|(name, form)| (name, text(form, &key)));
                let forms = forms.collect();
                texts.insert(key, Text { forms, other });
            }
            toml::Value::Table(table) => flatten(&format!("{key}."), table, texts),
            entry => {
                let other = text(entry, &key);
                texts.insert(
                    key,
                    Text {
                        forms: BTreeMap::new(),
                        other,
                    },
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use regex::Regex;

    use super::*;

    /// The keys of the words that each language must have.
    pub(crate) fn keys(lang: Lang) -> BTreeSet<&'static str> {
        lang.keys().collect()
    }

    /// The names in braces; those of all forms of a text.
    fn placeholders(text: &Text) -> BTreeSet<String> {
        let name = Regex::new(r"\{(\w*)\}").unwrap();
        let forms = text.forms.values().chain([&text.other]);
        let names = forms.flat_map(|form| name.captures_iter(form));
        names.map(|found| found[1].to_owned()).collect()
    }

    #[test]
    fn all_languages_have_the_same_keys_with_the_same_values() {
        for lang in Lang::all() {
            assert_eq!(keys(lang), keys(Lang::ENGLISH), "{}", lang.name());
            for (key, text) in &Lang::ENGLISH.table().texts {
                let there = &lang.table().texts[key];
                assert_eq!(placeholders(there), placeholders(text), "{key}");
            }
        }
    }

    /// Rows of the glossary: the words that are used, and those that are not.
    fn glossary() -> Vec<[Vec<String>; 2]> {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/glossary.zh.md");
        let text = std::fs::read_to_string(path).unwrap();
        let words = |cell: &str| -> Vec<String> {
            let words = cell.split('、').map(str::trim);
            words
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect()
        };
        let rows = text.lines().filter_map(|line| {
            let cells: Vec<&str> = line.strip_prefix("| ")?.split('|').collect();
            let is_row = !cells[0].starts_with("---") && cells[0].trim() != "英文";
            is_row.then(|| [words(cells[1]), words(cells[2])])
        });
        rows.collect()
    }

    #[test]
    fn the_glossary_has_the_words_that_are_said_and_no_others() {
        let chinese: Lang = "zh".parse().unwrap();
        let messages: Table = chinese.parts().1.parse().unwrap();
        let messages = messages.values().filter_map(toml::Value::as_str);
        let words = chinese.table().texts.values().map(|text| &*text.other);
        let texts: Vec<&str> = words.chain(messages).collect();
        let is_there = |word: &str| texts.iter().find(|text| text.contains(word));
        let rows = glossary();
        assert!(rows.len() > 40, "{} rows", rows.len());
        for [used, unused] in rows {
            for word in used {
                assert!(is_there(&word).is_some(), "{word} is said nowhere");
            }
            for word in unused {
                assert_eq!(is_there(&word), None, "{word} is said");
            }
        }
    }

    #[test]
    fn a_missing_word_is_said_in_english() {
        let chinese: Lang = "zh".parse().unwrap();
        assert_eq!(chinese.translate("no such sentence"), "no such sentence");
        assert_eq!(chinese.find("no.such"), None);
        assert_eq!(chinese.text("no.such"), "no.such");
    }

    #[test]
    fn a_count_chooses_the_form() {
        let say = |count| Lang::ENGLISH.count("unit.replies", count, &[]);
        assert_eq!([0, 1, 2].map(say), ["0 replies", "1 reply", "2 replies"]);
        let stones = "[unit]\nplies = { one = \"камень\", few = \"камня\", other = \"камней\" }";
        let russian = WordTable::new("ru", stones);
        let say = |count| russian.form("unit.plies", count).unwrap();
        let said = [1, 2, 5, 11, 21, 22].map(say);
        assert_eq!(
            said,
            ["камень", "камня", "камней", "камней", "камень", "камня"]
        );
    }

    #[test]
    fn locales_name_their_language() {
        let name = |text: &str| text.parse().map(Lang::name);
        assert_eq!(name("zh_CN.UTF-8"), Ok("zh"));
        assert_eq!(name("C"), Ok("en"));
        let error = name("fr").unwrap_err().to_string();
        assert_eq!(error, "language \"fr\" is none of en, zh, ja");
    }
}
