//! What wins: the three rules, rows, fives and overlines.
//!
//! [`Rule`] is what users and files say. Inner loops ask it once, before they begin.

#![allow(
    clippy::module_inception,
    reason = "the module is named after its main type, and so is the file"
)]

mod five;
mod row;
mod rule;

pub use five::{overlines, winning_rows};
pub use row::{Run, row_length_through, row_through};
pub use rule::{FiveLength, Rule};
