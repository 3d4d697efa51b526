//! Boards as people type and post them.
//!
//! Reading goes in four steps: `split` separates the diagrams of a file, `row` and `cell` tell what
//! the characters of a row are, `layout` and `board` find out how the rows are meant and whether
//! they are a square, `stones` tells stones from move numbers and marks. A diagram that cannot be
//! read completely is an error with its place, because a board with a stone missing would be judged
//! wrongly and without a word.

mod board;
mod cell;
mod columns;
mod layout;
mod read;
mod row;
mod split;
mod stones;
mod write;

pub(super) use read::{detect, read, read_rows};
pub(super) use write::{write_ascii, write_unicode};

#[cfg(test)]
mod tests;
