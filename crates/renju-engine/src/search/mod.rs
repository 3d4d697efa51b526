//! Best play: alpha-beta search with iterative deepening, by any [`Evaluator`](crate::eval::Evaluator).
//!
//! [`search`] answers with principal variations. Calls go one way through the files: `threads`
//! (iterative deepening) → `root` (aspiration windows, multi-PV) → `alpha_beta` →
//! `quiescence`; both ask `tactics`, `transposition` and `static_eval`, and order moves by
//! `move_order`, which adds up learned scores and `history`; `candidate_area` says which moves.
//! `win_probe` runs the solvers of [`threat`](crate::threat) between iterations, `win_solver` takes
//! turns with one. `params` holds what was tuned. `balance` asks [`search`] for the most even move.
//!
//! A win or loss is exact: only proofs claim one, and every line that claims one is replayed by the
//! rules (`principal_variation`).

mod alpha_beta;
mod balance;
mod candidate_area;
mod history;
mod move_order;
mod node_trace;
mod options;
mod params;
mod principal_variation;
mod quiescence;
mod root;
mod score;
mod static_eval;
mod table_memory;
mod tactics;
mod threads;
mod trace_visit;
mod transposition;
mod win_probe;
mod win_solver;
mod worker;

pub use balance::BalanceSearch;
pub use candidate_area::CandidateArea;
pub use options::{ForcedWins, SearchOptions, SearchResult};
pub use params::SearchParams;
pub use score::MAX_EVAL;
pub use threads::search;
pub use transposition::TranspositionTable;
pub use win_solver::WinSolver;
