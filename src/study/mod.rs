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
mod patterns;
mod scores;
mod search;
mod threats;
mod tree_file;
mod tree_sgf;
mod win_check;
mod win_steps;

use serde::Serialize;

use crate::board::Color;
use crate::geometry::Size;
use crate::position::Position;
use crate::rule::Rule;

pub use bench::{BenchExtent, BenchReport, BenchRun, BenchThreads, BenchWork, bench};
use board::played;
pub use board::{BoardReport, Played, ReadInfo, board};
pub use comparison::{
    ByName, ComparedPoint, ComparisonOptions, ComparisonReport, Failed, Gap, PairAgreement, compare,
};
pub use comparison_summary::{ComparisonSummary, Disagreement, MeanAgreement};
pub use first_moves::{FirstMoves, NoFirstMove, first_moves};
pub use forbidden::{
    ForbiddenOptions, ForbiddenPoint, ForbiddenReport, NearMiss, NearMissReason, VerdictName,
    VerdictReport, forbidden, verdict,
};
pub use patterns::{
    AtPoint, Counts, PatternOptions, PatternReport, PatternShape, ShapesAt, patterns,
};
pub use scores::{ScoreOptions, ScoreReport, ScoredPoints, Terms, score};
pub use search::{Line, LineScore, SearchQuestion, SearchReport, search, search_published};
pub use threats::{ThreatOutcome, ThreatReport, threat_study, threats};
pub use tree_file::{TreeLine, TreeLineError};
pub use tree_sgf::{MAX_SGF_NODES, TooLarge, tree_sgf};
pub use win_check::{WinCheckReport, check_win};
pub use win_steps::{AnsweredReplies, Continuation, Threat, WinStep, win_steps};

/// The version of the JSON lines.
pub const VERSION: u32 = 1;

/// What every answer begins with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Head {
    /// The version of the JSON lines.
    pub v: u32,
    /// The name of the position.
    pub id: String,
    /// The question.
    pub study: &'static str,
    /// The side of the board.
    pub size: Size,
    /// The rule.
    pub rule: Rule,
    /// The side to move.
    pub to_move: Color,
}

impl Head {
    fn new(id: &str, study: &'static str, position: &Position) -> Head {
        Head {
            v: VERSION,
            id: id.to_owned(),
            study,
            size: position.board().size(),
            rule: position.rule(),
            to_move: position.to_move(),
        }
    }
}

/// Black's stones and White's, counted.
fn stones(position: &Position) -> (usize, usize) {
    let count = |color: Color| position.board().stones(color).len();
    (count(Color::Black), count(Color::White))
}

/// Every answer the program can give.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Report {
    /// `"study":"show"`
    Board(BoardReport),
    /// `"study":"forbidden"`
    Forbidden(ForbiddenReport),
    /// `"study":"verdict"`: one point.
    Verdict(VerdictReport),
    /// `"study":"patterns"`
    Patterns(PatternReport),
    /// `"study":"score"`
    Score(Box<ScoreReport>),
    /// `"study":"compare"`
    Comparison(Box<ComparisonReport>),
    /// `"study":"search"`
    Search(Box<SearchReport>),
    /// `"study":"vcf"`, `"study":"vct"`
    Threats(Box<ThreatReport>),
    /// `"study":"verify"`
    WinCheck(WinCheckReport),
}

impl Report {
    /// What the answer begins with.
    pub const fn head(&self) -> &Head {
        match self {
            Report::Board(report) => &report.head,
            Report::Forbidden(report) => &report.head,
            Report::Verdict(report) => &report.head,
            Report::Patterns(report) => &report.head,
            Report::Score(report) => &report.head,
            Report::Comparison(report) => &report.head,
            Report::Search(report) => &report.head,
            Report::Threats(report) => &report.head,
            Report::WinCheck(report) => &report.head,
        }
    }
}
