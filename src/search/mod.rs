//! Best play: principal variations, and how the published programs choose a move.
//!
//! [`search`] looks ahead with any [`Evaluator`](crate::eval::Evaluator); [`published`] plays as
//! the published programs did.

mod ask;
mod heuristic;
pub mod published;
mod score;

pub use ask::{Ask, Found, Iteration, Line, Observer, Silent, Stop};
pub use heuristic::{Heuristic, Rescan};
pub use score::Value;

use crate::eval::Evaluator;
use crate::position::Position;

/// What a search remembers of positions, kept from one search to the next.
pub struct Memory {
    _bytes: usize,
}

impl Memory {
    /// Room for so many bytes.
    pub fn new(bytes: usize) -> Memory {
        Memory { _bytes: bytes }
    }
}

/// Looks for best play of the side to move.
pub fn search(
    position: &Position,
    evaluator: &dyn Evaluator,
    ask: &Ask<'_>,
    _memory: &mut Memory,
) -> Found {
    let mut last = Iteration::default();
    let stop = if position.outcome().is_some() {
        Stop::GameOver
    } else {
        let said = evaluator.evaluate(position, position.to_move()).ok();
        let points = said.and_then(|said| said.points);
        let best = position
            .board()
            .empties()
            .iter()
            .filter(|&point| !ask.avoid.contains(point) && position.clone().play(point).is_ok())
            .max_by_key(|&point| points.as_ref().and_then(|points| points[point]));
        last.depth = 1;
        last.lines = best
            .map(|best| Line {
                value: Value::Points(0),
                moves: vec![Some(best)],
            })
            .into_iter()
            .collect();
        Stop::Depth
    };
    ask.observer.iteration(&last);
    Found { last, stop }
}
