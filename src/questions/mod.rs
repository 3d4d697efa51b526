//! Questions a user asks, answered as data: a room for each.
//!
//! A room has in `answer.rs` a function from a position to its report. A report holds points, kinds
//! and numbers, and no words; its JSON is the line that `--json` and `batch` print, described in
//! `docs/json.md`. Its sentences are in `text.rs`, its boards in `picture.rs`, its rows of a table in
//! `columns.rs`. [`Report`] is any of them.

pub mod agreement;
mod bench;
mod check;
mod compare;
pub mod diff;
#[cfg(feature = "render")]
mod evaluators;
pub mod examine;
pub mod find;
pub mod fit;
#[cfg(feature = "render")]
mod flat_table;
mod forbidden;
mod forced_win;
pub mod game;
pub mod hunt;
mod overview;
mod patterns;
#[cfg(feature = "render")]
mod presentation;
mod report;
mod score;
mod search;
mod show;
pub mod suite;
mod threats;
pub mod trace;
mod why;

pub use bench::{
    BenchExtent, BenchReport, BenchRun, BenchThreads, BenchTime, BenchWork, QUICK_SIGNATURE, bench,
};
pub use check::{
    CheckLine, CheckOptions, CheckSummary, CheckedExpectation, Expectation, ExpectationChecker,
    ExpectationError, ExpectationProblem, SamePosition, expectation_of_comment, unnamed,
};
#[cfg(feature = "render")]
pub use compare::COMPARE_COLUMNS;
pub use compare::{
    ByName, ChangedChoice, ComparedPoint, ComparisonOptions, ComparisonReport, ComparisonSummary,
    Contrast, Disagreement, FailureDetail, GapAt, MeanAgreement, PairAgreement, RowChoice, compare,
};
#[cfg(feature = "render")]
pub use evaluators::EvaluatorList;
#[cfg(feature = "render")]
pub use flat_table::FlatTable;
pub use forbidden::{
    AsPlayed, ForbiddenMove, ForbiddenOptions, ForbiddenPoint, ForbiddenReport, NearMiss,
    NearMissReason, RuleBreach, VerdictName, VerdictReport, forbidden, rule_breaches, verdict,
};
#[cfg(feature = "render")]
pub use forbidden::{FORBIDDEN_COLUMNS, forbidden_kinds};
pub use forced_win::{
    AnsweredReplies, Continuation, ForcedLine, ForcedWinReport, LineStep, MAX_GAME_ATTACKS,
    MovePurpose, Threat, TooLarge, TreeLine, TreeLineError, WinCheckReport, WinFinder, WinKind,
    WinStep, WinningMove, WinningMovesReport, check_win, forced_win, purpose, win_game, win_steps,
    winning_moves,
};
#[cfg(feature = "render")]
pub use forced_win::{FORCED_WIN_COLUMNS, win_steps_text};
pub use overview::{OverviewReport, overview};
#[cfg(feature = "render")]
pub use patterns::PATTERN_COLUMNS;
pub use patterns::{
    AtPoint, Counts, MappedPoint, PatternOptions, PatternReport, ShapeMap, ShapesAt, StoneEffect,
    patterns,
};
#[cfg(feature = "render")]
pub use presentation::{Presentation, picture_of, sheet_of};
pub use report::Report;
#[cfg(feature = "render")]
pub use score::{SCORE_COLUMNS, ScoreText};
pub use score::{ScoreOptions, ScoreReport, ScoreTerms, ScoredPoints, move_values, score};
pub use search::{
    ExplainedMove, FirstMoves, IllegalKind, IllegalMove, LineScore, NoFirstMove, ReportedLine,
    SearchAlgorithm, SearchQuestion, SearchReport, SearchThought, WinClaim, explain_move,
    first_moves, search, search_by_engine, search_published, search_with_thoughts,
};
#[cfg(feature = "render")]
pub use search::{SEARCH_COLUMNS, search_heading, search_iteration, search_lines};
#[cfg(feature = "render")]
pub use show::BoardView;
pub use show::{BoardReport, ReadInfo, board};
#[cfg(feature = "render")]
pub use threats::THREATS_COLUMNS;
pub(crate) use threats::defences_without_win;
pub use threats::{
    DefenceMeans, DefenceMove, DefenceReport, DefenceVerdict, defences, defences_among,
};
#[cfg(feature = "render")]
pub use why::WHY_COLUMNS;
pub use why::{
    OtherPoint, PairedTerm, WeightChange, WeightChanges, WeightSummary, WeightTrials, WeightUse,
    WhyBasis, WhyOptions, WhyPoint, WhyReport, why,
};

pub use crate::report_header::{MoveOrPass, ReportHeader, VERSION};
pub use crate::threat::ThreatOutcome;
