//! Lists of openings, as tournaments and programs that run matches take them: one game on a line.
//!
//! `offset` has pairs of numbers that count from the centre, `json` the same in objects, `points` move
//! strings whose rows count from the top and points with commas between them.

mod json;
mod offset;
mod points;

pub(super) use json::{begins_opening, read as read_json, write as write_json};
pub(super) use offset::{detect, read as read_offset, write as write_offset};
pub(super) use points::{read_csv, read_pos, write_csv, write_pos};
