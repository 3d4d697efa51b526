//! Questions a user asks, answered as data.
//!
//! Each question is a function from a position to its report. A [`Report`] holds points, kinds
//! and numbers, and no words: `render` finds those. Its JSON is the line that `--json` and
//! `batch` print, described in `docs/json.md`.

pub mod agreement;
mod bench;
mod board;
mod comparison;
mod comparison_summary;
mod first_moves;
mod forbidden;
mod header;
mod move_or_pass;
mod patterns;
mod report;
mod scores;
mod search;
mod threats;
mod tree_file;
mod tree_sgf;
mod win_check;
mod win_steps;

pub use bench::{BenchExtent, BenchReport, BenchRun, BenchThreads, BenchWork, bench};
pub use board::{BoardReport, ReadInfo, board};
pub use comparison::{
    ByName, ComparedPoint, ComparisonOptions, ComparisonReport, Failed, Gap, PairAgreement, compare,
};
pub use comparison_summary::{ComparisonSummary, Disagreement, MeanAgreement};
pub use first_moves::{FirstMoves, NoFirstMove, first_moves};
pub use forbidden::{
    ForbiddenOptions, ForbiddenPoint, ForbiddenReport, NearMiss, NearMissReason, VerdictName,
    VerdictReport, forbidden, verdict,
};
pub use header::{ReportHeader, VERSION};
pub use move_or_pass::MoveOrPass;
pub use patterns::{
    AtPoint, Counts, PatternOptions, PatternReport, PatternShape, ShapesAt, patterns,
};
pub use report::Report;
pub use scores::{ScoreOptions, ScoreReport, ScoreTerms, ScoredPoints, score};
pub use search::{LineScore, ReportedLine, SearchQuestion, SearchReport, search, search_published};
pub use threats::{ThreatOutcome, ThreatReport, threat_study, threats};
pub use tree_file::{TreeLine, TreeLineError};
pub use tree_sgf::{MAX_SGF_NODES, TooLarge, tree_sgf};
pub use win_check::{WinCheckReport, check_win};
pub use win_steps::{AnsweredReplies, Continuation, Threat, WinStep, win_steps};
