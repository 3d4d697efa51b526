//! The JSON Schema of what finds its own form in JSON: points, numbers, maps, scores.
//!
//! Most types get theirs from the fields they are written from, by the derive of `schemars`. What
//! is written by hand elsewhere is described here, and tests hold the lines that are printed against
//! it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value};

use crate::board::Color;
use crate::eval::shapes::{ClassWeights, Fact, Facts, Sixteenths, key_of};
use crate::eval::{ByKey, Details, Worth};
use crate::geometry::{Direction, Point, Size};
use crate::pattern::{Shape, ShapePair};
use crate::position::PositionId;
use crate::study::{Counts, LineScore, MappedPoint, MoveOrPass, ScoredPoints, ShapeMap, ShapesAt};
use crate::threat::{Node, ProofTree};

/// Describes a type by a name and a function of the generator; without a name where it is used.
macro_rules! described {
    ($Type:ty, $name:literal, |$generator:pat_param| $schema:expr) => {
        described!($Type, $name, false, |$generator| $schema);
    };
    ($Type:ty, |$generator:pat_param| $schema:expr) => {
        described!($Type, "Inline", true, |$generator| $schema);
    };
    ($Type:ty, $name:literal, $is_inline:literal, |$generator:pat_param| $schema:expr) => {
        impl JsonSchema for $Type {
            fn inline_schema() -> bool {
                $is_inline
            }

            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn schema_id() -> Cow<'static, str> {
                stringify!($Type).into()
            }

            fn json_schema($generator: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    };
}

described!(Point, "Point", |generator| {
    // Small letters are read too.
    let letters = if generator.contract().is_deserialize() {
        "A-Ta-t"
    } else {
        "A-T"
    };
    json_schema!({
        "description": "A point: a letter A to T from the left and a number 1 to 20 from the bottom.",
        "type": "string",
        "pattern": format!("^[{letters}]([1-9]|1[0-9]|20)$"),
    })
});

described!(
    PositionId,
    |_| json_schema!({ "type": ["string", "number"] })
);

described!(MoveOrPass, "Move", |_| json_schema!({
    "description": "A point, or a pass.",
    "type": "string",
    "pattern": "^([A-T]([1-9]|1[0-9]|20)|pass)$",
}));

described!(Size, |_| json_schema!({
    "type": "integer",
    "minimum": Size::MIN.get(),
    "maximum": Size::MAX.get(),
}));

described!(Worth, "Worth", |_| json_schema!({
    "description": "A finite number, whole or with a fraction, in the unit of the evaluator.",
    "type": "number",
}));

described!(Details, |_| json_schema!({
    "description": "What the program computes, by its own names: each has fields of its own.",
    "type": "object",
    "additionalProperties": true,
}));

described!(Counts, "Counts", |_| {
    let count = json_schema!({
        "description": "How many stand.",
        "type": "integer",
        "minimum": 0,
    });
    object(Shape::STANDING.map(|shape| (shape.name(), count.clone())))
});

described!(ShapesAt, "ShapesAt", |generator| {
    let made = generator.subschema_for::<Option<Shape>>();
    object(Direction::ALL.map(|direction| {
        let mut made = made.clone();
        let words = "What a stone makes on this line; null for nothing.";
        made.insert("description".into(), words.into());
        (direction.name(), made)
    }))
});

described!(ShapeMap, |generator| {
    BTreeMap::<Point, MappedPoint>::json_schema(generator)
});

described!(ScoredPoints, |generator| {
    BTreeMap::<Point, Worth>::json_schema(generator)
});

described!(ProofTree, |generator| Vec::<Node>::json_schema(generator));

described!(LineScore, "LineScore", |generator| {
    let points = json_schema!({
        "description": "The gain of that side, in the unit of the evaluator.",
        "type": "integer",
    });
    let chance = json_schema!({
        "description": "The chance to win that was measured for such points; only where the \
            evaluator was fitted to results.",
        "type": "number",
        "minimum": 0.001,
        "maximum": 0.999,
    });
    let plies = json_schema!({
        "description": "The moves of both sides to the five.",
        "type": "integer",
        "minimum": 0,
    });
    let draw = json_schema!({ "description": "Proved to be drawn.", "const": true });
    let view = generator.subschema_for::<Color>();
    let opinion = json_schema!({
        "type": "object",
        "required": ["points"],
        "properties": { "points": points, "chance": chance },
    });
    let mut schema = object([("view", view)]);
    schema.insert(
        "description".into(),
        "What a line is worth: points, a proved win or loss, or a proved draw.".into(),
    );
    schema.insert(
        "oneOf".into(),
        vec![
            opinion.to_value(),
            object([("win_in", plies.clone())]).to_value(),
            object([("loss_in", plies)]).to_value(),
            object([("draw", draw)]).to_value(),
        ]
        .into(),
    );
    schema
});

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

/// An object whose fields are always there.
fn object<N: Into<String>>(fields: impl IntoIterator<Item = (N, Schema)>) -> Schema {
    let fields = fields.into_iter();
    let fields: Map<String, Value> = fields
        .map(|(name, schema)| (name.into(), schema.to_value()))
        .collect();
    let required: Vec<&String> = fields.keys().collect();
    json_schema!({ "type": "object", "required": required, "properties": fields })
}
