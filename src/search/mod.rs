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
mod table;
mod worker;

pub use ask::{Ask, Found, Iteration, Line, Observer, Silent, Stop};
pub use heuristic::{Heuristic, Rescan};
pub use score::Value;

use crate::eval::Evaluator;
use crate::position::Position;

use run::Run;
use table::Table;

/// What a search remembers of positions, kept from one search to the next of a game.
pub struct Memory {
    table: Table,
}

impl Memory {
    /// Room for so many bytes.
    pub fn new(bytes: usize) -> Memory {
        Memory {
            table: Table::new(bytes),
        }
    }
}

/// Looks for best play of the side to move.
///
/// `memory` may come from a search of another position of the same size, by the same rule and
/// evaluator. With an empty one, one thread and a limit of depth or nodes the same question is
/// answered alike every time.
pub fn search(
    position: &Position,
    evaluator: &dyn Evaluator,
    ask: &Ask<'_>,
    memory: &mut Memory,
) -> Found {
    memory.table.grow_older();
    let run = Run {
        position,
        evaluator,
        ask,
        table: &memory.table,
    };
    run.run()
}
