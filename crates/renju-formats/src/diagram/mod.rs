//! Boards as people type and post them.
//!
//! Reading goes in five steps: `read` separates the diagrams of a file, `signs` has the table of what
//! characters are, `splitters` the table of how lines are cut into cells, of which the one is taken that
//! makes a square; `roles` tells what signs are beside each other, and `board` what is a stone, a move
//! number or a mark. `one_line` finds boards whose rows are not lines. A diagram that cannot be read completely is
//! an error with its place, because a board with a stone missing would be judged wrongly and without
//! a word.

mod board;
mod one_line;
mod pattern;
mod read;
mod roles;
mod signs;
mod splitters;
mod unquoted;
mod write;

pub use pattern::{PatternDiagram, read_pattern};
pub(super) use read::{detect, read, read_rows};
pub(super) use write::{write_ascii, write_markdown, write_unicode};

#[cfg(test)]
mod tests;
