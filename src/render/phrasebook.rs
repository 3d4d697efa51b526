//! What the sources say in English, in another language: templates with places for values.

use std::cmp::Reverse;

use toml::Table;

/// English templates with their translations: those with most of their own text come first, above all
/// before the first value.
#[derive(Debug)]
pub(super) struct Phrasebook(Vec<(Template, Template)>);

impl Phrasebook {
    /// Reads a table of English sentences and what they are in another language, and behind it the
    /// table `pieces`: what they are put together from at run time.
    ///
    /// # Panics
    ///
    /// Panics if `toml` is none of that; the tables are compiled in, and a test reads each.
    pub(super) fn new(toml: &str) -> Phrasebook {
        let sentences: Table = toml.parse().unwrap_or_else(|error| panic!("{error}"));
        let pieces = sentences.get("pieces").and_then(toml::Value::as_table);
        let all = sentences.iter().chain(pieces.into_iter().flatten());
        let mut phrases: Vec<_> = all
            .filter_map(|(english, translation)| {
                Some((Template::new(english), Template::new(translation.as_str()?)))
            })
            .collect();
        // One without a word of its own would fit every text, and its own values again.
        phrases.retain(|(english, _)| english.own_lengths() != [0, 0]);
        phrases.sort_by_key(|(english, _)| Reverse(english.own_lengths()));
        Phrasebook(phrases)
    }

    /// The translation of a sentence and of the values in it; the sentence where it fits no template.
    pub(super) fn translate(&self, english: &str) -> String {
        let fit = self.0.iter().find_map(|(template, translation)| {
            Some((template, translation, template.values_in(english)?))
        });
        let Some((template, translation, values)) = fit else {
            return english.to_owned();
        };
        translation.filled(|name| {
            let place = template.names.iter().position(|known| known == name);
            let value = place.map_or("", |place| values[place]);
            // What a user typed is quoted, and stays as it is.
            if value.starts_with(['"', '`']) {
                value.to_owned()
            } else {
                self.translate(value)
            }
        })
    }
}

/// A text with places for values: its own pieces, with a name between each two.
#[derive(Debug)]
struct Template {
    pieces: Vec<String>,
    names: Vec<String>,
    /// Which values are printed in quotes, as by `{name:?}`.
    quoted: Vec<bool>,
}

impl Template {
    /// Reads what `format!` reads, and JSON in a text that is not for it. Of `{name:?}` the name counts;
    /// nameless places are numbered.
    fn new(text: &str) -> Template {
        let (mut pieces, mut names, mut quoted, mut nameless) = (vec![], vec![], vec![], 0);
        let (mut piece, mut rest) = (String::new(), text);
        while let Some(at) = rest.find(['{', '}']) {
            let (brace, behind) = rest[at..].split_at(1);
            piece += &rest[..at];
            let place = behind
                .split_once('}')
                .filter(|(place, _)| brace == "{" && is_place(place));
            if let Some((place, behind)) = place {
                names.push(match place.split(':').next() {
                    None | Some("") => nameless.to_string(),
                    Some(name) => name.to_owned(),
                });
                quoted.push(place.ends_with(":?"));
                nameless += usize::from(place.is_empty() || place.starts_with(':'));
                pieces.push(std::mem::take(&mut piece));
                rest = behind;
            } else {
                piece += brace;
                rest = behind.strip_prefix(brace).unwrap_or(behind);
            }
        }
        pieces.push(piece + rest);
        Template {
            pieces,
            names,
            quoted,
        }
    }

    /// How many bytes stand before its first value, and how many are no values.
    fn own_lengths(&self) -> [usize; 2] {
        [
            self.pieces[0].len(),
            self.pieces.iter().map(String::len).sum(),
        ]
    }

    /// The values with which this template is a text: each ends where the next piece is first found.
    fn values_in<'t>(&self, text: &'t str) -> Option<Vec<&'t str>> {
        let (first, others) = self.pieces.split_first()?;
        let mut rest = text.strip_prefix(first.as_str())?;
        let Some((last, between)) = others.split_last() else {
            return rest.is_empty().then(Vec::new);
        };
        let mut values = Vec::with_capacity(others.len());
        for piece in between {
            let (value, behind) = rest.split_once(piece.as_str())?;
            values.push(value);
            rest = behind;
        }
        values.push(rest.strip_suffix(last.as_str())?);
        let mut quoted = values
            .iter()
            .zip(&self.quoted)
            .filter(|(_, quoted)| **quoted);
        let are_quoted = quoted.all(|(value, _)| value.starts_with(['"', '\'', '[']));
        are_quoted.then_some(values)
    }

    fn filled(&self, value: impl Fn(&str) -> String) -> String {
        let mut text = self.pieces[0].clone();
        for (name, piece) in self.names.iter().zip(&self.pieces[1..]) {
            text += &value(name);
            text += piece;
        }
        text
    }
}

/// Whether this stands between braces for a value: `name`, `0`, `name:?`, or nothing.
fn is_place(text: &str) -> bool {
    let name = text.split(':').next().unwrap_or_default();
    name.chars()
        .all(|sign| sign.is_ascii_alphanumeric() || sign == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Phrasebook {
        Phrasebook::new(
            r#"
            "{path} is not there" = "没有 {path}"
            "{point} is not on a {}x{} board" = "{0}x{1} 的棋盘上没有 {point}"
            "{}: {}" = "{0}：{1}"
            "an end of {{}}" = "{{}} 的结尾"
            "{text:?} is no point" = "{text} 不是点"
            '{}, as in {"x":1}' = '{0}，如 {{"x":1}}'
            "the end" = "结尾"
            "{}{}" = "{0}{1}"
            "#,
        )
    }

    #[test]
    fn a_sentence_is_translated_with_its_values() {
        for (english, chinese) in [
            ("a b.txt is not there", "没有 a b.txt"),
            ("H19 is not on a 15x15 board", "15x15 的棋盘上没有 H19"),
            ("an end of {}", "{} 的结尾"),
            ("x.sgf: the end", "x.sgf：结尾"),
            ("\"the end\" is no point", "\"the end\" 不是点"),
            ("nothing of it", "nothing of it"),
            (r#"a, as in {"x":1}"#, r#"a，如 {"x":1}"#),
            ("", ""),
        ] {
            assert_eq!(book().translate(english), chinese);
        }
    }
}
