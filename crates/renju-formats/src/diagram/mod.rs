//! Boards as people type and post them.
//!
//! Reading goes in four steps: `read` separates the diagrams of a file, `row` tells what the
//! characters of a row are, `layout` finds out how the rows are meant, `board` whether they are a
//! square, and what is a stone, a move number or a mark. A diagram that cannot be read completely is
//! an error with its place, because a board with a stone missing would be judged wrongly and without
//! a word.

mod board;
mod layout;
mod pattern;
mod read;
mod row;
mod write;

pub use pattern::{PatternDiagram, read_pattern};
pub(super) use read::{detect, read, read_rows};
pub(super) use write::{write_ascii, write_unicode};

#[cfg(test)]
mod tests;
