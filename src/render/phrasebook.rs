//! What the sources say in English, in another language: templates with places for values.

use std::cmp::Reverse;
use std::collections::HashMap;

use toml::Table;

/// English templates with their translations.
#[derive(Debug)]
pub(super) struct Phrasebook(Vec<(Template, Template)>);

/// A text as far as it could be translated.
#[derive(Clone)]
struct Fit {
    text: String,
    /// How many letters the templates have that it and its values fit.
    letters: usize,
    /// How many of them are those of the outermost one.
    own: usize,
}

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
        // One without a sign of its own would fit every text, and its own values again.
        phrases.retain(|(english, _)| english.pieces.iter().any(|piece| !piece.is_empty()));
        phrases.sort_by_key(|(english, _)| Reverse(english.letters()));
        Phrasebook(phrases)
    }

    /// The translation of a sentence and of the values in it: by the templates that have most of its
    /// letters. The sentence where it fits none.
    pub(super) fn translate(&self, english: &str) -> String {
        self.best(english, &mut HashMap::new()).text
    }

    fn best<'t>(&self, text: &'t str, known: &mut HashMap<&'t str, Fit>) -> Fit {
        if let Some(fit) = known.get(text) {
            return fit.clone();
        }
        let mut best = Fit {
            text: text.to_owned(),
            letters: 0,
            own: 0,
        };
        if !is_quoted(text) {
            let most = letters_of(text);
            for (template, translation) in &self.0 {
                if best.letters >= most {
                    break;
                }
                if let Some(fit) = self.fit(template, translation, text, known)
                    && (fit.letters, fit.own) > (best.letters, best.own)
                {
                    best = fit;
                }
            }
        }
        known.insert(text, best.clone());
        best
    }

    fn fit<'t>(
        &self,
        template: &Template,
        translation: &Template,
        text: &'t str,
        known: &mut HashMap<&'t str, Fit>,
    ) -> Option<Fit> {
        let values = template.values_in(text)?;
        let fits: Vec<Fit> = values.iter().map(|value| self.best(value, known)).collect();
        // "and" may stand in the name of a file: it is that of a list if all is known that it joins.
        if template.is_short() && fits.iter().any(|fit| has_words(&fit.text)) {
            return None;
        }
        let own = template.letters();
        Some(Fit {
            text: translation.filled(|name| {
                let place = template.names.iter().position(|known| known == name);
                place.map_or_else(String::new, |place| fits[place].text.clone())
            }),
            letters: own + fits.iter().map(|fit| fit.letters).sum::<usize>(),
            own,
        })
    }
}

/// Whether a text stands in quotes: what a user typed, which stays as it is.
fn is_quoted(text: &str) -> bool {
    ['"', '`'].iter().any(|&quote| {
        let inner = text
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote));
        inner.is_some_and(|inner| !inner.replace("\\\"", "").contains(quote))
    })
}

fn letters_of(text: &str) -> usize {
    text.chars().filter(char::is_ascii_alphabetic).count()
}

/// Whether there is a word of small letters outside of quotes.
fn has_words(text: &str) -> bool {
    let unquoted = text.split(['"', '`']).step_by(2);
    unquoted
        .flat_map(|part| part.split(|sign: char| !sign.is_ascii_alphabetic()))
        .any(|word| word.len() > 1 && word.chars().all(|sign| sign.is_ascii_lowercase()))
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

    /// How many letters are no values.
    fn letters(&self) -> usize {
        self.pieces.iter().map(|piece| letters_of(piece)).sum()
    }

    /// Whether it has hardly a word of its own, as what joins the items of a list.
    fn is_short(&self) -> bool {
        self.names.len() > 1 && self.letters() <= 3 && !self.pieces.concat().contains([':', ';'])
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
            "row {}" = "第 {0} 行"
            "{row} has {count} points" = "{row}有 {count} 点"
            "{} and {}" = "{0}和{1}"
            "{}, {}" = "{0}、{1}"
            "black" = "黑"
            "white" = "白"
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
            ("row 9 has 14 points", "第 9 行有 14 点"),
            ("black, H8 and white", "黑、H8和白"),
            ("black and blue.txt is not there", "没有 black and blue.txt"),
            ("oops: it, fails", "oops: it, fails"),
            ("\"x.sgf: the end\"", "\"x.sgf: the end\""),
            (r#"a, as in {"x":1}"#, r#"a，如 {"x":1}"#),
            ("", ""),
        ] {
            assert_eq!(book().translate(english), chinese);
        }
    }
}
