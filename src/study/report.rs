use serde::Serialize;

use super::{
    BoardReport, ComparisonReport, ForbiddenReport, PatternReport, ScoreReport, SearchReport,
    ThreatReport, VerdictReport, WinCheckReport,
};

/// The answer to any question; its JSON is one line of the output.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Report {
    /// The position as it was read: `"study":"show"`.
    Board(BoardReport),
    /// All forbidden points: `"study":"forbidden"`.
    Forbidden(ForbiddenReport),
    /// The verdict on one point: `"study":"verdict"`.
    Verdict(VerdictReport),
    /// Shapes on the board: `"study":"patterns"`.
    Patterns(PatternReport),
    /// Values of an evaluator: `"study":"score"`.
    Score(Box<ScoreReport>),
    /// Evaluators side by side: `"study":"compare"`.
    Comparison(Box<ComparisonReport>),
    /// Best play with its lines: `"study":"search"`.
    Search(Box<SearchReport>),
    /// A forced win: `"study":"vcf"` or `"study":"vct"`.
    Threats(Box<ThreatReport>),
    /// The check of a proof tree: `"study":"verify"`.
    WinCheck(WinCheckReport),
}
