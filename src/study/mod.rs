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
mod defences;
pub mod diff;
mod engine_lines;
mod expectation;
pub mod find;
mod forbidden;
mod forced_win;
pub mod game;
mod header;
mod line_check;
mod patterns;
mod report;
mod rule_breaches;
mod scores;
mod search;
mod search_thoughts;
mod shape_map;
pub mod suite;
mod tree_file;
mod win_finder;
mod win_game;
mod win_steps;
mod winning_moves;

pub use bench::{
    BenchExtent, BenchReport, BenchRun, BenchThreads, BenchTime, BenchWork, QUICK_SIGNATURE, bench,
};
pub use board::{BoardReport, ReadInfo, board};
pub use comparison::{
    ByName, ComparedPoint, ComparisonOptions, ComparisonReport, FailureDetail, PairAgreement,
    RowChoice, compare,
};
pub use comparison_summary::{
    ChangedChoice, ComparisonSummary, Contrast, Disagreement, GapAt, MeanAgreement,
};
pub use defences::{DefenceMeans, DefenceMove, DefenceReport, DefenceVerdict, defences};
pub use engine_lines::search_by_engine;
pub use expectation::{
    CheckLine, CheckOptions, CheckSummary, CheckedExpectation, Expectation, ExpectationChecker,
    ExpectationError, ExpectationProblem, SamePosition, expectation_of_comment, unnamed,
};
pub use forbidden::{
    AsPlayed, ForbiddenMove, ForbiddenOptions, ForbiddenPoint, ForbiddenReport, NearMiss,
    NearMissReason, VerdictName, VerdictReport, forbidden, verdict,
};
pub use forced_win::{ForcedWinReport, WinCheckReport, check_win, forced_win};
pub use header::{MoveOrPass, ReportHeader, VERSION};
pub use line_check::{IllegalKind, IllegalMove, WinClaim};
pub use patterns::{AtPoint, Counts, PatternOptions, PatternReport, patterns};
pub use report::Report;
pub use rule_breaches::{RuleBreach, rule_breaches};
pub use scores::{ScoreOptions, ScoreReport, ScoreTerms, ScoredPoints, move_values, score};
pub use search::{
    FirstMoves, LineScore, NoFirstMove, ReportedLine, SearchQuestion, SearchReport, first_moves,
    search, search_published,
};
pub use search_thoughts::{SearchThought, search_with_thoughts};
pub use shape_map::{MappedPoint, ShapeMap, ShapesAt, StoneEffect};
pub use tree_file::{TreeLine, TreeLineError};
pub use win_finder::{ForcedLine, WinFinder, WinKind};
pub use win_game::{MAX_GAME_ATTACKS, TooLarge, win_game};
pub use win_steps::{
    AnsweredReplies, Continuation, LineStep, MovePurpose, Threat, WinStep, purpose, win_steps,
};
pub use winning_moves::{WinningMove, WinningMovesReport, winning_moves};

pub use crate::threat::ThreatOutcome;
