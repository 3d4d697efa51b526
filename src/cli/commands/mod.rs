//! One subcommand per file: its arguments and its run.

pub(super) mod batch;
pub(super) mod bench;
pub(super) mod compare;
pub(super) mod completions;
pub(super) mod engine;
pub(super) mod evaluators;
pub(super) mod forbidden;
pub(super) mod man;
pub(super) mod patterns;
pub(super) mod score;
pub(super) mod search;
pub(super) mod show;
pub(super) mod threats;

use crate::batch::Entry;
use crate::geometry::Point;
use crate::notation::ErrorCode;

use super::error::CliError;

/// Refuses a point that the board does not have, or that has a stone.
fn require_empty(point: Point, entry: &Entry) -> Result<(), CliError> {
    let board = entry.position.board();
    if !point.is_on(board.size()) {
        let message = format!("{point} is not on a {} board", board.size());
        return Err(CliError::coded(ErrorCode::OffBoard, message));
    }
    match board.stone(point) {
        Some(color) => {
            let message =
                format!("{point} has a {color} stone; only empty points can be asked about");
            Err(CliError::coded(ErrorCode::PointTaken, message))
        }
        None => Ok(()),
    }
}
