//! The answer to any question as one type, written as one line of JSON.

use serde::Serialize;

use crate::questions::game::{GameMove, GameReport, GameTotals};
use crate::questions::trace::MinMaxCheck;
use crate::questions::{
    BoardReport, ComparisonReport, DefenceReport, ForbiddenReport, ForcedWinReport, OverviewReport,
    PatternReport, ScoreReport, SearchReport, VerdictReport, WhyReport, WinCheckReport,
    WinningMovesReport,
};

/// The answer to any question; its JSON is one line of the output.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Report {
    /// The position as it was read: `"study":"show"`.
    Board(Box<BoardReport>),
    /// What the position is, in a few lines: `"study":"overview"`.
    Overview(Box<OverviewReport>),
    /// All forbidden points: `"study":"forbidden"`.
    Forbidden(ForbiddenReport),
    /// The verdict on one point: `"study":"verdict"`.
    Verdict(VerdictReport),
    /// Shapes on the board: `"study":"patterns"`.
    Patterns(PatternReport),
    /// Values of an evaluator: `"study":"score"`.
    Score(Box<ScoreReport>),
    /// Why a point is better: `"study":"why"`.
    Why(Box<WhyReport>),
    /// Evaluators side by side: `"study":"compare"`.
    Comparison(Box<ComparisonReport>),
    /// Best play with its lines: `"study":"search"`.
    Search(Box<SearchReport>),
    /// A published program's search against its min-max: `"study":"check_minimax"`.
    MinMax(Box<MinMaxCheck>),
    /// What is threatened, and what stops it: `"study":"threats"`.
    Defences(Box<DefenceReport>),
    /// Every first move of a forced win: `"study":"winning_moves"`.
    WinningMoves(Box<WinningMovesReport>),
    /// A move of a game: `"study":"game"`.
    GameMove(Box<GameMove>),
    /// What a game came to: `"study":"game_summary"`.
    GameSummary(Box<GameTotals>),
    /// A forced win: `"study":"vcf"` or `"study":"vct"`.
    ForcedWin(Box<ForcedWinReport>),
    /// The check of a proof tree: `"study":"verify"`.
    WinCheck(WinCheckReport),
}

impl Report {
    /// The lines of a game: one for each of its moves, then its summary.
    pub fn of_game(GameReport { moves, summary }: GameReport) -> Vec<Report> {
        let moves = moves.into_iter().map(|row| Report::GameMove(Box::new(row)));
        let summary = Report::GameSummary(Box::new(summary));
        moves.chain([summary]).collect()
    }
}
