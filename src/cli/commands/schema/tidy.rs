//! Schema transform: rewords Rust comments for JSON readers, and drops Rust formats and null types.

use std::sync::LazyLock;

use regex::Regex;
use schemars::Schema;
use schemars::generate::Contract;
use schemars::transform::{Transform, transform_subschemas};
use serde_json::{Map, Value};

/// Makes of what the types say what a reader of the JSON needs: descriptions in the words of JSON, no
/// formats that only Rust has, and no `null` where a field is left out instead.
#[derive(Clone)]
pub(super) struct Tidy {
    is_written: bool,
}

impl Tidy {
    pub(super) fn new(contract: &Contract) -> Tidy {
        Tidy {
            is_written: contract.is_serialize(),
        }
    }
}

impl Transform for Tidy {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(schema) = schema.as_object_mut() else {
            return;
        };
        // A field that one of writer and reader leaves out is in what the other has all the same.
        for word in ["format", "readOnly", "writeOnly"] {
            schema.remove(word);
        }
        if schema.contains_key("const") {
            schema.remove("minimum");
        }
        if let Some(Value::String(description)) = schema.get_mut("description") {
            *description = in_words_of_json(description);
        }
        if self.is_written {
            left_out_instead_of_null(schema);
        }
    }
}

/// The first part of a comment of the code: before examples and sections, on one line, without links.
fn in_words_of_json(comment: &str) -> String {
    static LINK: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\[(`[^`]+`)\](\([^)]*\))?").expect("a pattern"));
    let ends = ["\n```", "\n# "].into_iter();
    let end = ends.filter_map(|mark| comment.find(mark)).min();
    let words = comment[..end.unwrap_or(comment.len())].replace("`None`", "`null`");
    let words = LINK.replace_all(&words, "$1");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A field that may be absent is never null in what is written.
fn left_out_instead_of_null(object: &mut Map<String, Value>) {
    let required = object.get("required").cloned().unwrap_or_default();
    let required = required.as_array().cloned().unwrap_or_default();
    let fields = object.get_mut("properties").and_then(Value::as_object_mut);
    for (name, field) in fields.into_iter().flatten() {
        if !required.iter().any(|known| known == name.as_str()) {
            without_null(field);
        }
    }
}

fn without_null(field: &mut Value) {
    let Some(schema) = field.as_object_mut() else {
        return;
    };
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = &types[..] {
            schema["type"] = only.clone();
        }
    }
    if let Some(Value::Array(choices)) = schema.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [Value::Object(only)] = &mut choices[..] {
            let only = std::mem::take(only);
            schema.remove("anyOf");
            schema.extend(only);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn comments_become_descriptions() {
        let comment =
            "Where it is; `None`\nif [`Point`](there) and [`Size`] differ.\n\n```\nlet x;\n```";
        let expected = "Where it is; `null` if `Point` and `Size` differ.";
        assert_eq!(in_words_of_json(comment), expected);
    }

    #[test]
    fn what_may_be_absent_is_not_null() {
        let written = json!({
            "required": ["a"],
            "properties": {
                "a": { "type": ["integer", "null"], "format": "uint8" },
                "b": { "type": ["integer", "null"] },
                "c": { "anyOf": [{ "$ref": "#/$defs/C" }, { "type": "null" }] },
                "format": { "type": "string" },
            },
        });
        let mut schema = Schema::try_from(written).unwrap();
        Tidy::new(&Contract::Serialize).transform(&mut schema);
        let expected = json!({
            "required": ["a"],
            "properties": {
                "a": { "type": ["integer", "null"] },
                "b": { "type": "integer" },
                "c": { "$ref": "#/$defs/C" },
                "format": { "type": "string" },
            },
        });
        assert_eq!(schema.to_value(), expected);
    }
}
