//! The JSON Schema of what finds its own form in JSON: points, sizes, ids.
//!
//! Most types get theirs from the fields they are written from, by the derive of `schemars`. What is
//! written by hand is described by [`described!`](described), here and in the crates above; tests hold the
//! lines that are printed against it.

use schemars::{Schema, json_schema};
use serde_json::{Map, Value};

use crate::geometry::{Point, Size};
use crate::position::PositionId;

/// Describes a type by a name and a function of the generator; without a name where it is used.
#[doc(hidden)]
#[macro_export]
macro_rules! __described {
    ($Type:ty, $name:literal, |$generator:pat_param| $schema:expr) => {
        $crate::schema::described!($Type, $name, false, |$generator| $schema);
    };
    ($Type:ty, |$generator:pat_param| $schema:expr) => {
        $crate::schema::described!($Type, "Inline", true, |$generator| $schema);
    };
    ($Type:ty, $name:literal, $is_inline:literal, |$generator:pat_param| $schema:expr) => {
        impl ::schemars::JsonSchema for $Type {
            fn inline_schema() -> bool {
                $is_inline
            }

            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                $name.into()
            }

            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                stringify!($Type).into()
            }

            fn json_schema($generator: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
                $schema
            }
        }
    };
}

pub use crate::__described as described;

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

described!(Size, |_| json_schema!({
    "type": "integer",
    "minimum": Size::MIN.get(),
    "maximum": Size::MAX.get(),
}));

/// An object whose fields are always there.
pub fn object<N: Into<String>>(fields: impl IntoIterator<Item = (N, Schema)>) -> Schema {
    let fields = fields.into_iter();
    let fields: Map<String, Value> = fields
        .map(|(name, schema)| (name.into(), schema.to_value()))
        .collect();
    let required: Vec<&String> = fields.keys().collect();
    json_schema!({ "type": "object", "required": required, "properties": fields })
}
