//! One JSON object per line, in three dialects.
//!
//! `position_line` reads the project's own position lines and boards that stand in a string,
//! `katago_query` the queries that `KataGo` takes. `fields` looks fields up and says where a wrong
//! one is. `records` finds the texts of an input, `array` those of an array of objects.

mod aliases;
mod array;
mod expect_places;
mod field_names;
mod fields;
#[cfg(feature = "schema")]
mod form;
mod katago_query;
mod position_line;
mod read;
mod records;
mod write;

pub use expect_places::expectation_places;
pub(super) use field_names::{alias_of, meant_field};
pub(super) use fields::placed;
pub use fields::{field_at, json_error};
#[cfg(feature = "schema")]
pub use form::JsonPosition;
pub use katago_query::QueryTurn;
pub use read::{JsonLine, line_id, parse_line, parse_query};
pub(super) use read::{begins_json, detect, read};
pub use records::{JsonRecords, json_records};
pub use write::MoveName;
pub(super) use write::{write, write_query};

#[cfg(test)]
mod tests;
