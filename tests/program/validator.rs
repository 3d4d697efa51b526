//! A validator of the part of JSON Schema that our schemas use, which knows no further field: one
//! that no schema names is an error. A keyword that it does not know is one too.

use std::collections::BTreeSet;

use regex::Regex;
use serde_json::{Map, Value};

/// The mistakes of a value, each with its place; none if the schema names all it holds.
pub(crate) fn mistakes(schema: &Value, value: &Value) -> Vec<String> {
    let mut mistakes = Vec::new();
    Validator { root: schema }.place(schema, value, "", &mut mistakes);
    mistakes
}

struct Validator<'a> {
    root: &'a Value,
}

/// The fields of an object that a schema names.
type Named = BTreeSet<String>;

impl Validator<'_> {
    /// Checks a value of its own: the whole, that of a field, or an element.
    fn place(&self, schema: &Value, value: &Value, at: &str, mistakes: &mut Vec<String>) {
        let named = self.check(schema, value, at, mistakes);
        let fields = value.as_object().into_iter().flat_map(Map::keys);
        let unnamed = fields.filter(|field| !named.contains(*field));
        mistakes.extend(unnamed.map(|field| format!("{at}/{field} is in no schema")));
    }

    fn check(&self, schema: &Value, value: &Value, at: &str, mistakes: &mut Vec<String>) -> Named {
        let keywords = match schema {
            Value::Object(keywords) => keywords,
            Value::Bool(true) => return all_fields(value),
            _ => panic!("{at}: {schema} is no schema"),
        };
        let mut named = Named::new();
        for (keyword, wanted) in keywords {
            let found = match keyword.as_str() {
                "$ref" => self.check(self.resolve(wanted), value, at, mistakes),
                "properties" | "patternProperties" | "additionalProperties" => {
                    self.fields(keyword, keywords, value, at, mistakes)
                }
                "anyOf" | "oneOf" => self.choice(keyword, wanted, value, at, mistakes),
                "if" => self.branch(keywords, value, at, mistakes),
                "items" | "prefixItems" => {
                    self.elements(keyword, keywords, value, at, mistakes);
                    Named::new()
                }
                _ => {
                    if !holds(keyword, wanted, value) {
                        mistakes.push(format!("{at}: {value} is not {keyword} {wanted}"));
                    }
                    Named::new()
                }
            };
            named.extend(found);
        }
        named
    }

    fn resolve(&self, reference: &Value) -> &Value {
        let pointer = reference.as_str().and_then(|text| text.strip_prefix('#'));
        let found = self.root.pointer(pointer.expect("a place in the schema"));
        found.unwrap_or_else(|| panic!("{reference} leads nowhere"))
    }

    /// The fields that one of three keywords is about.
    fn fields(
        &self,
        keyword: &str,
        keywords: &Map<String, Value>,
        value: &Value,
        at: &str,
        mistakes: &mut Vec<String>,
    ) -> Named {
        let mut named = Named::new();
        for (field, value) in value.as_object().into_iter().flatten() {
            let known = keywords.get("properties").and_then(|all| all.get(field));
            let patterns = keywords.get("patternProperties").and_then(Value::as_object);
            let mut patterns = patterns.into_iter().flatten();
            let fitting = patterns.find(|(pattern, _)| is_match(pattern, field));
            let schema = match (keyword, known, fitting) {
                ("properties", known, _) => known,
                ("patternProperties", _, fitting) => fitting.map(|(_, schema)| schema),
                (_, None, None) => keywords.get("additionalProperties"),
                _ => None,
            };
            let at = format!("{at}/{field}");
            match schema {
                Some(Value::Bool(false)) => mistakes.push(format!("{at} is refused")),
                Some(schema) => {
                    self.place(schema, value, &at, mistakes);
                    named.insert(field.clone());
                }
                None => {}
            }
        }
        named
    }

    fn elements(
        &self,
        keyword: &str,
        keywords: &Map<String, Value>,
        value: &Value,
        at: &str,
        mistakes: &mut Vec<String>,
    ) {
        let firsts = keywords.get("prefixItems").and_then(Value::as_array);
        let firsts = firsts.map_or(&[][..], Vec::as_slice);
        for (number, value) in value.as_array().into_iter().flatten().enumerate() {
            let schema = match (keyword, firsts.get(number)) {
                ("prefixItems", first) => first,
                (_, None) => keywords.get("items"),
                _ => None,
            };
            if let Some(schema) = schema {
                self.place(schema, value, &format!("{at}/{number}"), mistakes);
            }
        }
    }

    /// One of several schemas, or at least one. If none fits, the mistakes of the nearest are told.
    fn choice(
        &self,
        keyword: &str,
        schemas: &Value,
        value: &Value,
        at: &str,
        mistakes: &mut Vec<String>,
    ) -> Named {
        let mut named = Named::new();
        let mut fitting = 0;
        let mut nearest: Option<Vec<String>> = None;
        for schema in schemas.as_array().expect("a list of schemas") {
            let mut own = Vec::new();
            let found = self.check(schema, value, at, &mut own);
            if own.is_empty() {
                named.extend(found);
                fitting += 1;
            } else if nearest
                .as_ref()
                .is_none_or(|near| deepest(&own) > deepest(near))
            {
                nearest = Some(own);
            }
        }
        match (fitting, keyword) {
            (0, _) => mistakes.extend(nearest.unwrap_or_default()),
            (2.., "oneOf") => mistakes.push(format!("{at}: {value} fits {fitting} of oneOf")),
            _ => {}
        }
        named
    }

    fn branch(
        &self,
        keywords: &Map<String, Value>,
        value: &Value,
        at: &str,
        mistakes: &mut Vec<String>,
    ) -> Named {
        let mut own = Vec::new();
        self.check(&keywords["if"], value, at, &mut own);
        let taken = if own.is_empty() { "then" } else { "else" };
        self.check(&keywords[taken], value, at, mistakes)
    }
}

