use std::collections::HashMap;

use serde::Deserialize;

/// The texts of a language by their keys, such as `forbidden.count`.
#[derive(Debug)]
pub(super) struct WordTable(HashMap<String, Text>);

/// A text, or its forms for a count.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Text {
    One(String),
    Plural {
        /// For a count of 1, where it differs.
        one: Option<String>,
        other: String,
    },
}

/// What a key of a TOML table leads to.
#[derive(Deserialize)]
#[serde(untagged)]
enum TableEntry {
    Text(Text),
    Table(HashMap<String, TableEntry>),
}

impl WordTable {
    /// Reads a table.
    ///
    /// # Panics
    ///
    /// Panics if `toml` is no table of texts; the tables are compiled in, and a test reads each.
    pub(super) fn new(toml: &str) -> WordTable {
        let entries = toml::from_str(toml).unwrap_or_else(|error| panic!("{error}"));
        let mut texts = HashMap::new();
        flatten(String::new(), TableEntry::Table(entries), &mut texts);
        WordTable(texts)
    }

    /// The text of a key; of a text with several forms that for many.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(|text| text.form(None))
    }

    /// The form of a text that goes with a count.
    pub(super) fn get_form(&self, key: &str, count: u64) -> Option<&str> {
        self.0.get(key).map(|text| text.form(Some(count)))
    }

    /// All keys with their texts.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Text)> {
        self.0.iter().map(|(key, text)| (key.as_str(), text))
    }
}

impl Text {
    fn form(&self, count: Option<u64>) -> &str {
        match self {
            Text::Plural { one: Some(one), .. } if count == Some(1) => one,
            Text::One(text) | Text::Plural { other: text, .. } => text,
        }
    }
}

fn flatten(key: String, entry: TableEntry, texts: &mut HashMap<String, Text>) {
    match entry {
        TableEntry::Text(text) => {
            texts.insert(key, text);
        }
        TableEntry::Table(entries) => {
            for (name, entry) in entries {
                let dot = if key.is_empty() { "" } else { "." };
                flatten(format!("{key}{dot}{name}"), entry, texts);
            }
        }
    }
}
