//! One JSON object per line, in three dialects.
//!
//! `position_line` reads the project's own position lines, `katago_query` the queries that `KataGo`
//! takes, `board_string` boards that stand in a string. `fields` looks fields up and says where a
//! wrong one is.

mod board_string;
mod fields;
mod json_line;
mod katago_query;
mod locate;
mod position_line;
mod read;
mod records;
mod write;

pub use json_line::{JsonLine, QueryTurn};
pub use locate::{json_error, line_id};
pub use read::parse_line;
pub(super) use read::{detect, read};
pub use records::JsonRecords;
pub(super) use write::{write, write_query};

#[cfg(test)]
mod tests;
