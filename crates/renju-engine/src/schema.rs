//! The JSON Schema of what finds its own form in JSON: scores, weights, trees.

use std::borrow::Cow;
use std::collections::BTreeMap;

use renju_core::pattern::ShapePair;
use renju_core::schema::{described, object};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::eval::shapes::{ClassWeights, Fact, Facts, Sixteenths, key_of};
use crate::eval::{ByKey, Details, Worth};
use crate::threat::{Node, ProofTree};

described!(Worth, "Worth", |_| json_schema!({
    "description": "A finite number, whole or with a fraction, in the unit of the evaluator.",
    "type": "number",
}));

described!(Details, |_| json_schema!({
    "description": "What the program computes, by its own names: each has fields of its own.",
    "type": "object",
    "additionalProperties": true,
}));

described!(ProofTree, |generator| Vec::<Node>::json_schema(generator));

described!(Sixteenths, |_| json_schema!({
    "description": "Points, taken to the nearest sixteenth.",
    "type": "number",
    "minimum": -32768,
    "maximum": 32767,
}));

described!(ClassWeights, |generator| {
    let mut weight = generator.subschema_for::<Sixteenths>();
    let words = "What an empty point adds where these are the strongest shapes to be made.";
    weight.insert("description".into(), words.into());
    let classes = || ShapePair::all().filter(|class| *class != ShapePair::default());
    let mut schema = object(classes().map(|class| (key_of(class), weight.clone())));
    let needed = classes().filter(|class| *class != ShapePair::OVERLINE);
    let needed: Vec<String> = needed.map(key_of).collect();
    schema.insert("required".into(), needed.into());
    schema.insert("additionalProperties".into(), false.into());
    schema
});

described!(Facts, |_| {
    let names = Fact::ALL.map(|fact| fact.to_string()).join("|");
    json_schema!({
        "type": "string",
        "pattern": format!("^({names})( *[+] *({names}))*$"),
    })
});

impl<K: JsonSchema, T: JsonSchema> JsonSchema for ByKey<K, T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        BTreeMap::<K, T>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        BTreeMap::<K, T>::json_schema(generator)
    }
}
