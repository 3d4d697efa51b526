//! Wins in files: a line of JSON that this program reads back, and SGF for other programs.
//!
//! A [`TreeFile`] is a position, the attacker and a tree. It is written here; of what is read
//! ([`TreeLine`]) the position is left as text, because reading positions is the business of
//! `notation`, which this layer does not know. Nothing that is read is believed:
//! [`verify`](crate::threat::verify) tells whether it is a win.
//!
//! In files every reply has a tree of its own, so nodes that several replies share are written
//! several times; a tree that grows out of bounds that way is refused. No function here calls
//! itself, so lines may be long.

mod error;
mod json;
mod reader;
mod sgf;
mod token;

use std::fmt;

use thiserror::Error;

use crate::board::Color;
use crate::position::Position;
use crate::threat::ProofTree;

pub use error::{TreeLineError, TreeProblem};
pub use reader::TreeLine;

/// The most nodes that are written, some hundred bytes each.
pub const MOST_NODES: u64 = 10_000_000;

/// A win of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeFile {
    /// The name of the position.
    pub id: String,
    /// Where the tree begins. If the defender is to move, it passes.
    pub position: Position,
    /// Who wins.
    pub attacker: Color,
    /// How.
    pub tree: ProofTree,
}

/// Why a tree is not written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("written out, the tree has {nodes} moves of the attacker; {MOST_NODES} are the most")]
pub struct TooLarge {
    /// How many it has where nothing is shared; at most `u64::MAX`.
    pub nodes: u64,
}

impl TreeFile {
    /// The tree as a line of JSON, without the line break.
    ///
    /// # Errors
    ///
    /// If more than [`MOST_NODES`] nodes would be written.
    pub fn to_json(&self) -> Result<String, TooLarge> {
        let nodes = self.tree.unshared_len(|_| 1);
        if nodes > MOST_NODES {
            return Err(TooLarge { nodes });
        }
        Ok(text(|out| json::write(out, self)))
    }

    /// The tree as SGF: a set-up position and a variation for each reply. "Any other reply" is a
    /// pass with a comment.
    ///
    /// # Errors
    ///
    /// If more than [`MOST_NODES`] nodes would be written.
    pub fn to_sgf(&self) -> Result<String, TooLarge> {
        let nodes = self.tree.unshared_len(sgf::copies);
        if nodes > MOST_NODES {
            return Err(TooLarge { nodes });
        }
        Ok(text(|out| sgf::write(out, self)))
    }
}

fn text(write: impl FnOnce(&mut String) -> fmt::Result) -> String {
    let mut text = String::new();
    write(&mut text).expect("a string takes any text");
    text
}
