//! The JSON Schema of what finds its own form in JSON: maps of points, counts, scores.

use std::collections::BTreeMap;

use schemars::json_schema;

use crate::board::Color;
use crate::eval::Worth;
use crate::geometry::{Direction, Point};
use crate::pattern::Shape;
use crate::questions::{
    Counts, LineScore, MappedPoint, MoveOrPass, ScoredPoints, ShapeMap, ShapesAt,
};
use renju_core::schema::{described, object};

described!(MoveOrPass, "Move", |_| json_schema!({
    "description": "A point, or a pass.",
    "type": "string",
    "pattern": "^([A-T]([1-9]|1[0-9]|20)|pass)$",
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
