//! Best play with its lines: by the search, a published program, or an engine.

pub(super) mod answer;
#[cfg(feature = "render")]
pub(super) mod columns;
pub(super) mod engine_lines;
pub(super) mod explain;
pub(super) mod line_check;
#[cfg(feature = "render")]
pub(super) mod picture;
#[cfg(feature = "render")]
pub(super) mod text;
pub(super) mod thoughts;

pub use answer::{
    ExplainedMove, FirstMoves, LineScore, NoFirstMove, ReportedLine, SearchAlgorithm,
    SearchQuestion, SearchReport, first_moves, search, search_published,
};
#[cfg(feature = "render")]
pub use columns::SEARCH_COLUMNS;
pub use engine_lines::search_by_engine;
pub use explain::explain_move;
pub use line_check::{IllegalKind, IllegalMove, WinClaim};
#[cfg(feature = "render")]
pub use text::{search_heading, search_iteration, search_lines};
pub use thoughts::{SearchThought, search_with_thoughts};
