//! Smart Game Format, FF[3] and FF[4] (Hollosi, <https://www.red-bean.com/sgf/>), for games of the
//! kind `GM[4]`; other numbers are read as well, as programs write them for renju too.
//!
//! A collection is read game by game. What is no property of ours is kept as it is written.

mod names;
mod properties;
mod reader;
mod scanner;
#[cfg(test)]
mod tests;
mod writer;

pub(super) use reader::{detect, read};
pub(super) use writer::write;
