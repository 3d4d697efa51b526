//! Best play: principal variations, and how the published programs choose a move.
//!
//! [`search`] looks ahead with any [`Evaluator`]; [`published`] plays as the published programs
//! did.

mod ask;
mod budget;
mod crew;
mod depth;
mod fours;
mod glance;
mod heuristic;
mod history;
mod lines;
mod margins;
mod nearness;
mod node;
mod order;
mod proof;
pub mod published;
mod root;
mod run;
mod score;
mod transposition;
mod worker;

pub use ask::{Ask, Found, Iteration, Line, Observer, Silent, Stop};
pub use heuristic::{Heuristic, Rescan};
pub use score::Value;
pub use transposition::TranspositionTable;

use crate::eval::Evaluator;
use crate::position::Position;

use run::Run;

/// Looks for best play of the side to move.
///
/// `table` may come from a search of another position of the same size, by the same rule and
/// evaluator. With an empty one, one thread and a limit of depth or nodes the same question is
/// answered alike every time.
pub fn search(
    position: &Position,
    evaluator: &dyn Evaluator,
    ask: &Ask<'_>,
    table: &mut TranspositionTable,
) -> Found {
    table.new_generation();
    let run = Run {
        position,
        evaluator,
        ask,
        table,
    };
    run.run()
}
