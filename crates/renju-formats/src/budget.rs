//! What one game of a file may have, so that few bytes do not fill the memory.
//!
//! The numbers stand in docs/formats.md. Each is far above what programs and people write, and low
//! enough that what is kept of a file stays within a small multiple of its bytes.

use super::{ErrorCode, ParseError, ParseOptions};

/// Nodes of a tree: 32 bytes each.
const NODES: usize = 1 << 25;
/// Nodes of a line: a board has 400 points, and the rest are passes and remarks.
const LINE_NODES: usize = u16::MAX as usize;
/// Nodes that say nothing, which a file writes with one byte.
const EMPTY_NODES: usize = 1 << 20;
/// Points of rectangles, of which a file writes two corners.
const RECTANGLES: usize = 1 << 20;
/// Values of properties that are kept as they are written; an empty one is two bytes.
const OTHER_VALUES: usize = 200_000;
/// Values of one node, and points of one list: more than any board has of them.
const NODE_VALUES: usize = 1 << 16;
const LISTED_POINTS: usize = 20 * 20;
/// Bytes of a game, where nothing else is said.
const GAME_BYTES: u64 = 1 << 30;

/// What is counted of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Budgeted {
    Nodes,
    LineNodes,
    EmptyNodes,
    RectanglePoints,
    OtherValues,
    NodeValues,
    ListedPoints,
}

impl Budgeted {
    const fn most(self) -> usize {
        match self {
            Budgeted::Nodes => NODES,
            Budgeted::LineNodes => LINE_NODES,
            Budgeted::EmptyNodes => EMPTY_NODES,
            Budgeted::RectanglePoints => RECTANGLES,
            Budgeted::OtherValues => OTHER_VALUES,
            Budgeted::NodeValues => NODE_VALUES,
            Budgeted::ListedPoints => LISTED_POINTS,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Budgeted::Nodes => "nodes in one game",
            Budgeted::LineNodes => "nodes in one line",
            Budgeted::EmptyNodes => "nodes without a property in one game",
            Budgeted::RectanglePoints => "points in the rectangles of one game",
            Budgeted::OtherValues => "values of other properties in one game",
            Budgeted::NodeValues => "values in one node",
            Budgeted::ListedPoints => "points in one list",
        }
    }

    /// Refuses a number above what is allowed.
    pub(super) fn check(self, count: usize) -> Result<(), ParseError> {
        if count <= self.most() {
            return Ok(());
        }
        let message = format!("more than {} {}", self.most(), self.words());
        let error = ParseError::new(ErrorCode::TooLarge, message);
        Err(error.hint("the rest of the game is left out"))
    }
}

/// What a game has of that which its memory is not bounded by.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GameBudget {
    pub(super) empty_nodes: usize,
    pub(super) rectangle_points: usize,
    pub(super) other_values: usize,
}

impl ParseOptions {
    /// Most bytes of one game.
    pub(super) fn most_game_bytes(&self) -> u64 {
        self.game_bytes.unwrap_or(GAME_BYTES)
    }
}

/// That a game has too many bytes; nothing behind them is read.
pub(super) fn too_many_bytes(most: u64) -> ParseError {
    let message = if most < GAME_BYTES {
        format!("a game of more than {most} bytes in a small compressed file")
    } else {
        "a game of more than 1 GiB".to_owned()
    };
    let error = ParseError::new(ErrorCode::TooLarge, message);
    error.hint(if most < GAME_BYTES {
        "nothing after them is read; unpack the file first"
    } else {
        "nothing after them is read"
    })
}