fn all_fields(value: &Value) -> Named {
    let fields = value.as_object().into_iter().flat_map(Map::keys);
    fields.cloned().collect()
}

/// How far down the deepest mistake is.
fn deepest(mistakes: &[String]) -> usize {
    let depths = mistakes.iter().map(|mistake| mistake.matches('/').count());
    depths.max().unwrap_or_default()
}

/// What a keyword says about the value itself.
fn holds(keyword: &str, wanted: &Value, value: &Value) -> bool {
    let number = value.as_f64();
    let length = value.as_array().map(Vec::len);
    let bound = || wanted.as_u64().expect("a length") as usize;
    match keyword {
        "$schema" | "$defs" | "title" | "description" | "default" | "then" | "else" => true,
        "type" => match wanted {
            Value::Array(names) => names.iter().any(|name| has_type(name, value)),
            name => has_type(name, value),
        },
        "const" => value == wanted,
        "enum" => wanted.as_array().is_some_and(|all| all.contains(value)),
        "minimum" => number.is_none_or(|number| wanted.as_f64() <= Some(number)),
        "maximum" => number.is_none_or(|number| wanted.as_f64() >= Some(number)),
        "minItems" => length.is_none_or(|length| length >= bound()),
        "maxItems" => length.is_none_or(|length| length <= bound()),
        "minLength" => value
            .as_str()
            .is_none_or(|text| text.chars().count() >= bound()),
        "maxLength" => value
            .as_str()
            .is_none_or(|text| text.chars().count() <= bound()),
        "pattern" => {
            let pattern = wanted.as_str().expect("a pattern");
            value.as_str().is_none_or(|text| is_match(pattern, text))
        }
        "required" => {
            let fields = wanted.as_array().expect("a list of fields");
            let has = |field: &Value| field.as_str().is_some_and(|name| value.get(name).is_some());
            !value.is_object() || fields.iter().all(has)
        }
        _ => panic!("the keyword {keyword} is not known"),
    }
}

fn has_type(name: &Value, value: &Value) -> bool {
    match name.as_str().expect("the name of a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("there is no type {other}"),
    }
}

fn is_match(pattern: &str, text: &str) -> bool {
    Regex::new(pattern).expect("a pattern").is_match(text)
}
