//! Smart Game Format, FF[3] and FF[4] (Hollosi, <https://www.red-bean.com/sgf/>), for games of the
//! kind `GM[4]`; other numbers are read as well, as programs write them for renju too.
//!
//! A collection is read game by game. What is no property of ours is kept as it is written.

mod properties;
mod reader;
mod scanner;
#[cfg(test)]
mod tests;
mod writer;

use crate::notation::parsed::{Evidence, TextSample};

pub(super) use reader::read;
pub(super) use writer::write;

/// Private: the move after the last.
const BEST: &str = "NEXT";
/// Private: the node that a program is to show first.
const START: &str = "START";
/// Private: what an engine stored of the position.
const STORED: &str = "STORED";
/// Private: the milliseconds of a move.
const TIME: &str = "MS";

/// A bracket and a node.
pub(super) fn detect(sample: &TextSample<'_>) -> Evidence {
    let characters = sample.lines.iter().flat_map(|line| line.chars());
    let mut visible = characters.filter(|char| !char.is_whitespace() && *char != '\u{feff}');
    match (visible.next(), visible.next()) {
        (Some('('), Some(';')) => Evidence::Certain,
        _ => Evidence::Nothing,
    }
}
