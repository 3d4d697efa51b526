//! `line-patterns`: patterns looked for in the text of every line.
//!
//! The idea that the author of `lianzhu` wrote down and never finished: a line of the board is
//! text, shapes are found by matching strings, and a board is worth the patterns of one side
//! minus those of the other, along all four directions. All patterns are compiled once into one
//! set of expressions, which tells in one pass which of them a line holds.
//!
//! What counts where patterns overlap is said at [`PatternTable`] and in its file.

mod evaluator;
mod table;

pub use evaluator::LinePatterns;
pub use table::{PatternMatch, PatternTable};
