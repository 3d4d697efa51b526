//! Best play: principal variations with any [`Evaluator`].
//!
//! How the published programs choose a move is in `systems`.

mod alpha_beta;
mod candidates;
mod depth;
mod history;
mod move_order;
mod node_counter;
mod options;
mod params;
mod principal_variation;
mod quiescence;
mod root;
mod run;
mod score;
mod static_eval;
mod tactics;
mod threads;
mod transposition;
mod win_probe;
mod worker;

pub use options::{SearchOptions, SearchResult};
pub use static_eval::{FullEvaluator, StaticEvaluator};
pub use transposition::TranspositionTable;

use crate::eval::Evaluator;
use crate::limits::Control;
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
    options: &SearchOptions,
    control: &Control<'_>,
    table: &mut TranspositionTable,
) -> SearchResult {
    table.new_generation();
    let run = Run {
        position,
        evaluator,
        options,
        control,
        table,
    };
    run.run()
}
