//! Metadata of a game record: players, event, result, and times and engine values of the moves.

use serde::{Deserialize, Serialize};

use crate::geometry::{Point, Size, Symmetry};
use crate::named_enum::named_enum;

/// What a file says about a game in addition to its moves, each as it is written there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct GameInfo {
    /// The name of the one who played Black.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_player: Option<String>,
    /// The name of the one who played White.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white_player: Option<String>,
    /// When it was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The tournament that the game belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The round of the tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<String>,
    /// How it ended; by formats with numbers for that in the words of SGF: `B+`, `W+`, `Draw`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The rule in the words of the file, where they are not those of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Milliseconds of each move, as far as they are known; empty if none is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<Option<u64>>,
    /// What an engine found before the first move and after each, as far as it is known; empty if
    /// nothing is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Option<StoredValue>>,
    /// The move after the last: the best one, or the one that was played there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Point>,
    /// Anything else, each name with its values: in capital letters, as properties of SGF have them.
    #[serde(rename = "other", skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<(String, Vec<String>)>,
}

/// What an engine found out about a position, as Yixin and Rapfi store it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct StoredValue {
    /// A letter for the side that has just moved: `w` won, `l` lost, `d` drawn, others by the
    /// engine or its user. `∅` stands for "undecided", which a database tells from no label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<char>,
    /// The value for the side to move, near -30000 and 30000 a forced end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
    /// The depth that was searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<i32>,
    /// What is known of the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<ValueBound>,
}

named_enum! {
    /// What is known of a value.
    pub enum ValueBound: "bound" {
        /// Nothing.
        None = "none",
        /// It is at most this.
        Upper = "upper",
        /// It is at least this.
        Lower = "lower",
        /// It is this.
        Exact = "exact",
    }
}

impl GameInfo {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        *self == GameInfo::default()
    }

    /// What it says up to a move.
    pub(super) fn after(&self, count: usize) -> GameInfo {
        let mut info = self.clone();
        info.times.truncate(count);
        info.values.truncate(count + 1);
        info.best = None;
        info
    }

    /// Turns or mirrors its points.
    pub(super) fn transform(&mut self, symmetry: Symmetry, size: Size) {
        self.best = self.best.and_then(|point| symmetry.apply(point, size));
    }
}

impl StoredValue {
    /// The label of a position that is stored and not decided.
    pub const UNDECIDED: char = '∅';
}
