use std::collections::HashMap;

use toml::{Table, Value};

/// The texts of a language by their keys, such as `forbidden.count`.
#[derive(Debug)]
pub(super) struct WordTable(HashMap<String, Text>);

/// A text, or its forms for a count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Text {
    /// For a count of 1, where it differs.
    pub(super) one: Option<String>,
    pub(super) other: String,
}

impl WordTable {
    /// Reads a table.
    ///
    /// # Panics
    ///
    /// Panics if `toml` is no table of texts; the tables are compiled in, and a test reads each.
    pub(super) fn new(toml: &str) -> WordTable {
        let entries = toml.parse().unwrap_or_else(|error| panic!("{error}"));
        let mut texts = HashMap::new();
        flatten("", entries, &mut texts);
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
        match &self.one {
            Some(one) if count == Some(1) => one,
            _ => &self.other,
        }
    }
}

/// Adds the texts of a table whose keys begin with `path`; a table with `other` is one text.
fn flatten(path: &str, entries: Table, texts: &mut HashMap<String, Text>) {
    for (name, entry) in entries {
        let key = format!("{path}{name}");
        match entry {
            Value::String(other) => {
                texts.insert(key, Text { one: None, other });
            }
            Value::Table(mut forms) => match forms.remove("other") {
                Some(Value::String(other)) => {
                    let one = forms
                        .remove("one")
                        .map(|one| one.as_str().expect(&key).to_owned());
                    texts.insert(key, Text { one, other });
                }
                _ => flatten(&format!("{key}."), forms, texts),
            },
            other => panic!("{key} is no text: {other}"),
        }
    }
}
