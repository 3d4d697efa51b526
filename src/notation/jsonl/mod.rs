//! One JSON object per line, in three dialects.
//!
//! `position_line` reads the project's own position lines and boards that stand in a string,
//! `katago_query` the queries that `KataGo` takes. `fields` looks fields up and says where a wrong
//! one is. `array` takes an array of objects to pieces.

mod array;
mod fields;
mod katago_query;
mod position_line;
mod read;
mod write;

pub use array::json_records;
pub use fields::json_error;
pub(super) use fields::meant_field;
pub use katago_query::QueryTurn;
pub use read::{JsonLine, JsonRecords, line_id, parse_line};
pub(super) use read::{begins_json, detect, read};
pub(super) use write::{write, write_query};

#[cfg(test)]
mod tests;
