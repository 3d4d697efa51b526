//! Libraries of `RenLib`, versions 3.0 and 3.4, with a header or without: trees of moves on 15x15
//! with comments and board texts, in binary.
//!
//! A node has two bytes, its position and flags, and what the flags announce. Children come before
//! siblings; a flag says whether a node has the one or the other. Colours go by depth. The texts are
//! in the code page of their author, which no byte tells.

mod node;
mod reader;
#[cfg(test)]
mod tests;
mod texts;
mod writer;

pub(super) use reader::{detect, read};
pub(super) use writer::write;
