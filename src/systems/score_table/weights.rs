use serde::Deserialize;

use crate::eval::Edition;

use super::lengths::Lengths;

/// The score table and the numbers of the search.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreTableWeights {
    /// What the weights are for: `"score-table"`.
    pub system: String,
    /// Whether the mistakes of the program are kept.
    #[serde(default)]
    pub edition: Edition,
    /// The table; the first row that a line reaches counts.
    pub row: Vec<ScoreRow>,
    /// How the program searches for moves.
    pub search: TreeWeights,
}

/// A row of the score table.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreRow {
    /// The patterns that it stands for.
    pub patterns: Vec<String>,
    /// The lengths to reach.
    pub at_least: Lengths,
    /// What it is worth.
    pub score: i64,
}

/// How the program searches for moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeWeights {
    /// Moves to look ahead.
    pub depth: usize,
    /// Around how many of the last stones it looks for moves, 1 to 3.
    #[serde(default = "three")]
    pub start_points: usize,
    /// Whether it looks on the whole board instead.
    #[serde(default)]
    pub whole_board: bool,
    /// How far from the last stones it looks for moves.
    pub reach: i8,
    /// Moves that the corrected search follows at each node.
    pub width: usize,
    /// A stone of this score wins.
    pub win: i64,
    /// A branch where the other side gains as much is given up.
    pub lost: i64,
}

/// The start points of a file that does not say how many.
const fn three() -> usize {
    3
}

impl ScoreTableWeights {
    /// The first row that these lengths reach.
    pub fn row(&self, lengths: Lengths) -> Option<&ScoreRow> {
        self.row.iter().find(|row| lengths.reach(row.at_least))
    }
}
