//! What answers say in English, in the language of a page.

use serde_json::Value;

use crate::render::Lang;

/// Adds to an answer of the protocol what a page shows of it in a language: `said` beside the English
/// of an `error`, and beside the `name` of each term. In English nothing is added.
pub(super) fn add_words(answer: &mut Value, lang: Lang) {
    if lang == Lang::ENGLISH {
        return;
    }
    add_beside("error", answer, lang);
    if let Some(terms) = answer.pointer_mut("/report/terms") {
        add_to_terms(terms, lang);
    }
}

/// The line of an answer with what a page shows of it in a language.
pub fn line_with_words(line: String, lang: Lang) -> String {
    let parsed = (lang != Lang::ENGLISH).then(|| serde_json::from_str(&line));
    let Some(Ok(mut answer)) = parsed else {
        return line;
    };
    add_words(&mut answer, lang);
    answer.to_string()
}

fn add_to_terms(found: &mut Value, lang: Lang) {
    add_beside("name", found, lang);
    match found {
        Value::Array(items) => items.iter_mut().for_each(|item| add_to_terms(item, lang)),
        Value::Object(fields) => fields
            .values_mut()
            .for_each(|field| add_to_terms(field, lang)),
        _ => {}
    }
}

fn add_beside(english: &str, object: &mut Value, lang: Lang) {
    if let Some(text) = object.get(english).and_then(Value::as_str) {
        object["said"] = lang.translate(text).into();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn terms_and_errors_are_said_in_the_language_beside_the_english() {
        let term = json!({ "name": "D8-H8, 3 own, ends empty", "value": 1, "stones": [] });
        let report = json!({ "terms": { "points": { "black": { "H8": [term] } } } });
        let answer = json!({ "error": "the session has ended", "report": report });
        let mut english = answer.clone();
        add_words(&mut english, Lang::ENGLISH);
        assert_eq!(english, answer);
        let mut chinese = answer.clone();
        add_words(&mut chinese, "zh".parse().unwrap());
        let term = &chinese["report"]["terms"]["points"]["black"]["H8"][0];
        assert_eq!(term["said"], "D8-H8，己方 3 子，两端空");
        assert_eq!(term["name"], "D8-H8, 3 own, ends empty");
        assert_eq!(chinese["error"], answer["error"]);
        assert_ne!(chinese["said"], answer["error"]);
    }
}
